//! What LSF makes of the parts of a file that findings are about.

use std::cell::RefCell;
use std::rc::Rc;

use lsflint_model::{Reading, SourceFile, blank};
use lsflint_syntax::ast::{AstNode, Entry, TableRow};
use lsflint_syntax::{Node, SyntaxKind, TextRange, TextSize};

use crate::consequence::{Consequence, Item, Outcome};
use crate::diagnostic::{Diagnostic, Reads};

/// What LSF ignores in a file and what it reads as something else, according to findings in it. Only consequences that
/// are certain count. Consequences for jobs change nothing in the file, nor does a file that LSF rejects as a whole:
/// no daemon starts with it, so there is nothing to tell about the cluster until it is fixed.
pub fn readings<'d>(file: &SourceFile, found: impl IntoIterator<Item = &'d Diagnostic>) -> Vec<Reading> {
    let certain = |it: &&Diagnostic| it.consequence.as_ref().is_some_and(Consequence::is_certain);
    let found: Vec<&Diagnostic> = found.into_iter().filter(certain).collect();
    let unknown = found.iter().filter(|it| matches!(it.reads, Reads::Unknown));
    let mut places: Vec<TextSize> = unknown.map(|it| place(it).start()).collect();
    places.sort_unstable();
    let lines = Lines::at(&file.text, file.parse.root().children(), &places);
    let reads = |it: &Diagnostic| match &it.reads {
        Reads::Unknown => reads(&lines, it),
        known => known.clone(),
    };
    found.into_iter().filter_map(|it| reading(it, reads(it))).collect()
}

/// Determines what LSF makes of the places of findings in a section. They follow the section when it moves.
pub(crate) fn determine_in(section: Node<'_>, text: &str, found: &mut [Diagnostic]) {
    let of_section =
        |it: &Diagnostic| it.consequence.as_ref().is_some_and(|it| it.is_certain() && it.item() != Item::File);
    let mut found: Vec<&mut Diagnostic> = found.iter_mut().filter(|it| of_section(it)).collect();
    let mut places: Vec<TextSize> = found.iter().map(|it| place(it).start()).collect();
    places.sort_unstable();
    let lines = Lines::at(text, std::iter::once(section), &places);
    for it in &mut found {
        it.reads = reads(&lines, it);
    }
}

/// What a consequence is about.
fn place(found: &Diagnostic) -> TextRange {
    found.subject.unwrap_or(found.range)
}

fn reading(found: &Diagnostic, reads: Reads) -> Option<Reading> {
    let Reads::Other(range, text) = reads else { return None };
    let effect = found.effect.as_deref().unwrap_or_default().into();
    Some(Reading { range, text, code: found.rule.code, effect })
}

fn reads(lines: &Lines<'_>, found: &Diagnostic) -> Reads {
    match other(lines, found).filter(|(range, text)| text.as_deref() != Some(&lines.text[*range])) {
        Some((range, text)) => Reads::Other(range, text.map(String::into_boxed_str)),
        None => Reads::Same,
    }
}

/// What LSF reads instead of a range of the text.
fn other(lines: &Lines<'_>, found: &Diagnostic) -> Option<(TextRange, Option<String>)> {
    let consequence = found.consequence.as_ref()?;
    let range = place(found);
    if found.subject.is_some_and(TextRange::is_empty) {
        return None;
    }
    let around = lines.around(range)?;
    match consequence.outcome() {
        Outcome::ReadAs => Some((range, Some(around.text_in_value(range, consequence)?))),
        Outcome::Ignored | Outcome::Rejected | Outcome::Dropped | Outcome::Default => {
            around.removed(range, consequence)
        }
        Outcome::NoEffect | Outcome::Refused | Outcome::Pending | Outcome::Killed => None,
    }
}

/// The parts of a file around a place, from the whole file to the value.
struct Around<'f> {
    file: TextRange,
    section: Option<TextRange>,
    row: Option<TextRange>,
    /// A `key = value` line, or a `Begin` line.
    line: Option<TextRange>,
    /// The value of the line, or the cell of the row.
    value: Option<TextRange>,
    is_cell: bool,
    text: &'f str,
}

/// The lines of a file around some places, in order.
struct Lines<'f> {
    text: &'f str,
    /// `key = value` lines, rows and `Begin` lines, each with the range of its section.
    lines: Vec<(Node<'f>, Option<TextRange>)>,
    sections: Vec<TextRange>,
    /// The line of the last finding: one line may have thousands.
    last: RefCell<Option<(usize, Rc<Parts>)>>,
}

/// The parts of a line.
struct Parts {
    /// The line without the whitespace around it.
    range: TextRange,
    is_row: bool,
    /// The cells of a row in order, or the value of a line.
    values: Vec<TextRange>,
}

impl Parts {
    fn of(node: Node<'_>) -> Parts {
        let row = TableRow::cast(node);
        let values = match row {
            Some(row) => row.cells().map(|it| it.range()).collect(),
            None => Entry::cast(node).and_then(Entry::value).map(|it| it.range()).into_iter().collect(),
        };
        Parts { range: node.trimmed_range(), is_row: row.is_some(), values }
    }
}

