//! The files of a unit, read and parsed, with what their include lines bring.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsflint_model::{MissingInclude, SourceFile, Surroundings};
use lsflint_spec::FileKind;
use rayon::prelude::*;

use crate::buffers::Buffers;
use crate::caught::{Panic, catch};
use crate::error::Problem;
use crate::group::Cluster;
use crate::include::{has_whole_sections, includes};
use crate::kind::Recognised;
use crate::paths::Paths;
use crate::plan::{Judge, PlannedFile, PlannedUnit};
use crate::read::{Decoded, Encoding};

/// An include may include others; deeper than this is a mistake.
const INCLUDE_DEPTH: usize = 8;

/// A file in memory.
#[derive(Debug, Clone)]
pub(crate) struct Loaded {
    pub(crate) path: Arc<Path>,
    pub(crate) source: Arc<SourceFile>,
    pub(crate) encoding: Encoding,
    pub(crate) reported: bool,
    /// What lsflint.toml says about it. For a file that is only here because another one includes it: about that one.
    pub(crate) judge: Arc<Judge>,
    /// It is only here because another file includes it.
    pub(crate) included: bool,
}

/// The files of a unit.
pub(crate) struct LoadedUnit {
    pub(crate) files: Vec<Loaded>,
    /// Its clusters, in the order of the plan.
    pub(crate) clusters: Vec<Members>,
}

/// The files of a cluster, as indices.
pub(crate) struct Members {
    pub(crate) files: Vec<usize>,
    /// Those that are judged here.
    pub(crate) judged: Vec<usize>,
    pub(crate) surroundings: Surroundings,
}

/// How files are read.
pub(crate) struct Loader<'a> {
    pub(crate) paths: &'a Paths,
    /// The paths of the request, absolute.
    pub(crate) below: &'a [PathBuf],
    pub(crate) buffers: &'a Buffers,
    /// What is tried in the place of a text, whoever holds it.
    pub(crate) instead: &'a (dyn Fn(&Path) -> Option<Decoded> + Sync),
    /// The file as it was parsed before, if it was: it is taken over when its text is the same.
    pub(crate) before: &'a (dyn Fn(&Path) -> Option<Arc<SourceFile>> + Sync),
    pub(crate) parallel: bool,
}

/// What include lines brought.
#[derive(Default)]
struct Includes {
    /// Which file brought which, and how the line names it.
    added: Vec<(usize, usize, String)>,
    /// The file with the line, and what is not there.
    missing: Vec<(usize, MissingInclude)>,
}

