//! The clusters of a unit while texts are tried in them.

use std::path::Path;
use std::sync::Arc;

use lsflint_lint::{Diagnostic, Judged, fingerprints};
use lsflint_model::{Meaning, SourceFile};
use rustc_hash::FxHashMap;

use super::Held;
use crate::load::{Loaded, LoadedUnit, Loader};
use crate::plan::{Plan, PlannedUnit};
use crate::read::Decoded;
use crate::unit::keep_common;
use crate::workspace::{Workspace, own_judges};

/// Files and the memo of what is found in them.
pub(super) struct Patient<'a> {
    plan: &'a Plan,
    unit: &'a PlannedUnit,
    held: &'a Held,
    parallel: bool,
    /// As they were at first. Texts are tried in their place, by number.
    pub(super) files: Vec<Loaded>,
    /// As they were parsed last.
    parsed: FxHashMap<Arc<Path>, Arc<SourceFile>>,
    /// One per cluster, once it was judged.
    workspaces: Vec<Option<Workspace>>,
}

impl<'a> Patient<'a> {
    /// Reads the files of a unit, once and for all; their texts come with it.
    pub(super) fn new(
        plan: &'a Plan,
        unit: &'a PlannedUnit,
        held: &'a Held,
        parallel: bool,
    ) -> (Patient<'a>, Vec<Arc<str>>) {
        let workspaces = unit.clusters.iter().map(|_| None).collect();
        let mut patient =
            Patient { plan, unit, held, parallel, files: Vec::new(), parsed: FxHashMap::default(), workspaces };
        let loaded = patient.load(&|_| None);
        patient.files = loaded.files;
        let texts = patient.files.iter().map(|it| it.source.text.clone()).collect();
        (patient, texts)
    }

    /// The files, with what their include lines bring, when some of them have another text.
    fn load(&mut self, instead: &(dyn Fn(&Path) -> Option<Decoded> + Sync)) -> LoadedUnit {
        let loader = Loader {
            paths: &self.plan.paths,
            below: &self.plan.below,
            buffers: &self.plan.buffers,
            instead,
            before: &|path| self.parsed.get(path).cloned(),
            parallel: self.parallel,
        };
        // What cannot be read was said when it was checked.
        let loaded = loader.unit(self.unit, &mut Vec::new());
        self.parsed = loaded.files.iter().map(|it| (it.path.clone(), it.source.clone())).collect();
        loaded
    }

    /// What is found in the files, and what their clusters mean, with these texts.
    pub(super) fn judge(&mut self, texts: &[Arc<str>]) -> Judged<Vec<Arc<Meaning>>> {
        let tried: FxHashMap<Arc<Path>, Decoded> = (self.files.iter().zip(texts))
            .map(|(it, text)| (it.path.clone(), Decoded { text: text.clone(), encoding: it.encoding }))
            .collect();
        let LoadedUnit { files, clusters } = self.load(&|path| tried.get(path).cloned());
        let judges = || own_judges(files.iter().map(|it| (&it.source.path, &it.judge)), &self.unit.judge);
        let mut found: Vec<Option<Vec<Diagnostic>>> = vec![None; files.len()];
        let mut meaning = Vec::with_capacity(clusters.len());
        for (members, workspace) in clusters.iter().zip(&mut self.workspaces) {
            let sources: Vec<Arc<SourceFile>> = members.files.iter().map(|it| files[*it].source.clone()).collect();
            let workspace = match workspace {
                Some(it) => {
                    it.set_judges(judges());
                    it.set_surroundings(members.surroundings.clone());
                    it.set_all(sources);
                    it
                }
                None => {
                    let target = self.plan.target.or_else(|| self.unit.judge.target());
                    let settings = (*self.unit.judge.settings).clone();
                    let surroundings = members.surroundings.clone();
                    workspace.insert(Workspace::with_judges(sources, target, settings, surroundings, judges()))
                }
            };
            for file in &members.judged {
                let here = workspace.findings(&files[*file].source.path).map_or(&[][..], |it| it);
                match &mut found[*file] {
                    None => found[*file] = Some(here.to_vec()),
                    Some(found) => keep_common(found, here),
                }
            }
            meaning.push(Arc::new(Meaning::of(workspace.cluster(), workspace.files())));
        }
        let by_path: FxHashMap<&Path, usize> = files.iter().enumerate().map(|(at, it)| (&*it.path, at)).collect();
        let ours = self.files.iter().map(|it| {
            let Some(&at) = by_path.get(&*it.path) else { return Vec::new() };
            let mut found = found[at].take().unwrap_or_default();
            found.retain(|found| !it.judge.config.silences(&it.path, found.rule.code));
            self.hold(&files[at].source, &mut found);
            found
        });
        Judged { found: ours.collect(), meaning }
    }

    /// Takes the fixes away from findings that are not to be reported.
    fn hold(&self, file: &SourceFile, found: &mut [Diagnostic]) {
        let Some(held) = self.held.get(&file.path).filter(|it| !it.is_empty()) else { return };
        for (print, found) in fingerprints(file, found).iter().zip(found) {
            if held.contains(print) {
                found.fix = None;
            }
        }
    }
}
