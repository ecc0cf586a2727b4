//! What follows for other places if LSF drops a definition.

use std::sync::Arc;

use lsflint_lint::{DroppedName, find_in_file, note_uses, readings};
use lsflint_model::{AsRead, Cluster, FileReadings, KeptRead, Place, Reading, Readings, SourceFile};
use lsflint_spec::{FileKind, SectionSpec};
use lsflint_syntax::TextRange;
use rustc_hash::FxHashMap;

use super::memo::{Findings, Memo, Record, changed_paths};
use crate::caught::catch;
use crate::judge::Judge;
use crate::load::Loaded;

/// What LSF makes of a member, and what that was worked out from.
pub(super) struct RecordedReadings {
    source: Arc<SourceFile>,
    record: Record,
    readings: Arc<FileReadings>,
}

impl RecordedReadings {
    /// Those of a file with these findings: `before` if neither has changed.
    pub(super) fn after(before: Option<Self>, source: &Arc<SourceFile>, record: &Record) -> Self {
        before.filter(|it| Arc::ptr_eq(&it.source, source) && it.record.is(record)).unwrap_or_else(|| {
            let found = record.reported.iter().chain(&*record.suppressed);
            let readings = Arc::new(FileReadings::new(readings(source, found)));
            RecordedReadings { source: source.clone(), record: record.clone(), readings }
        })
    }

    /// The readings, with the path of the file.
    pub(super) fn of_path(&self) -> (Arc<str>, Arc<FileReadings>) {
        (self.source.path.clone(), self.readings.clone())
    }
}

/// A definition that LSF drops, with no other one of the name.
#[derive(Debug, Clone)]
pub(super) struct Dropped {
    pub(super) name: String,
    /// The file that has the definition.
    pub(super) file: Arc<str>,
    /// What LSF ignores.
    pub(super) reading: Reading,
    /// The places that use the name, by file and position; at least one.
    pub(super) uses: Vec<Place>,
    kind: FileKind,
    section: &'static SectionSpec,
}

/// Adds the places that use dropped definitions to the findings because of which LSF drops them.
pub(super) fn note_dropped(dropped: &[Dropped], by_file: &mut FxHashMap<&str, &mut Findings>) {
    let mut of_file: FxHashMap<&str, Vec<&Dropped>> = FxHashMap::default();
    for it in dropped {
        of_file.entry(&it.file).or_default().push(it);
    }
    for (file, dropped) in of_file {
        if let Some(found) = by_file.get_mut(file) {
            let names = dropped.iter().map(|it| DroppedName { reading: &it.reading, name: &it.name, uses: &it.uses });
            note_uses(found.to_mut(), names);
        }
    }
}

/// The definitions in these files that LSF drops in a cluster, by name.
pub(super) fn dropped_definitions(
    cluster: &Cluster,
    files: &[&Arc<SourceFile>],
    readings: &Readings,
) -> FxHashMap<String, Dropped> {
    let mut dropped: FxHashMap<String, Dropped> = FxHashMap::default();
    for file in files.iter().filter(|it| !readings.of_file(&it.path).is_empty()) {
        let kind = file.kind;
        let ignored = ignored(readings.of_file(&file.path));
        for section in kind.spec().sections {
            let records = cluster.view().all_at(kind, section.name, &file.path, &ignored);
            for record in records.iter().filter(|it| !it.name().is_empty()) {
                let place = record.place();
                let Some(reading) = readings.ignored(&place).cloned() else { continue };
                let name = record.name().into_owned();
                let found = Dropped { name: name.clone(), file: place.file, reading, uses: Vec::new(), kind, section };
                dropped.entry(name).or_insert(found);
            }
        }
    }
    dropped
}

/// The ranges of a file that LSF ignores, in order and disjoint.
fn ignored(readings: &[Reading]) -> Vec<TextRange> {
    let mut ranges: Vec<TextRange> = Vec::new();
    for range in readings.iter().filter(|it| it.text.is_none()).map(|it| it.range) {
        match ranges.last_mut().filter(|it| it.end() >= range.start()) {
            Some(last) => *last = last.cover(range),
            None => ranges.push(range),
        }
    }
    ranges
}

/// The definitions that LSF drops in a cluster of these files and that other places use. `judged` are the members whose
/// names are looked up in the cluster; `readings` should be those of all of them.
pub(super) fn used_definitions<'w>(
    cluster: &Arc<Cluster>,
    files: &[&Arc<SourceFile>],
    judged: impl Iterator<Item = &'w Loaded>,
    readings: &Arc<Readings>,
) -> Vec<Dropped> {
    let dropped = dropped_definitions(cluster, files, readings);
    if dropped.is_empty() {
        return Vec::new();
    }
    let as_read = AsRead::of(cluster.clone(), files.iter().copied(), readings.clone());
    let unknown = judged.flat_map(|it| unknown_names(it, &as_read, None)).collect();
    with_uses(dropped, &as_read, unknown)
}

