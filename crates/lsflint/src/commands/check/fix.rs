//! `check --fix` and `check --diff`: applies fixes before findings are reported.

use std::io::Write;
use std::process::ExitCode;

use lsflint_lint::Applicability;
use lsflint_project::{Checked, FixOptions, FixedFile, Fixes, Plan};
use lsflint_report::{Fixing as Fixed, NotApplied, counted};

use super::sieve::Sieve;
use crate::arguments::Fixing;
use crate::commands::diff::Diffs;
use crate::output::{Failure, Terminal};
use crate::progress::Progress;

/// The result of fixing.
pub(super) struct Done {
    /// The totals for the summary.
    pub(super) fixed: Fixed,
    /// Whether something failed; it was reported.
    pub(super) failed: bool,
}

/// Applies fixes to the files of a plan, which then uses the new texts. A text from stdin is written to stdout.
pub(super) fn apply(
    plan: &mut Plan,
    arguments: Fixing,
    sieves: &mut [Box<dyn Sieve>],
    terminal: &Terminal,
) -> Result<Done, Failure> {
    let Fixes { files, problems, not_applied, .. } = fixes(plan, arguments, sieves, terminal)?;
    let not_applied = not_applied.into_iter().map(|it| NotApplied {
        code: it.code.to_owned(),
        file: it.shown.to_string(),
        line: it.line,
        because: it.because,
    });
    let fixed = Fixed { fixed: 0, unsafe_fixes: arguments.unsafe_fixes, not_applied: not_applied.collect() };
    let mut done = Done { fixed, failed: false };
    for problem in problems {
        terminal.error(&problem.to_string());
        done.failed = true;
    }
    let stdin = plan.text_of_stdin().map(|(path, text)| (path.to_owned(), text.clone()));
    if let Some((path, before)) = &stdin {
        let after = files.iter().map(|it| &it.file).find(|it| it.path == *path).map_or(&before.text, |it| &it.after);
        let mut out = terminal.plain_stdout();
        out.write_all(&lsflint_project::encode(after, before.encoding))?;
        out.flush()?;
    }
    for fixed in files {
        let file = &fixed.file;
        let from_stdin = stdin.as_ref().is_some_and(|it| it.0 == file.path);
        let written = if from_stdin { Ok(()) } else { plan.write(file) };
        match written {
            Ok(()) => {
                list_unsafe(&fixed, "fixed", terminal);
                done.fixed.fixed += fixed.repaired.len();
                plan.adopt(file);
            }
            Err(problem) => {
                terminal.error(&problem.to_string());
                done.failed = true;
            }
        }
    }
    Ok(done)
}

/// Shows the diff of what fixing would change, without writing files.
pub(super) fn show(
    plan: &Plan,
    arguments: Fixing,
    sieves: &mut [Box<dyn Sieve>],
    terminal: &Terminal,
) -> Result<ExitCode, Failure> {
    let Fixes { files, unread, problems, not_applied, .. } = fixes(plan, arguments, sieves, terminal)?;
    let mut diffs = Diffs::new(terminal);
    files.iter().try_for_each(|it| diffs.write(&it.file))?;
    diffs.finish()?;
    let problems: Vec<_> = plan.problems.iter().chain(&unread).chain(&problems).collect();
    for problem in &problems {
        terminal.error(&problem.to_string());
    }
    files.iter().for_each(|it| list_unsafe(it, "would fix", terminal));
    if !terminal.quiet {
        for it in &not_applied {
            terminal.note(&format!("{}:{}: would not fix {}: {}", it.shown, it.line, it.code, it.because));
        }
    }
    let fixed = files.iter().map(|it| it.repaired.len()).sum();
    if !terminal.quiet && problems.is_empty() {
        let findings = counted(fixed, "finding", "findings");
        let files = counted(files.len(), "file", "files");
        terminal.note(&match fixed {
            0 => "no findings would be fixed".to_owned(),
            _ => format!("would fix {findings} in {files}"),
        });
    }
    Ok(match (problems.len(), fixed) {
        (1.., _) => ExitCode::from(2),
        (0, 0) => ExitCode::SUCCESS,
        (0, _) => ExitCode::from(1),
    })
}

fn fixes(plan: &Plan, arguments: Fixing, sieves: &mut [Box<dyn Sieve>], terminal: &Terminal) -> Result<Fixes, Failure> {
    let progress = Progress::new(plan.reported(), terminal.quiet);
    let mut failure = None;
    let mut sift = |checked: &mut Checked| {
        for sieve in &mut *sieves {
            failure = failure.take().or(sieve.sift(checked).err());
        }
    };
    let options = FixOptions { unsafe_fixes: arguments.unsafe_fixes };
    let fixes = plan.fix(options, &mut sift, &|done| progress.at(done));
    progress.finish();
    failure.map_or(Ok(fixes), Err)
}

/// Lists unsafe fixes on stderr: the fix, and what LSF does without it.
fn list_unsafe(fixed: &FixedFile, verb: &str, terminal: &Terminal) {
    if terminal.quiet {
        return;
    }
    let mut repaired: Vec<_> = fixed.repaired.iter().collect();
    repaired.sort_by_key(|it| (it.line, it.found.rule.code));
    for it in repaired {
        let Some(fix) = it.found.fix.as_ref().filter(|it| it.applicability == Applicability::Unsafe) else { continue };
        let before = it.found.effect.as_ref().map_or_else(String::new, |it| format!("; without the fix, {it}"));
        let (path, code) = (&fixed.file.shown, it.found.rule.code);
        terminal.note(&format!("{path}:{}: {verb} {code} ({}){before}", it.line, fix.title));
    }
}
