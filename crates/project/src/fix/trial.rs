//! A cluster set in which fixed texts are checked.

use std::panic::resume_unwind;
use std::path::Path;
use std::sync::Arc;

use lsflint_lint::{Diagnostic, FixedText, Judged, fix_texts};
use lsflint_model::Meaning;
use lsflint_model::job::JobScript;
use rustc_hash::FxHashMap;

use super::fixed::{FixOptions, FixedFile, Held, NotApplied, not_applied};
use crate::caught::{Panic, catch};
use crate::check::{Run, fingerprints_of};
use crate::error::Problem;
use crate::load::{Content, Loaded, Loader};
use crate::parsed::Parsed;
use crate::plan::ClusterSet;
use crate::read::Decoded;
use crate::workspace::{Purpose, Workspace};

/// The findings in the files of a set, and the meaning of its clusters.
type JudgedSet = Judged<Vec<Arc<Meaning>>>;

/// A cluster set in which fixed texts are checked.
pub(super) struct Trial<'a> {
    run: &'a Run<'a>,
    set: &'a ClusterSet,
    held: &'a Held,
    /// The original files. Texts replace them by index.
    pub(super) files: Vec<Loaded>,
    workspace: Workspace,
}

impl<'a> Trial<'a> {
    /// Loads the files of a set and checks them unchanged.
    pub(super) fn new(run: &'a Run<'a>, set: &'a ClusterSet, held: &'a Held) -> (Trial<'a>, JudgedSet) {
        // Unreadable files were reported by the check.
        let mut workspace = run.open(set, Purpose::Whole, &mut Vec::new());
        workspace.refresh();
        let files = workspace.members.iter().filter(|it| it.file().is_some()).cloned().collect();
        let trial = Trial { run, set, held, files, workspace };
        let judged = trial.judged();
        (trial, judged)
    }

    /// The findings in the files and the meaning of their clusters, with these texts.
    pub(super) fn judge(&mut self, texts: &[Arc<str>]) -> JudgedSet {
        let tried: FxHashMap<&Path, Decoded> = (self.files.iter().zip(texts))
            .map(|(it, text)| (&*it.path, Decoded { text: text.clone(), encoding: it.encoding }))
            .collect();
        let members = &self.workspace.members;
        let parsed: FxHashMap<&Path, &Parsed> = members.iter().filter_map(|it| Some((&*it.path, it.file()?))).collect();
        let loader = Loader {
            instead: &|path| tried.get(path).cloned(),
            before: &|path| parsed.get(path).map(|it| (*it).clone()),
            wanted: |it| it.file().is_some(),
            ..Loader::new(self.run.plan)
        };
        let loaded = loader.set(self.set, &mut Vec::new());
        self.workspace.replace_all(loaded);
        self.judged()
    }

    /// The findings of the workspace. A panic is propagated: results can only be compared if every file has findings.
    fn judged(&self) -> JudgedSet {
        let workspace = &self.workspace;
        if let Some(Problem::Internal { message, .. }) = workspace.problems.first() {
            resume_unwind(Box::new(message.clone()));
        }
        let members = workspace.members.iter().enumerate();
        let by_path: FxHashMap<&Path, usize> = members.map(|(number, it)| (&*it.path, number)).collect();
        let found = self.files.iter().map(|it| {
            let Some(&number) = by_path.get(&*it.path) else { return Vec::new() };
            let found = workspace.recorded(number).map_or_else(Vec::new, |it| it.reported.to_vec());
            self.hold(&workspace.members[number], found)
        });
        let clusters = workspace.clusters.iter().filter_map(|it| Some((it.facts.as_ref()?, workspace.files_of(it))));
        let meaning = clusters.map(|(facts, files)| Arc::new(Meaning::of(facts, files))).collect();
        Judged { found: found.collect(), meaning }
    }

    /// Removes the fixes of findings that are not reported.
    fn hold(&self, member: &Loaded, mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
        let Some(held) = self.held.get(member.shown()).filter(|it| !it.is_empty()) else { return found };
        let prints = fingerprints_of(&member.content, &found);
        for (_, found) in prints.iter().zip(&mut found).filter(|it| held.contains(it.0)) {
            found.fix = None;
        }
        found
    }

    /// The fixed scripts, and the fixes that were not applied to them. Each is fixed separately, because no other file
    /// depends on it.
    pub(super) fn scripts(&self, options: FixOptions) -> (Vec<FixedFile>, Vec<NotApplied>) {
        let members = self.workspace.members.iter().enumerate();
        let scripts =
            members.filter(|(_, it)| matches!(it.content, Content::Script(_)) && self.held.contains_key(it.shown()));
        let fixed = scripts.filter_map(|(number, it)| Some((it, self.fixed_script(number, it, options).ok()?)));
        let (mut files, mut left) = (Vec::new(), Vec::new());
        for (script, fixed) in fixed {
            left.extend(not_applied(script.shown(), &fixed, std::slice::from_ref(script)));
            files.push(FixedFile::new(script, fixed));
        }
        (files, left)
    }

    fn fixed_script(&self, number: usize, script: &Loaded, options: FixOptions) -> Result<FixedText, Panic> {
        let found = |text: &Arc<str>| -> Result<Vec<Diagnostic>, Panic> {
            let content = Content::Script(catch(|| JobScript::new(script.shown(), text.clone()))?);
            let tried = Loaded { content, ..script.clone() };
            let found = self.workspace.judge_instead(number, &tried)?;
            Ok(self.hold(&tried, found.into_vec()))
        };
        let text = script.text();
        let before = Judged { found: vec![found(text)?], meaning: () };
        // A fixed text that panics has no findings, and so no further fixes.
        let judge = |texts: &[Arc<str>]| Judged { found: vec![found(&texts[0]).unwrap_or_default()], meaning: () };
        let (mut fixed, _) = fix_texts(vec![text.clone()], before, |_, it| options.wants(it), judge);
        Ok(fixed.remove(0))
    }
}
