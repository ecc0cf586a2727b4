//! Parses the commands of a shell script, as far as needed to find word boundaries.
//!
//! Quotes, comments, here-documents, line continuations, operators and redirections are supported. Expansions are
//! skipped and make a part of the word unknown, unless the variable is a constant; these are found in a first pass.
//! Unsupported constructs of other shells may hide commands, but cannot create any, because the quoting rules are
//! always applied.

mod commands;
mod constants;
mod quoting;
mod redirection;

use self::commands::{Around, assigned_name};
use self::constants::{Assignment, Constants};
use super::directive::{Directive, directive};
use super::word::Word;
use super::{Origin, Script, range, size};

/// The maximum nesting depth of command substitutions.
const DEPTH: usize = 16;

/// Words that may be followed by a command, and whether a compound command begins there.
const BEFORE_COMMAND: [(&str, bool); 9] = [
    ("if", true),
    ("then", false),
    ("else", false),
    ("elif", false),
    ("do", false),
    ("while", true),
    ("until", true),
    ("{", true),
    ("!", false),
];

/// Shells with POSIX quoting. That of csh is different.
const SHELLS: [&str; 7] = ["sh", "bash", "dash", "ksh", "zsh", "ksh93", "mksh"];

/// Whether the interpreter of the first line is a shell; `None` if there is none.
pub(super) fn is_shell(text: &str) -> Option<bool> {
    let line = text.strip_prefix("#!")?.lines().next()?;
    let mut words = line.split_whitespace().map(|it| it.rsplit('/').next().unwrap_or(it));
    let name = match words.next() {
        Some("env") => words.find(|it| !it.starts_with('-') && !it.contains('=')),
        other => other,
    };
    Some(name.is_none_or(|it| SHELLS.contains(&it)))
}

/// Parses a script.
pub(super) fn read(text: &str) -> Script {
    let mut first = Reader { looks_for_constants: true, ..Reader::new(text, None) };
    first.whole();
    let constants = Constants::of(first.assignments, first.opaque);
    let mut second = Reader::new(text, Some(&constants));
    second.whole();
    let Reader { mut script, own, .. } = second;
    script.add(own, Origin::Script);
    script.comments.sort_by_key(|it| it.start());
    script.continued.sort_unstable();
    script.continued.dedup();
    script
}

/// Parses the commands in a part of a text that is a literal string of another language.
pub(super) fn read_part(text: &str, start: usize, script: &mut Script) {
    let mut reader = Reader::new(text, None);
    (reader.at, reader.depth) = (start, 1);
    reader.script = std::mem::take(script);
    reader.list(None);
    *script = reader.script;
}

struct Reader<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    /// The nesting depth of substitutions and subshells.
    depth: usize,
    /// The nesting depth of loops, branches and functions.
    compound: usize,
    script: Script,
    /// The `#BSUB` lines of the script itself.
    own: Vec<Directive>,
    /// Here-documents that start on the next line.
    documents: Vec<Document>,
    /// The variables whose value is known.
    constants: Option<&'t Constants>,
    /// Whether this is the first pass, which only collects assignments.
    looks_for_constants: bool,
    /// The assignments that the first pass finds.
    assignments: Vec<Assignment>,
    /// The offsets of commands that may assign any variable.
    opaque: Vec<usize>,
    /// Words of commands that do not matter, to be reused.
    spare: Vec<Word>,
}

/// A here-document.
struct Document {
    /// The line that ends it.
    end: String,
    /// Whether it is `<<-`: tabs before the end line are ignored.
    tabs: bool,
    /// The index of the call that reads it, if it is a `bsub` command.
    reader: Option<usize>,
}