/// The used definitions of a cluster that changes, and what they were worked out from.
#[derive(Default)]
pub(super) struct KeptUses {
    read: KeptRead,
    /// The files of the cluster, and the members whose names are looked up in it.
    files: Vec<Arc<SourceFile>>,
    judged: Vec<Arc<SourceFile>>,
    /// The names that LSF does not know, of each member by path.
    memos: FxHashMap<Arc<str>, Memo>,
    /// Those of the last cluster that was read.
    dropped: Vec<Dropped>,
    /// Whether that was in the last call.
    is_current: bool,
    /// The last cluster of which LSF drops no definition, and what it makes of its files.
    without: Option<(Arc<Cluster>, Arc<Readings>)>,
}

impl KeptUses {
    /// Like [`used_definitions`]. The judges of the members must be the same in each call.
    pub(super) fn update<'w>(
        &mut self,
        cluster: &Arc<Cluster>,
        files: &[&Arc<SourceFile>],
        judged: impl Iterator<Item = &'w Loaded> + Clone,
        readings: &Arc<Readings>,
    ) -> &[Dropped] {
        let sources = judged.clone().filter_map(|it| Some(&it.file()?.source));
        let mut known = self.judged.iter();
        let is_known = |it| known.next().is_some_and(|known| Arc::ptr_eq(known, it));
        if self.is_of(cluster, readings) && sources.clone().all(is_known) && known.next().is_none() {
            self.is_current = true;
            return &self.dropped;
        }
        let is_without = |(known, of_files): &(Arc<Cluster>, Arc<Readings>)| {
            Arc::ptr_eq(known, cluster) && files.iter().all(|it| of_files.are_same(readings, &it.path))
        };
        if self.without.as_ref().is_some_and(is_without) {
            self.is_current = false;
            return &[];
        }
        let dropped = dropped_definitions(cluster, files, readings);
        self.is_current = !dropped.is_empty();
        self.without = dropped.is_empty().then(|| (cluster.clone(), readings.clone()));
        if dropped.is_empty() {
            return &[];
        }
        self.judged = sources.cloned().collect();
        let as_read = self.read.read(cluster, files, readings);
        let files: Vec<Arc<SourceFile>> = files.iter().map(|it| (*it).clone()).collect();
        let changed = changed_paths(&self.files, &files);
        self.files = files;
        for (path, memo) in &mut self.memos {
            memo.note_changes(&changed, path);
        }
        let mut unknown = Vec::new();
        for member in judged {
            let memo = self.memos.entry(member.shown().clone()).or_default();
            unknown.extend(unknown_names(member, &as_read, Some(memo)));
        }
        self.dropped = with_uses(dropped, &as_read, unknown);
        &self.dropped
    }

    /// The cluster of the last call of [`KeptUses::update`] as LSF reads it, if that was needed.
    pub(super) fn as_read(&self) -> Option<&AsRead> {
        self.read.last().filter(|_| self.is_current)
    }

    fn is_of(&self, cluster: &Arc<Cluster>, readings: &Readings) -> bool {
        self.read.last().is_some_and(|it| {
            let mut files = cluster.index().files().iter();
            Arc::ptr_eq(it.written(), cluster) && files.all(|file| it.all_readings().are_same(readings, file.path()))
        })
    }
}

/// The dropped definitions that LSF has no other one of, and that places use. `unknown`: the names that LSF does not
/// know.
fn with_uses(mut dropped: FxHashMap<String, Dropped>, as_read: &AsRead, unknown: Vec<(Place, &str)>) -> Vec<Dropped> {
    dropped.retain(|name, it| as_read.view().find(it.kind, it.section.name, name).is_none());
    for (place, name) in unknown {
        if as_read.ignored(&place).is_none()
            && let Some(found) = dropped.get_mut(name)
        {
            found.uses.push(place);
        }
    }
    let mut dropped: Vec<Dropped> = dropped.into_values().filter(|it| !it.uses.is_empty()).collect();
    dropped.sort_by(|a, b| a.name.cmp(&b.name));
    dropped
}

/// The names in a file that LSF does not know.
fn unknown_names<'w>(member: &'w Loaded, cluster: &AsRead, memo: Option<&mut Memo>) -> Vec<(Place, &'w str)> {
    let Some(file) = member.file() else { return Vec::new() };
    let Judge { settings, names, .. } = &*member.judge;
    let at = |range| (Place { file: member.shown().clone(), range }, &file.source.text[range]);
    match memo {
        Some(memo) => {
            let found = memo.findings(&file.source, cluster.read(), settings, names, None);
            found.map(|it| it.iter().map(|it| at(it.range)).collect()).unwrap_or_default()
        }
        None => {
            let found = catch(|| find_in_file(&file.source, cluster.read(), settings, names));
            found.map(|it| it.reported.iter().map(|it| at(it.range)).collect()).unwrap_or_default()
        }
    }
}
