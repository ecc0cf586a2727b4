//! Which packages of other people are linked into the program, and under which licences.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};
use serde_json::Value;
use walkdir::WalkDir;

/// How far below its own folder a package may keep the licence of what it brings along.
const DEPTH: usize = 5;

/// A package of somebody else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Package {
    pub(super) name: String,
    pub(super) version: String,
    /// The expression of its manifest: `MIT OR Apache-2.0`.
    pub(super) licence: String,
    pub(super) repository: Option<String>,
    pub(super) description: Option<String>,
    /// Its checksum in the lock file.
    pub(super) checksum: Option<String>,
    /// The packages it uses, `name@version`.
    pub(super) uses: Vec<String>,
    /// The texts of licences and notices that lie in it, with their paths.
    texts: Vec<(String, String)>,
}

impl Package {
    /// What a package is known by: `name@version`.
    pub(super) fn id(&self) -> String {
        format!("{}@{}", self.name, self.version)
    }
}

/// The packages that are linked into the program on a target, by name. Tests and build scripts are not shipped.
pub(super) fn packages(root: &Path, triple: &str) -> anyhow::Result<Vec<Package>> {
    let metadata = super::metadata(root, triple)?;
    let checksums = checksums(&fs::read_to_string(root.join("Cargo.lock"))?)?;
    let list = |value: &Value, key: &str| value[key].as_array().cloned().unwrap_or_default();
    let by_id: BTreeMap<String, Value> =
        list(&metadata, "packages").into_iter().map(|it| (text_of(&it, "id"), it)).collect();
    let nodes: BTreeMap<String, Value> =
        list(&metadata["resolve"], "nodes").into_iter().map(|it| (text_of(&it, "id"), it)).collect();
    let linked = |id: &str| -> Vec<String> {
        let Some(node) = nodes.get(id) else { return Vec::new() };
        let normal = |it: &Value| list(it, "dep_kinds").iter().any(|kind| kind["kind"].is_null());
        list(node, "deps").iter().filter(|it| normal(it)).map(|it| text_of(it, "pkg")).collect()
    };
    let program = by_id.iter().find(|(_, it)| it["name"] == "lsflint").context("there is no package `lsflint`")?.0;
    let mut waiting = vec![program.clone()];
    let mut seen = BTreeSet::new();
    let mut packages = Vec::new();
    while let Some(id) = waiting.pop() {
        if !seen.insert(id.clone()) {
            continue;
        }
        let uses = linked(&id);
        waiting.extend(uses.iter().cloned());
        let manifest = by_id.get(&id).with_context(|| format!("cargo metadata does not describe {id}"))?;
        // Our own rooms have no source.
        if manifest["source"].is_null() {
            continue;
        }
        let name_of =
            |id: &String| by_id.get(id).map(|it| format!("{}@{}", text_of(it, "name"), text_of(it, "version")));
        let (name, version) = (text_of(manifest, "name"), text_of(manifest, "version"));
        let folder = Path::new(manifest["manifest_path"].as_str().unwrap_or_default())
            .parent()
            .context("a manifest lies in a folder")?;
        packages.push(Package {
            licence: text_of(manifest, "license"),
            repository: manifest["repository"].as_str().map(str::to_owned),
            description: manifest["description"].as_str().map(|it| it.split_whitespace().collect::<Vec<_>>().join(" ")),
            checksum: checksums.get(&format!("{name}@{version}")).cloned(),
            uses: uses.iter().filter_map(name_of).collect(),
            texts: texts(folder)?,
            name,
            version,
        });
    }
    packages.sort_by_key(Package::id);
    for package in &packages {
        ensure!(!package.licence.is_empty(), "{} has no licence; it must not be shipped", package.id());
    }
    Ok(packages)
}

fn text_of(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or_default().to_owned()
}

fn checksums(lock: &str) -> anyhow::Result<BTreeMap<String, String>> {
    let lock: toml::Table = lock.parse().context("Cargo.lock is broken")?;
    let packages = lock.get("package").and_then(toml::Value::as_array).cloned().unwrap_or_default();
    let row = |it: &toml::Value| {
        let text = |key| it.get(key).and_then(toml::Value::as_str);
        Some((format!("{}@{}", text("name")?, text("version")?), text("checksum")?.to_owned()))
    };
    Ok(packages.iter().filter_map(row).collect())
}

