//! The index of a cluster: the records of all sections of all its files, by section kind and name.
//!
//! It has three layers. [`Summary`] contains one file, read section by section; unchanged sections are not read again.
//! [`Index`] merges the files: the records of each section kind in order and by name. [`View`] is the interface for
//! lookups; it records the facts that were looked up, so that after a change only findings that depend on changed facts
//! are computed again.

mod by_name;
mod change;
mod entity;
mod param_set;
mod record;
mod summary;
mod uses;
mod view;

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use lsflint_spec::{FileKind, SectionSpec};
use lsflint_syntax::TextRange;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use self::by_name::ByName;
use self::change::ResourceChange;
pub use self::entity::{Entity, FieldRef, Parts, Place};
use self::param_set::ParamSet;
use self::record::Record;
pub use self::record::State;
pub use self::summary::Summary;
pub use self::uses::{Basis, Fact, Uses};
pub(crate) use self::uses::{Group, Recorded};
pub use self::view::{Lookup, View};
use crate::Knowledge;

/// The merged sections of a cluster.
#[derive(Debug, Clone, Default)]
pub struct Index {
    files: Vec<Arc<Summary>>,
    /// The records by the address of the section specification.
    sections: FxHashMap<usize, Arc<SectionIndex>>,
    prints: FxHashMap<Fact, u64>,
    /// The files of each kind; many rules ask for them, for each of many included files.
    kinds: FxHashMap<FileKind, OfKind>,
    /// The numbers of the files by path.
    by_path: FxHashMap<Arc<str>, u32>,
    /// Kinds of files that are only partly loaded.
    gaps: FxHashSet<FileKind>,
    /// The change of the resources in lsf.shared since the previous index.
    resource_change: Option<Arc<ResourceChange>>,
}

/// The files of one kind.
#[derive(Debug, Clone)]
struct OfKind {
    /// Their numbers.
    files: Vec<u32>,
    /// The hash of their paths.
    paths: u64,
    /// Whether undetected definitions are possible in one of them.
    has_gaps: bool,
}

/// The records of all sections of one kind.
#[derive(Debug, Default)]
struct SectionIndex {
    /// File index, item index in the file, and number of preceding records.
    items: Vec<(u32, u32, u32)>,
    /// The parameters that each item sets.
    params: Vec<ParamSet>,
    count: u32,
    by_name: Arc<ByName>,
}

/// A record and its origin.
#[derive(Clone, Copy)]
struct Found<'a> {
    file: &'a Summary,
    file_number: u32,
    item_number: u32,
    record: &'a Record,
}

fn key(section: &'static SectionSpec) -> usize {
    std::ptr::from_ref(section).addr()
}

fn kinds(files: &[Arc<Summary>]) -> FxHashMap<FileKind, OfKind> {
    let mut kinds: FxHashMap<FileKind, (Vec<u32>, FxHasher, bool)> = FxHashMap::default();
    for (number, file) in (0..).zip(files) {
        let (files, paths, has_gaps) = kinds.entry(file.kind).or_default();
        files.push(number);
        file.path.hash(paths);
        *has_gaps |= file.gaps;
    }
    let of_kind = |(files, paths, has_gaps): (_, FxHasher, _)| OfKind { files, paths: paths.finish(), has_gaps };
    kinds.into_iter().map(|(kind, it)| (kind, of_kind(it))).collect()
}

