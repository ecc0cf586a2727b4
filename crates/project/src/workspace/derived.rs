//! What follows for other places if LSF drops a definition.

use std::sync::Arc;

use lsflint_lint::find_in_file;
use lsflint_model::{AsRead, Cluster, Place, Reading, Readings, SourceFile};
use lsflint_spec::{FileKind, SectionSpec};
use rustc_hash::FxHashMap;

use crate::caught::catch;
use crate::judge::Judge;
use crate::load::Loaded;

/// A definition that LSF drops, with no other one of the name.
pub(super) struct Dropped<'r> {
    pub(super) name: String,
    /// The file that has the definition.
    pub(super) file: Arc<str>,
    /// What LSF ignores.
    pub(super) reading: &'r Reading,
    /// The places that use the name, by file and position; at least one.
    pub(super) uses: Vec<Place>,
    kind: FileKind,
    section: &'static SectionSpec,
}

/// The definitions in these files that LSF drops in a cluster, by name.
pub(super) fn dropped_definitions<'r>(
    cluster: &Cluster,
    files: &[&Arc<SourceFile>],
    readings: &'r Readings,
) -> FxHashMap<String, Dropped<'r>> {
    let mut dropped: FxHashMap<String, Dropped<'r>> = FxHashMap::default();
    for file in files.iter().filter(|it| !readings.of_file(&it.path).is_empty()) {
        let kind = file.kind;
        for section in kind.spec().sections {
            for record in cluster.view().all(kind, section.name).filter(|it| !it.name().is_empty()) {
                let place = record.place();
                let reading = Some(&place).filter(|it| it.file == file.path).and_then(|it| readings.ignored(it));
                let Some(reading) = reading else { continue };
                let name = record.name().into_owned();
                let found = Dropped { name: name.clone(), file: place.file, reading, uses: Vec::new(), kind, section };
                dropped.entry(name).or_insert(found);
            }
        }
    }
    dropped
}

/// The definitions that LSF drops in a cluster of these files and that other places use. `judged` are the members whose
/// names are looked up in the cluster; `readings` should be those of all of them.
pub(super) fn used_definitions<'w, 'r>(
    cluster: &Arc<Cluster>,
    files: &[&Arc<SourceFile>],
    judged: impl Iterator<Item = &'w Loaded>,
    readings: &'r Arc<Readings>,
) -> Vec<Dropped<'r>> {
    let mut dropped = dropped_definitions(cluster, files, readings);
    if dropped.is_empty() {
        return Vec::new();
    }
    let as_read = AsRead::of(cluster.clone(), files.iter().copied(), readings.clone());
    dropped.retain(|name, it| as_read.view().find(it.kind, it.section.name, name).is_none());
    for member in judged {
        for place in unknown_names(member, &as_read).filter(|it| readings.ignored(it).is_none()) {
            if let Some(found) = dropped.get_mut(&member.text()[place.range]) {
                found.uses.push(place);
            }
        }
    }
    let mut dropped: Vec<Dropped<'r>> = dropped.into_values().filter(|it| !it.uses.is_empty()).collect();
    dropped.sort_by(|a, b| a.name.cmp(&b.name));
    dropped
}

/// The names in a file that LSF does not know.
fn unknown_names<'w>(member: &'w Loaded, cluster: &AsRead) -> impl Iterator<Item = Place> + use<'w> {
    let Judge { settings, names, .. } = &*member.judge;
    let found = member.file().map(|it| catch(|| find_in_file(&it.source, cluster.read(), settings, names)));
    let found = found.and_then(Result::ok).unwrap_or_default().reported.into_iter();
    found.map(|it| Place { file: member.shown().clone(), range: it.range })
}
