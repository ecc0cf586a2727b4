//! Reads saved output of query commands: objects, and the values that are displayed for them, with their lines.
//!
//! Which heading, label or column stands for which parameter is data (`displays.toml`). Each line is read one time, and
//! what is not understood is kept with its line, so reading never fails.

mod block;
mod cells;
mod json;
mod merge;

use lsflint_spec::{
    DISPLAYS, Display, DisplayLayout, DisplayPart, DisplayPlace, NOISE, ParamKind, ParamSpec, REMARKS, command_line,
    find_param, one_space, section,
};

use super::NotUnderstood;

/// What was read from all outputs.
#[derive(Debug, Default)]
pub(super) struct Input {
    pub(super) objects: Vec<ShownObject>,
    pub(super) values: Vec<ShownValue>,
    pub(super) unknown: Vec<NotUnderstood>,
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
    pub(super) line: usize,
}

/// What a value is about.
#[derive(Debug, Clone)]
pub(super) enum Shown {
    /// A part of the display.
    Part(&'static DisplayPart),
    /// A parameter that is displayed with its name.
    Param(&'static ParamSpec),
    /// The thresholds of a load index.
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
    Default,
    Maximum,
    /// The number of the row of thresholds.
    Row(usize),
}

/// What the current line belongs to.
enum Within {
    Nothing,
    /// A table with these columns.
    Table(Vec<Column>),
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
    State,
    /// A load index.
    Index(String),
}

struct Reader<'t> {
    source: usize,
    lines: Vec<&'t str>,
    input: Input,
    pieces: Vec<Piece>,
    display: Option<&'static Display>,
    object: Option<usize>,
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
        if !text.ends_with('\n')
            && let Some(object) = self.object
        {
            self.input.objects[object].cut_at = Some(self.lines.len());
        }
    }

    /// Reads a line; `index` counts from 0.
    fn line(&mut self, index: usize, raw: &str) {
        let (number, text) = (index + 1, one_space(raw));
        if text.is_empty() {
            self.within = Within::Nothing;
            if self.display.is_some_and(|it| it.layout == DisplayLayout::Rows) {
                self.end();
            }
            return;
        }
        if text.chars().all(|it| it == '-') && text.len() > 2 {
            self.end();
        } else if command_line(&text).is_some() {
            self.end_sentence();
            self.end();
        } else if !self.begins(index, &text) && !self.assignment(number, &text) {
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
            self.pieces.push(Piece { object, what, slot, text, line });
        }
    }

    fn begin_object(&mut self, display: &'static Display, name: &str, line: usize) {
        self.slot = Slot::Whole;
        self.display = Some(display);
        let object = ShownObject { source: self.source, display, name: name.to_owned(), line, cut_at: None };
        self.object = Some(self.input.objects.len());
        self.input.objects.push(object);
    }

    /// Reads the first line of an object or an output; false if it is another line.
    fn begins(&mut self, index: usize, text: &str) -> bool {
        for display in DISPLAYS {
            match display.layout {
                DisplayLayout::Blocks => {
                    if let Some(name) = display.begins.iter().find_map(|it| name_in(it, text)) {
                        self.end_sentence();
                        self.within = Within::Nothing;
                        self.begin_object(display, name, index + 1);
                        return true;
                    }
                    // What follows belongs to an object whose name cannot be read.
                    let label = |it: &&str| {
                        it.strip_suffix(" <name>").is_some_and(|it| it.ends_with(':') && text.starts_with(it))
                    };
                    if display.begins.iter().any(label) {
                        self.end();
                        return false;
                    }
                }
                DisplayLayout::Rows => {
                    // Inside of an object, a header is that of a table of the object.
                    let is_block = self.display.is_some_and(|it| it.layout == DisplayLayout::Blocks);
                    if let Some(columns) = cells::header(display, text)
                        && !(is_block && matches!(self.within, Within::Table(_)))
                    {
                        self.end_sentence();
                        self.end();
                        self.display = Some(display);
                        self.within = Within::Table(columns);
                        return true;
                    }
                }
                DisplayLayout::Assignments => {
                    if display.begins.iter().any(|it| text.starts_with(it)) {
                        self.end_sentence();
                        self.within = Within::Nothing;
                        self.begin_object(display, "", index + 1);
                        return true;
                    }
                }
                DisplayLayout::Sections => {
                    if display.begins.contains(&text) {
                        self.end_sentence();
                        self.end();
                        self.display = Some(display);
                        return true;
                    }
                }
                DisplayLayout::Lines => {}
            }
        }
        false
    }

