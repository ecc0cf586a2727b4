//! Parses a word of a command: quotes and expansions.

use super::super::word::{Quote, Word};
use super::super::{Use, range, size};
use super::constants::is_name;
use super::{Reader, ends_word};

impl<'t> Reader<'t> {
    /// Parses a word. The next character is not the start of an operator.
    pub(super) fn word(&mut self) -> Word {
        let mut word = match self.spare.pop() {
            Some(spare) => spare.restart(self.at),
            None => Word::new(self.at),
        };
        if self.peek(0) == b'~' {
            word.unknown();
        }
        while self.at < self.bytes.len() && !ends_word(self.peek(0)) {
            match self.peek(0) {
                b'\'' => self.single_quoted(&mut word),
                b'"' => self.double_quoted(&mut word),
                b'\\' if self.is_line_end(1) => self.line_continuation(),
                b'\\' => {
                    self.at += 1;
                    let length = self.rest().chars().next().map_or(0, char::len_utf8);
                    word.push(&self.text[self.at..self.at + length], self.at, Quote::Escaped);
                    self.at += length;
                }
                b'$' | b'`' => self.expansion(&mut word, Quote::None),
                _ => self.plain(&mut word),
            }
        }
        word.end(self.at)
    }

    /// Parses unquoted characters without a special meaning, and patterns.
    fn plain(&mut self, word: &mut Word) {
        let mut has_brace = false;
        let mut end = self.at;
        while let Some(byte) = self.bytes.get(end).filter(|it| !ends_word(**it)) {
            match byte {
                b'\'' | b'"' | b'\\' | b'$' | b'`' => break,
                // A pattern is replaced by matching file names.
                b'*' | b'?' | b'[' => word.pattern(),
                b'{' => has_brace = true,
                _ => {}
            }
            end += 1;
        }
        let part = &self.text[self.at..end];
        // Braces expand to several words.
        if has_brace && part != "{" {
            word.unknown();
        }
        word.push(part, self.at, Quote::None);
        self.at = end.max(self.at + 1);
    }

    fn single_quoted(&mut self, word: &mut Word) {
        let start = self.at + 1;
        let close = self.text[start..].find('\'').map(|it| start + it);
        let end = close.unwrap_or(self.text.len());
        word.push(&self.text[start..end], start, Quote::Single);
        self.note_lines(start, end);
        if close.is_none() {
            word.unknown();
            self.script.open_quotes.push(range(start - 1, start));
        }
        self.at = (end + 1).min(self.text.len());
    }

    fn note_lines(&mut self, start: usize, end: usize) {
        let ends = self.text[start..end].match_indices('\n').map(|it| size(start + it.0));
        self.script.continued.extend(ends);
    }

    fn double_quoted(&mut self, word: &mut Word) {
        let open = range(self.at, self.at + 1);
        self.at += 1;
        loop {
            let start = self.at;
            while let Some(byte) = self.bytes.get(self.at) {
                match byte {
                    b'"' | b'\\' | b'$' | b'`' => break,
                    b'\n' => self.note_continued(self.at),
                    _ => {}
                }
                self.at += 1;
            }
            word.push(&self.text[start..self.at], start, Quote::Double);
            match self.peek(0) {
                b'"' => {
                    self.at += 1;
                    return;
                }
                b'\\' if self.is_line_end(1) => self.line_continuation(),
                b'\\' if matches!(self.peek(1), b'"' | b'\\' | b'$' | b'`') => {
                    word.push(&self.text[self.at + 1..self.at + 2], self.at + 1, Quote::Escaped);
                    self.at += 2;
                }
                b'\\' => {
                    word.push("\\", self.at, Quote::Double);
                    self.at += 1;
                }
                b'$' | b'`' => self.expansion(word, Quote::Double),
                // The end of the script.
                _ => {
                    self.script.open_quotes.push(open);
                    return word.unknown();
                }
            }
        }
    }

    /// Parses `$name`, `${...}`, `$(...)`, `$((...))` or `` `...` ``. The result is unknown, except that of a constant.
    /// A lone dollar sign is literal.
    fn expansion(&mut self, word: &mut Word, quote: Quote) {
        let start = self.at;
        let quoted = quote == Quote::Double;
        match (self.peek(0), self.peek(1)) {
            (b'$', b'(') if self.peek(2) == b'(' => {
                word.gap(true);
                self.at += 1;
                self.arithmetic();
            }
            (b'$', b'(') => {
                word.gap(quoted);
                self.at += 2;
                self.nested(b')');
            }
            (b'$', b'{') => {
                let close = self.rest().find('}').map_or(self.text.len(), |it| self.at + it + 1);
                self.note_lines(start, close);
                self.at = close;
                let inner = self.text[start + 2..close].trim_end_matches('}');
                match is_name(inner) {
                    true => self.variable(word, inner, start, quote),
                    false => {
                        // `${NAME:=value}` assigns.
                        self.touch(inner.split([':', '=']).next().filter(|_| inner.contains('=')).unwrap_or_default());
                        word.gap(quoted);
                    }
                }
            }
            // Bash strings with escapes, and translated strings.
            (b'$', b'\'' | b'"') if !quoted => {
                word.unknown();
                self.at += 1;
            }
            (b'$', next) if next.is_ascii_alphabetic() || next == b'_' => {
                let length =
                    self.rest()[1..].bytes().take_while(|it| it.is_ascii_alphanumeric() || *it == b'_').count();
                self.at += 1 + length;
                let name = &self.text[start + 1..self.at];
                self.variable(word, name, start, quote);
            }
            (b'$', next) if next.is_ascii_digit() || matches!(next, b'@' | b'*' | b'#' | b'?' | b'$' | b'!' | b'-') => {
                // `"$@"` becomes several words.
                word.gap(quoted && next != b'@');
                self.at += 2;
            }
            (b'$', _) => {
                word.push("$", self.at, quote);
                self.at += 1;
            }
            _ => {
                // Backslashes have a different meaning inside, so commands in it are not parsed.
                word.gap(quoted);
                let close = self.text[start + 1..].find('`').map_or(self.text.len(), |it| start + 1 + it + 1);
                self.note_lines(start, close);
                self.at = close;
            }
        }
    }

    /// Adds the value of a variable, if it is a constant; `start` is that of the use, which ends at the cursor.
    fn variable(&mut self, word: &mut Word, name: &'t str, start: usize, quote: Quote) {
        let quoted = quote == Quote::Double;
        let value = self.constants.and_then(|it| it.text_at(name, start));
        // Without quotes, the shell splits the value and matches patterns.
        let value = value.filter(|it| quoted || !it.text.contains([' ', '\t', '\n', '*', '?', '[']));
        match value {
            Some(value) => {
                let used = range(start, self.at);
                word.push_constant(&value.text, used, quote);
                self.script.uses.push(Use { range: used, name: name.to_owned(), assigned: value.assigned });
            }
            None => word.gap(quoted),
        }
    }
}
