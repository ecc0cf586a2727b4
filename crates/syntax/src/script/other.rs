//! Reads scripts in other languages than that of a shell.
//!
//! `#BSUB` lines are read wherever they are. Of the code, only literal texts are: `["bsub", "-q", "night", file]`, and
//! `os.system("bsub -q night job")`. A text with placeholders or escapes is left out.

use lsflint_spec::job_command;

use super::directive::{self, Directive};
use super::word::{Quote, Word};
use super::{Call, Origin, Script, range, shell};

/// Endings of the names of files in other languages, and names without ending.
const NAMES: [&str; 21] = [
    "cshrc",
    "csh",
    "tcsh",
    "py",
    "pl",
    "pm",
    "rb",
    "r",
    "jl",
    "js",
    "lua",
    "tcl",
    "groovy",
    "nf",
    "smk",
    "mk",
    "makefile",
    "snakefile",
    "config",
    "wdl",
    "cwl",
];

/// Functions that take a command line.
const FUNCTIONS: [&str; 12] = [
    "system",
    "popen",
    "Popen",
    "call",
    "check_call",
    "check_output",
    "run",
    "getoutput",
    "getstatusoutput",
    "exec",
    "popen2",
    "spawn",
];

/// The most bytes of a list of words; the rest is unknown.
const LONGEST: usize = 8192;

/// Whether a file of this name is not a shell script.
pub(super) fn is_named(name: &str) -> bool {
    let name = name.rsplit('/').next().unwrap_or(name);
    let ending = name.rsplit('.').next().unwrap_or(name);
    NAMES.iter().any(|it| it.eq_ignore_ascii_case(ending))
}

/// Reads a script.
pub(super) fn read(text: &str) -> Script {
    let mut script = Script { is_other_language: true, ..Script::default() };
    let mut found = directive::directives(text);
    found.iter_mut().for_each(unknown_placeholders);
    script.add(found, Origin::Script);
    // What looks open may be closed in the other language.
    script.open_quotes.clear();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if !line.trim_start().starts_with('#') {
            calls(text, start, start + line.len(), &mut script);
        }
        start += line.len();
    }
    script
}

/// Marks words as unknown that another program may fill in.
fn unknown_placeholders(directive: &mut Directive) {
    for word in &mut directive.words {
        if word.text_as_far_as_known().contains(['{', '}', '<', '>', '%', '+', '\\', '"', '\'']) {
            word.unknown();
        }
    }
}

/// Finds the calls that begin in a line.
fn calls(text: &str, start: usize, end: usize, script: &mut Script) {
    let mut at = start;
    while let Some(found) = text[at..end].find("bsub").map(|it| at + it) {
        at = found + "bsub".len();
        let Some(quote) = text[..found].chars().next_back().filter(|it| matches!(it, '\'' | '"')) else { continue };
        let before = text[..found - 1].trim_end();
        match text.as_bytes().get(at) {
            Some(byte) if char::from(*byte) == quote && is_list(before) => {
                let anchor = range(found, at);
                let Some(program) = job_command("bsub") else { continue };
                let command = elements(&text[..boundary(text, at + LONGEST)], at + 1);
                let origin = Origin::Command;
                script.calls.push(Call { origin, program, anchor, command, directives: Vec::new(), reads: false });
            }
            Some(b' ') if is_function(before) => {
                let line = &text[at..end];
                let Some(close) = line.find(quote).map(|it| at + it) else { continue };
                let after = text[close + 1..].trim_start();
                let is_literal = !text[found..close].contains(['\\', '%', '{', '}', '$', '@', '<']);
                if is_literal && after.starts_with([',', ')']) {
                    shell::read_part(&text[..close], found, script);
                }
            }
            _ => {}
        }
    }
}

/// The last boundary between characters up to an offset.
fn boundary(text: &str, offset: usize) -> usize {
    let offset = offset.min(text.len());
    (0..=offset).rev().find(|it| text.is_char_boundary(*it)).unwrap_or_default()
}

/// Whether a text ends with the start of a list of words.
fn is_list(before: &str) -> bool {
    before.ends_with('[') || is_function(before)
}

fn is_function(before: &str) -> bool {
    let Some(name) = before.strip_suffix('(') else { return false };
    let name = name.trim_end().rsplit(|it: char| !it.is_ascii_alphanumeric() && it != '_').next();
    name.is_some_and(|it| FUNCTIONS.contains(&it))
}

/// The elements of a list after its first one, up to the end of the list.
fn elements(text: &str, start: usize) -> Vec<Word> {
    let bytes = text.as_bytes();
    let mut words = Vec::new();
    let mut at = start;
    loop {
        at += spaces(&text[at..]);
        let is_comma = bytes.get(at) == Some(&b',');
        if is_comma {
            at += 1;
            at += spaces(&text[at..]);
        }
        match bytes.get(at) {
            Some(b']' | b')') if !text[at + 1..].trim_start().starts_with('+') => return words,
            // Elements are added, or it is not a list.
            None | Some(b']' | b')') => {
                words.push(unknown(at));
                return words;
            }
            Some(_) if !is_comma => {
                words.push(unknown(at));
                return words;
            }
            // Several elements.
            Some(b'*' | b'@') => {
                words.push(unknown(at));
                return words;
            }
            Some(&quote @ (b'"' | b'\'')) => match literal(text, at, char::from(quote)) {
                Some(word) => {
                    at = word.range().end().into();
                    words.push(word);
                }
                None => at += skip(text, at, &mut words),
            },
            Some(_) => at += skip(text, at, &mut words),
        }
    }
}

/// A string at an offset that is a whole element and means what is written.
fn literal(text: &str, at: usize, quote: char) -> Option<Word> {
    let content = text[at + 1..].split(quote).next()?;
    let end = at + 1 + content.len() + 1;
    let is_whole = text.get(end..)?.trim_start().starts_with([',', ']', ')']);
    if !is_whole || content.contains(['\\', '\n', '$', '@']) {
        return None;
    }
    let mut word = Word::new(at);
    word.push(content, at + 1, if quote == '"' { Quote::Double } else { Quote::Single });
    Some(word.end(end))
}

/// Adds an unknown word for the expression at an offset, and returns its length.
fn skip(text: &str, at: usize, words: &mut Vec<Word>) -> usize {
    let length = expression(&text[at..]);
    words.push(unknown(at).end(at + length));
    length
}

fn unknown(at: usize) -> Word {
    let mut word = Word::new(at);
    word.gap(false);
    word
}

/// The length of whitespace, including line ends and comments.
fn spaces(text: &str) -> usize {
    let mut at = 0;
    loop {
        at += text[at..].len() - text[at..].trim_start().len();
        if !text[at..].starts_with('#') {
            return at;
        }
        at = text[at..].find('\n').map_or(text.len(), |it| at + it);
    }
}

/// The length of an expression up to a comma or the bracket that ends the list.
fn expression(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut quote = None;
    for (at, it) in text.char_indices() {
        match (quote, it) {
            (Some(open), _) => quote = Some(open).filter(|open| *open != it),
            (None, '"' | '\'') => quote = Some(it),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ',' | ')' | ']' | '}') if depth == 0 => return at,
            (None, ')' | ']' | '}') => depth -= 1,
            _ => {}
        }
    }
    text.len()
}