impl<'f> Lines<'f> {
    /// The lines and sections below some nodes that contain one of these offsets, which are in order, or end there.
    fn at(text: &'f str, nodes: impl Iterator<Item = Node<'f>>, places: &[TextSize]) -> Lines<'f> {
        let mut found = Lines { text, lines: Vec::new(), sections: Vec::new(), last: RefCell::default() };
        let mut places = places;
        let mut stack = Vec::new();
        for child in nodes {
            if places.is_empty() {
                break;
            }
            stack.push((child, None));
            while let Some((node, section)) = stack.pop() {
                // Nodes are visited in the order of their starts.
                while places.first().is_some_and(|it| *it < node.start()) {
                    places = &places[1..];
                }
                if places.first().is_none_or(|it| *it > node.range().end()) {
                    continue;
                }
                let mut section = section;
                match node.kind() {
                    SyntaxKind::ENTRY | SyntaxKind::TABLE_ROW | SyntaxKind::SECTION_BEGIN => {
                        found.lines.push((node, section));
                        continue;
                    }
                    SyntaxKind::SECTION => {
                        section = Some(node.range());
                        found.sections.push(node.range());
                    }
                    SyntaxKind::CONDITIONAL | SyntaxKind::BRANCH => {}
                    _ => continue,
                }
                let from = stack.len();
                stack.extend(node.children().map(|it| (it, section)));
                stack[from..].reverse();
            }
        }
        found
    }

    /// The parts of the file around a range; `None` if the range is not in the file.
    fn around(&self, range: TextRange) -> Option<Around<'f>> {
        let file = TextRange::up_to(TextSize::of(self.text));
        let last = |it: usize| it.checked_sub(1);
        let number = last(self.lines.partition_point(|it| it.0.start() <= range.start()));
        let number = number.filter(|it| self.lines[*it].0.range().contains_range(range));
        let line = number.map(|it| self.lines[it]);
        let section = last(self.sections.partition_point(|it| it.start() <= range.start()));
        let section = section.map(|it| self.sections[it]).filter(|it| it.contains_range(range));
        let section = line.and_then(|it| it.1).or(section);
        let mut found = Around { file, section, row: None, line: None, value: None, is_cell: false, text: self.text };
        let Some(number) = number else { return file.contains_range(range).then_some(found) };
        let parts = self.parts(number);
        if parts.is_row {
            (found.row, found.is_cell) = (Some(parts.range), true);
            let value = last(parts.values.partition_point(|it| it.start() <= range.start())).map(|it| parts.values[it]);
            found.value = value.filter(|it| it.contains_range(range));
        } else {
            (found.line, found.value) = (Some(parts.range), parts.values.first().copied());
        }
        Some(found)
    }

    /// The parts of a line.
    fn parts(&self, number: usize) -> Rc<Parts> {
        let mut last = self.last.borrow_mut();
        match &*last {
            Some((of, parts)) if *of == number => parts.clone(),
            _ => {
                let parts = Rc::new(Parts::of(self.lines[number].0));
                *last = Some((number, parts.clone()));
                parts
            }
        }
    }
}

impl Around<'_> {
    /// What LSF reads instead of a part of a value.
    fn text_in_value(&self, range: TextRange, consequence: &Consequence) -> Option<String> {
        let inside = self.value?.contains_range(range) && !range.is_empty();
        consequence.value().filter(|_| inside).map(str::to_owned)
    }

    /// The range that LSF does not read, and the text that means that it is not set.
    fn removed(&self, range: TextRange, consequence: &Consequence) -> Option<(TextRange, Option<String>)> {
        let value = self.value.filter(|it| it.contains_range(range));
        match consequence.item() {
            Item::File if consequence.outcome() == Outcome::Rejected => None,
            Item::File => Some((self.file, None)),
            Item::Section => Some((self.section?, None)),
            Item::Row => Some((self.row.or(self.line)?, None)),
            Item::Line if self.is_cell => self.whole(value?),
            Item::Line => Some((self.line?, None)),
            Item::Value | Item::String => {
                let is_whole = match (consequence.item(), consequence.outcome()) {
                    (Item::Value, Outcome::Default) => true,
                    (Item::String, Outcome::Ignored) | (Item::Value, _) => value == Some(range),
                    // A string with a mistake is rejected as a whole.
                    _ => true,
                };
                match (value, self.value) {
                    (Some(value), _) if is_whole => self.whole(value),
                    (Some(_), _) => Some((range, None)),
                    // The value is reported at its name.
                    (None, Some(value)) if !self.is_cell && range.end() <= value.start() => Some((self.line?, None)),
                    // Text of a line that belongs to no value.
                    (None, _) => Some((range, None)).filter(|_| self.line.is_some() && !range.is_empty()),
                }
            }
            Item::Job => None,
        }
    }

    /// A value that is not set: without its line, or `-` in its row.
    fn whole(&self, value: TextRange) -> Option<(TextRange, Option<String>)> {
        if !self.is_cell {
            return Some((self.line?, None));
        }
        if value.is_empty() {
            return None;
        }
        let mut text = blank(&self.text[value]);
        text.replace_range(..1, "-");
        Some((value, Some(text)))
    }
}
