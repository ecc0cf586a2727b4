//! Reads saved output of query commands: objects, and the values that are displayed for them, with their lines.
//!
//! Which heading, label or column stands for which parameter is data (`displays.toml`). Each line is read one time, and
//! what is not understood is kept with its line, so reading never fails.

mod begin;
mod block;
mod cells;
mod json;
mod merge;

use std::rc::Rc;

use lsflint_spec::{
    DISPLAYS, Display, DisplayLayout, DisplayLimit, DisplayPart, NOISE, ParamSpec, command_line, one_space,
};

use super::NotUnderstood;

/// What was read from all outputs.
#[derive(Debug, Default)]
pub(super) struct Input {
    pub(super) objects: Vec<ShownObject>,
    pub(super) values: Vec<ShownValue>,
    pub(super) unknown: Vec<NotUnderstood>,
    /// The words, pieces of values and records that were looked at.
    pub(super) steps: usize,
}

/// An object in an output.
#[derive(Debug)]
pub(super) struct ShownObject {
    pub(super) source: usize,
    pub(super) display: &'static Display,
    pub(super) name: String,
    /// The line at which it begins, 1-based.
    pub(super) line: usize,
    /// The line in which the output may be cut off. Without one, what is not displayed is not set.
    pub(super) cut_at: Option<usize>,
}

/// A value of an object.
#[derive(Debug)]
pub(super) struct ShownValue {
    /// The index of the object.
    pub(super) object: usize,
    pub(super) what: Shown,
    /// The value as displayed, with one space between words.
    pub(super) text: String,
    /// Which limits of the parameter it has.
    pub(super) limits: Limits,
    pub(super) line: usize,
}

/// Which of the limits of a parameter a value has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Limits {
    /// All that are set.
    All,
    /// Only those whose columns are displayed.
    Displayed { minimum: bool, default: bool, maximum: bool },
}

