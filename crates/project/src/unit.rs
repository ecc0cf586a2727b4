//! The work on one unit: read and parse its files, collect the facts of its clusters, judge every file.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsflint_lint::Diagnostic;
use lsflint_model::{MissingInclude, SourceFile, Surroundings};
use lsflint_spec::FileKind;
use rustc_hash::FxHashMap;

use crate::caught::{Panic, catch};
use crate::check::{Checked, ClusterFacts, RelatedText, Run, Skipped};
use crate::error::Problem;
use crate::include::{has_whole_sections, includes};
use crate::out_of_view::out_of_view;
use crate::plan::{PlannedFile, PlannedUnit};
use crate::read::{Decoded, Encoding, read_file};

/// An include may include others; deeper than this is a mistake.
const INCLUDE_DEPTH: usize = 8;

/// What came out of a unit.
#[derive(Default)]
pub(crate) struct UnitResult {
    pub(crate) checked: Vec<Checked>,
    pub(crate) problems: Vec<Problem>,
    /// Checks and the cluster that lacks something for them.
    pub(crate) skipped: Vec<(Skipped, String)>,
}

/// A file in memory.
struct Loaded {
    path: PathBuf,
    source: SourceFile,
    encoding: Encoding,
    reported: bool,
}

/// What include lines brought.
#[derive(Default)]
struct Includes {
    /// Which file brought which, and how the line names it.
    added: Vec<(usize, usize, String)>,
    /// The file with the line, and what is not there.
    missing: Vec<(usize, MissingInclude)>,
}

/// A cluster while its files are in memory.
struct Facts<'a> {
    name: &'a str,
    files: Vec<usize>,
    judged: Vec<usize>,
    cluster: lsflint_model::Cluster,
}

