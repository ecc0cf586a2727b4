//! The lines of an object: labels, sentences, texts, and small tables.

use std::rc::Rc;

use lsflint_spec::{Display, DisplayForm, DisplayPart, DisplayPlace};

use super::{Column, Reader, Shown, Slot, Within, cells, label};

/// The indentation with which LSF continues a line that is too long.
const INDENT: usize = 21;
/// The length from which LSF may have broken a line inside of a word.
const BROKEN: usize = 79;

/// The rows of a table with the current load.
const LOAD: [&str; 2] = ["Total", "Reserved"];

impl Reader<'_> {
    /// Reads a line of an object; false if it is not understood.
    pub(super) fn block_line(&mut self, display: &'static Display, index: usize, raw: &str, text: &str) -> bool {
        let line = index + 1;
        let mut continued = None;
        match &self.within {
            Within::Text(None) | Within::Closed => return true,
            Within::Text(Some(part)) if !raw.starts_with(|it: char| it.is_ascii_uppercase()) || !is_label(text) => {
                let part = *part;
                self.push(Shown::Part(part), Slot::Whole, text.to_owned(), line);
                return true;
            }
            Within::Table(header) => {
                let header = Rc::clone(header);
                if let Some(done) = self.table_row(display, &header, line, raw, text) {
                    return done;
                }
            }
            Within::Thresholds => {
                let columns = text.split(' ').map(|it| Column::Index(it.to_owned()));
                self.within = Within::Table(cells::Header::of(columns.collect()));
                return true;
            }
            Within::Label(part) => continued = Some(*part),
            _ => {}
        }
        self.within = Within::Nothing;
        self.heading(display, text)
            || self.table_or_state(display, index, text)
            || self.part(display, line, text)
            || continued.is_some_and(|it| self.continuation(it, index, raw, text))
    }

    /// Reads a heading; false if it is another line.
    fn heading(&mut self, display: &'static Display, text: &str) -> bool {
        let is_it = |heading: &str| !heading.is_empty() && text == heading;
        if is_it(display.thresholds) {
            self.within = Within::Thresholds;
        } else if is_it(display.default_limits) {
            self.slot = Slot::Default;
        } else if is_it(display.maximum_limits) {
            self.slot = Slot::Maximum;
        } else if display.closing.iter().any(|it| begins_with(text, it)) {
            self.within = Within::Closed;
        } else {
            return false;
        }
        true
    }

    /// Reads words for policies, the header of a table, or a line that is not configuration.
    fn table_or_state(&mut self, display: &'static Display, index: usize, text: &str) -> bool {
        if !display.policies.is_empty()
            && let Some(words) = text.strip_prefix(display.policies)
        {
            self.policies(display, words.trim(), index + 1);
            return true;
        }
        if let Some(columns) = self.table_header(display, index, text) {
            self.within = Within::Table(cells::Header::of(columns));
            return true;
        }
        let name = self.object.map(|it| self.input.objects[it].name.as_str()).unwrap_or_default();
        let is_own = |it: &&str| it.contains("<name>") && it.replace("<name>", name) == text;
        if display.state.iter().any(|it| begins_with(text, it) || is_own(it)) {
            return true;
        }
        let is_skipped = display.skipped.iter().any(|it| begins_with(text, it));
        if is_skipped {
            self.within = Within::Text(None);
        }
        is_skipped
    }

    fn part(&mut self, display: &'static Display, line: usize, text: &str) -> bool {
        let found = label(text);
        let is_first = self.object.is_some_and(|it| self.input.objects[it].line + 1 == line);
        for part in display.parts {
            let value = match part.at {
                DisplayPlace::Label => found.filter(|it| it.0 == part.text).map(|it| it.1.to_owned()),
                DisplayPlace::Sentence => value_in(part.text, text),
                // A text without words before it is the first line, unless that has a label.
                DisplayPlace::Text if part.text.is_empty() => (is_first && !is_label(text)).then(|| text.to_owned()),
                DisplayPlace::Text => text.strip_prefix(part.text).map(|it| it.trim().to_owned()),
                DisplayPlace::Column | DisplayPlace::Policy => None,
            };
            let Some(value) = value else { continue };
            let names_control = part.params.iter().all(|it| !it.starts_with(part.text));
            let value = match part.form {
                DisplayForm::Controls if names_control => format!("{}[{}]", part.text, without_brackets(&value)),
                // The unit is not certain.
                DisplayForm::Checkpoint => value.trim_end_matches(" seconds").trim_end_matches(" minutes").to_owned(),
                _ => value,
            };
            self.push(Shown::Part(part), Slot::of(part), value, line);
            self.within = match part.at {
                DisplayPlace::Text => Within::Text(Some(part)),
                DisplayPlace::Label if may_continue(part) => Within::Label(part),
                _ => Within::Nothing,
            };
            return true;
        }
        false
    }

    /// Adds an indented line to the value of a label in the line above.
    fn continuation(&mut self, part: &'static DisplayPart, index: usize, raw: &str, text: &str) -> bool {
        let indent = raw.chars().take_while(|it| it.is_whitespace()).count();
        let above = index.checked_sub(1).map_or("", |it| self.lines[it]).trim_end_matches('\r');
        let Some(piece) = self.pieces.last_mut().filter(|_| indent > 1 && !is_label(text)) else { return false };
        let is_broken = indent == INDENT && above.chars().count() >= BROKEN && !above.ends_with(' ');
        if !is_broken {
            piece.text.push(' ');
        }
        piece.text.push_str(text);
        self.within = Within::Label(part);
        true
    }

    fn policies(&mut self, display: &'static Display, words: &str, line: usize) {
        for word in words.split(' ').filter(|it| !it.is_empty()) {
            let is_it = |text: &str| word == text || text.contains('(') && word.starts_with(text);
            let part = display.parts.iter().find(|it| it.at == DisplayPlace::Policy && is_it(it.text));
            match part {
                Some(part) => self.push(Shown::Part(part), Slot::Whole, word.to_owned(), line),
                None if display.is_state(word) => {}
                None => self.not_understood(line, word.to_owned()),
            }
        }
    }

    /// The columns of a header. Load indices may be those of the site: the next line says that they are indices.
    fn table_header(&self, display: &'static Display, index: usize, text: &str) -> Option<Vec<Column>> {
        let next = self.lines.get(index + 1).and_then(|it| it.split_whitespace().next()).unwrap_or_default();
        if display.rows.contains(&next) {
            return Some(text.split(' ').map(|it| Column::Index(it.to_owned())).collect());
        }
        if LOAD.contains(&next) {
            return Some(text.split(' ').map(|_| Column::State).collect());
        }
        let columns = text.split(' ').map(|it| cells::known(display, it)).collect::<Option<Vec<_>>>()?;
        let is_part = |it: &Column| matches!(it, Column::Part(_));
        (columns.iter().any(is_part) || columns.len() > 1).then_some(columns)
    }

    /// Reads a row of a table. `None` if the table ends before the line, else whether the row is understood.
    fn table_row(
        &mut self,
        display: &Display,
        header: &cells::Header,
        line: usize,
        raw: &str,
        text: &str,
    ) -> Option<bool> {
        let columns = &header.columns;
        if columns.iter().any(|it| it.form() == Some(DisplayForm::Accounts)) {
            return Some(self.account(header, line, raw));
        }
        let indexed = columns.iter().any(|it| matches!(it, Column::Index(_)));
        let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
        let row = display.rows.iter().position(|it| *it == first);
        let (slot, cells) = match (row, indexed) {
            (Some(row), _) => (Some(Slot::Row(row)), cells::cells(header, rest)),
            (None, true) if display.rows.is_empty() => {
                self.within = Within::Nothing;
                (None, cells::cells(header, text))
            }
            (None, true) => return None,
            (None, false) if LOAD.contains(&first) => return Some(true),
            (None, false) => {
                self.within = Within::Nothing;
                (None, cells::cells(header, text))
            }
        };
        let Some(cells) = cells else { return Some(false) };
        for (column, cell) in columns.iter().zip(cells) {
            let Some(what) = column.shown() else { continue };
            let slot = slot.unwrap_or(match &what {
                Shown::Part(part) if Slot::of(part) != Slot::Whole => Slot::of(part),
                _ => self.slot,
            });
            self.push(what, slot, cell, line);
        }
        Some(true)
    }
}

