//! Watches files on disk: those with known names from the start, and every file that an `#INCLUDE` line names while
//! there is such a line. The client is asked in a separate task, so that one that does not answer blocks nothing.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsflint_project::{Paths, SCRIPT_ENDINGS, Source, included_paths};
use lsflint_spec::CONNECTOR_FILES;
use rustc_hash::FxHashMap;
use serde_json::{Value, json};
use tower_lsp::Client;
use tower_lsp::ls_types::{Registration, Unregistration};

use crate::client::ClientFacts;
use crate::server_snapshot::ServerSnapshot;
use crate::shared::Shared;
use crate::to_proto::uri_of;
use crate::welcome::ANSWER_TIMEOUT;

const METHOD: &str = "workspace/didChangeWatchedFiles";
const INCLUDED: &str = "included-files";

/// Names of LSF files with any prefix or suffix, and lsflint.toml.
const WATCHED: [&str; 2] = ["**/*ls[bf].*", "**/*.toml"];
/// Other files that affect discovery.
const IGNORE_FILES: [&str; 2] = [".gitignore", ".ignore"];

/// The registration for files with known names.
pub(crate) fn by_name() -> Registration {
    let scripts = format!("**/*.{{{}}}", SCRIPT_ENDINGS.join(","));
    let others = lsflint_spec::files().flat_map(|it| it.recognition.names).copied();
    let others = others.filter(|it| !it.starts_with("lsb.") && !it.starts_with("lsf."));
    let connector = CONNECTOR_FILES.iter().flat_map(|it| it.names).copied();
    let names: Vec<&str> = IGNORE_FILES.into_iter().chain(others).chain(connector).collect();
    let named = format!("**/{{{}}}", names.join(","));
    let endings = CONNECTOR_FILES.iter().flat_map(|it| it.endings).map(|it| format!("**/*{it}"));
    let patterns = WATCHED.map(str::to_owned).into_iter().chain([named, scripts]).chain(endings);
    let watchers: Vec<Value> = patterns.map(|it| json!({"globPattern": it})).collect();
    registration("watched-files", watchers)
}

fn registration(id: &str, watchers: Vec<Value>) -> Registration {
    let register_options = Some(json!({"watchers": watchers}));
    Registration { id: id.into(), method: METHOD.into(), register_options }
}

/// Registers for the included files of each snapshot, until the session ends.
pub(crate) async fn watch_included(client: Client, facts: Arc<ClientFacts>, shared: Arc<Shared>) {
    let mut newest = shared.newest();
    let mut found = Included::default();
    let mut registered: Vec<PathBuf> = Vec::new();
    loop {
        let snapshot = newest.borrow_and_update().clone();
        let wanted = found.update(&snapshot);
        if wanted != registered {
            if !registered.is_empty() {
                let old = vec![Unregistration { id: INCLUDED.into(), method: METHOD.into() }];
                let asked = tokio::time::timeout(ANSWER_TIMEOUT, client.unregister_capability(old)).await;
                if !matches!(asked, Ok(Ok(()))) {
                    tracing::warn!("the client did not stop watching included files");
                }
            }
            if !wanted.is_empty() {
                let watchers = wanted.iter().filter_map(|it| watcher(it, &facts)).collect();
                let new = vec![registration(INCLUDED, watchers)];
                let asked = tokio::time::timeout(ANSWER_TIMEOUT, client.register_capability(new)).await;
                if !matches!(asked, Ok(Ok(()))) {
                    tracing::warn!("the client cannot watch included files");
                }
            }
            registered = wanted;
        }
        drop(snapshot);
        if newest.changed().await.is_err() {
            return;
        }
    }
}

/// The watcher of one file: relative to its folder, which may be outside of the workspace, if the client can do that.
fn watcher(path: &Path, facts: &ClientFacts) -> Option<Value> {
    let name = escaped(path.file_name()?.to_str()?);
    if facts.watches_relative_patterns() {
        let folder = uri_of(path.parent()?)?;
        return Some(json!({"globPattern": {"baseUri": folder, "pattern": name}}));
    }
    let folder = escaped(path.parent()?.to_str()?);
    Some(json!({"globPattern": format!("{folder}/{name}")}))
}

/// A text as a glob pattern that matches it alone.
fn escaped(text: &str) -> String {
    let mut pattern = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '*' | '?' | '[' | ']' | '{' | '}' => pattern.push_str(&format!("[{character}]")),
            _ => pattern.push(character),
        }
    }
    pattern
}

/// The included files, found again only in files that changed.
#[derive(Default)]
struct Included(FxHashMap<Arc<Path>, (Arc<str>, Vec<PathBuf>)>);

impl Included {
    /// The files that are included in a snapshot, whether they exist or not, sorted.
    fn update(&mut self, snapshot: &ServerSnapshot) -> Vec<PathBuf> {
        let mut before = std::mem::take(&mut self.0);
        let mut all = Vec::new();
        for file in snapshot.state.files() {
            let Source::File(source) = &file.source else { continue };
            let known = before.remove(&file.path).filter(|it| Arc::ptr_eq(&it.0, &source.text));
            let found = match known {
                Some((_, paths)) => paths,
                None => included(source, &file.path, &snapshot.paths),
            };
            all.extend_from_slice(&found);
            self.0.insert(file.path.clone(), (source.text.clone(), found));
        }
        all.sort();
        all.dedup();
        all
    }
}

fn included(source: &lsflint_model::SourceFile, path: &Path, paths: &Paths) -> Vec<PathBuf> {
    lsflint_project::catch(|| included_paths(source, path, paths)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_all_files_are_watched() {
        let patterns = by_name().register_options.expect("options").to_string();
        for name in [".lsftask", "hosts", "ego.conf", ".gitignore", "**/*ls[bf].*", "**/*.toml"] {
            assert!(patterns.contains(name), "{name} in {patterns}");
        }
    }

    #[test]
    fn names_match_themselves() {
        assert_eq!(escaped("a[1].queues"), "a[[]1[]].queues");
    }
}
