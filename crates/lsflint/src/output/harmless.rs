//! Keeps text of configuration files from controlling the terminal.
//!
//! The commands print names, values and lines of files, which may contain anything: an escape sequence can set the
//! title of the window, move the cursor or show text that is not there. The colors of the program itself pass; all
//! other control characters become visible symbols, as in the findings of `check`.

use std::io::{self, Write};

use lsflint_report::harmless;

/// The longest escape sequence of a style, in bytes: `\x1b[1;31m` and the like.
const LONGEST_STYLE: usize = 12;

/// A stream whose control characters are replaced, except line ends, tabs, and the styles of the program.
pub(super) struct Harmless<W: Write> {
    inner: W,
    /// The end of the text so far, if it may continue a character, a line end or a style.
    rest: Vec<u8>,
}

impl<W: Write> Harmless<W> {
    pub(super) fn new(inner: W) -> Harmless<W> {
        Harmless { inner, rest: Vec::new() }
    }

    /// Writes what is complete; with `all` also the rest.
    fn pass(&mut self, all: bool) -> io::Result<()> {
        let bytes = std::mem::take(&mut self.rest);
        let mut out = String::with_capacity(bytes.len());
        let mut done = 0;
        for chunk in bytes.utf8_chunks() {
            let text = chunk.valid();
            let end = done + text.len() + chunk.invalid().len();
            let is_last = end == bytes.len();
            let mut at = 0;
            while at < text.len() {
                let plain = text[at..].bytes().take_while(|it| matches!(it, b' '..=b'~' | b'\n' | b'\t')).count();
                out.push_str(&text[at..at + plain]);
                at += plain;
                let rest = &text[at..];
                let Some(letter) = rest.chars().next() else { break };
                at += match letter {
                    '\r' if rest.starts_with("\r\n") => {
                        out.push(letter);
                        1
                    }
                    '\r' if rest.len() == 1 && is_last && !all => {
                        return self.keep(&out, &bytes[done + at..]);
                    }
                    '\u{1B}' => match style(rest) {
                        Style::Is(length) => {
                            out.push_str(&rest[..length]);
                            length
                        }
                        Style::Begins if is_last && !all => return self.keep(&out, &bytes[done + at..]),
                        _ => {
                            out.push(harmless(letter));
                            1
                        }
                    },
                    _ => {
                        out.push(harmless(letter));
                        letter.len_utf8()
                    }
                };
            }
            if !chunk.invalid().is_empty() {
                // The last character may be incomplete.
                let rest = &bytes[done + text.len()..];
                let is_cut = std::str::from_utf8(rest).is_err_and(|it| it.error_len().is_none());
                if is_cut && is_last && !all {
                    return self.keep(&out, rest);
                }
                out.push('\u{FFFD}');
            }
            done = end;
        }
        self.inner.write_all(out.as_bytes())
    }

    fn keep(&mut self, out: &str, rest: &[u8]) -> io::Result<()> {
        self.rest = rest.to_vec();
        self.inner.write_all(out.as_bytes())
    }
}

/// What an escape character begins.
enum Style {
    /// A style of the program, of so many bytes.
    Is(usize),
    /// The text ends too early to tell.
    Begins,
    Other,
}

/// Bold, dim, italic, underlined and the sixteen colors: none of them hides text.
fn style(text: &str) -> Style {
    let Some(codes) = text.strip_prefix("\u{1B}[") else {
        return if text.len() == 1 { Style::Begins } else { Style::Other };
    };
    let end = codes.bytes().position(|it| !it.is_ascii_digit() && it != b';');
    let Some(end) = end else {
        return if text.len() < LONGEST_STYLE { Style::Begins } else { Style::Other };
    };
    let is_ours = |it: &str| matches!(it.parse::<u8>(), Ok(0..=4 | 30..=37 | 90..=97)) || it.is_empty();
    let fits = codes[end..].starts_with('m') && codes[..end].split(';').all(is_ours);
    if fits { Style::Is(end + 3) } else { Style::Other }
}

impl<W: Write> Write for Harmless<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.rest.extend_from_slice(bytes);
        self.pass(false)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<W: Write> Drop for Harmless<W> {
    fn drop(&mut self) {
        // An error of a stream that is being closed has no receiver.
        let _ = self.pass(true).and_then(|()| self.inner.flush());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(parts: &[&[u8]]) -> String {
        let mut out = Vec::new();
        let mut stream = Harmless::new(&mut out);
        parts.iter().for_each(|it| stream.write_all(it).expect("a vector takes all"));
        drop(stream);
        String::from_utf8(out).expect("UTF-8")
    }

    #[test]
    fn control_characters_become_visible() {
        assert_eq!(shown(&[b"a\x1b]0;title\x07b\x1b[2Jc\x1b[8md\rx"]), "a␛]0;title␇b␛[2Jc␛[8md␍x");
        assert_eq!(shown(&["x\u{9b}y\u{202e}z".as_bytes(), b"\xffw\x9bv"]), "x\u{FFFD}y\u{FFFD}z\u{FFFD}w\u{FFFD}v");
    }

    #[test]
    fn styles_and_lines_pass() {
        let text = "\u{1b}[1m\u{1b}[31merror\u{1b}[0m: a\tb\r\nä\u{1b}[1;94m-->\u{1b}[m\n";
        assert_eq!(shown(&[text.as_bytes()]), text);
        // However the text is divided.
        let single: Vec<&[u8]> = text.as_bytes().chunks(1).collect();
        assert_eq!(shown(&single), text);
        assert_eq!(shown(&[b"end\x1b["]), "end␛[");
        assert_eq!(shown(&[b"cut \xc3"]), "cut \u{FFFD}");
    }
}
