//! The contribution of one file to the index of its cluster.

mod read;

use std::sync::{Arc, OnceLock};

use lsflint_spec::{FileKind, IncludePlace, SectionSpec};
use lsflint_syntax::{Difference, TextRange, TextSize, include_words};
use rustc_hash::FxHashMap;

use self::read::Reading;
use super::param_set::ParamSet;
use super::record::{Item, STEP};
use super::uses::Fact;
use crate::SourceFile;
use crate::read::Shifts;

/// The sections of one file, without syntax trees.
#[derive(Debug, Clone)]
pub struct Summary {
    pub(crate) path: Arc<str>,
    pub(crate) kind: FileKind,
    pub(crate) text: Arc<str>,
    /// Whether the file is a template.
    template: bool,
    /// Whether undetected definitions are possible: the file is a template, a template fills in names, or the file has
    /// an include line in a place where LSF is not known to support it.
    pub(crate) gaps: bool,
    pub(crate) items: Vec<Placed>,
    /// The sum of the hashes of all items, without the order hashes.
    prints: FxHashMap<Fact, u64>,
    /// For each section kind, the order hash and the number of records.
    orders: Vec<(&'static SectionSpec, u64, u32)>,
    /// The number of items with gaps.
    items_with_gaps: u32,
    /// The number of include lines in places where LSF is not known to support them.
    includes: usize,
    /// The highest number of an `#if` branch around a section.
    branches: u32,
    /// How positions differ from those in the file as written, if this is the file as LSF reads it.
    pub(crate) shifts: Shifts,
    /// Where lines end, found when the number of one is asked for: answers ask for those of many places.
    line_ends: OnceLock<Box<[u32]>>,
}

/// A section, or some rows of a large table, and its range.
#[derive(Debug, Clone)]
pub(crate) struct Placed {
    /// The byte range.
    pub(crate) range: TextRange,
    /// The start of its section, which ranges of column names are relative to.
    pub(crate) section_start: TextSize,
    /// The index of its first child in the section.
    child: u32,
    /// The number of the `#if` branch around the section: sections with the same number are read together; 0 is outside
    /// of branches.
    pub(crate) branch: u32,
    /// The specification of the section. It is stored here together with the number of records and the like,
    /// because reading them from many items after each change would be slow.
    pub(crate) section: &'static SectionSpec,
    pub(crate) records: u32,
    order: u64,
    /// The parameters that it sets.
    pub(super) params: ParamSet,
    /// The contents.
    pub(crate) item: Arc<Item>,
}

impl Summary {
    /// The path of the file as shown in reports.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The kind of LSF file.
    pub fn kind(&self) -> FileKind {
        self.kind
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The line at an offset, 1-based.
    pub(crate) fn line_at(&self, offset: TextSize) -> usize {
        let ends = || self.text.match_indices('\n').map(|it| it.0 as u32).collect();
        self.line_ends.get_or_init(ends).partition_point(|it| *it < u32::from(offset)) + 1
    }

    /// Whether the file is a template, whose values are filled in later.
    pub(crate) fn is_template(&self) -> bool {
        self.template
    }

    /// Reads a file.
    pub fn of(file: &SourceFile) -> Summary {
        let mut reading = Reading::new(file);
        reading.file();
        let mut summary = Summary {
            path: file.path.clone(),
            kind: file.kind,
            text: file.text.clone(),
            template: file.template,
            gaps: false,
            items: Vec::new(),
            prints: FxHashMap::default(),
            orders: Vec::new(),
            items_with_gaps: 0,
            includes: if follows_nowhere(file.kind) { include_words(&file.text).count() } else { 0 },
            branches: reading.branches,
            shifts: Shifts::default(),
            line_ends: OnceLock::new(),
        };
        summary.account(&reading.items, u64::wrapping_add);
        summary.items = reading.items;
        summary.finish(file);
        summary
    }

    /// The summary of a file with the same text and another path.
    pub fn at(&self, path: &Arc<str>) -> Summary {
        Summary { path: path.clone(), ..self.clone() }
    }

    /// The summary with the positions in the text as written.
    pub(crate) fn shifted(mut self, shifts: Shifts) -> Summary {
        self.shifts = shifts;
        self
    }

    /// Reads a changed file, reusing what the two trees share. Also returns the number of sections, or groups of rows,
    /// that were read.
    pub fn after(file: &SourceFile, before: Option<(&SourceFile, &Summary)>) -> (Summary, usize) {
        // A flat file is a single record.
        let divided = |it: &(&SourceFile, &Summary)| it.1.kind == file.kind && !is_flat(file.kind);
        let Some((old_file, old)) = before.filter(divided) else {
            let summary = Summary::of(file);
            let count = summary.sections();
            return (summary, count);
        };
        let difference = file.parse.difference_from(&old_file.parse);
        let mut reading = Reading::new(file);
        reading.branches = old.branches;
        let gone = match reading.rows(old_file, &old.items, &difference) {
            Some(gone) => gone,
            None => {
                reading.run(&difference);
                old.within(difference.before_range)
            }
        };
        let mut summary = Summary {
            path: file.path.clone(),
            kind: file.kind,
            text: old.text.clone(),
            template: file.template,
            gaps: false,
            items: Vec::new(),
            prints: old.prints.clone(),
            orders: Vec::new(),
            items_with_gaps: old.items_with_gaps,
            includes: old.includes,
            branches: reading.branches,
            shifts: Shifts::default(),
            line_ends: OnceLock::new(),
        };
        let read = reading.items.len();
        summary.account(&old.items[gone.clone()], u64::wrapping_sub);
        summary.text = file.text.clone();
        summary.account(&reading.items, u64::wrapping_add);
        // A hash of 0 represents a missing fact.
        summary.prints.retain(|_, print| *print != 0);
        if follows_nowhere(file.kind) {
            summary.includes -= include_words(lines(&old.text, difference.before_range)).count();
            summary.includes += include_words(lines(&file.text, difference.after_range)).count();
        }
        let mut items = Vec::with_capacity(old.items.len() - gone.len() + reading.items.len());
        items.extend_from_slice(&old.items[..gone.start]);
        items.append(&mut reading.items);
        items.extend(old.items[gone.end..].iter().map(|it| it.moved(&difference, reading.children)));
        summary.items = items;
        summary.finish(file);
        (summary, read)
    }

    /// The indices of the items that overlap a range, or start in it.
    fn within(&self, range: TextRange) -> std::ops::Range<usize> {
        let from = self.items.partition_point(|it| it.range.end() <= range.start());
        let to = self.items.partition_point(|it| it.range.start() < range.end());
        from..to.max(from)
    }

    /// Adds the hashes of items to the sums, or subtracts them.
    fn account(&mut self, items: &[Placed], change: fn(u64, u64) -> u64) {
        let text = &*self.text;
        for placed in items {
            let value = |range: TextRange| &text[range + placed.range.start()];
            let name = |range: TextRange| &text[range + placed.section_start];
            // In a branch, the same words have a different meaning.
            let factor = u64::from(placed.branch).wrapping_mul(STEP & !1) | 1;
            placed.item.prints(value, name, |fact, print| {
                let sum = self.prints.entry(fact).or_default();
                *sum = change(*sum, print.wrapping_mul(factor));
            });
            self.items_with_gaps = change(self.items_with_gaps.into(), placed.item.gaps.into()) as u32;
        }
    }

    fn finish(&mut self, file: &SourceFile) {
        self.gaps = file.template || self.includes > 0 || self.items_with_gaps > 0;
        let mut last = 0;
        for placed in &self.items {
            let same = |it: &(&SectionSpec, u64, u32)| std::ptr::eq(it.0, placed.section);
            if !self.orders.get(last).is_some_and(same) {
                last = self.orders.iter().position(same).unwrap_or_else(|| {
                    self.orders.push((placed.section, 0, 0));
                    self.orders.len() - 1
                });
            }
            let (_, order, records) = &mut self.orders[last];
            let own = placed.order.wrapping_add(u64::from(placed.branch).wrapping_mul(STEP));
            *order = order_after(*order, own, placed.records);
            *records += placed.records;
        }
    }

    /// The number of documented sections; in large tables, the number of groups of rows.
    pub fn sections(&self) -> usize {
        self.items.len()
    }

    /// The text at a range of an item.
    pub(crate) fn slice(&self, start: TextSize, range: TextRange) -> &str {
        &self.text[range + start]
    }
}

impl Placed {
    fn new(item: Item, range: TextRange, section_start: TextSize, child: usize, branch: u32) -> Placed {
        let (section, records, order) = (item.section, item.records.len() as u32, item.order);
        let params = ParamSet::of(section, item.params());
        let (child, item) = (child as u32, Arc::new(item));
        Placed { range, section_start, child, branch, section, records, order, params, item }
    }

