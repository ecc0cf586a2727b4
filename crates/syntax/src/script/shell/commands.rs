//! Processes complete commands: assignments, commands that run another command, and those of LSF.

use lsflint_spec::{JobCommand, job_command};

use super::super::word::Word;
use super::super::{Call, Origin};
use super::constants::{Value, is_name};
use super::{Command, DEPTH, Reader};

/// A command that runs the command after it.
struct Wrapper {
    name: &'static str,
    /// Its options that take the next word.
    with_argument: &'static [&'static str],
    /// The words between its options and the command.
    words: usize,
}

const WRAPPERS: &[Wrapper] = &[
    Wrapper { name: "builtin", with_argument: &[], words: 0 },
    Wrapper { name: "command", with_argument: &[], words: 0 },
    Wrapper { name: "env", with_argument: &["-u", "--unset", "-C", "--chdir"], words: 0 },
    Wrapper { name: "exec", with_argument: &["-a"], words: 0 },
    Wrapper { name: "ionice", with_argument: &["-c", "-n", "-p"], words: 0 },
    Wrapper { name: "nice", with_argument: &["-n"], words: 0 },
    Wrapper { name: "nohup", with_argument: &[], words: 0 },
    Wrapper { name: "setsid", with_argument: &[], words: 0 },
    Wrapper { name: "stdbuf", with_argument: &["-i", "-o", "-e"], words: 0 },
    Wrapper {
        name: "sudo",
        with_argument: &["-u", "-g", "-h", "-p", "-C", "-r", "-t", "-T", "-U", "-D", "-R"],
        words: 0,
    },
    Wrapper { name: "time", with_argument: &["-f", "-o"], words: 0 },
    Wrapper { name: "timeout", with_argument: &["-k", "-s"], words: 1 },
    Wrapper { name: "xargs", with_argument: &["-I", "-n", "-P", "-L", "-d", "-a", "-E", "-s"], words: 0 },
];

/// Options of `ssh` that take the next word.
const SSH_OPTIONS: &[&str] =
    &["-b", "-c", "-D", "-E", "-e", "-F", "-i", "-J", "-L", "-l", "-m", "-o", "-p", "-R", "-w"];

/// Commands whose arguments are names of variables that get a value.
const ASSIGNING: [&str; 13] = [
    "declare",
    "export",
    "for",
    "getopts",
    "let",
    "local",
    "mapfile",
    "printf",
    "read",
    "readarray",
    "select",
    "typeset",
    "unset",
];

/// The shells whose option `-c` takes a command line.
const COMMAND_SHELLS: [&str; 5] = ["sh", "bash", "ksh", "zsh", "dash"];

/// What is around a command.
#[derive(Clone, Copy, Default)]
pub(super) struct Around {
    /// It reads from a pipe.
    pub(super) piped: bool,
    /// It depends on the command before it: `&&`, `||`.
    pub(super) guarded: bool,
    /// It runs in a process of its own: before `|` or `&`.
    pub(super) apart: bool,
}

