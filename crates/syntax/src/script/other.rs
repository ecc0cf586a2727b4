//! Reads scripts in other languages than that of a shell.
//!
//! `#BSUB` lines are read wherever they are. Of the code, only literal texts are: `["bsub", "-q", "night", file]`,
//! `os.system("bsub -q night job")`, `cmd = "bsub -q night job"`, and commands at the start of lines of csh and of
//! recipes of make. A text with placeholders or escapes is left out.

use lsflint_spec::job_command;

use super::directive::{self, Directive};
use super::word::{Quote, Word};
use super::{Call, Origin, Script, range, shell};

/// Endings of the names of files in other languages, and names without ending.
const NAMES: [&str; 22] = [
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
    "gnumakefile",
    "snakefile",
    "config",
    "wdl",
    "cwl",
];

/// Functions that take a command line.
const FUNCTIONS: [&str; 14] = [
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
    "shell",
    "qx",
];

/// The most bytes of a list of words; the rest is unknown.
const LONGEST: usize = 8192;

/// Whether a file of this name is not a shell script.
pub(super) fn is_named(name: &str) -> bool {
    let name = name.rsplit('/').next().unwrap_or(name);
    let ending = name.rsplit('.').next().unwrap_or(name);
    NAMES.iter().any(|it| it.eq_ignore_ascii_case(ending))
}

/// How a language writes the commands that it runs.
#[derive(Clone, Copy, PartialEq)]
enum Language {
    /// Lines of csh are commands.
    Csh,
    /// Lines of make that begin with a tab are commands of a shell.
    Make,
    /// Perl and Ruby run a text between backquotes.
    Backquotes,
    /// Commands are strings.
    Other,
}

impl Language {
    /// The language of a file of this name.
    fn of(name: &str, text: &str) -> Language {
        let name = name.rsplit(['/', '.']).next().unwrap_or_default().to_ascii_lowercase();
        let first = text.lines().next().filter(|it| it.starts_with("#!")).unwrap_or_default();
        let runs = |names: &[&str]| names.iter().any(|it| first.contains(it) || name == *it);
        match () {
            () if runs(&["csh", "tcsh", "cshrc"]) => Language::Csh,
            () if matches!(&*name, "makefile" | "gnumakefile" | "mk") => Language::Make,
            () if runs(&["perl", "ruby"]) || matches!(&*name, "pl" | "pm" | "rb") => Language::Backquotes,
            () => Language::Other,
        }
    }

    /// The offset of the command in a line, if the line is one that is read by itself.
    fn command(self, line: &str) -> Option<usize> {
        let start = match self {
            Language::Csh => line.trim_start(),
            Language::Make => line.strip_prefix('\t')?.trim_start_matches([' ', '\t', '@', '-', '+']),
            _ => return None,
        };
        Some(line.len() - start.len())
    }

    /// Whether a command means the same as in a shell, except that variables are unknown.
    fn is_literal(self, command: &str) -> bool {
        let joined = command.replace("\\\n", " ");
        let quotes = joined.chars().filter(|it| matches!(it, '\'' | '"')).count();
        let follows = joined.split('$').skip(1);
        let mut variables = follows.map(|it| it.chars().next().unwrap_or(' '));
        !joined.contains(['`', '\\'])
            && quotes.is_multiple_of(2)
            && match self {
                // `$<` is a variable of make, and `$$` is `$` for the shell.
                Language::Make => variables.all(|it| matches!(it, '(' | '{' | '@' | '*')),
                _ => !joined.contains('!') && variables.all(|it| it.is_ascii_alphabetic() || it == '{'),
            }
    }
}

