//! Checks a member in one of its clusters, or in all of them.

use std::sync::Arc;

use lsflint_lint::{Diagnostic, Early, FilePart, Found, check_connector, check_script, find_in_parts};
use lsflint_model::Cluster as Facts;
use lsflint_model::connector::ConnectorFile;
use rustc_hash::FxHashSet;

use super::memo::{Findings, Memo};
use crate::caught::{Panic, catch};
use crate::group::Cluster;
use crate::judge::Judge;
use crate::load::{Content, Loaded};
use crate::threads::{self, each_or_panic};

/// Is called with the findings of a member.
pub(crate) type Ready<'r> = &'r (dyn Fn(&Loaded, &Findings) + Sync);

/// The least size in bytes of a part of a file that is checked on a thread of its own.
const SMALLEST_PART: usize = 128 * 1024;

/// The number of parts in which a file is checked.
fn parts_of(text: &str) -> usize {
    match threads::count() {
        1 => 1,
        // Parts take different time, so there are more than threads.
        threads => (text.len() / SMALLEST_PART).min(4 * threads),
    }
}

/// The files of the resource connector that are checked in a cluster.
pub(super) fn connector_of(cluster: &Cluster, members: &[Loaded]) -> Arc<[ConnectorFile]> {
    let of_member = |number: &usize| match &members[*number].content {
        Content::Connector(file) => Some(file.clone()),
        Content::File(_) | Content::Script(_) => None,
    };
    cluster.judged.iter().filter_map(of_member).collect()
}

/// A member in one of the clusters that check it.
pub(super) struct Part<'w> {
    pub(super) facts: &'w Arc<Facts>,
    /// The files of the resource connector of the cluster.
    pub(super) connector: Arc<[ConnectorFile]>,
    pub(super) memo: Option<&'w mut Memo>,
}

impl Part<'_> {
    /// Whether the recorded findings are up to date.
    pub(super) fn is_recorded(&self, member: &Loaded) -> bool {
        self.memo.as_ref().is_some_and(|it| match member.script() {
            Some(script) => it.holds_for(script, self.facts),
            None => it.holds(self.facts),
        })
    }

    fn findings(self, member: &Loaded, early: Option<Early<'_>>) -> Result<Findings, Panic> {
        let Judge { settings, registry, .. } = &*member.judge;
        match (&member.content, self.memo) {
            (Content::File(file), Some(memo)) => memo.findings(&file.source, self.facts, settings, registry, early),
            (Content::File(file), None) => {
                let most = parts_of(&file.source.text);
                let each = |parts, check: &(dyn Fn(FilePart) -> Vec<Diagnostic> + Sync)| each_or_panic(parts, check);
                catch(|| find_in_parts(&file.source, self.facts, settings, registry, most, each)).map(Findings::from)
            }
            (Content::Script(script), Some(memo)) => memo.findings_of(script, self.facts, settings, registry),
            (Content::Script(script), None) => {
                let found = catch(|| check_script(script, self.facts, settings, registry))?;
                Ok(Findings::from(Found { reported: found, ..Found::default() }))
            }
            (Content::Connector(file), _) => {
                let found = catch(|| check_connector(file, &self.connector, self.facts, settings, registry))?;
                Ok(Findings::from(Found { reported: found, ..Found::default() }))
            }
        }
    }
}

/// The findings that apply in every cluster that checks a member, without those that lsflint.toml disables there.
pub(super) fn together(member: &Loaded, parts: Vec<Part<'_>>, ready: Ready<'_>) -> Result<Findings, Panic> {
    let is_silent = |it: &Diagnostic| member.judge.config.silences(&member.path, it.rule.code);
    let early = |found: Vec<Diagnostic>| {
        let found = found.into_iter().filter(|it| !is_silent(it)).collect();
        ready(member, &Findings::from(Found { reported: found, ..Found::default() }));
    };
    // What several clusters agree on is known when all of them are checked.
    let early = (parts.len() == 1).then_some(&early as Early<'_>);
    let mut found: Option<Findings> = None;
    for part in parts {
        // No other cluster can add a finding. Recorded findings are completed for the next edit.
        if part.memo.is_none() && found.as_ref().is_some_and(|it| it.is_empty()) {
            break;
        }
        let here = part.findings(member, early)?;
        match &mut found {
            None => found = Some(here),
            Some(found) => {
                let place = |it: &Diagnostic| (it.range, it.rule.code);
                let here: FxHashSet<_> = here.iter().map(place).collect();
                found.retain(|it| here.contains(&place(it)));
            }
        }
    }
    let mut found = found.unwrap_or_else(|| Found::default().into());
    found.retain(|it| !is_silent(it));
    Ok(found)
}
