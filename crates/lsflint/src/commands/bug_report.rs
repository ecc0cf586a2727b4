//! `bug-report`: prints information for reporting a bug in lsflint.
//!
//! The report describes the binary, its environment, the recognized files, and the result of a check. It never contains
//! file contents, and contains names only on request, because configurations are confidential. Nothing is sent or
//! opened.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;

use lsflint_project::{Paths, Plan, Problem, Request, catch};
use lsflint_spec::FileKind;

use super::{common, version};
use crate::arguments::BugReport;
use crate::output::{Failure, Terminal};

const WRITES: &str = "writing to a string cannot fail";
/// Environment variables that affect colors, language or LSF.
const VARIABLES: [&str; 11] = [
    "TERM",
    "COLORTERM",
    "NO_COLOR",
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "COLUMNS",
    "LC_ALL",
    "LC_CTYPE",
    "LANG",
    "CI",
    "RUST_LOG",
];
/// Variables whose values are directories of the site.
const PATHS: [&str; 3] = ["LSF_ENVDIR", "LSF_SERVERDIR", "LSB_CONFDIR"];
/// The maximum number of clusters that are described.
const CLUSTERS: usize = 20;

pub(crate) fn run(arguments: BugReport, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let names = Names { shown: arguments.no_redact && !arguments.redact };
    let mut text =
        String::from("## What happened\n\n<!-- What did you do, what did you expect, and what happened instead? -->\n");
    write!(text, "\n## Version\n\n```json\n{}```\n", version::json()?).expect(WRITES);
    system(&mut text, terminal);
    let paths = common::current_folder()?;
    configuration(&mut text, &paths, &names);
    files(&mut text, arguments, &paths, &names);
    let mut out = terminal.plain_stdout();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    if !terminal.quiet {
        let hidden = if names.shown { "names are included" } else { "names are omitted; `--no-redact` includes them" };
        terminal.note(&format!("nothing was sent; {hidden}"));
    }
    Ok(ExitCode::SUCCESS)
}

/// Whether names of the site are included.
struct Names {
    shown: bool,
}

impl Names {
    /// A name, or its replacement.
    fn of<'n>(&self, name: &'n str, instead: &'n str) -> &'n str {
        if self.shown { name } else { instead }
    }

    /// A message without its path and quoted texts. The lines of a broken lsflint.toml are contents and never shown.
    fn problem(&self, problem: &Problem) -> String {
        let text = match problem {
            Problem::Config(error) => {
                let places = error.problems.iter().map(|it| format!("line {}: {}", it.line, it.message));
                format!("{}: {}", error.path, places.collect::<Vec<String>>().join("; "))
            }
            other => other.to_string(),
        };
        match self.shown || problem.path().is_empty() {
            true => text,
            false => quoted_out(&text.replace(problem.path(), "PATH")),
        }
    }
}

/// A text with everything between backticks replaced.
fn quoted_out(text: &str) -> String {
    let parts = text.split('`').enumerate();
    parts.map(|(number, part)| if number % 2 == 1 { "`...`" } else { part }).collect()
}

/// Writes a heading, preceded by a blank line.
fn heading(text: &mut String, title: &str) {
    text.truncate(text.trim_end().len());
    write!(text, "\n\n## {title}\n\n").expect(WRITES);
}

fn system(text: &mut String, terminal: &Terminal) {
    heading(text, "System");
    let (os, arch) = (std::env::consts::OS, std::env::consts::ARCH);
    let release = std::fs::read_to_string("/etc/os-release").unwrap_or_default();
    let pretty = release.lines().find_map(|it| it.strip_prefix("PRETTY_NAME=")).map(|it| it.trim_matches('"'));
    let pretty = pretty.map_or(String::new(), |it| format!(", {it}"));
    let processors = std::thread::available_parallelism().map_or(0, std::num::NonZeroUsize::get);
    writeln!(text, "- {os} on {arch}{pretty}, {processors} processors").expect(WRITES);
    let is = |it: bool| if it { "a terminal" } else { "not a terminal" };
    let streams = [
        ("stdin", std::io::stdin().is_terminal()),
        ("stdout", std::io::stdout().is_terminal()),
        ("stderr", std::io::stderr().is_terminal()),
    ];
    let streams: Vec<String> = streams.iter().map(|(name, yes)| format!("{name} is {}", is(*yes))).collect();
    let letters = if terminal.unicode { "Unicode" } else { "ASCII" };
    writeln!(text, "- {}; drawn in {letters}", streams.join(", ")).expect(WRITES);
    let variables = VARIABLES.iter().filter_map(|name| Some(format!("`{name}={}`", std::env::var(name).ok()?)));
    let set = PATHS.iter().filter(|it| std::env::var_os(it).is_some()).map(|it| format!("`{it}` (set)"));
    let variables: Vec<String> = variables.chain(set).collect();
    let variables = if variables.is_empty() { "none of interest".to_owned() } else { variables.join(", ") };
    writeln!(text, "- environment: {variables}").expect(WRITES);
}

