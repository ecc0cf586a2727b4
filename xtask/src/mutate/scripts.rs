//! Mutants of job scripts: the options of `#BSUB` lines and of `bsub` commands, one line changed at a time, in the
//! clean cluster of `testdata`.

use std::ops::Range;
use std::path::Path;

use lsflint_lint::{Diagnostic, check_script};
use lsflint_model::job::{Given, Invocation, JobScript};
use lsflint_spec::{BSUB_OPTIONS, BsubArgument, BsubOption, Grammar, Namespace};
use lsflint_syntax::TextRange;
use lsflint_test_support::files_below;
use lsflint_test_support::generate::Random;

use super::Mutant;
use super::bases::{Bases, Line, touches};
use super::change::{Change, Names};
use super::judge::{Verdict, names, new_at};

/// The start of a line with options.
const MARK: &str = "#BSUB";

/// The line before that of an option.
const CONTEXT: &str = "#BSUB -q normal\n";

/// Arguments of options without a sample of their own; the first one without a finding is used.
const VALUES: [&str; 10] = [
    "sla_eco",
    "designers",
    "y",
    "4",
    "1 2 EXCLUDE(3)",
    "2.4GHz",
    "protocol=mpi",
    "dir init=10 30",
    "in.dat > /tmp/in.dat",
    "exit done",
];

/// The scripts whose lines are changed.
pub(super) struct Scripts {
    bases: Bases,
    all: Vec<Known>,
    lines: Vec<(Line, &'static str)>,
    names: Names,
}

/// A correct script with its findings.
struct Known {
    script: JobScript,
    found: Vec<Diagnostic>,
}

impl Scripts {
    pub(super) fn new(root: &Path) -> Scripts {
        let clean = root.join("testdata/clusters/clean");
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        let conf = files_below(&clean.join("conf")).into_iter().map(|(path, bytes)| (path, text(bytes))).collect();
        let bases = Bases::of(conf);
        let names = names(&bases.all[0]);
        let mut scripts = Scripts { bases, all: Vec::new(), lines: Vec::new(), names };
        for (path, bytes) in files_below(&clean.join("jobs")) {
            scripts.add(&path, text(bytes), "scripts");
        }
        for option in BSUB_OPTIONS.iter().filter(|it| !it.elsewhere) {
            for argument in arguments(option) {
                let line = format!("{MARK} {}", with(option, &argument));
                let command = format!("bsub {} ./run", with(option, &argument));
                let is_known = [(line, "#BSUB lines"), (command, "bsub commands")].into_iter().all(|(line, kind)| {
                    let before = if line.starts_with(MARK) && option.name != "q" { CONTEXT } else { "" };
                    scripts.add("job.sh", format!("#!/bin/sh\n{before}{line}\n./run\n"), kind)
                });
                if is_known {
                    break;
                }
            }
        }
        scripts
    }

    /// Adds a script and its lines with options; `false` if it has findings.
    fn add(&mut self, path: &str, text: String, kind: &'static str) -> bool {
        let script = JobScript::new(path, text);
        let found = self.check(&script);
        let file = self.all.len();
        let mut lines = Vec::new();
        let mut start = 0;
        for text in script.text.split_inclusive('\n') {
            let line = Line { base: 0, file, start, end: start + text.trim_end().len() };
            start += text.len();
            let is_context = kind != "scripts" && text == CONTEXT;
            if has_options(&script, line) && !is_context {
                lines.push((line, kind));
            }
        }
        if kind != "scripts" && found.iter().any(|it| lines.iter().any(|line| touches(it, line.0))) {
            return false;
        }
        lines.retain(|line| !found.iter().any(|it| touches(it, line.0)));
        self.lines.extend(lines);
        self.all.push(Known { script, found });
        true
    }

    fn check(&self, script: &JobScript) -> Vec<Diagnostic> {
        check_script(script, &self.bases.all[0].cluster, &self.bases.settings, &self.bases.registry)
    }

    /// One change of a line.
    pub(super) fn mutant(&self, random: &mut Random) -> Option<Mutant> {
        let (line, kind) = self.lines[random.between(0, self.lines.len())];
        let text = &self.all[line.file].script.text[line.start..line.end];
        // The mark is a word like others, but not a comment.
        let skip = usize::from(text.starts_with('#'));
        let changes = Change::shuffled(random);
        let (change, (range, insert)) = changes.into_iter().find_map(|it| {
            let edit = match it {
                Change::ValueEmptied => self.without_argument(line).map(|it| (it, String::new())),
                _ => it.apply(&text[skip..], &self.names, random).map(|it| (it.0.start + skip..it.0.end + skip, it.1)),
            };
            Some((it, edit?))
        })?;
        Some(Mutant {
            line,
            file: kind,
            change,
            known: self.names.word_at(text, range.start),
            before: text.to_owned(),
            after: format!("{}{insert}{}", &text[..range.start], &text[range.end..]),
            edit: (line.start + range.start..line.start + range.end, insert),
        })
    }

    /// The argument of the first option of a line, relative to the line.
    fn without_argument(&self, line: Line) -> Option<Range<usize>> {
        let invocations = self.all[line.file].script.invocations();
        let arguments = invocations.iter().flat_map(|it| &it.given).filter_map(|it| it.argument.as_ref());
        let inside = |it: TextRange| {
            let (start, end) = (usize::from(it.start()), usize::from(it.end()));
            (line.start <= start && end <= line.end).then(|| start - line.start..end - line.start)
        };
        arguments.filter_map(|it| inside(it.range())).min_by_key(|it| it.start)
    }