/// Reads a script of this name.
pub(super) fn read(name: &str, text: &str) -> Script {
    let mut script = Script { is_other_language: true, ..Script::default() };
    let mut found = directive::directives(text);
    found.iter_mut().for_each(unknown_placeholders);
    script.add(found, Origin::Script);
    let language = Language::of(name, text);
    let mut start = 0;
    let mut lines = text.split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        let mut end = start + line.len();
        if line.trim_start().starts_with('#') {
            start = end;
            continue;
        }
        match language.command(line) {
            Some(before) => {
                while text[..end].ends_with("\\\n")
                    && let Some(more) = lines.next()
                {
                    end += more.len();
                }
                let at = start + before;
                if text[at..end].starts_with("bsub ") && language.is_literal(&text[at..end]) {
                    shell::read_part(&text[..end], at, &mut script);
                }
            }
            None => calls(text, start, end, language, &mut script),
        }
        start = end;
    }
    // What looks open may be closed in the other language.
    script.open_quotes.clear();
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
fn calls(text: &str, start: usize, end: usize, language: Language, script: &mut Script) {
    let mut at = start;
    while let Some(found) = text[at..end].find("bsub").map(|it| at + it) {
        at = found + "bsub".len();
        let before = text[..found].chars().next_back();
        let Some(quote) = before.filter(|it| matches!(it, '\'' | '"' | '`' | '(')) else { continue };
        let before = text[..found - 1].trim_end();
        let is_run = language == Language::Backquotes && is_backquoted(quote, before);
        let known = script.calls.len();
        // Other strings are texts about bsub.
        let options = text[at..end].strip_prefix(' ').map(str::trim_start).unwrap_or_default();
        let is_string = quote != '(' && options.starts_with([quote, '-', '<', '%', '{', '$']);
        script.strings_not_read += usize::from(is_string);
        match text.as_bytes().get(at) {
            Some(byte) if char::from(*byte) == quote && is_list(before) => {
                let anchor = range(found, at);
                let Some(program) = job_command("bsub") else { continue };
                let command = elements(&text[..boundary(text, at + LONGEST)], at + 1);
                let origin = Origin::Command;
                script.calls.push(Call { origin, program, anchor, command, directives: Vec::new(), reads: false });
            }
            Some(b' ') => {
                let line = &text[at..end];
                let close = if quote == '(' { ')' } else { quote };
                let Some(close) = line.find(close).map(|it| at + it) else { continue };
                if text[found..close].contains(['\\', '%', '{', '}', '$', '@', '<']) {
                    continue;
                }
                let after = text[close + 1..].trim_start();
                if is_run || matches!(quote, '\'' | '"') && is_function(before) && after.starts_with([',', ')']) {
                    shell::read_part(&text[..close], found, script);
                } else if matches!(quote, '\'' | '"') && is_value(before, &text[close + 1..end]) {
                    shell::read_part(&text[..close], found, script);
                    script.calls[known..].iter_mut().for_each(may_continue);
                }
            }
            _ => {}
        }
        if is_string && script.calls.len() > known {
            script.strings_not_read -= 1;
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

/// Whether a text between backquotes, or in `qx()`, is a command that is run.
fn is_backquoted(quote: char, before: &str) -> bool {
    match quote {
        '`' => before.ends_with(['=', '(', '\n', ';', '{']) || before.is_empty(),
        '(' => before.ends_with("qx"),
        _ => false,
    }
}

/// Whether a string is the whole value of a variable, or of `shell:` of Snakemake.
fn is_value(before: &str, after: &str) -> bool {
    let after = after.trim();
    let name = before.strip_suffix('=').map(str::trim_end);
    let is_name = name.is_some_and(|it| it.ends_with(|it: char| it.is_ascii_alphanumeric() || it == '_'));
    (is_name || before.ends_with("shell:")) && (after.is_empty() || after == ";" || after.starts_with('#'))
}

/// Marks the end of a command as unknown, because later code may add to it.
fn may_continue(call: &mut Call) {
    let end = call.command.last().map_or(call.anchor, Word::range).end();
    if let Some(last) = call.command.pop() {
        call.command.push(last.into_unknown());
    }
    call.command.push(unknown(end.into()));
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