impl Loader<'_> {
    /// The files of a unit, those that they include behind them. What cannot be read is a problem when somebody asked for it.
    pub(crate) fn unit(&self, unit: &PlannedUnit, problems: &mut Vec<Problem>) -> LoadedUnit {
        let mut place = vec![None; unit.files.len()];
        let mut files = Vec::with_capacity(unit.files.len());
        let load = |file| self.load(file);
        let loaded: Vec<_> = match self.parallel {
            true => unit.files.par_iter().map(load).collect(),
            false => unit.files.iter().map(load).collect(),
        };
        for (index, loaded) in loaded.into_iter().enumerate() {
            match loaded {
                Ok(loaded) => {
                    place[index] = Some(files.len());
                    files.push(loaded);
                }
                Err(problem) => problems.extend(problem),
            }
        }
        let includes = self.includes(&mut files, unit);
        let clusters = unit.clusters.iter().map(|it| members(it, &place, &files, &includes, unit)).collect();
        LoadedUnit { files, clusters }
    }

    /// Reads and parses a file. `Err(None)`: it cannot be read, and nobody asked for it.
    fn load(&self, file: &PlannedFile) -> Result<Loaded, Option<Problem>> {
        let decoded = match (self.instead)(&file.path).as_ref().or(file.text.as_ref()) {
            Some(text) => Ok(text.clone()),
            None => self.buffers.read(&file.path, &file.shown),
        };
        let decoded = decoded.map_err(|problem| file.reported.then_some(problem))?;
        self.parse(&file.path, &file.shown, file.recognised, decoded, (file.reported, &file.judge)).map_err(Some)
    }

    /// Loads what the files include.
    fn includes(&self, files: &mut Vec<Loaded>, unit: &PlannedUnit) -> Includes {
        let mut found = Includes::default();
        let mut depth = vec![0; files.len()];
        let mut next = 0;
        while next < files.len() {
            for include in includes(&files[next].source, &files[next].path, self.paths) {
                let known = include.file.as_ref().and_then(|path| files.iter().position(|it| *it.path == **path));
                let loaded = match &include.file {
                    Some(path) if known.is_none() && depth[next] < INCLUDE_DEPTH => {
                        self.load_included(path, &files[next], unit)
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
    fn load_included(&self, path: &Path, from: &Loaded, unit: &PlannedUnit) -> Option<Loaded> {
        let shown = self.paths.shown(path);
        let decoded = match (self.instead)(path) {
            Some(text) => text,
            None => self.buffers.read(path, &shown).ok()?,
        };
        // Output is ordered by path; only what lies below the unit has its turn with the unit.
        let asked_for = path.starts_with(&unit.base) && self.below.iter().any(|it| path.starts_with(it));
        let asked_for = asked_for && !from.judge.config.excludes(path) || self.buffers.get(path).is_some();
        let reported = asked_for && has_whole_sections(&decoded.text);
        let SourceFile { kind, kind_certain: certain, template, .. } = *from.source;
        let recognised = Recognised { kind, certain, template };
        let loaded = self.parse(path, &shown.into(), recognised, decoded, (reported, &from.judge)).ok()?;
        Some(Loaded { included: true, ..loaded })
    }

    fn parse(
        &self,
        path: &Path,
        shown: &Arc<str>,
        recognised: Recognised,
        decoded: Decoded,
        (reported, judge): (bool, &Arc<Judge>),
    ) -> Result<Loaded, Problem> {
        let Decoded { text, encoding } = decoded;
        let Recognised { kind, certain, template } = recognised;
        let same = |it: &Arc<SourceFile>| {
            (it.kind, it.kind_certain, it.template) == (kind, certain, template)
                && it.path == *shown
                && (Arc::ptr_eq(&it.text, &text) || it.text == text)
        };
        let source = match (self.before)(path).filter(same) {
            Some(source) => source,
            None => {
                let parsed = catch(|| SourceFile::new(shown, kind, text)).map_err(|it| internal(shown, it))?;
                Arc::new(SourceFile { kind_certain: certain, template, ..parsed })
            }
        };
        Ok(Loaded { path: path.into(), source, encoding, reported, judge: judge.clone(), included: false })
    }
}

/// A panic as a problem of a file.
pub(crate) fn internal(path: &str, panic: Panic) -> Problem {
    Problem::Internal { path: path.to_owned(), message: panic.message }
}

/// The files of a cluster with what they include, and what is known besides their text.
fn members(
    cluster: &Cluster,
    place: &[Option<usize>],
    files: &[Loaded],
    includes: &Includes,
    unit: &PlannedUnit,
) -> Members {
    let mut members: Vec<usize> = cluster.files.iter().filter_map(|it| place[*it]).collect();
    let mut judged: Vec<usize> = cluster.judged.iter().filter_map(|it| place[*it]).collect();
    // In the order they were found, so that includes of includes follow.
    for (from, to, _) in &includes.added {
        if members.contains(from) && !members.contains(to) {
            members.push(*to);
            judged.extend(judged.contains(from).then_some(*to));
        }
    }
    let missing = || includes.missing.iter().filter(|it| members.contains(&it.0));
    let cycles = includes.added.iter().filter(|it| members.contains(&it.0) && leads_to(&includes.added, it.1, it.0));
    let mut gaps: Vec<FileKind> = missing().map(|it| files[it.0].source.kind).collect();
    gaps.sort_unstable();
    gaps.dedup();
    let surroundings = Surroundings {
        missing_includes: missing().map(|it| it.1.clone()).collect(),
        include_cycles: cycles.map(|it| (files[it.0].source.path.clone(), it.2.clone())).collect(),
        gaps,
        ..unit.judge.config.surroundings()
    };
    Members { files: members, judged, surroundings }
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