    /// Reads a line of a section as in the file; false if it is something else. The name of the object is the first one.
    fn section_line(&mut self, display: &'static Display, number: usize, text: &str) -> bool {
        if text.starts_with("End ") {
            self.end();
            return true;
        }
        let Some((name, value)) = text.split_once('=') else { return false };
        let (name, value) = (name.trim(), value.trim());
        let named = section(display.file, display.section).and_then(|it| it.defines.as_ref());
        if named.is_some_and(|it| it.key == name) {
            self.begin_object(display, value, number);
            return true;
        }
        let param = find_param(display.file, display.section, name).filter(|_| self.object.is_some());
        let Some(param) = param else { return false };
        self.push(Shown::Param(param), Slot::Whole, value.to_owned(), number);
        true
    }

    /// Reads `NAME = value`; false if the line is something else, or the name is not a parameter.
    fn assignment(&mut self, number: usize, text: &str) -> bool {
        let inside = self.display.is_none_or(|it| it.layout == DisplayLayout::Assignments);
        let Some((name, value)) = text.split_once('=').filter(|_| inside) else { return false };
        let remark = REMARKS.iter().find_map(|it| value.strip_suffix(it));
        let (name, value) = (name.trim(), remark.unwrap_or(value).trim());
        let of = |it: &'static Display| {
            let param = find_param(it.file, it.section, name).filter(|it| it.kind != ParamKind::Directive)?;
            Some((it, param))
        };
        let known = DISPLAYS.iter().filter(|it| it.layout == DisplayLayout::Assignments);
        let current = self.display.filter(|_| self.object.is_some());
        let found = current.map_or_else(|| known.clone().filter(|it| it.begins.is_empty()).find_map(of), of);
        let Some((display, param)) = found else { return false };
        self.sentence = None;
        if current.is_none() {
            self.begin_object(display, "", number);
        }
        self.push(Shown::Param(param), Slot::Whole, value.to_owned(), number);
        true
    }

    fn part_of_display(&mut self, index: usize, raw: &str, text: &str) -> bool {
        match self.display {
            Some(display) if display.layout == DisplayLayout::Rows => {
                let Within::Table(columns) = &self.within else { return false };
                let columns = columns.clone();
                self.row(display, &columns, index + 1, text)
            }
            Some(display) if display.layout == DisplayLayout::Sections => self.section_line(display, index + 1, text),
            Some(display) if display.layout == DisplayLayout::Blocks => self.block_line(display, index, raw, text),
            _ => self.free_line(index + 1, text),
        }
    }

    /// Reads a row of a table with one row for each object.
    fn row(&mut self, display: &'static Display, columns: &[Column], line: usize, text: &str) -> bool {
        let Some(cells) = cells::cells(columns, text) else { return false };
        let name = columns.iter().zip(&cells).find(|it| matches!(it.0, Column::Name)).map(|it| it.1.clone());
        let Some(name) = name else { return false };
        self.begin_object(display, name.trim_end_matches('/'), line);
        for (column, cell) in columns.iter().zip(cells) {
            if let Column::Part(part) = column {
                self.push(Shown::Part(part), Slot::of(part), cell, line);
            }
        }
        true
    }

    /// Reads a line about the whole cluster.
    fn free_line(&mut self, line: usize, text: &str) -> bool {
        for display in DISPLAYS.iter().filter(|it| it.layout == DisplayLayout::Lines) {
            if display.state.iter().any(|it| text.starts_with(it)) {
                return true;
            }
            for part in display.parts {
                let value = match part.at {
                    DisplayPlace::Label => label(text).filter(|it| it.0 == part.text).map(|it| it.1.to_owned()),
                    _ => block::value_in(part.text, text),
                };
                let Some(value) = value else { continue };
                if self.display != Some(display) {
                    self.begin_object(display, "", line);
                }
                self.push(Shown::Part(part), Slot::of(part), value, line);
                return true;
            }
        }
        false
    }
}

impl Slot {
    fn of(part: &DisplayPart) -> Slot {
        match part.limit {
            lsflint_spec::DisplayLimit::Any => Slot::Whole,
            lsflint_spec::DisplayLimit::Default => Slot::Default,
            lsflint_spec::DisplayLimit::Maximum => Slot::Maximum,
        }
    }
}

/// The name in the first line of an object: `QUEUE: <name>`.
fn name_in<'t>(pattern: &str, text: &'t str) -> Option<&'t str> {
    let name = text.strip_prefix(pattern.strip_suffix("<name>")?)?;
    (!name.is_empty() && !name.contains(' ')).then_some(name)
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
