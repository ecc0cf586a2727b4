//! Parses the commands of a shell script, as far as needed to find word boundaries.
//!
//! Quotes, comments, here-documents, line continuations, operators and redirections are supported. Expansions are
//! skipped and make the text of the word unknown. Unsupported constructs of other shells may hide commands, but cannot
//! create any, because the quoting rules are always applied.

mod quoting;

use super::directive::{Directive, directive};
use super::word::Word;
use super::{Call, Origin, Script, range, size};

/// The maximum nesting depth of command substitutions.
const DEPTH: usize = 16;

/// Words that may be followed by a command.
const BEFORE_COMMAND: [&str; 12] =
    ["if", "then", "else", "elif", "do", "while", "until", "{", "!", "time", "exec", "command"];

/// Shells with POSIX quoting. That of csh is different.
const SHELLS: [&str; 7] = ["sh", "bash", "dash", "ksh", "zsh", "ksh93", "mksh"];

/// Whether the first line does not specify another interpreter.
pub(super) fn is_shell(text: &str) -> bool {
    let Some(line) = text.strip_prefix("#!").and_then(|it| it.lines().next()) else { return true };
    let mut words = line.split_whitespace().map(|it| it.rsplit('/').next().unwrap_or(it));
    let name = match words.next() {
        Some("env") => words.find(|it| !it.starts_with('-') && !it.contains('=')),
        other => other,
    };
    name.is_none_or(|it| SHELLS.contains(&it))
}

/// Parses a script.
pub(super) fn read(text: &str) -> Script {
    let mut reader = Reader {
        text,
        bytes: text.as_bytes(),
        at: 0,
        depth: 0,
        script: Script::default(),
        own: Vec::new(),
        documents: Vec::new(),
    };
    reader.list(None);
    // After a stray parenthesis, parsing continues.
    while reader.at < text.len() {
        reader.at += 1;
        reader.list(None);
    }
    let Reader { mut script, own, .. } = reader;
    script.add(own, Origin::Script);
    script.comments.sort_by_key(|it| it.start());
    script.continued.sort_unstable();
    script.continued.dedup();
    script
}

struct Reader<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    depth: usize,
    script: Script,
    /// The `#BSUB` lines of the script itself.
    own: Vec<Directive>,
    /// Here-documents that start on the next line.
    documents: Vec<Document>,
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
    /// The indices of the pending here-documents it reads.
    documents: Vec<usize>,
    /// Whether its input comes from a file or a pipe.
    redirected: bool,
}

