//! `cargo xtask mutate`: how many mistakes do the rules find?
//!
//! Changes one token in each of many lines of correct clusters, and checks the result with the default rules. A mutant
//! is *found* if a new finding is on the changed line or names it; *elsewhere* if the only new findings are on other
//! lines; *equivalent* if it is as correct as the line before; otherwise *silent*. The kinds of file are equally
//! frequent, and so are the kinds of change that fit a line.
#![allow(clippy::print_stdout, reason = "the report is the product")]
#![cfg_attr(not(feature = "measure"), allow(dead_code, reason = "without the feature, only the tests run it"))]

mod bases;
mod change;
mod judge;
mod scripts;
mod table;

use std::collections::HashSet;
use std::ops::Range;
use std::path::Path;
use std::process::ExitCode;

use lsflint_spec::FileKind;
use lsflint_test_support::generate::Random;

use bases::{Bases, Line};
use change::Change;
use judge::{Verdict, judge};

/// A changed line.
#[derive(Debug, Clone)]
struct Mutant {
    line: Line,
    /// The name of the kind of file.
    file: &'static str,
    change: Change,
    /// The replaced bytes of the file, and the new text.
    edit: (Range<usize>, String),
    /// Whether the replaced word was a name that the cluster defines.
    known: bool,
    before: String,
    after: String,
}

impl Mutant {
    /// The edit is relative to the line.
    fn new(bases: &Bases, line: Line, change: Change, (range, insert): (Range<usize>, String)) -> Mutant {
        let base = &bases.all[line.base];
        let file = &base.files[line.file];
        let text = &file.text[line.start..line.end];
        Mutant {
            line,
            file: file.kind.name(),
            change,
            known: judge::names(base).word_at(text, range.start),
            before: text.to_owned(),
            after: format!("{}{insert}{}", &text[..range.start], &text[range.end..]),
            edit: (line.start + range.start..line.start + range.end, insert),
        }
    }
}

/// Runs the test and prints the shares.
pub(crate) fn run(root: &Path, arguments: &crate::MutateArguments) -> anyhow::Result<ExitCode> {
    let judged = match arguments.scripts {
        true => script_mutants(root, arguments.seed, arguments.mutants),
        false => mutants(root, arguments.seed, arguments.mutants),
    };
    let table = table::Table::new(&judged);
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&table.json(arguments.seed, &judged))?);
        return Ok(ExitCode::SUCCESS);
    }
    print!("{}", table.text());
    if let Some(most) = arguments.list {
        print!("\n{}", table::list(&judged, most));
    }
    Ok(ExitCode::SUCCESS)
}

/// Makes and judges mutants.
fn mutants(root: &Path, seed: u64, count: usize) -> Vec<(Mutant, Verdict)> {
    let mut bases = Bases::new(root, seed);
    let mut random = Random::new(seed);
    let mut made: Vec<Mutant> = Vec::new();
    let mut seen = HashSet::new();
    // Files with few lines run out of mutants; the others get their turns.
    for turn in 0..count * 20 {
        if made.len() == count {
            break;
        }
        let kind = FileKind::ALL[turn % FileKind::ALL.len()];
        let Some(mutant) = bases.pick(&mut random, kind).and_then(|line| mutant(&bases, line, &mut random)) else {
            continue;
        };
        if seen.insert((kind, mutant.before.clone(), mutant.after.clone())) {
            made.push(mutant);
        }
    }
    let verdicts = in_parallel(&made, |it| judge(&bases, it));
    made.into_iter().zip(verdicts).collect()
}

/// As [`mutants`], of the lines of job scripts.
fn script_mutants(root: &Path, seed: u64, count: usize) -> Vec<(Mutant, Verdict)> {
    let scripts = scripts::Scripts::new(root);
    let mut random = Random::new(seed);
    let mut made: Vec<Mutant> = Vec::new();
    let mut seen = HashSet::new();
    for _ in 0..count * 20 {
        if made.len() == count {
            break;
        }
        let Some(mutant) = scripts.mutant(&mut random) else { continue };
        if seen.insert(mutant.after.clone()) {
            made.push(mutant);
        }
    }
    let verdicts = in_parallel(&made, |it| scripts.judge(it));
    made.into_iter().zip(verdicts).collect()
}

