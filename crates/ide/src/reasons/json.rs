//! Documents that commands print with `-json`.

use lsflint_spec::RECORD_MEMBERS;
use serde_json::{Map, Value};

use super::input::Job;

/// A value that is not set.
const NONE: &str = "-";

/// What a command printed with `-json`: `{"COMMAND": "bjobs", "JOBS": 1, "RECORDS": [{"JOBID": "7", ...}]}`.
#[derive(Debug)]
pub(super) struct Document {
    /// The command: `bjobs`.
    pub(super) command: String,
    pub(super) records: Vec<Record>,
}

/// A record of a document.
#[derive(Debug, Default)]
pub(super) struct Record {
    pub(super) job: Job,
    /// The reasons, with the number of the line in the document, from 0.
    pub(super) reasons: Vec<(usize, String)>,
    /// The states.
    pub(super) states: Vec<(usize, String)>,
}

/// The document at the beginning of a text, and its length in bytes; `None` if there is none.
pub(super) fn document(text: &str) -> Option<(Document, usize)> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let value = values.next()?.ok()?;
    let length = values.byte_offset();
    let command = value.get("COMMAND")?.as_str()?.to_owned();
    let (mut reasons, mut states) = (Lines::of(&text[..length]), Lines::of(&text[..length]));
    let mut records = Vec::new();
    for members in value.get("RECORDS")?.as_array()?.iter().filter_map(Value::as_object) {
        let found = |names: &[&'static str], lines: &mut Lines<'_>| -> Vec<(usize, String)> {
            let texts = names.iter().filter_map(|it| member(members, it));
            texts.map(|it| (lines.find(&it), it)).collect()
        };
        records.push(Record {
            job: Job {
                id: member(members, RECORD_MEMBERS.job).unwrap_or_default(),
                queue: member(members, RECORD_MEMBERS.queue),
                user: member(members, RECORD_MEMBERS.user),
                application: member(members, RECORD_MEMBERS.application),
                requirement: None,
                tasks: None,
                is_long: false,
            },
            reasons: found(RECORD_MEMBERS.reasons, &mut reasons),
            states: found(RECORD_MEMBERS.states, &mut states),
        });
    }
    Some((Document { command, records }, length))
}

/// The text of a member; `None` if it is not set.
fn member(members: &Map<String, Value>, name: &str) -> Option<String> {
    let text = match members.get(name)? {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    Some(text).filter(|it| !it.trim().is_empty() && it.trim() != NONE)
}

/// The lines of values that are looked up in the order of the document.
struct Lines<'t> {
    rest: &'t str,
    number: usize,
    /// Whether all values were found so far: the document may escape characters in another way.
    is_exact: bool,
}

impl<'t> Lines<'t> {
    fn of(text: &'t str) -> Lines<'t> {
        Lines { rest: text, number: 0, is_exact: true }
    }

    /// The number of the line with a value, from 0; if it is not found, that of the last one.
    fn find(&mut self, value: &str) -> usize {
        let written = Value::from(value).to_string();
        match self.rest.find(&written).filter(|_| self.is_exact) {
            Some(at) => {
                self.number += self.rest[..at].matches('\n').count();
                self.rest = &self.rest[at..][written.len()..];
            }
            None => self.is_exact = false,
        }
        self.number
    }
}
