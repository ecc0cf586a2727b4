//! The lines of an object: labels, sentences, texts, and small tables.

use lsflint_spec::{Display, DisplayPlace};

use super::{Column, Reader, Shown, Slot, Within, cells, label};

/// The rows of a table with the current load.
const LOAD: [&str; 2] = ["Total", "Reserved"];

impl Reader<'_> {
    /// Reads a line of an object; false if it is not understood.
    pub(super) fn block_line(&mut self, display: &'static Display, index: usize, raw: &str, text: &str) -> bool {
        let line = index + 1;
        match &self.within {
            Within::Text(None) => return true,
            Within::Text(Some(part)) if !raw.starts_with(|it: char| it.is_ascii_uppercase()) || !is_label(text) => {
                let part = *part;
                self.push(Shown::Part(part), Slot::Whole, text.to_owned(), line);
                return true;
            }
            Within::Table(columns) => {
                let columns = columns.clone();
                if let Some(done) = self.table_row(display, &columns, line, text) {
                    return done;
                }
            }
            Within::Thresholds => {
                let columns = text.split(' ').map(|it| Column::Index(it.to_owned()));
                self.within = Within::Table(columns.collect());
                return true;
            }
            _ => {}
        }
        self.within = Within::Nothing;
        if !display.thresholds.is_empty() && text == display.thresholds {
            self.within = Within::Thresholds;
            return true;
        }
        if !display.default_limits.is_empty() && text == display.default_limits {
            self.slot = Slot::Default;
            return true;
        }
        if !display.maximum_limits.is_empty() && text == display.maximum_limits {
            self.slot = Slot::Maximum;
            return true;
        }
        if !display.policies.is_empty()
            && let Some(words) = text.strip_prefix(display.policies)
        {
            self.policies(display, words.trim(), line);
            return true;
        }
        if let Some(columns) = self.table_header(display, index, text) {
            self.within = Within::Table(columns);
            return true;
        }
        if display.skipped.iter().any(|it| begins_with(text, it)) {
            self.within = Within::Text(None);
            return true;
        }
        if display.state.iter().any(|it| begins_with(text, it)) {
            return true;
        }
        self.part(display, line, text)
    }

    fn part(&mut self, display: &'static Display, line: usize, text: &str) -> bool {
        let found = label(text);
        for part in display.parts {
            let value = match part.at {
                DisplayPlace::Label => found.filter(|it| it.0 == part.text).map(|it| it.1.to_owned()),
                DisplayPlace::Sentence => value_in(part.text, text),
                DisplayPlace::Text => text.strip_prefix(part.text).map(|it| it.trim().to_owned()),
                DisplayPlace::Column | DisplayPlace::Policy => None,
            };
            let Some(value) = value else { continue };
            self.push(Shown::Part(part), Slot::of(part), value, line);
            if part.at == DisplayPlace::Text {
                self.within = Within::Text(Some(part));
            }
            return true;
        }
        false
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
    fn table_row(&mut self, display: &Display, columns: &[Column], line: usize, text: &str) -> Option<bool> {
        let indexed = columns.iter().any(|it| matches!(it, Column::Index(_)));
        let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
        let row = display.rows.iter().position(|it| *it == first);
        let (slot, cells) = match (row, indexed) {
            (Some(row), _) => (Some(Slot::Row(row)), cells::cells(columns, rest)),
            (None, true) if display.rows.is_empty() => {
                self.within = Within::Nothing;
                (None, cells::cells(columns, text))
            }
            (None, true) => return None,
            (None, false) if LOAD.contains(&first) => return Some(true),
            (None, false) => {
                self.within = Within::Nothing;
                (None, cells::cells(columns, text))
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