/// One change of a line.
fn mutant(bases: &Bases, line: Line, random: &mut Random) -> Option<Mutant> {
    let base = &bases.all[line.base];
    let file = &base.files[line.file];
    let text = &file.text[line.start..line.end];
    let names = judge::names(base);
    let changes = Change::shuffled(random);
    let (change, edit) = changes.into_iter().find_map(|it| Some((it, it.apply(text, &names, random)?)))?;
    Some(Mutant::new(bases, line, change, edit))
}

/// The results of a function, in order, computed on all processors.
fn in_parallel<T: Sync, R: Send>(items: &[T], function: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let size = items.len().div_ceil(threads).max(1);
    let run = &|chunk: &[T]| chunk.iter().map(&function).collect::<Vec<R>>();
    std::thread::scope(|scope| {
        let running: Vec<_> = items.chunks(size).map(|chunk| scope.spawn(move || run(chunk))).collect();
        running.into_iter().flat_map(|it| it.join().expect("no rule panics")).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root() -> &'static Path {
        Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the repository")
    }

    #[test]
    fn the_same_seed_gives_the_same_verdicts() {
        let shown = || -> Vec<(String, Verdict)> {
            mutants(root(), 3, 60).into_iter().map(|(mutant, it)| (mutant.after, it)).collect()
        };
        let first = shown();
        assert_eq!(first.len(), 60);
        assert_eq!(first, shown());
        assert!(first.iter().any(|it| it.1 == Verdict::Found));
    }

    #[test]
    fn most_mistakes_in_scripts_are_found() {
        let judged = script_mutants(root(), 1, 400);
        let silent = judged.iter().filter(|it| it.1 == Verdict::Silent).count();
        let found = judged.iter().filter(|it| it.1 == Verdict::Found).count();
        assert_eq!(judged.len(), 400);
        assert!(found > 5 * silent, "{found} found, {silent} silent");
    }

    /// Changes `before` in the line of a queue, and judges the result.
    #[track_caller]
    fn check(line: &str, change: Change, before: &str, after: &str, expect: Verdict) {
        let start = "Begin Queue\nQUEUE_NAME = night\n";
        let text = format!("{start}{line}\nEnd Queue\n");
        let bases = Bases::of(vec![("lsb.queues".to_owned(), text)]);
        let place = Line { base: 0, file: 0, start: start.len(), end: start.len() + line.len() };
        let at = line.find(before).expect("the line has the text");
        let mutant = Mutant::new(&bases, place, change, (at..at + before.len(), after.to_owned()));
        assert_eq!(judge(&bases, &mutant), expect, "{}", mutant.after);
    }

    #[test]
    fn verdicts() {
        check("PRIORITY = 40", Change::DigitToLetter, "0", "o", Verdict::Found);
        check("PRIORITY = 40", Change::WrongCase, "PRIORITY", "priority", Verdict::Equivalent("the same meaning"));
        check("DESCRIPTION = all jobs", Change::LetterDropped, "j", "", Verdict::Equivalent("free text"));
        check("PRE_EXEC = /opt/a", Change::LetterDoubled, "a", "aa", Verdict::Equivalent("any command may exist"));
        check("RERUNNABLE = no", Change::WrongCase, "no", "NO", Verdict::Equivalent("LSF ignores the letter case"));
    }

    #[test]
    fn changes_of_a_line() {
        let names = change::Names::default();
        let changed = |change: Change, line: &str| {
            let (range, insert) = change.apply(line, &names, &mut Random::new(1))?;
            Some(format!("{}{insert}{}", &line[..range.start], &line[range.end..]))
        };
        let expect = [
            (Change::DigitToLetter, "A = 5", Some("A = S")),
            (Change::WrongUnit, "A = 5GB", Some("A = 5Q")),
            (Change::NumberTooLarge, "A = 5", Some("A = 99999999999999")),
            (Change::NumberNegative, "A = 5", Some("A = -1")),
            (Change::SeparatorLost, "a:b", Some("ab")),
            (Change::SeparatorDoubled, "a:b", Some("a::b")),
            (Change::BracketLost, "(a", Some("a")),
            (Change::QuoteLost, "A=\"b", Some("A=b")),
            (Change::ValueEmptied, "A = b c", Some("A =")),
            (Change::WrongCase, "night", Some("NIGHT")),
            (Change::WordAppended, "A = b # c", Some("A = b surplus # c")),
            (Change::LettersSwapped, "aab", Some("aba")),
            (Change::OtherNamespace, "night", None),
            (Change::LetterDropped, "  # a", None),
        ];
        for (change, line, expect) in expect {
            assert_eq!(changed(change, line).as_deref(), expect, "{}: {line}", change.name());
        }
    }
}