impl Index {
    /// Merges files, reusing unchanged parts of `before`.
    pub(crate) fn of(files: Vec<Arc<Summary>>, before: Option<&Index>) -> Index {
        let prints = summary::prints(&files);
        let kinds = kinds(&files);
        let by_path = files.iter().zip(0..).map(|(it, number)| (it.path.clone(), number)).collect();
        let mut index = Index { files, kinds, by_path, prints, ..Index::default() };
        let mut sections: Vec<(SectionIndex, &'static SectionSpec)> = Vec::new();
        let mut last = 0;
        for (file_number, file) in index.files.iter().enumerate() {
            for (item_number, placed) in file.items.iter().enumerate() {
                // Most items are of the same kind as the previous one.
                let same = |it: &(SectionIndex, &SectionSpec)| std::ptr::eq(it.1, placed.section);
                if !sections.get(last).is_some_and(same) {
                    last = sections.iter().position(same).unwrap_or_else(|| {
                        sections.push((SectionIndex::default(), placed.section));
                        sections.len() - 1
                    });
                }
                let section = &mut sections[last].0;
                section.items.push((file_number as u32, item_number as u32, section.count));
                section.params.push(placed.params);
                section.count += placed.records;
            }
        }
        for (mut section, spec) in sections {
            let key = key(spec);
            let same = |before: &&Index| {
                let order = Fact::order(spec);
                before.prints.get(&order) == index.prints.get(&order)
                    && before.sections.get(&key).is_some_and(|it| it.count == section.count)
            };
            section.by_name = match before.filter(same) {
                Some(before) => before.sections[&key].by_name.clone(),
                None => Arc::new(ByName::of(&index, &section)),
            };
            index.sections.insert(key, Arc::new(section));
        }
        index.resource_change = before.and_then(|it| ResourceChange::of(it, &index)).map(Arc::new);
        index
    }

    /// Marks files of a kind as partly loaded.
    pub(crate) fn note_gap(&mut self, kind: FileKind) {
        self.gaps.insert(kind);
    }

    /// The kinds of files that are marked as partly loaded.
    pub(crate) fn gaps(&self) -> impl Iterator<Item = FileKind> {
        self.gaps.iter().copied()
    }

    /// How completely files of a kind are loaded.
    pub(crate) fn knowledge(&self, kind: FileKind) -> Knowledge {
        match self.kinds.get(&kind) {
            None => Knowledge::Unknown,
            Some(files) if files.has_gaps || self.gaps.contains(&kind) => Knowledge::Partial,
            Some(_) => Knowledge::Complete,
        }
    }

    /// The hash of a fact: changes if the fact does.
    pub fn print(&self, fact: Fact) -> u64 {
        if let Some(kind) = fact.file_kind() {
            let paths = self.kinds.get(&kind).map_or(0, |it| it.paths);
            return paths << 8 | self.knowledge(kind) as u64;
        }
        if let Some(values) = fact.values_if_set() {
            return u64::from(self.has(values));
        }
        self.prints.get(&fact).copied().unwrap_or_default()
    }

    /// Whether the files contain anything about a fact.
    fn has(&self, fact: Fact) -> bool {
        self.prints.contains_key(&fact)
    }

    /// The files in order.
    pub fn files(&self) -> &[Arc<Summary>] {
        &self.files
    }

    /// The file with a path.
    pub fn file(&self, path: &str) -> Option<&Arc<Summary>> {
        self.by_path.get(path).map(|it| &self.files[*it as usize])
    }

    /// The files of a kind, in order.
    pub(crate) fn files_of(&self, kind: FileKind) -> impl Iterator<Item = &Arc<Summary>> {
        let numbers = self.kinds.get(&kind).map_or(&[][..], |it| &it.files);
        numbers.iter().map(|it| &self.files[*it as usize])
    }

    fn section(&self, section: &'static SectionSpec) -> Option<&SectionIndex> {
        self.sections.get(&key(section)).map(|it| &**it)
    }

    /// All records of a section with their numbers.
    fn all<'a>(&'a self, section: &'a SectionIndex) -> impl Iterator<Item = (u32, Found<'a>)> {
        self.records_of(&section.items)
    }

    /// The records of a section that are in items with one of some parameters, with their numbers.
    fn all_with<'a>(&'a self, section: &'a SectionIndex, params: ParamSet) -> impl Iterator<Item = (u32, Found<'a>)> {
        let items = section.items.iter().zip(&section.params).filter(move |it| it.1.intersects(params));
        items.flat_map(|it| self.records_of(std::slice::from_ref(it.0)))
    }

    /// The records of a section that are in one file, with their numbers.
    fn all_in<'a>(&'a self, section: &'a SectionIndex, path: &str) -> impl Iterator<Item = (u32, Found<'a>)> + use<'a> {
        self.records_of(self.items_in(section, path))
    }

    /// The records of a section that are in one file and in a section, or a group of rows, that touches one of some
    /// ranges, which are ordered and disjoint.
    fn all_at<'a>(
        &'a self,
        section: &'a SectionIndex,
        path: &str,
        ranges: &[TextRange],
    ) -> impl Iterator<Item = (u32, Found<'a>)> {
        let mut ranges = ranges;
        let touches = move |it: &&'a (u32, u32, u32)| {
            let item = self.files[it.0 as usize].items[it.1 as usize].range;
            let before = ranges.iter().take_while(|it| it.end() < item.start()).count();
            ranges = &ranges[before..];
            ranges.first().is_some_and(|it| it.start() <= item.end())
        };
        let items = self.items_in(section, path).iter().filter(touches);
        items.flat_map(|it| self.records_of(std::slice::from_ref(it)))
    }

    fn items_in<'a>(&self, section: &'a SectionIndex, path: &str) -> &'a [(u32, u32, u32)] {
        self.by_path.get(path).map_or(&[][..], |number| {
            let from = section.items.partition_point(|it| it.0 < *number);
            let count = section.items[from..].partition_point(|it| it.0 == *number);
            &section.items[from..from + count]
        })
    }

    fn records_of<'a>(&'a self, items: &'a [(u32, u32, u32)]) -> impl Iterator<Item = (u32, Found<'a>)> + use<'a> {
        items.iter().flat_map(move |&(file_number, item_number, first)| {
            let file = &*self.files[file_number as usize];
            let records = &*file.items[item_number as usize].item.records;
            let found = move |record| Found { file, file_number, item_number, record };
            (first..).zip(records.iter().map(found))
        })
    }

    fn record(&self, section: &SectionIndex, number: u32) -> Option<Found<'_>> {
        let at = section.items.partition_point(|it| it.2 <= number).checked_sub(1)?;
        let (file_number, item_number, first) = section.items[at];
        let file = &self.files[file_number as usize];
        let record = file.items[item_number as usize].item.records.get((number - first) as usize)?;
        Some(Found { file, file_number, item_number, record })
    }
}