/// What a value is about.
#[derive(Debug, Clone)]
pub(super) enum Shown {
    /// A part of the display.
    Part(&'static DisplayPart),
    /// A parameter that is displayed with its name.
    Param(&'static ParamSpec),
    /// The thresholds of a load index, or the limit of a resource.
    Index(String),
}

/// A value, or a part of it, as a line has it.
struct Piece {
    object: usize,
    what: Shown,
    slot: Slot,
    text: String,
    line: usize,
}

/// Which part of a value a piece is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Slot {
    Whole,
    /// A limit below a heading.
    Default,
    Maximum,
    /// A limit with a column of its own.
    Only(DisplayLimit),
    /// The number of the row of thresholds.
    Row(usize),
}

/// What the current line belongs to.
enum Within {
    Nothing,
    /// A table with this header.
    Table(Rc<cells::Header>),
    /// Behind a label whose value may go on in indented lines.
    Label(&'static DisplayPart),
    /// Behind the configuration of an object.
    Closed,
    /// Behind the heading of a table of thresholds.
    Thresholds,
    /// A text of several lines; without a part it is not configuration.
    Text(Option<&'static DisplayPart>),
}

/// A column of a table.
#[derive(Debug, Clone)]
enum Column {
    Name,
    Part(&'static DisplayPart),
    Param(&'static ParamSpec),
    State,
    /// A load index, or a resource with a limit.
    Index(String),
    /// A column that is not known.
    Other(String),
}

struct Reader<'t> {
    source: usize,
    lines: Vec<&'t str>,
    input: Input,
    pieces: Vec<Piece>,
    display: Option<&'static Display>,
    object: Option<usize>,
    /// The object of another file whose values are displayed between those of the current one.
    inner: Option<usize>,
    /// A heading that says what the table in the next line is, with the index of its line.
    heading: Option<(&'static Display, usize)>,
    within: Within,
    /// The heading above limits.
    slot: Slot,
    /// A sentence that may describe the parameter in the next line.
    sentence: Option<(usize, String)>,
}

/// Reads outputs, each with any number of commands.
pub(super) fn read<'t>(outputs: impl Iterator<Item = &'t str>) -> Input {
    let mut input = Input::default();
    let mut pieces = Vec::new();
    for (source, text) in outputs.enumerate() {
        let mut reader = Reader {
            source,
            lines: text.lines().collect(),
            input,
            pieces,
            display: None,
            object: None,
            inner: None,
            heading: None,
            within: Within::Nothing,
            slot: Slot::Whole,
            sentence: None,
        };
        reader.text(text);
        (input, pieces) = (reader.input, reader.pieces);
    }
    merge::values(&mut input, pieces);
    input.unknown.sort_by_key(|it| (it.source, it.line));
    input
}

impl Reader<'_> {
    fn text(&mut self, text: &str) {
        let (mut at, mut number) = (0, 0);
        while number < self.lines.len() {
            let line = self.lines[number];
            if line.trim_start().starts_with('{')
                && let Some(length) = self.json(&text[at..], number + 1)
            {
                let lines = text[at..at + length].matches('\n').count();
                for _ in 0..=lines.min(self.lines.len() - 1 - number) {
                    at += line_length(text, at);
                    number += 1;
                }
                continue;
            }
            self.line(number, line);
            at += line_length(text, at);
            number += 1;
        }
        self.end_sentence();
        // A line that was cut off may have been followed by others.
        if !text.ends_with('\n') {
            for object in [self.object, self.inner].into_iter().flatten() {
                self.input.objects[object].cut_at = Some(self.lines.len());
            }
        }
    }

    /// Reads a line; `index` counts from 0.
    fn line(&mut self, index: usize, raw: &str) {
        let (number, text) = (index + 1, one_space(raw));
        self.input.steps += 1 + text.matches(' ').count();
        if text.is_empty() {
            if !matches!(self.within, Within::Closed) {
                self.within = Within::Nothing;
            }
            if self.display.is_some_and(|it| it.layout == DisplayLayout::Rows) {
                self.end();
            }
            return;
        }
        if text.chars().all(|it| it == '-') && text.len() > 2 {
            self.end();
        } else if is_prompt(&text) {
            self.end_sentence();
            self.end();
        } else if !self.begins(index, raw, &text) && !self.assignment(number, &text) {
            self.end_sentence();
            if !self.part_of_display(index, raw, &text) && !NOISE.iter().any(|it| text.ends_with(it)) {
                match text.ends_with([':', '.']) && self.object.is_none_or(|it| self.is_assignments(it)) {
                    true => self.sentence = Some((number, text)),
                    false => self.not_understood(number, text),
                }
            }
        }
    }

    fn is_assignments(&self, object: usize) -> bool {
        self.input.objects[object].display.layout == DisplayLayout::Assignments
    }

    fn end(&mut self) {
        self.display = None;
        self.object = None;
        self.inner = None;
        self.within = Within::Nothing;
        self.slot = Slot::Whole;
    }

    /// A sentence without a parameter below it is not known.
    fn end_sentence(&mut self) {
        if let Some((number, text)) = self.sentence.take() {
            self.not_understood(number, text);
        }
    }

    fn not_understood(&mut self, line: usize, text: String) {
        self.input.unknown.push(NotUnderstood { source: self.source, line, text });
    }

    fn push(&mut self, what: Shown, slot: Slot, text: String, line: usize) {
        if let Some(object) = self.object {
            self.push_to(object, what, slot, text, line);
        }
    }

    fn push_to(&mut self, object: usize, what: Shown, slot: Slot, text: String, line: usize) {
        self.input.steps += 1;
        self.pieces.push(Piece { object, what, slot, text, line });
    }

    fn begin_object(&mut self, display: &'static Display, name: &str, line: usize) {
        self.slot = Slot::Whole;
        self.inner = None;
        self.display = Some(display);
        let object = ShownObject { source: self.source, display, name: name.to_owned(), line, cut_at: None };
        self.object = Some(self.input.objects.len());
        self.input.objects.push(object);
    }

    fn part_of_display(&mut self, index: usize, raw: &str, text: &str) -> bool {
        match self.display {
            Some(display) if display.layout == DisplayLayout::Rows => {
                let Within::Table(header) = &self.within else { return false };
                let header = Rc::clone(header);
                self.row(display, &header, index + 1, raw)
            }
            Some(display) if display.layout == DisplayLayout::Sections => {
                self.section_line(display, index + 1, raw, text)
            }
            Some(display) if display.layout == DisplayLayout::Blocks => self.block_line(display, index, raw, text),
            _ => self.free_line(index, text),
        }
    }
}

impl Slot {
    fn of(part: &DisplayPart) -> Slot {
        match part.limit {
            DisplayLimit::Any => Slot::Whole,
            limit => Slot::Only(limit),
        }
    }
}

/// Whether a line is a shell prompt with a command whose output is known.
fn is_prompt(line: &str) -> bool {
    let of_display = || {
        let command = line.split(['$', '#', '%', '>']).nth(1)?.split_whitespace().next()?;
        DISPLAYS.iter().find(|it| it.command.split(' ').next() == Some(command))
    };
    command_line(line).is_some() || of_display().is_some()
}

/// A label and its value: `RERUNNABLE : yes`, `PREEMPTION = ...`.
fn label(text: &str) -> Option<(&str, &str)> {
    let (label, value) = text.split_once([':', '='])?;
    Some((label.trim_end(), value.trim_start()))
}

/// The length of the line at an offset with its line end.
fn line_length(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len() - at, |it| it + 1)
}