/// The texts of licences in a package, also of what it brings along from others.
fn texts(folder: &Path) -> anyhow::Result<Vec<(String, String)>> {
    let mut texts = Vec::new();
    for entry in WalkDir::new(folder).max_depth(DEPTH).sort_by_file_name() {
        let entry = entry?;
        if entry.file_type().is_file() && is_licence(&entry.file_name().to_string_lossy()) {
            let path = entry.path().strip_prefix(folder).unwrap_or(entry.path()).display().to_string();
            texts.push((path, String::from_utf8_lossy(&fs::read(entry.path())?).into_owned()));
        }
    }
    Ok(texts)
}

fn is_licence(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let begin = ["license", "licence", "copying", "copyright", "notice", "unlicense"];
    let (stem, ending) = name.rsplit_once('.').unwrap_or((&name, ""));
    let is_text = matches!(ending, "" | "txt" | "md")
        || !stem.contains('.') && !matches!(ending, "rs" | "toml" | "html" | "json");
    is_text && begin.iter().any(|it| name.starts_with(it))
}

/// One document: who is in it, and every text once.
pub(super) fn text(packages: &[Package]) -> anyhow::Result<String> {
    let mut text = String::from(
        "lsflint is licensed under MIT OR Apache-2.0 (LICENSE-MIT, LICENSE-APACHE). Linked into the program is the work of others:\n\n",
    );
    for package in packages {
        let bare = if package.texts.is_empty() { " (the package holds no text)" } else { "" };
        writeln!(text, "  {} {}: {}{bare}", package.name, package.version, package.licence)?;
    }
    let mut owners: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in packages {
        for (path, licence) in &package.texts {
            let licence =
                licence.lines().map(str::trim_end).collect::<Vec<_>>().join("\n").trim_matches('\n').to_owned();
            owners.entry(licence).or_default().push(format!("{} {}: {path}", package.name, package.version));
        }
    }
    let mut groups: Vec<(Vec<String>, String)> = owners.into_iter().map(|(licence, names)| (names, licence)).collect();
    groups.sort();
    for (names, licence) in groups {
        writeln!(text, "\n{}\n{}\n\n{licence}", "=".repeat(80), names.join("\n"))?;
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn licences_are_found_by_name() {
        for name in [
            "LICENSE",
            "LICENSE-MIT",
            "license.md",
            "COPYING",
            "NOTICE.txt",
            "LICENSE.Apache",
            "LICENSE-2.0.txt",
            "UNLICENSE",
        ] {
            assert!(is_licence(name), "{name}");
        }
        for name in ["license.rs", "LICENSES.toml", "README.md", "notice.html", "relicense"] {
            assert!(!is_licence(name), "{name}");
        }
    }

    #[test]
    fn a_text_is_written_once_for_all_its_owners() {
        let package = |name: &str, licence: &str| Package {
            name: name.to_owned(),
            version: "1.0.0".to_owned(),
            licence: "MIT".to_owned(),
            repository: None,
            description: None,
            checksum: None,
            uses: Vec::new(),
            texts: if licence.is_empty() { Vec::new() } else { vec![("LICENSE".to_owned(), licence.to_owned())] },
        };
        let text =
            text(&[package("a", "free\n"), package("b", "free"), package("c", "")]).expect("a string can be written");
        assert_eq!(text.matches("\nfree\n").count(), 1);
        assert!(text.contains("a 1.0.0: LICENSE\nb 1.0.0: LICENSE\n\nfree"), "{text}");
        assert!(text.contains("  c 1.0.0: MIT (the package holds no text)\n"), "{text}");
    }

    #[test]
    fn what_is_linked_is_known_and_what_only_tests_use_is_not() {
        let root = crate::repository_root();
        let packages = packages(&root, "x86_64-unknown-linux-gnu").expect("cargo metadata works");
        let has = |name: &str| packages.iter().any(|it| it.name == name);
        assert!(has("rowan") && has("tokio") && has("libmimalloc-sys"));
        assert!(!has("proptest") && !has("snapbox") && !has("lsflint-spec") && !has("cc"));
        let mimalloc = packages.iter().find(|it| it.name == "libmimalloc-sys").expect("seen above");
        assert!(
            mimalloc.texts.iter().any(|(path, _)| path.starts_with("c_src")),
            "the C code has a licence of its own"
        );
        assert!(packages.iter().all(|it| it.checksum.as_ref().is_some_and(|it| it.len() == 64)));
    }
}
