//! Access to one record (a section or row) of the cluster and its values.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use lsflint_spec::{FileKind, Grammar, ParamSpec, SectionSpec};
use lsflint_syntax::{Parse, TextRange, TextSize};
use rustc_hash::FxHasher;

use super::record::{Field, State};
use super::summary::Placed;
use super::uses::Fact;
use super::{Found, View};

/// A place in a file of the cluster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The path of the file as shown in reports.
    pub file: Arc<str>,
    /// The byte range in the file.
    pub range: TextRange,
}

/// A record with its place: a `key = value` section, a row of a table, or a flat file; for example a queue, host, group
/// or limit.
#[derive(Clone, Copy)]
pub struct Entity<'a> {
    pub(super) view: View<'a>,
    pub(super) section: &'static SectionSpec,
    pub(super) found: Found<'a>,
    pub(super) number: u32,
}

/// A value of an [`Entity`].
#[derive(Clone, Copy)]
pub struct FieldRef<'a> {
    entity: Entity<'a>,
    /// Its index among the values of the record.
    number: usize,
    field: Field,
}

impl<'a> Entity<'a> {
    fn placed(&self) -> &'a Placed {
        &self.found.file.items[self.found.item_number as usize]
    }

    /// Whether it is a row of a table.
    pub(super) fn is_row(&self) -> bool {
        self.placed().item.is_table()
    }

    pub(super) fn start(&self) -> TextSize {
        self.placed().range.start()
    }

    fn slice(&self, range: TextRange) -> &'a str {
        self.found.file.slice(self.start(), range)
    }

    fn place_of(&self, range: TextRange) -> Place {
        self.written(range + self.start())
    }

    /// A range of the text as a place in the file as written.
    fn written(&self, range: TextRange) -> Place {
        let file = self.found.file;
        Place { file: file.path.clone(), range: file.shifts.written_range(range) }
    }

    /// The view that returned it.
    pub fn view(&self) -> View<'a> {
        self.view
    }

    /// The kind of file that defines it.
    pub fn kind(&self) -> FileKind {
        self.found.file.kind
    }

    /// The section that contains it.
    pub fn section(&self) -> &'static SectionSpec {
        self.section
    }

    /// Its number among the records of its section in the cluster, 0-based, ordered by file and line.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// The name it defines; empty if it has none or a template fills it in.
    pub fn name(&self) -> Cow<'a, str> {
        self.found.record.name.map_or(Cow::Borrowed(""), |it| plain(self.slice(it)))
    }

    /// The place of its name, else of its first line.
    pub fn place(&self) -> Place {
        self.place_of(self.found.record.name.unwrap_or(self.found.record.range))
    }

    /// Whether it is at this place: the range of its name or first line in the file with this path.
    pub fn is_at(&self, file: &str, range: TextRange) -> bool {
        let record = self.found.record;
        *self.found.file.path == *file
            && [Some(record.range), record.name].into_iter().flatten().any(|it| self.place_of(it).range == range)
    }

    /// Whether LSF ignores it because it is malformed, which is reported at its place.
    pub fn is_broken(&self) -> bool {
        self.found.record.broken
    }

    /// Whether LSF may read both records together: they are not in different branches of an `#if`.
    pub fn is_read_with(&self, other: &Entity<'_>) -> bool {
        let outer = |it: &Entity<'_>| it.placed().branch;
        let (a, b) = (outer(self), outer(other));
        if self.found.file_number != other.found.file_number {
            return true;
        }
        let (c, d) = (self.found.record.branch, other.found.record.branch);
        let inner = self.found.item_number != other.found.item_number || c == 0 || d == 0 || c == d;
        (a == 0 || b == 0 || a == b) && inner
    }

    /// Whether an `#if` decides whether it is read.
    pub fn is_conditional(&self) -> bool {
        self.found.record.branch != 0 || self.found.file.items[self.found.item_number as usize].branch != 0
    }

    /// The effective value of a parameter: the last one outside of `#if`, else the last one. By documented name,
    /// ignoring case.
    pub fn field(&self, name: &str) -> Option<FieldRef<'a>> {
        let mut last = None;
        for field in self.fields_rev(name) {
            if field.field.branch == 0 || field.field.branch == self.found.record.branch {
                return Some(field);
            }
            last.get_or_insert(field);
        }
        last
    }

    /// All values of a parameter in order, including those in `#if` branches.
    pub fn fields(&self, name: &str) -> Vec<FieldRef<'a>> {
        let mut found: Vec<FieldRef<'a>> = self.fields_rev(name).collect();
        found.reverse();
        found
    }

    fn fields_rev<'n>(&self, name: &'n str) -> impl Iterator<Item = FieldRef<'a>> + use<'a, 'n> {
        let param = self.section.param(name);
        self.view.note(param.map_or(Fact::unknown_of(self.section), Fact::values));
        self.view.step();
        let (entity, item, record) = (*self, &*self.placed().item, self.found.record);
        // Most parameters are not set anywhere.
        let nowhere = param.is_some_and(|it| !self.view.index().has(Fact::values(it)));
        let count = if nowhere { 0 } else { item.count(record) };
        let found = (0..count).rev().filter(move |number| match (item.param(record, *number), param) {
            (Some(its), Some(wanted)) => std::ptr::eq(its, wanted),
            (None, None) => true,
            _ => false,
        });
        let fields = found.map(move |number| FieldRef { entity, number, field: item.field(record, number) });
        fields.filter(move |it| param.is_some() || it.name().eq_ignore_ascii_case(name))
    }

    /// A hash of the values of some parameters, and of everything else that affects their meaning: equal for records
    /// with equal meaning.
    pub(crate) fn print_of(&self, params: &[Option<&'static ParamSpec>]) -> u64 {
        let (item, record) = (&*self.placed().item, self.found.record);
        let mut hasher = FxHasher::default();
        (self.is_broken(), self.is_conditional()).hash(&mut hasher);
        for number in 0..item.count(record) {
            let param = item.param(record, number);
            let wanted = |it: &Option<&'static ParamSpec>| it.zip(param).is_some_and(|(a, b)| std::ptr::eq(a, b));
            let Some(which) = params.iter().position(wanted) else { continue };
            let field = item.field(record, number);
            (which, field.state, field.branch == 0, self.slice(field.value)).hash(&mut hasher);
        }
        self.view.step();
        hasher.finish()
    }

    /// All values in order, including those in `#if` branches.
    pub fn all_fields(&self) -> impl Iterator<Item = FieldRef<'a>> {
        self.view.note(Fact::any_of(self.section));
        let entity = *self;
        let fields = self.placed().item.fields(self.found.record).enumerate();
        fields.map(move |(number, field)| FieldRef { entity, number, field })
    }

    /// The number of its values.
    pub(super) fn count(&self) -> usize {
        self.placed().item.count(self.found.record)
    }

    /// Its value with a number.
    pub(super) fn field_at(&self, number: usize) -> FieldRef<'a> {
        FieldRef { entity: *self, number, field: self.placed().item.field(self.found.record, number) }
    }

    /// Whether a parameter has a value, or may have one.
    pub fn has(&self, name: &str) -> bool {
        self.field(name).is_some_and(|it| it.state() != State::Unset)
    }

    /// The known value of a parameter as LSF reads it, without outer parentheses and quotes.
    pub fn value(&self, name: &str) -> Option<Cow<'a, str>> {
        self.field(name)?.known()
    }

    /// The value as an integer.
    pub fn integer(&self, name: &str) -> Option<i64> {
        self.value(name)?.trim().parse().ok()
    }

    /// The value as a boolean; `None` if it is not set or not Y or N.
    pub fn yes(&self, name: &str) -> Option<bool> {
        yes(&self.value(name)?)
    }

    /// The known value of a parameter, parsed by its grammar. The root of the tree is a `VALUE`; offsets are relative
    /// to the value.
    pub fn parse(&self, name: &str) -> Option<Parse> {
        self.field(name)?.parse()
    }
}

