//! What findings mean for other findings of the same clusters.

use std::sync::Arc;

use lsflint_lint::{find_in_file, is_independent, is_moot, note_uses, readings};
use lsflint_model::{AsRead, Place, Reading, Readings, SourceFile};
use lsflint_spec::{FileKind, SectionSpec};
use rustc_hash::FxHashMap;

use super::memo::{Findings, Record};
use super::{OpenCluster, Workspace};
use crate::caught::catch;
use crate::judge::Judge;
use crate::load::Loaded;

/// The readings of a file, and what they were made from.
pub(super) struct Readout {
    source: Arc<SourceFile>,
    record: Record,
    readings: Vec<Reading>,
}

/// A definition that LSF drops, with no other one of the name.
struct Dropped<'w> {
    kind: FileKind,
    section: &'static SectionSpec,
    file: Arc<str>,
    reading: &'w Reading,
}

impl Workspace {
    /// Takes into account what LSF makes of a file because of a finding: findings that compare values with text that LSF
    /// ignores are removed, and findings because of which LSF drops a definition get the places that use it. Files that
    /// `found` does not include are taken as written.
    pub(crate) fn settle(&self, found: &mut [(usize, Findings)]) {
        let of_member = |(number, found): &(usize, Findings)| {
            let file = &self.members[*number].file()?.source;
            Some((file.path.clone(), independent_readings(file, found)))
        };
        let readings = Arc::new(Readings::new(found.iter().filter_map(of_member)));
        self.settle_with(&readings, found);
    }

    /// Settles the recorded findings.
    pub(super) fn settle_recorded(&mut self) {
        for number in 0..self.members.len() {
            let (Some(file), Some(record)) = (self.members[number].file(), &self.findings[number]) else {
                self.readouts[number] = None;
                continue;
            };
            let is_same = |it: &Readout| Arc::ptr_eq(&it.source, &file.source) && it.record.is(record);
            if !self.readouts[number].as_ref().is_some_and(is_same) {
                let readings = independent_readings(&file.source, &Findings::from(record.clone()));
                let (source, record) = (file.source.clone(), record.clone());
                self.readouts[number] = Some(Readout { source, record, readings });
            }
        }
        let readouts = self.readouts.iter().flatten().map(|it| (it.source.path.clone(), it.readings.clone()));
        let readings = Arc::new(Readings::new(readouts));
        let recorded = self.findings.iter().enumerate();
        let mut found: Vec<(usize, Findings)> =
            recorded.filter_map(|(number, it)| Some((number, Findings::from(it.clone()?)))).collect();
        self.settle_with(&readings, &mut found);
        for (number, found) in found {
            let settled = found.into_record().reported;
            let before = self.settled[number].get_or_insert_default();
            if *settled != **before {
                *before = settled;
            }
        }
    }

    fn settle_with(&self, readings: &Arc<Readings>, found: &mut [(usize, Findings)]) {
        if readings.is_empty() {
            return;
        }
        let mut by_file: FxHashMap<Arc<str>, &mut Findings> = FxHashMap::default();
        for (number, found) in found {
            let Some(file) = self.members[*number].file() else { continue };
            found.retain(|it| !is_moot(it, &file.source.path, readings));
            by_file.insert(file.source.path.clone(), found);
        }
        for cluster in &self.clusters {
            for (name, dropped, uses) in self.uses_of_dropped(cluster, readings) {
                if let Some(found) = by_file.get_mut(&dropped.file) {
                    note_uses(found.to_mut(), dropped.reading, &name, &uses);
                }
            }
        }
    }

    /// The definitions of a cluster that LSF drops, by name, with the places that use them, in order.
    fn uses_of_dropped<'w>(
        &self,
        cluster: &OpenCluster,
        readings: &'w Arc<Readings>,
    ) -> Vec<(String, Dropped<'w>, Vec<Place>)> {
        let Some(facts) = &cluster.facts else { return Vec::new() };
        let files: Vec<&Arc<SourceFile>> = self.files_of(cluster).collect();
        let mut dropped: FxHashMap<String, Dropped<'w>> = FxHashMap::default();
        for file in files.iter().filter(|it| !readings.of_file(&it.path).is_empty()) {
            for section in file.kind.spec().sections {
                for record in facts.view().all(file.kind, section.name) {
                    let place = record.place();
                    let reading = Some(&place).filter(|it| it.file == file.path).and_then(|it| readings.ignored(it));
                    let Some(reading) = reading.filter(|_| !record.name().is_empty()) else { continue };
                    let found = Dropped { kind: file.kind, section, file: place.file, reading };
                    dropped.entry(record.name().into_owned()).or_insert(found);
                }
            }
        }
        if dropped.is_empty() {
            return Vec::new();
        }
        let as_read = AsRead::of(facts.clone(), files.iter().copied(), readings.clone());
        dropped.retain(|name, it| as_read.view().find(it.kind, it.section.name, name).is_none());
        let mut uses: FxHashMap<&str, Vec<Place>> = FxHashMap::default();
        for member in cluster.grouped.judged.iter().map(|it| &self.members[*it]) {
            for place in unknown_names(member, &as_read) {
                let text = &member.text()[place.range];
                let known = dropped.get_key_value(text).filter(|_| readings.ignored(&place).is_none());
                if let Some((name, _)) = known {
                    uses.entry(name).or_default().push(place);
                }
            }
        }
        let mut uses: Vec<(String, Vec<Place>)> = uses.into_iter().map(|it| (it.0.to_owned(), it.1)).collect();
        uses.sort_by(|a, b| a.0.cmp(&b.0));
        let with_definition = |(name, uses): (String, Vec<Place>)| {
            let dropped = dropped.remove(&name)?;
            Some((name, dropped, uses))
        };
        uses.into_iter().filter_map(with_definition).collect()
    }
}

/// The readings of the independent findings of a file.
fn independent_readings(file: &SourceFile, found: &Findings) -> Vec<Reading> {
    readings(file, found.iter().chain(&*found.suppressed).filter(|it| is_independent(it)))
}

/// The names in a file that LSF does not know.
fn unknown_names(member: &Loaded, cluster: &AsRead) -> Vec<Place> {
    let Some(file) = member.file() else { return Vec::new() };
    let Judge { settings, names, .. } = &*member.judge;
    let found = catch(|| find_in_file(&file.source, cluster.read(), settings, names)).unwrap_or_default().reported;
    found.iter().map(|it| Place { file: file.source.path.clone(), range: it.range }).collect()
}