    /// The item after a change before it. `children`: the start of the changed section, and its number of children
    /// before and after.
    fn moved(&self, difference: &Difference, children: Option<(TextSize, usize, usize)>) -> Placed {
        // Rows after the changed one are before the end of the difference.
        let (from, to) = (difference.before_range.end(), difference.after_range.end());
        let moved = |it: TextSize| if to >= from { it + (to - from) } else { it - (from - to) };
        let mut placed = self.clone();
        match children.filter(|it| it.0 == self.section_start) {
            // For rows of the changed section, the end has moved, but not the start.
            Some((_, before, after)) => placed.child = (self.child as usize + after - before) as u32,
            None => placed.section_start = moved(self.section_start),
        }
        placed.range = TextRange::at(moved(self.range.start()), self.range.len());
        placed
    }
}

/// The order hash of some records followed by others. It does not depend on how the records are divided into items.
fn order_after(before: u64, own: u64, records: u32) -> u64 {
    before.wrapping_mul(STEP.wrapping_pow(records)).wrapping_add(own)
}

fn is_flat(kind: FileKind) -> bool {
    lsflint_spec::section(kind, "").is_some()
}

fn follows_nowhere(kind: FileKind) -> bool {
    kind.spec().directives.include == IncludePlace::Nowhere
}

/// The whole lines of a range.
fn lines(text: &str, range: TextRange) -> &str {
    let (start, end) = (usize::from(range.start()), usize::from(range.end()));
    let start = text[..start].rfind('\n').map_or(0, |it| it + 1);
    let end = text[end..].find('\n').map_or(text.len(), |it| end + it);
    &text[start..end]
}

/// The sums of the hashes of some files.
pub(super) fn prints(files: &[Arc<Summary>]) -> FxHashMap<Fact, u64> {
    let mut sums: FxHashMap<Fact, u64> = FxHashMap::default();
    for file in files {
        for (fact, print) in &file.prints {
            let sum = sums.entry(*fact).or_default();
            *sum = sum.wrapping_add(*print);
        }
        for (section, order, records) in &file.orders {
            // A section without records also has a hash.
            let sum = sums.entry(Fact::order(section)).or_insert(STEP);
            *sum = order_after(*sum, *order, *records);
        }
    }
    sums
}