impl<'a> FieldRef<'a> {
    /// The specification of the parameter.
    pub fn param(&self) -> Option<&'static ParamSpec> {
        self.field.param
    }

    /// The key or column name as written.
    pub fn name(&self) -> &'a str {
        self.entity.found.file.slice(self.entity.placed().section_start, self.field.name)
    }

    /// The place of the key or column name.
    pub fn name_place(&self) -> Place {
        self.entity.written(self.field.name + self.entity.placed().section_start)
    }

    /// Whether the value is known.
    pub fn state(&self) -> State {
        self.field.state
    }

    /// The value as LSF reads it, if it is known.
    pub fn known(&self) -> Option<Cow<'a, str>> {
        (self.field.state == State::Known).then(|| plain(self.entity.slice(self.field.value)))
    }

    /// The value, parsed by the grammar of its parameter.
    pub fn parse(&self) -> Option<Parse> {
        let grammar = self.field.param.map_or(Grammar::Any, |it| it.grammar);
        let parse = || Some(lsflint_syntax::parse_value(&self.known()?, grammar));
        let Some(content) = self.entity.placed().item.tree(self.entity.found.record, self.number) else {
            return parse();
        };
        let known = Parse::of_value(content.clone());
        debug_assert!(parse().is_some_and(|it| it == known), "another tree: {:?}", self.known());
        Some(known)
    }

    /// The place of the value; of the name if there is no value.
    pub fn place(&self) -> Place {
        if self.field.value.is_empty() {
            return self.entity.written(self.field.name + self.entity.placed().section_start);
        }
        self.entity.place_of(self.field.value)
    }

    /// The place of a part of the known value. Offsets refer to the results of [`FieldRef::known`] and
    /// [`FieldRef::parse`]. For many parts of a value, see [`FieldRef::parts`].
    pub fn place_of(&self, part: TextRange) -> Place {
        self.parts().place_of(part)
    }

    /// The places of the parts of the value.
    pub fn parts(&self) -> Parts<'a> {
        Parts { field: *self, lines: lines_with_continuations(self.entity.slice(self.field.value)) }
    }

    /// Whether it enables something, or may: it has a value other than the `N` of a Y/N parameter.
    pub fn is_on(&self) -> bool {
        let yes_no = self.field.param.is_some_and(|it| {
            matches!(it.grammar, Grammar::YesNo | Grammar::Shape(_))
                || it.values.iter().chain(it.literals).any(|it| it.eq_ignore_ascii_case("n"))
        });
        match self.field.state {
            State::Unset => false,
            State::Templated => true,
            State::Known => !yes_no || self.known().and_then(|it| yes(&it)) != Some(false),
        }
    }

    /// Whether it depends on an `#if` inside the section.
    pub fn is_conditional(&self) -> bool {
        self.field.branch != 0
    }

    /// Whether LSF may read both values together.
    pub fn is_read_with(&self, other: &FieldRef<'_>) -> bool {
        let (a, b) = (self.field.branch, other.field.branch);
        a == 0 || b == 0 || a == b
    }

    /// Its index among the values of its record.
    pub(super) fn number(&self) -> usize {
        self.number
    }

    /// The record that contains it.
    pub fn entity(&self) -> Entity<'a> {
        self.entity
    }
}