impl Reader<'_> {
    /// Reads the row of a user or user group with shares.
    fn account(&mut self, header: &cells::Header, line: usize, raw: &str) -> bool {
        let Some(cells) = cells::cells(header, raw) else { return false };
        let account = cells.first().map(|it| it.trim_end_matches('/').to_owned()).unwrap_or_default();
        for (column, cell) in header.columns.iter().zip(cells) {
            if let Some(what) = column.shown() {
                self.push(what, Slot::Whole, format!("[{account}, {cell}]"), line);
            }
        }
        true
    }
}

/// Whether the value of a label may go on in the next line.
fn may_continue(part: &DisplayPart) -> bool {
    let wide =
        [DisplayForm::List, DisplayForm::Members, DisplayForm::Shares, DisplayForm::Plain, DisplayForm::Controls];
    wide.contains(&part.form) || matches!(part.form, DisplayForm::Description | DisplayForm::Requirement)
}

/// `kill -STOP` of `[kill -STOP]`.
fn without_brackets(text: &str) -> &str {
    text.strip_prefix('[').and_then(|it| it.strip_suffix(']')).unwrap_or(text).trim()
}

/// The value in a sentence: `Migration threshold is <value> minutes`.
pub(super) fn value_in(pattern: &str, text: &str) -> Option<String> {
    let (before, after) = pattern.split_once("<value>")?;
    let value = text.strip_prefix(before)?.strip_suffix(after)?;
    (!value.is_empty()).then(|| value.trim().to_owned())
}

/// Whether a line begins with whole words.
fn begins_with(text: &str, words: &str) -> bool {
    text.strip_prefix(words).is_some_and(|it| it.is_empty() || it.starts_with(' ') || words.ends_with(':'))
}

/// Whether a line begins with a label in upper case.
fn is_label(text: &str) -> bool {
    let is_upper = |it: char| it.is_ascii_uppercase() || it.is_ascii_digit() || matches!(it, '_' | '/' | ' ');
    label(text).is_some_and(|it| !it.0.is_empty() && it.0.chars().all(is_upper))
}
