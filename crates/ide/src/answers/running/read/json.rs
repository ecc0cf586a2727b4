//! Documents of `-json`: `{"COMMAND":"bqueues","QUEUES":1,"RECORDS":[{"QUEUE_NAME":"night"}]}`.

use lsflint_spec::{DISPLAYS, Display, DisplayLayout};
use rustc_hash::FxHashMap;
use serde_json::{Map, Value};

use super::{Column, Reader, Shown, Slot, cells};

impl Reader<'_> {
    /// Reads the document at the beginning of a text, which is in the line with a number. Returns its length; `None` if
    /// it is not a document of a known command.
    pub(super) fn json(&mut self, text: &str, line: usize) -> Option<usize> {
        let mut documents = serde_json::Deserializer::from_str(text).into_iter::<Value>();
        let document = documents.next()?.ok()?;
        let length = documents.byte_offset();
        let command = document.get("COMMAND")?.as_str()?;
        let display = DISPLAYS.iter().find(|it| !it.json.is_empty() && it.json == command);
        self.end_sentence();
        self.end();
        let Some(display) = display.filter(|it| it.layout == DisplayLayout::Rows) else {
            self.not_understood(line, format!("a document of {command}"));
            return Some(length);
        };
        let mut lines = Lines { text: &text[..length], line };
        let records = document.get("RECORDS").and_then(Value::as_array).into_iter().flatten();
        for record in records.filter_map(Value::as_object) {
            let lines = lines.next();
            self.record(display, record, &lines, line);
        }
        self.end();
        Some(length)
    }

    fn record(
        &mut self,
        display: &'static Display,
        record: &Map<String, Value>,
        lines: &FxHashMap<&str, usize>,
        first: usize,
    ) {
        let line_of = |member: &str| lines.get(member).copied().unwrap_or(first);
        let named = display.begins.first().copied().unwrap_or_default();
        let Some(name) = record.get(named).and_then(Value::as_str) else {
            let line = record.keys().map(|it| line_of(it)).min().unwrap_or(first);
            self.not_understood(line, format!("a record without {named}"));
            return;
        };
        self.begin_object(display, name.trim_end_matches('/'), line_of(named));
        for (key, value) in record.iter().filter(|it| it.0 != named) {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            match cells::known(display, key) {
                Some(Column::Part(part)) => self.push(Shown::Part(part), Slot::of(part), text, line_of(key)),
                Some(_) => {}
                None => self.not_understood(line_of(key), format!("{key}: {text}")),
            }
        }
    }
}

/// The lines of the members of records, from record to record.
struct Lines<'t> {
    /// The text that is not read yet.
    text: &'t str,
    /// The number of its first line.
    line: usize,
}

impl<'t> Lines<'t> {
    /// The lines of the members of the next record. Values of records have no objects.
    fn next(&mut self) -> FxHashMap<&'t str, usize> {
        let end = self.text.find('}').map_or(self.text.len(), |it| it + 1);
        let (record, rest) = self.text.split_at(end);
        let mut lines = FxHashMap::default();
        for (number, text) in record.split('\n').enumerate() {
            for member in text.split('"').skip(1).step_by(2) {
                lines.entry(member).or_insert(self.line + number);
            }
        }
        self.line += record.matches('\n').count();
        self.text = rest;
        lines
    }
}