    /// Judges a mutant.
    pub(super) fn judge(&self, mutant: &Mutant) -> Verdict {
        let Known { script, found } = &self.all[mutant.line.file];
        let range = mutant.edit.0.clone();
        let text = format!("{}{}{}", &script.text[..range.start], mutant.edit.1, &script.text[range.end..]);
        let end = mutant.line.end + mutant.edit.1.len() - range.len();
        let line = Line { end, ..mutant.line };
        let changed = JobScript::new(&script.path, text);
        let new = new_at(&script.text, found, &changed.text, self.check(&changed));
        match () {
            () if new.iter().any(|it| touches(it, line)) => Verdict::Found,
            () if !new.is_empty() => Verdict::Elsewhere,
            () => equivalent(script, &changed, mutant).map_or(Verdict::Silent, Verdict::Equivalent),
        }
    }
}

/// Why a silent mutant is as correct as the line before; `None` if the value is wrong, or may be.
fn equivalent(before: &JobScript, after: &JobScript, mutant: &Mutant) -> Option<&'static str> {
    let (old, new) = (before.invocations(), after.invocations());
    if meaning(&old) == meaning(&new) {
        let is_command = !old.iter().flat_map(|it| &it.given).any(|it| contains(it, mutant.edit.0.start));
        return Some(if is_command { "the command of the job" } else { "the same meaning" });
    }
    if new.len() < old.len() && !mutant.before.starts_with('#') {
        return Some("the shell finds no such command");
    }
    let given = old.iter().flat_map(|it| &it.given).find(|it| contains(it, mutant.edit.0.start))?;
    let same_options = old.len() == new.len()
        && old
            .iter()
            .zip(&new)
            .all(|(old, new)| old.given.iter().map(|it| it.option.name).eq(new.given.iter().map(|it| it.option.name)));
    if !same_options {
        return None;
    }
    match given.option.argument {
        BsubArgument::Text => Some("an argument that is not read"),
        BsubArgument::Path => Some("any path may exist"),
        BsubArgument::Value(grammar) if is_free(grammar) => Some("any path may exist"),
        BsubArgument::Command => Some("any command may exist"),
        BsubArgument::JobName => Some("a new name"),
        BsubArgument::Dependency if mutant.change.keeps_words() => Some("jobs exist while LSF runs"),
        BsubArgument::Value(Grammar::Name(Some(Namespace::Project | Namespace::User))) => Some("any project may exist"),
        _ => None,
    }
}

/// Whether a form has a part that may be any word.
fn is_free(grammar: Grammar) -> bool {
    matches!(grammar, Grammar::Shape(shape) if super::judge::is_free(shape))
}

/// Whether an option of a command contains an offset.
fn contains(given: &Given, offset: usize) -> bool {
    let inside = |it: TextRange| usize::from(it.start()) <= offset && offset < usize::from(it.end());
    inside(given.name) || given.argument.as_ref().is_some_and(|it| inside(it.range()))
}

/// What a command asks for, without places: its name, its options with their arguments, the number of its mistakes.
type Meaning = (&'static str, Vec<(&'static str, Option<String>)>, usize);

fn meaning(commands: &[Invocation]) -> Vec<Meaning> {
    let given = |it: &Given| (it.option.name, it.argument.as_ref().map(|it| format!("{:?}", it.text())));
    commands.iter().map(|it| (it.program.name, it.given.iter().map(given).collect(), it.mistakes.len())).collect()
}

/// Whether a line has an option or the name of a command.
fn has_options(script: &JobScript, line: Line) -> bool {
    let on = |it: TextRange| line.start <= usize::from(it.start()) && usize::from(it.start()) < line.end;
    script.invocations().iter().any(|it| on(it.anchor) || it.given.iter().any(|it| on(it.name)))
}

/// The option with an argument, quoted.
fn with(option: &BsubOption, argument: &str) -> String {
    match argument {
        "" => format!("-{}", option.name),
        plain if plain.bytes().all(|it| it.is_ascii_alphanumeric() || b"_./:,%+=-".contains(&it)) => {
            format!("-{} {plain}", option.name)
        }
        other => format!("-{} '{other}'", option.name),
    }
}

/// Arguments to try for an option.
fn arguments(option: &BsubOption) -> Vec<String> {
    let of = |it: &str| vec![it.to_owned()];
    match option.argument {
        BsubArgument::None => of(""),
        BsubArgument::Text | BsubArgument::Path => of("some/where"),
        BsubArgument::Command => of("/opt/site/bin/start now"),
        BsubArgument::Queues => of("normal short"),
        BsubArgument::Application => of("vsim"),
        BsubArgument::Hosts => of("sim1+2 sim2"),
        BsubArgument::Tasks => of("2,4"),
        BsubArgument::Time => of("1:30"),
        BsubArgument::DateTime => of("12:24:20:00"),
        BsubArgument::Size => of("4000MB"),
        BsubArgument::Count => of("4"),
        BsubArgument::Gpu => of("num=1:mode=shared:mps=no"),
        BsubArgument::Requirement => {
            of("select[mem>4000 && type==any] order[mem] rusage[mem=2000:duration=2h] span[hosts=1]")
        }
        BsubArgument::JobName => of("sim[1-10:2]%5"),
        BsubArgument::Dependency => of("done(12) && ended(\"syn*\")"),
        BsubArgument::Signal => of("USR2"),
        BsubArgument::Value(_) => VALUES.map(str::to_owned).to_vec(),
    }
}