/// The places of parts of a value. See [`FieldRef::parts`].
pub struct Parts<'a> {
    field: FieldRef<'a>,
    lines: Vec<(usize, usize)>,
}

impl Parts<'_> {
    /// The place of a part of the known value.
    pub fn place_of(&self, part: TextRange) -> Place {
        let value = self.field.field.value;
        let offset = |at: TextSize, end: bool| {
            let at = offset_with_continuations(&self.lines, at.into(), end).min(value.len().into());
            value.start() + TextSize::new(u32::try_from(at).unwrap_or(u32::MAX))
        };
        let (from, to) = (offset(part.start(), false), offset(part.end(), true));
        self.field.entity.place_of(TextRange::new(from, to.max(from)))
    }
}

/// The starts of the lines of a text: each in the text without line continuations, and as it is.
fn lines_with_continuations(raw: &str) -> Vec<(usize, usize)> {
    let (mut plain_start, mut raw_start) = (0, 0);
    let mut found = vec![(0, 0)];
    while let Some(length) = raw[raw_start..].find('\n') {
        let line = raw[raw_start..raw_start + length].trim_end_matches([' ', '\t', '\r']);
        plain_start += line.strip_suffix('\\').unwrap_or(line).len();
        raw_start += length + 1;
        found.push((plain_start, raw_start));
    }
    found
}

/// Converts an offset in a text without line continuations to one in the text with them. The end of a line belongs to
/// that line if `end`, else to the next one. `lines`: as [`lines_with_continuations`] returns them.
fn offset_with_continuations(lines: &[(usize, usize)], offset: usize, end: bool) -> usize {
    let after = lines.partition_point(|it| if end { it.0 < offset } else { it.0 <= offset });
    let (plain_start, raw_start) = lines[after.saturating_sub(1)];
    raw_start + (offset - plain_start)
}

/// Parses Y or N in the spellings that LSF accepts.
pub(crate) fn yes(value: &str) -> Option<bool> {
    lsflint_spec::yes_no(value)
}

/// The text without line continuations.
pub(super) fn plain(text: &str) -> Cow<'_, str> {
    if text.as_bytes().contains(&b'\n') {
        Cow::Owned(lsflint_syntax::without_continuations(text))
    } else {
        Cow::Borrowed(text)
    }
}

#[cfg(test)]
mod tests {
    use super::{lines_with_continuations, offset_with_continuations};

    #[test]
    fn parts_of_continued_values_are_found() {
        let raw = "one \\\n  two \\\nthree";
        assert_eq!(lsflint_syntax::without_continuations(raw), "one   two three");
        let part = |from: usize, to: usize| {
            let lines = lines_with_continuations(raw);
            &raw[offset_with_continuations(&lines, from, false)..offset_with_continuations(&lines, to, true)]
        };
        assert_eq!(part(0, 3), "one");
        assert_eq!(part(6, 9), "two");
        assert_eq!(part(10, 15), "three");
    }
}