/// The lsflint.toml that applies to the current directory.
fn configuration(text: &mut String, paths: &Paths, names: &Names) {
    heading(text, "Configuration");
    match Request::new(paths.clone(), Vec::new()).judge_of(paths.current()) {
        Err(problem) => writeln!(text, "- invalid: {}", names.problem(&problem)).expect(WRITES),
        Ok(judge) if judge.config.files.is_empty() => text.push_str("- no lsflint.toml\n"),
        Ok(judge) => {
            for file in &judge.config.files {
                let above = above(paths.current(), file);
                let size = std::fs::metadata(file).map_or(0, |it| it.len());
                let shown = paths.shown(file);
                writeln!(text, "- {}, {above}, {size} bytes", names.of(&shown, "an lsflint.toml")).expect(WRITES);
            }
        }
    }
}

/// Describes the location of a file without names.
fn above(current: &Path, file: &Path) -> String {
    let folder = file.parent().unwrap_or(file);
    match current.strip_prefix(folder) {
        Ok(rest) => match rest.components().count() {
            0 => "in the current directory".to_owned(),
            1 => "in the parent directory".to_owned(),
            count => format!("{count} directories up"),
        },
        Err(_) => "elsewhere".to_owned(),
    }
}

/// Describes the recognized files and the result of a check.
fn files(text: &mut String, arguments: BugReport, paths: &Paths, names: &Names) {
    heading(text, "Files");
    let mut plan = match Plan::new(Request::new(paths.clone(), arguments.paths)) {
        Ok(plan) => plan,
        Err(problem) => return writeln!(text, "- cannot be read: {}", names.problem(&problem)).expect(WRITES),
    };
    clusters(text, &plan, names);
    let mut left_out: BTreeMap<&str, usize> = BTreeMap::new();
    for it in &plan.ignored {
        *left_out.entry(it.because).or_default() += 1;
    }
    for (because, count) in left_out {
        writeln!(text, "- excluded, {because}: {count}").expect(WRITES);
    }
    heading(text, "Check");
    let mut rules: BTreeMap<&str, usize> = BTreeMap::new();
    let checked = catch(|| {
        plan.check(&|_| {}, &mut |checked| {
            checked.diagnostics.iter().for_each(|it| *rules.entry(it.rule.code).or_default() += 1);
            ControlFlow::Continue(())
        })
    });
    match checked {
        // Panic messages of Rust may quote texts.
        Err(panic) => {
            let message = if names.shown { panic.message } else { quoted_out(&panic.message) };
            writeln!(text, "- internal error: {message}").expect(WRITES);
        }
        Ok(outcome) => {
            let rules: Vec<String> = rules.iter().map(|(code, count)| format!("{code} {count}")).collect();
            let rules = if rules.is_empty() { "no findings".to_owned() } else { rules.join(", ") };
            writeln!(text, "- {} files checked: {rules}", outcome.files).expect(WRITES);
            writeln!(text, "- {} checks skipped", outcome.skipped.len()).expect(WRITES);
            for it in &outcome.problems {
                writeln!(text, "- {}", names.problem(it)).expect(WRITES);
            }
        }
    }
}

/// A table of the clusters with the number and size of their files.
fn clusters(text: &mut String, plan: &Plan, names: &Names) {
    let all: Vec<_> = plan.sets.iter().flat_map(|set| set.clusters.iter().map(move |it| (set, it))).collect();
    if all.is_empty() {
        text.push_str("- no LSF files\n");
        return;
    }
    text.push_str("| cluster | file | bytes | |\n|---|---|---|---|\n");
    for (number, (set, cluster)) in all.iter().take(CLUSTERS).enumerate() {
        let instead = format!("cluster {}", number + 1);
        for file in cluster.files.iter().map(|it| &set.members[*it]) {
            let kind = file.kind.file().map_or("script", FileKind::name);
            let reported = if file.reported { "" } else { "context only" };
            let cluster = names.of(&cluster.name, &instead);
            writeln!(text, "| {cluster} | {} | {} | {reported} |", names.of(&file.shown, kind), file.bytes)
                .expect(WRITES);
        }
    }
    if all.len() > CLUSTERS {
        writeln!(text, "| and {} more | | | |", all.len() - CLUSTERS).expect(WRITES);
    }
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_texts_are_left_out() {
        let check = |text: &str, expected: &str| assert_eq!(quoted_out(text), expected);
        check("cannot read `a/b`: no", "cannot read `...`: no");
        check("plain", "plain");
        check("`a` is no `b`", "`...` is no `...`");
    }

    #[test]
    fn places_without_names() {
        let check = |current: &str, file: &str, expected: &str| {
            assert_eq!(above(Path::new(current), Path::new(file)), expected);
        };
        check("/a/b", "/a/b/lsflint.toml", "in the current directory");
        check("/a/b", "/a/lsflint.toml", "in the parent directory");
        check("/a/b/c", "/a/lsflint.toml", "2 directories up");
        check("/a/b", "/c/lsflint.toml", "elsewhere");
    }
}