impl Run<'_> {
    pub(crate) fn unit(&self, unit: &PlannedUnit) -> UnitResult {
        let mut result = UnitResult::default();
        let (files, facts) = self.load(unit, &mut result.problems);
        for it in &facts {
            let missing = it.files.iter().map(|file| &files[*file].source);
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
        for judged in self.map(&reported, |index| self.judge(&files[*index], &judges[*index], unit)) {
            match judged {
                Ok(mut checked) => {
                    checked.related = related_texts(&checked.diagnostics, &files, &by_path);
                    result.checked.push(checked);
                }
                Err(problem) => result.problems.push(problem),
            }
        }
        result
    }

    /// The files of a unit and what is known about its clusters.
    fn load<'u>(&self, unit: &'u PlannedUnit, problems: &mut Vec<Problem>) -> (Vec<Loaded>, Vec<Facts<'u>>) {
        let mut place = vec![None; unit.files.len()];
        let mut files = Vec::with_capacity(unit.files.len());
        for (index, loaded) in self.map(&unit.files, load).into_iter().enumerate() {
            match loaded {
                Ok(loaded) => {
                    place[index] = Some(files.len());
                    files.push(loaded);
                }
                Err(problem) => problems.extend(problem),
            }
        }
        let includes = self.load_includes(&mut files, unit);
        let mut facts = Vec::with_capacity(unit.clusters.len());
        for outcome in self.map(&unit.clusters, |cluster| self.facts(cluster, &place, &files, &includes, unit)) {
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
        facts.into_iter().map(|it| ClusterFacts { name: it.name.to_owned(), cluster: it.cluster }).collect()
    }

    /// Loads what the files include.
    fn load_includes(&self, files: &mut Vec<Loaded>, unit: &PlannedUnit) -> Includes {
        let mut found = Includes::default();
        let mut depth = vec![0; files.len()];
        let mut next = 0;
        while next < files.len() {
            let included = includes(&files[next].source, &files[next].path, &self.plan.paths);
            for include in included {
                let known = include.file.as_ref().and_then(|path| files.iter().position(|it| it.path == *path));
                let loaded = match &include.file {
                    Some(path) if known.is_none() && depth[next] < INCLUDE_DEPTH => {
                        self.load_included(path, &files[next].source, unit)
                    }
                    _ => None,
                };
                let index = match (known, loaded) {
                    (Some(index), _) => index,
                    (None, Some(loaded)) => {
                        files.push(loaded);
                        depth.push(depth[next] + 1);
                        files.len() - 1
                    }
                    (None, None) => {
                        let file = files[next].source.path.clone();
                        let it = MissingInclude { file, included: include.written, certain: include.surely_missing };
                        found.missing.push((next, it));
                        continue;
                    }
                };
                found.added.push((next, index, include.written));
            }
            next += 1;
        }
        found
    }

    /// A file that another one includes; `None` when it cannot be read.
    fn load_included(&self, path: &Path, from: &SourceFile, unit: &PlannedUnit) -> Option<Loaded> {
        let shown: Arc<str> = self.plan.paths.shown(path).into();
        let Decoded { text, encoding } = read_file(path, &shown).ok()?;
        // Output is ordered by path; only what lies below the unit has its turn with the unit.
        let asked_for = path.starts_with(&unit.base) && self.plan.below.iter().any(|it| path.starts_with(it));
        let reported = asked_for && has_whole_sections(&text) && !unit.config.excludes(path);
        let mut source = parse(&shown, from.kind, text).ok()?;
        source.kind_certain = from.kind_certain;
        source.template = from.template;
        Some(Loaded { path: path.to_owned(), source, encoding, reported })
    }

    /// What the files of a cluster say about each other, and what the site says about it.
    fn facts<'u>(
        &self,
        cluster: &'u crate::group::Cluster,
        place: &[Option<usize>],
        files: &[Loaded],
        includes: &Includes,
        unit: &PlannedUnit,
    ) -> Result<Facts<'u>, Panic> {
        let mut members: Vec<usize> = cluster.files.iter().filter_map(|it| place[*it]).collect();
        let mut judged: Vec<usize> = cluster.judged.iter().filter_map(|it| place[*it]).collect();
        // In the order they were found, so that includes of includes follow.
        for (from, to, _) in &includes.added {
            if members.contains(from) && !members.contains(to) {
                members.push(*to);
                judged.extend(judged.contains(from).then_some(*to));
            }
        }
        let sources: Vec<SourceFile> = members.iter().map(|it| files[*it].source.clone()).collect();
        let target = self.plan.target.as_ref().or(unit.config.target.as_ref());
        let missing = || includes.missing.iter().filter(|it| members.contains(&it.0));
        let cycles =
            includes.added.iter().filter(|it| members.contains(&it.0) && leads_to(&includes.added, it.1, it.0));
        let surroundings = Surroundings {
            missing_includes: missing().map(|it| it.1.clone()).collect(),
            include_cycles: cycles.map(|it| (files[it.0].source.path.clone(), it.2.clone())).collect(),
            gaps: missing().map(|it| files[it.0].source.kind).collect(),
            ..unit.config.surroundings()
        };
        let known = catch(|| lsflint_model::Cluster::surrounded(&sources, target, &surroundings))?;
        Ok(Facts { name: &cluster.name, files: members, judged, cluster: known })
    }

    /// Judges a file in every cluster that reads it: what does not hold in all of them is no finding.
    fn judge(&self, file: &Loaded, clusters: &[&Facts<'_>], unit: &PlannedUnit) -> Result<Checked, Problem> {
        let Loaded { path, source, encoding, .. } = file;
        let mut found: Option<Vec<Diagnostic>> = None;
        for facts in clusters {
            let here = catch(|| (self.check)(source, &facts.cluster, unit)).map_err(|it| internal(&source.path, it))?;
            match &mut found {
                None => found = Some(here),
                Some(found) => found.retain(|it| here.iter().any(|other| same_place(it, other))),
            }
        }
        let mut diagnostics = found.unwrap_or_default();
        diagnostics.retain(|it| !unit.config.silences(path, it.rule.code));
        self.step();
        Ok(Checked {
            path: source.path.clone(),
            kind: source.kind,
            text: source.text.clone(),
            encoding: *encoding,
            diagnostics,
            related: Vec::new(),
        })
    }
}

fn same_place(a: &Diagnostic, b: &Diagnostic) -> bool {
    a.range == b.range && a.rule.code == b.rule.code
}

/// Reads and parses a file. `Err(None)`: it cannot be read, and nobody asked for it.
fn load(file: &PlannedFile) -> Result<Loaded, Option<Problem>> {
    let decoded = match &file.text {
        Some(text) => Ok(text.clone()),
        None => read_file(&file.path, &file.shown),
    };
    let Decoded { text, encoding } = decoded.map_err(|problem| file.reported.then_some(problem))?;
    let mut source = parse(&file.shown, file.recognised.kind, text)?;
    source.kind_certain = file.recognised.certain;
    source.template = file.recognised.template;
    Ok(Loaded { path: file.path.clone(), source, encoding, reported: file.reported })
}

fn parse(shown: &str, kind: FileKind, text: Arc<str>) -> Result<SourceFile, Option<Problem>> {
    catch(|| SourceFile::new(shown, kind, text)).map_err(|panic| Some(internal(shown, panic)))
}

fn internal(path: &str, panic: Panic) -> Problem {
    Problem::Internal { path: path.to_owned(), message: panic.message }
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

/// Whether a file brings another one, at once or through others.
fn leads_to(added: &[(usize, usize, String)], from: usize, to: usize) -> bool {
    let mut reached = vec![from];
    let mut next = 0;
    while next < reached.len() {
        let more = added.iter().filter(|it| it.0 == reached[next]).map(|it| it.1);
        let more: Vec<usize> = more.filter(|it| !reached.contains(it)).collect();
        reached.extend(more);
        next += 1;
    }
    reached.contains(&to)
}