/// The state of the current command.
#[derive(Default)]
struct Command {
    words: Vec<Word>,
    /// The number of words up to the name of the command, if the words after it do not matter. Of these only the last
    /// one is remembered.
    ignored_after: Option<usize>,
    /// Whether the words have the name of the command.
    has_name: bool,
    /// The arrays that are assigned, with the number of the word.
    arrays: Vec<(usize, Vec<Word>)>,
    /// The indices of the pending here-documents it reads.
    documents: Vec<usize>,
    /// Whether its input comes from a file or a pipe.
    redirected: bool,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str, constants: Option<&'t Constants>) -> Reader<'t> {
        Reader {
            text,
            bytes: text.as_bytes(),
            at: 0,
            depth: 0,
            compound: 0,
            script: Script::default(),
            own: Vec::new(),
            documents: Vec::new(),
            constants,
            looks_for_constants: false,
            assignments: Vec::new(),
            opaque: Vec::new(),
            spare: Vec::new(),
        }
    }

    /// Parses everything.
    fn whole(&mut self) {
        self.list(None);
        // After a stray parenthesis, parsing continues.
        while self.at < self.text.len() {
            self.at += 1;
            self.list(None);
        }
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Parses commands up to a closing parenthesis or backquote, which is not consumed, or to the end.
    fn list(&mut self, until: Option<u8>) {
        let mut command = Command::default();
        let mut around = Around::default();
        while self.at < self.bytes.len() {
            let byte = self.peek(0);
            match byte {
                _ if Some(byte) == until => break,
                b')' if until.is_none() => break,
                b' ' | b'\t' | b'\r' => self.at += 1,
                b'\\' if self.is_line_end(1) => self.line_continuation(),
                b'\n' => {
                    // After `&&`, the command may follow on the next line.
                    let guarded = around.guarded && command.words.is_empty();
                    self.finish(&mut command, around);
                    around = Around { guarded, ..Around::default() };
                    self.at += 1;
                    self.here_documents();
                }
                b'#' => self.comment(),
                b'&' if self.peek(1) == b'>' => self.redirection(&mut command),
                b'&' | b'|' if self.peek(1) == byte => {
                    self.finish(&mut command, around);
                    around = Around { guarded: true, ..Around::default() };
                    self.at += 2;
                }
                b'&' | b'|' => {
                    self.finish(&mut command, Around { apart: true, ..around });
                    around = Around { piped: byte == b'|', ..Around::default() };
                    self.at += 1;
                }
                b';' => {
                    self.finish(&mut command, around);
                    around = Around::default();
                    self.at += 1;
                }
                b'(' if self.peek(1) == b'(' && command.words.is_empty() => self.arithmetic(),
                b'(' if self.is_array(&command) => {
                    let list = self.array();
                    command.arrays.push((command.words.len() - 1, list));
                }
                b'(' => {
                    self.finish(&mut command, around);
                    around = Around::default();
                    self.at += 1;
                    self.nested(b')');
                }
                b'<' | b'>' if self.peek(1) == b'(' => {
                    // A process substitution is replaced by a file name.
                    let mut word = Word::new(self.at);
                    word.unknown();
                    self.at += 2;
                    self.nested(b')');
                    self.push(&mut command, word.end(self.at));
                }
                b'<' | b'>' => self.redirection(&mut command),
                _ => self.words(&mut command),
            }
        }
        self.finish(&mut command, around);
    }

    /// Parses a word, which may become several.
    fn words(&mut self, command: &mut Command) {
        if let Some(words) = self.spread() {
            words.into_iter().for_each(|it| self.push(command, it));
            return;
        }
        let word = self.word();
        let is_number = word.is_bare() && word.text().is_some_and(|it| it.parse::<u8>().is_ok());
        if is_number && matches!(self.peek(0), b'<' | b'>') {
            self.redirection(command);
            return;
        }
        let before =
            if command.words.is_empty() && word.is_bare() { word.text().and_then(before_command) } else { None };
        match before {
            Some(begins) => {
                self.compound += usize::from(begins);
                self.spare.push(word);
            }
            None => self.push(command, word),
        }
    }

    /// Adds a word to a command.
    fn push(&mut self, command: &mut Command, word: Word) {
        if let Some(kept) = command.ignored_after {
            self.spare.extend(command.words.drain(kept..));
        } else if !command.has_name && assigned_name(&word).is_none() {
            command.has_name = true;
            command.ignored_after = (!self.matters(&word)).then_some(command.words.len() + 1);
        }
        command.words.push(word);
    }

    /// Whether a parenthesis at the cursor begins the elements of an array: `NAME=(...)`.
    fn is_array(&self, command: &Command) -> bool {
        let Some(last) = command.words.last() else { return false };
        let is_next = usize::from(last.range().end()) == self.at;
        is_next && assigned_name(last).is_some() && last.text_as_far_as_known().ends_with('=')
    }

    /// Parses the elements of an array.
    fn array(&mut self) -> Vec<Word> {
        self.at += 1;
        let mut command = Command::default();
        while self.at < self.bytes.len() && self.peek(0) != b')' {
            match self.peek(0) {
                b' ' | b'\t' | b'\r' => self.at += 1,
                b'\n' => {
                    self.note_continued(self.at);
                    self.at += 1;
                }
                b'\\' if self.is_line_end(1) => self.line_continuation(),
                b'#' => self.comment(),
                b'<' | b'>' | b'&' | b'|' | b';' | b'(' => self.at += 1,
                _ => {
                    let words = self.spread().unwrap_or_else(|| vec![self.word()]);
                    command.words.extend(words);
                }
            }
        }
        self.at = (self.at + 1).min(self.bytes.len());
        command.words
    }

    /// Parses a nested list and the byte that ends it.
    fn nested(&mut self, close: u8) {
        if self.depth == DEPTH {
            // Nested too deeply: the rest is ignored.
            self.at = self.bytes.len();
            return;
        }
        self.depth += 1;
        self.list(Some(close));
        self.depth -= 1;
        self.at = (self.at + 1).min(self.bytes.len());
    }

    fn is_line_end(&self, ahead: usize) -> bool {
        self.peek(ahead) == b'\n' || self.peek(ahead) == b'\r' && self.peek(ahead + 1) == b'\n'
    }

    fn line_continuation(&mut self) {
        self.at += if self.peek(1) == b'\n' { 1 } else { 2 };
        self.note_continued(self.at);
        self.at += 1;
    }

    fn note_continued(&mut self, line_end: usize) {
        self.script.continued.push(size(line_end));
    }

    /// Parses a comment, which may be a directive.
    fn comment(&mut self) {
        let line = self.text[..self.at].rfind('\n').map_or(0, |it| it + 1);
        let end = self.line_end();
        match directive(self.text, line, end).filter(|it| usize::from(it.mark.start()) == self.at) {
            Some(found) if self.depth == 0 => self.own.push(found),
            Some(_) => {}
            None => self.script.comments.push(range(self.at, self.at + self.text[self.at..end].trim_end().len())),
        }
        self.at = end;
    }

    /// The end of the current line.
    fn line_end(&self) -> usize {
        self.rest().find('\n').map_or(self.text.len(), |it| self.at + it)
    }

    /// Skips `((...))`: arithmetic, in which `<<` does not start a here-document.
    fn arithmetic(&mut self) {
        let start = self.at;
        let mut open = 0_usize;
        while self.at < self.bytes.len() {
            match self.peek(0) {
                b'(' => open += 1,
                b')' => open -= 1,
                b'\n' => self.note_continued(self.at),
                _ => {}
            }
            self.at += 1;
            if open == 0 {
                break;
            }
        }
        if self.looks_for_constants {
            // Any of the variables may get another value.
            let names = self.text.get(start..self.at).unwrap_or_default();
            for name in names.split(|it: char| !it.is_ascii_alphanumeric() && it != '_') {
                self.touch(name);
            }
        }
    }
}

/// Whether an unquoted byte ends a word.
fn ends_word(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b';' | b'&' | b'|' | b'(' | b')' | b'<' | b'>')
}

/// Whether a word before a command begins a compound command; `None` for other words.
fn before_command(word: &str) -> Option<bool> {
    BEFORE_COMMAND.iter().find(|it| it.0 == word).map(|it| it.1)
}