impl<'t> Reader<'t> {
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Parses commands up to a closing parenthesis or backquote, which is not consumed, or to the end.
    fn list(&mut self, until: Option<u8>) {
        let mut command = Command::default();
        let mut piped = false;
        while self.at < self.bytes.len() {
            let byte = self.peek(0);
            match byte {
                _ if Some(byte) == until => break,
                b')' if until.is_none() => break,
                b' ' | b'\t' | b'\r' => self.at += 1,
                b'\\' if self.is_line_end(1) => self.line_continuation(),
                b'\n' => {
                    self.finish(&mut command, piped);
                    piped = false;
                    self.at += 1;
                    self.here_documents();
                }
                b'#' => self.comment(),
                b';' | b'&' if byte == b'&' && self.peek(1) == b'>' => self.redirection(&mut command),
                b';' | b'&' => {
                    self.finish(&mut command, piped);
                    piped = false;
                    self.at += 1;
                }
                b'|' => {
                    self.finish(&mut command, piped);
                    piped = self.peek(1) != b'|';
                    self.at += if piped { 1 } else { 2 };
                }
                b'(' if self.peek(1) == b'(' && command.words.is_empty() => self.arithmetic(),
                b'(' => {
                    self.finish(&mut command, piped);
                    piped = false;
                    self.at += 1;
                    self.nested(b')');
                }
                b'<' | b'>' if self.peek(1) == b'(' => {
                    // A process substitution is replaced by a file name.
                    let mut word = Word::new(self.at);
                    word.unknown();
                    self.at += 2;
                    self.nested(b')');
                    command.words.push(word.end(self.at));
                }
                b'<' | b'>' => self.redirection(&mut command),
                _ => {
                    let word = self.word();
                    let is_number = word.is_bare() && word.text().is_some_and(|it| it.parse::<u8>().is_ok());
                    if is_number && matches!(self.peek(0), b'<' | b'>') {
                        self.redirection(&mut command);
                    } else if !(command.words.is_empty() && is_before_command(&word)) {
                        command.words.push(word);
                    }
                }
            }
        }
        self.finish(&mut command, piped);
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

    /// Processes a complete command.
    fn finish(&mut self, command: &mut Command, piped: bool) {
        let Command { words, documents, redirected } = std::mem::take(command);
        let mut words = words.into_iter().skip_while(is_assignment);
        let Some(name) = words.next().filter(is_bsub) else { return };
        let reads = redirected || piped;
        let number = self.script.calls.len();
        let call = Call {
            origin: Origin::Command,
            anchor: name.range(),
            command: words.collect(),
            directives: Vec::new(),
            reads,
        };
        self.script.calls.push(call);
        for document in documents {
            if let Some(it) = self.documents.get_mut(document) {
                it.reader = Some(number);
            }
        }
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

    /// Parses a redirection (`<`, `>`, `<<`, `2>&1` and so on) with the word after it.
    fn redirection(&mut self, command: &mut Command) {
        let operator = ["<<<", "<<-", "<<", "<&", "<>", "<", "&>>", "&>", ">>", ">&", ">|", ">"];
        let Some(operator) = operator.iter().find(|it| self.rest().starts_with(**it)) else {
            self.at += 1;
            return;
        };
        self.at += operator.len();
        while matches!(self.peek(0), b' ' | b'\t') {
            self.at += 1;
        }
        let start = self.at;
        let word = if self.at < self.bytes.len() && !ends_word(self.peek(0)) { Some(self.word()) } else { None };
        match *operator {
            "<<" | "<<-" => {
                let Some(end) =
                    word.map(|it| it.text().map_or_else(|| self.text[start..self.at].to_owned(), str::to_owned))
                else {
                    return;
                };
                command.documents.push(self.documents.len());
                self.documents.push(Document { end, tabs: operator.ends_with('-'), reader: None });
            }
            "<" | "<<<" | "<&" | "<>" => command.redirected = true,
            _ => {}
        }
    }

    /// Parses the here-documents that start on this line.
    fn here_documents(&mut self) {
        for document in std::mem::take(&mut self.documents) {
            let mut found = Vec::new();
            while self.at < self.bytes.len() {
                let end = self.line_end();
                let line = self.text[self.at..end].trim_end_matches('\r');
                let line = if document.tabs { line.trim_start_matches('\t') } else { line };
                let is_end = line == document.end;
                if !is_end {
                    found.extend(directive(self.text, self.at, end));
                }
                self.at = (end + 1).min(self.bytes.len());
                if is_end {
                    break;
                }
            }
            match document.reader.and_then(|it| self.script.calls.get_mut(it)) {
                Some(call) => call.directives.extend(found.into_iter().map(|it| it.words)),
                None => self.script.add(found, Origin::Document),
            }
        }
    }

    /// Skips `((...))`: arithmetic, in which `<<` does not start a here-document.
    fn arithmetic(&mut self) {
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
    }
}

/// Whether an unquoted byte ends a word.
fn ends_word(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b';' | b'&' | b'|' | b'(' | b')' | b'<' | b'>')
}

fn is_before_command(word: &Word) -> bool {
    word.is_bare() && word.text().is_some_and(|it| BEFORE_COMMAND.contains(&it))
}

/// Whether a word is an assignment `NAME=value` before a command.
fn is_assignment(word: &Word) -> bool {
    let text = word.text_as_far_as_known();
    let Some((name, _)) = text.split_once('=') else { return false };
    let is_letter = |it: char| it.is_ascii_alphanumeric() || it == '_';
    !name.is_empty() && name.chars().all(is_letter) && !name.starts_with(|it: char| it.is_ascii_digit())
}

fn is_bsub(word: &Word) -> bool {
    word.text().is_some_and(|it| it.rsplit('/').next() == Some("bsub"))
}
