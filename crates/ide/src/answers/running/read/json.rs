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
        let document = match documents.next()? {
            Ok(document) => document,
            Err(problem) => {
                self.input.steps += text.split_inclusive('\n').take(problem.line()).map(str::len).sum::<usize>();
                return if problem.is_eof() { self.json_cut_off(text, line) } else { None };
            }
        };
        let length = documents.byte_offset();
        self.input.steps += length;
        let command = document.get("COMMAND")?.as_str()?;
        let Some(display) = self.begin_document(command, line) else { return Some(length) };
        let mut lines = Lines { text: &text[..length], line };
        let records = document.get("RECORDS").and_then(Value::as_array).into_iter().flatten();
        for record in records.filter_map(Value::as_object) {
            let lines = lines.next();
            self.record(display, record, &lines, line);
        }
        self.end();
        Some(length)
    }

    /// Reads the records of a document whose end is missing. All of the text belongs to it.
    fn json_cut_off(&mut self, text: &str, line: usize) -> Option<usize> {
        let command = text.split_once("\"COMMAND\"")?.1.split('"').nth(1)?;
        let start = text.find("\"RECORDS\"").and_then(|it| Some(it + text[it..].find('[')? + 1));
        let Some(display) = self.begin_document(command, line) else { return Some(text.len()) };
        let mut at = start.unwrap_or(text.len());
        let mut lines = Lines { text, line };
        loop {
            at += text[at..].len() - text[at..].trim_start_matches([',', ' ', '\t', '\r', '\n']).len();
            let mut records = serde_json::Deserializer::from_str(&text[at..]).into_iter::<Value>();
            let Some(Ok(Value::Object(record))) = records.next() else { break };
            let lines = lines.next();
            self.record(display, &record, &lines, line);
            at += records.byte_offset();
        }
        self.input.steps += text.len();
        self.end();
        let last = line + text[..at].matches('\n').count();
        // The missing text may begin in a line of its own, which is not there.
        let last = last.min(self.lines.len());
        self.not_understood(last, format!("the end of a document of {command} is missing"));
        Some(text.len())
    }

    /// What a document of a command displays; `None` if that is not known.
    fn begin_document(&mut self, command: &str, line: usize) -> Option<&'static Display> {
        let display = DISPLAYS.iter().find(|it| !it.json.is_empty() && it.json == command);
        self.end_sentence();
        self.end();
        let display = display.filter(|it| it.layout == DisplayLayout::Rows);
        if display.is_none() {
            self.not_understood(line, format!("a document of {command}"));
        }
        display
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
