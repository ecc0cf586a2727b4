//! Variables whose value is known: those that a script assigns exactly once, at the top level, before their use.
//!
//! Only an assignment that is surely carried out is one: not in a function, a branch, a loop, a subshell or a pipe, nor
//! after `&&`. A command that may assign any variable (`source`, `eval`) ends what is known.

use std::collections::HashMap;

use rowan::TextRange;

use super::super::word::Word;
use super::{Reader, ends_word};

/// The value of a variable.
pub(super) struct Text {
    pub(super) text: String,
    /// The value in the assignment.
    pub(super) assigned: TextRange,
    word: Word,
}

/// What is assigned.
pub(super) enum Value {
    Word(Word),
    List(Vec<Word>),
    /// Something that depends on the run.
    Unknown,
}

/// An assignment in the script, in text order.
pub(super) struct Assignment {
    name: String,
    value: Value,
    /// The offset after it.
    at: usize,
}

/// The variables of a script that have one value.
#[derive(Default)]
pub(super) struct Constants {
    texts: HashMap<String, (usize, Text)>,
    lists: HashMap<String, (usize, Vec<Word>)>,
    /// The offsets of commands that may assign any variable, in order.
    opaque: Vec<usize>,
}

impl Constants {
    /// The constants among the assignments of a script.
    pub(super) fn of(assignments: Vec<Assignment>, opaque: Vec<usize>) -> Constants {
        let mut count: HashMap<String, usize> = HashMap::new();
        for it in &assignments {
            *count.entry(it.name.clone()).or_default() += 1;
        }
        let mut constants = Constants { opaque, ..Constants::default() };
        for Assignment { name, value, at } in assignments.into_iter().filter(|it| count[&it.name] == 1) {
            match value {
                Value::Word(word) => {
                    // The right side of an assignment is not matched with file names.
                    let Some(text) = word.text_unless_matched().map(str::to_owned) else { continue };
                    constants.texts.insert(name, (at, Text { text, assigned: word.range(), word }));
                }
                Value::List(words) => {
                    constants.lists.insert(name, (at, words));
                }
                Value::Unknown => {}
            }
        }
        constants
    }

    /// The value of a variable at an offset.
    pub(super) fn text_at(&self, name: &str, place: usize) -> Option<&Text> {
        let (at, text) = self.texts.get(name)?;
        self.holds(*at, place).then_some(text)
    }

    /// The elements of an array at an offset.
    fn list_at(&self, name: &str, place: usize) -> Option<&[Word]> {
        let (at, list) = self.lists.get(name)?;
        self.holds(*at, place).then_some(list)
    }

    fn holds(&self, assigned: usize, place: usize) -> bool {
        let next = self.opaque.partition_point(|it| *it < assigned);
        assigned <= place && self.opaque.get(next).is_none_or(|it| *it > place)
    }
}

impl Text {
    /// The words that the value becomes without quotes; `None` if it contains quotes, which the shell does not remove.
    fn split(&self) -> Option<Vec<Word>> {
        if self.text.contains(['"', '\'', '\\']) {
            return None;
        }
        let mut words = Vec::new();
        let mut from = 0;
        for item in self.text.split_ascii_whitespace() {
            let at = from + self.text[from..].find(item)?;
            from = at + item.len();
            let mut word = self.word.slice(at..from);
            if item.contains(['*', '?', '[']) {
                word.pattern();
            }
            words.push(word);
        }
        Some(words)
    }
}

impl Reader<'_> {
    /// Notes an assignment.
    pub(super) fn assign(&mut self, name: &str, value: Value) {
        if self.looks_for_constants {
            self.assignments.push(Assignment { name: name.to_owned(), value, at: self.at });
        }
    }

    /// Notes that a variable may get another value.
    pub(super) fn touch(&mut self, name: &str) {
        if is_name(name) {
            self.assign(name, Value::Unknown);
        }
    }

    /// Notes that a command may assign any variable.
    pub(super) fn note_opaque(&mut self) {
        if self.looks_for_constants {
            self.opaque.push(self.at);
        }
    }

    /// The words that an expansion at the cursor becomes, if it is a whole word and a constant: `"${options[@]}"`, or
    /// `$options` without quotes. The cursor moves behind it.
    pub(super) fn spread(&mut self) -> Option<Vec<Word>> {
        let constants = self.constants?;
        let rest = self.rest();
        let quoted = rest.starts_with('"');
        let inner = rest.strip_prefix('"').unwrap_or(rest).strip_prefix('$')?;
        let (name, all, length) = match inner.strip_prefix('{') {
            Some(inner) => {
                let content = &inner[..inner.find('}')?];
                let name = content.strip_suffix("[@]").or_else(|| content.strip_suffix("[*]").filter(|_| !quoted));
                (name.unwrap_or(content), name.is_some(), content.len() + 3)
            }
            None => {
                let length = inner.bytes().take_while(|it| it.is_ascii_alphanumeric() || *it == b'_').count();
                (&inner[..length], false, 1 + length)
            }
        };
        let end = self.at + length + if quoted { 2 } else { 0 };
        let ends =
            self.bytes.get(end).is_none_or(|it| ends_word(*it)) && (!quoted || rest[length + 1..].starts_with('"'));
        let words = match all {
            true => constants.list_at(name, self.at)?.to_vec(),
            false => constants.text_at(name, self.at).filter(|it| !quoted && it.text.contains([' ', '\t']))?.split()?,
        };
        if !ends {
            return None;
        }
        self.at = end;
        Some(words)
    }
}

/// Whether a text can be the name of a variable.
pub(super) fn is_name(text: &str) -> bool {
    text.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_')
        && text.starts_with(|it: char| it.is_ascii_alphabetic() || it == '_')
}
