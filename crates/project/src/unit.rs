//! The work on one unit: read and parse its files, collect the facts of its clusters, judge every file.

use std::sync::Arc;

use lsflint_lint::{Diagnostic, fingerprints};
use lsflint_model::Summary;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::caught::{Panic, catch};
use crate::check::{Checked, ClusterFacts, RelatedText, Run, Skipped};
use crate::error::Problem;
use crate::load::{Loaded, LoadedUnit, Loader, Members, internal};
use crate::out_of_view::out_of_view;
use crate::plan::PlannedUnit;

/// What came out of a unit.
#[derive(Default)]
pub(crate) struct UnitResult {
    pub(crate) checked: Vec<Checked>,
    pub(crate) problems: Vec<Problem>,
    /// Checks and the cluster that lacks something for them.
    pub(crate) skipped: Vec<(Skipped, String)>,
    /// What is known about its clusters, where somebody wants that.
    pub(crate) clusters: Vec<ClusterFacts>,
}

/// A cluster while its files are in memory.
pub(crate) struct Facts<'a> {
    name: &'a str,
    files: Vec<usize>,
    judged: Vec<usize>,
    pub(crate) cluster: lsflint_model::Cluster,
}

impl From<Facts<'_>> for ClusterFacts {
    fn from(facts: Facts<'_>) -> ClusterFacts {
        ClusterFacts { name: facts.name.to_owned(), cluster: facts.cluster }
    }
}

impl Run<'_> {
    pub(crate) fn unit(&self, unit: &PlannedUnit) -> UnitResult {
        let mut result = UnitResult::default();
        let (files, facts) = self.load(unit, &mut result.problems);
        for it in &facts {
            let missing = it.files.iter().map(|file| &*files[*file].source);
            let found = out_of_view(&it.cluster, missing);
            result.skipped.extend(found.into_iter().map(|found| (found, it.name.to_owned())));
        }
        let mut judges: Vec<Vec<&Facts<'_>>> = vec![Vec::new(); files.len()];
        for it in &facts {
            it.judged.iter().for_each(|file| judges[*file].push(it));
        }
        let by_path: FxHashMap<&str, usize> =
            files.iter().enumerate().map(|(index, it)| (&*it.source.path, index)).collect();
        let reported: Vec<usize> = (0..files.len()).filter(|it| files[*it].reported).collect();
        let judged = self.map(&reported, |index| self.judge(&files[*index], &judges[*index]));
        let scripts = self.map(&unit.scripts, |script| self.script(script, &facts));
        for judged in judged.into_iter().chain(scripts) {
            match judged {
                Ok(mut checked) => {
                    checked.related = related_texts(&checked.diagnostics, &files, &by_path);
                    result.checked.push(checked);
                }
                Err(problem) => result.problems.push(problem),
            }
        }
        drop(judges);
        if self.facts {
            result.clusters = facts.into_iter().map(ClusterFacts::from).collect();
        }
        result
    }

    /// The files of a unit and what is known about its clusters.
    pub(crate) fn load<'u>(&self, unit: &'u PlannedUnit, problems: &mut Vec<Problem>) -> (Vec<Loaded>, Vec<Facts<'u>>) {
        let loader = Loader {
            paths: &self.plan.paths,
            below: &self.plan.below,
            buffers: &self.plan.buffers,
            instead: &|_| None,
            before: &|_| None,
            parallel: self.parallel,
        };
        let LoadedUnit { files, clusters } = loader.unit(unit, problems);
        let clusters: Vec<_> = unit.clusters.iter().zip(clusters).collect();
        let mut facts = Vec::with_capacity(clusters.len());
        for outcome in self.map(&clusters, |(cluster, members)| self.facts(&cluster.name, members, &files, unit)) {
            match outcome {
                Ok(found) => facts.push(found),
                Err(panic) => problems.push(internal(&unit.first, panic)),
            }
        }
        (files, facts)
    }

    /// What is known about the clusters of a unit.
    pub(crate) fn clusters(&self, unit: &PlannedUnit, problems: &mut Vec<Problem>) -> Vec<ClusterFacts> {
        let (_, facts) = self.load(unit, problems);
        facts.into_iter().map(ClusterFacts::from).collect()
    }

    /// What the files of a cluster say about each other, and what the site says about it.
    fn facts<'u>(
        &self,
        name: &'u str,
        members: &Members,
        files: &[Loaded],
        unit: &PlannedUnit,
    ) -> Result<Facts<'u>, Panic> {
        let target = self.plan.target.or_else(|| unit.judge.target());
        let cluster = catch(|| {
            let summaries = members.files.iter().map(|it| Arc::new(Summary::of(&files[*it].source))).collect();
            lsflint_model::Cluster::from_summaries(summaries, target.as_ref(), &members.surroundings, None)
        })?;
        Ok(Facts { name, files: members.files.clone(), judged: members.judged.clone(), cluster })
    }

    /// Judges a file in every cluster that reads it: what does not hold in all of them is no finding.
    fn judge(&self, file: &Loaded, clusters: &[&Facts<'_>]) -> Result<Checked, Problem> {
        let Loaded { path, source, encoding, judge, .. } = file;
        let mut found: Option<Vec<Diagnostic>> = None;
        for facts in clusters {
            let here =
                catch(|| (self.check)(source, &facts.cluster, judge)).map_err(|it| internal(&source.path, it))?;
            match &mut found {
                None => found = Some(here),
                Some(found) => keep_common(found, &here),
            }
        }
        let mut diagnostics = found.unwrap_or_default();
        diagnostics.retain(|it| !judge.config.silences(path, it.rule.code));
        let fingerprints = if self.plan.fingerprints { fingerprints(source, &diagnostics) } else { Vec::new() };
        self.step();
        Ok(Checked {
            path: source.path.clone(),
            location: path.clone(),
            kind: Some(source.kind),
            text: source.text.clone(),
            encoding: *encoding,
            diagnostics,
            fingerprints,
            related: Vec::new(),
            rules: judge.rules.clone(),
            fail_on: judge.fail_on,
        })
    }
}

/// Takes out what does not hold in another cluster, too.
pub(crate) fn keep_common(found: &mut Vec<Diagnostic>, other: &[Diagnostic]) {
    let place = |it: &Diagnostic| (it.range, it.rule.code);
    let other: FxHashSet<_> = other.iter().map(place).collect();
    found.retain(|it| other.contains(&place(it)));
}

fn related_texts(diagnostics: &[Diagnostic], files: &[Loaded], by_path: &FxHashMap<&str, usize>) -> Vec<RelatedText> {
    let mut found: Vec<RelatedText> = Vec::new();
    for path in diagnostics.iter().flat_map(|it| &it.related).filter_map(|it| it.file.as_deref()) {
        let Some(index) = by_path.get(path).filter(|_| found.iter().all(|it| *it.path != *path)) else { continue };
        let Loaded { source, encoding, .. } = &files[*index];
        found.push(RelatedText { path: source.path.clone(), text: source.text.clone(), encoding: *encoding });
    }
    found
}