impl Reader<'_> {
    /// Processes a complete command.
    pub(super) fn finish(&mut self, command: &mut Command, around: Around) {
        if command.words.is_empty() && command.documents.is_empty() {
            command.redirected = false;
            return;
        }
        let Command { mut words, ignored_after, arrays, documents, redirected, .. } = std::mem::take(command);
        let certain = self.depth == 0 && self.compound == 0 && !around.piped && !around.guarded && !around.apart;
        let first = words.iter().position(|it| assigned_name(it).is_none());
        self.assignments_of(&words[..first.unwrap_or(words.len())], arrays, certain && first.is_none());
        let Some(first) = first else { return };
        if ignored_after.is_some() {
            self.note_effects(&words[first], &[], certain);
            self.spare.append(&mut words);
            (command.words, command.documents) = (words, documents);
            command.documents.clear();
            return;
        }
        let mut words = words.into_iter().skip(first);
        let Some(name) = words.next() else { return };
        let rest: Vec<Word> = words.collect();
        self.note_effects(&name, &rest, certain);
        if self.looks_for_constants {
            return;
        }
        let Some((name, rest, appended)) = self.unwrapped(name, rest) else { return };
        let Some(program) = program(&name) else { return };
        let reads = redirected || around.piped || appended;
        let call = Call {
            origin: Origin::Command,
            program,
            anchor: name.range(),
            command: rest,
            directives: Vec::new(),
            reads,
        };
        let number = self.script.calls.len();
        self.script.calls.push(call);
        if program.submits() {
            for document in documents {
                if let Some(it) = self.documents.get_mut(document) {
                    it.reader = Some(number);
                }
            }
        }
    }

    /// Whether the words after the name of a command matter: they assign variables, or are for a command of LSF. In the
    /// first pass, only assignments matter.
    pub(super) fn matters(&self, name: &Word) -> bool {
        let Some(text) = name.text() else { return false };
        let base = text.rsplit('/').next().unwrap_or(text);
        let assigns = matches!(text, "export" | "readonly") || ASSIGNING.contains(&text);
        let runs = || {
            matches!(base, "ssh" | "eval")
                || COMMAND_SHELLS.contains(&base)
                || WRAPPERS.iter().any(|it| it.name == base)
                || program(name).is_some()
        };
        assigns || !self.looks_for_constants && runs()
    }

    /// Notes the assignments of a command; `certain`: it consists of them, and is surely carried out.
    fn assignments_of(&mut self, words: &[Word], arrays: Vec<(usize, Vec<Word>)>, certain: bool) {
        let mut arrays = arrays.into_iter().peekable();
        for (number, word) in words.iter().enumerate() {
            let Some(name) = assigned_name(word) else { continue };
            let from = word.text_as_far_as_known().find('=').map_or(0, |it| it + 1);
            let appends = word.text_as_far_as_known()[..from].ends_with("+=");
            let value = match arrays.next_if(|it| it.0 == number) {
                _ if !certain || appends => Value::Unknown,
                Some((_, list)) => Value::List(list),
                None => Value::Word(word.tail(from)),
            };
            self.assign(name, value);
        }
    }

    /// Notes what a command does to variables, and where compound commands begin and end.
    fn note_effects(&mut self, name: &Word, rest: &[Word], certain: bool) {
        let Some(name) = name.text() else { return };
        match name {
            "for" | "select" | "case" => self.compound += 1,
            "fi" | "done" | "esac" | "}" => self.compound = self.compound.saturating_sub(1),
            "source" | "." | "eval" => self.note_opaque(),
            _ => {}
        }
        if name == "export" || name == "readonly" {
            // `export NAME` does not change the value.
            for word in rest {
                if let Some(name) = assigned_name(word) {
                    let from = word.text_as_far_as_known().find('=').map_or(0, |it| it + 1);
                    let value = if certain { Value::Word(word.tail(from)) } else { Value::Unknown };
                    self.assign(name, value);
                }
            }
        } else if ASSIGNING.contains(&name) {
            let names = rest.iter().filter_map(|it| assigned_name(it).or_else(|| it.text()));
            let names: Vec<String> = names.map(str::to_owned).collect();
            for name in names {
                self.touch(&name);
            }
        }
    }

    /// The command that a command runs, its words, and whether others follow that are unknown. Commands in literal text
    /// are processed.
    fn unwrapped(&mut self, mut name: Word, mut rest: Vec<Word>) -> Option<(Word, Vec<Word>, bool)> {
        let mut appended = false;
        // Every step removes a word.
        loop {
            let text = name.text()?;
            let base = text.rsplit('/').next().unwrap_or(text);
            if let Some(wrapper) = WRAPPERS.iter().find(|it| it.name == base) {
                appended |= base == "xargs";
                let mut from = after_options(&rest, wrapper.with_argument) + wrapper.words;
                while rest.get(from).is_some_and(|it| assigned_name(it).is_some()) {
                    from += 1;
                }
                if from >= rest.len() {
                    return None;
                }
                let after = rest.split_off(from + 1);
                name = rest.pop()?;
                rest = after;
                continue;
            }
            match base {
                "ssh" => {
                    let from = after_options(&rest, SSH_OPTIONS) + 1;
                    match rest.get(from..)? {
                        [word] => self.text_in(&word.clone()),
                        // The remote shell splits the words again.
                        [_, ..] if rest[from..].iter().all(Word::is_bare) => {
                            let after = rest.split_off(from + 1);
                            name = rest.pop()?;
                            rest = after;
                            continue;
                        }
                        _ => {}
                    }
                    return None;
                }
                "eval" => {
                    if let [word] = rest.as_slice() {
                        self.text_in(&word.clone());
                        return None;
                    }
                    if rest.is_empty() || !rest.iter().all(Word::is_bare) {
                        return None;
                    }
                    name = rest.remove(0);
                }
                shell if COMMAND_SHELLS.contains(&shell) => {
                    let at = rest
                        .iter()
                        .position(|it| it.text().is_some_and(|it| it.starts_with('-') && it.ends_with('c')))?;
                    let word = rest.get(at + 1)?.clone();
                    self.text_in(&word);
                    return None;
                }
                _ => return Some((name, rest, appended)),
            }
        }
    }

    /// Parses the text of a word in one pair of quotes without escapes as commands.
    fn text_in(&mut self, word: &Word) {
        let (start, end) = (usize::from(word.range().start()), usize::from(word.range().end()));
        let Some(raw) = self.text.get(start..end) else { return };
        let Some(quote) = raw.chars().next().filter(|it| matches!(it, '\'' | '"')) else { return };
        let Some(inner) = raw[1..].strip_suffix(quote) else { return };
        if inner.contains(quote) || inner.contains('\\') || self.depth == DEPTH {
            return;
        }
        let mut nested = Reader::new(&self.text[..end - 1], self.constants.filter(|_| quote == '"'));
        (nested.at, nested.depth) = (start + 1, self.depth + 1);
        nested.script = std::mem::take(&mut self.script);
        nested.list(None);
        self.script = nested.script;
    }
}

/// The number of words that are options, with their arguments.
fn after_options(words: &[Word], with_argument: &[&str]) -> usize {
    let mut at = 0;
    while let Some(text) = words.get(at).and_then(Word::text).filter(|it| it.starts_with('-') && it.len() > 1) {
        at += if with_argument.contains(&text) { 2 } else { 1 };
    }
    at
}

/// The variable of an assignment `NAME=value`, `NAME+=value`.
pub(super) fn assigned_name(word: &Word) -> Option<&str> {
    let (name, _) = word.text_as_far_as_known().split_once('=')?;
    let name = name.strip_suffix('+').unwrap_or(name);
    is_name(name).then_some(name)
}

fn program(word: &Word) -> Option<&'static JobCommand> {
    job_command(word.text()?.rsplit('/').next()?)
}
