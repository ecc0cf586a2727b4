//! `fmt`: formats files.

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::ExitCode;

use lsflint_project::{ConfigSource, Plan, Problem, Request};
use lsflint_report::counted;

use crate::arguments::Fmt;
use crate::commands::common;
use crate::commands::diff::Diffs;
use crate::output::{Failure, Terminal};

/// The number of files by result.
#[derive(Default)]
struct Tally {
    formatted: usize,
    unchanged: usize,
    failed: usize,
}

pub(crate) fn run(arguments: Fmt, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let (check, dry_diff, range) = (arguments.check, arguments.diff, arguments.range);
    let (request, from_stdin) = request(arguments)?;
    let mut plan = Plan::new(request).map_err(Failure::new)?;
    plan.require_files();
    let mut out = terminal.plain_stdout();
    let mut diffs = Diffs::new(terminal);
    let mut tally = Tally::default();
    for problem in &plan.problems {
        tally.problem(problem, terminal);
    }
    for it in &plan.ignored {
        terminal.detail(&format!("excluded: {it}"));
    }
    if range.is_some() && plan.reported() > 1 {
        return Err(Failure::new("`--range` requires exactly one file"));
    }
    for file in plan.format(range) {
        let file = match file {
            Ok(file) => file,
            Err(problem) => {
                tally.problem(&problem, terminal);
                continue;
            }
        };
        if dry_diff {
            diffs.write(&file)?;
        } else if from_stdin && !check {
            out.write_all(&file.bytes())?;
        }
        let written = if check || dry_diff || from_stdin { Ok(()) } else { plan.write(&file) };
        match written {
            Err(problem) => tally.problem(&problem, terminal),
            Ok(()) if !file.differs() => tally.unchanged += 1,
            Ok(()) => {
                tally.formatted += 1;
                if check && !dry_diff && !terminal.quiet {
                    writeln!(out, "{}", file.shown)?;
                }
            }
        }
    }
    out.flush()?;
    diffs.finish()?;
    let dry = check || dry_diff;
    if !terminal.quiet && (dry || !from_stdin) {
        tally.tell(dry, terminal);
    }
    Ok(match tally {
        Tally { failed: 1.., .. } => ExitCode::from(2),
        Tally { formatted: 1.., .. } if dry => ExitCode::from(1),
        _ => ExitCode::SUCCESS,
    })
}

impl Tally {
    fn problem(&mut self, problem: &Problem, terminal: &Terminal) {
        terminal.error(&problem.to_string());
        self.failed += 1;
    }

    fn tell(&self, dry: bool, terminal: &Terminal) {
        let files = |count| counted(count, "file", "files");
        let (done, other) = match dry {
            true => ("would change", "already formatted"),
            false => ("formatted", "unchanged"),
        };
        match (self.formatted, self.unchanged) {
            (0, 0) if self.failed > 0 => {}
            (0, 0) => terminal.note("no LSF files found; `-v` lists the excluded files"),
            (formatted, unchanged) => {
                terminal.note(&format!("{} {done}, {} {other}", files(formatted), files(unchanged)));
            }
        }
    }
}

/// Converts the arguments to a request; also returns whether the text comes from stdin.
fn request(arguments: Fmt) -> Result<(Request, bool), Failure> {
    let Fmt { mut paths, config, no_config, stdin_filename, jobs, .. } = arguments;
    let dash = Path::new("-");
    let from_stdin = stdin_filename.is_some() || paths.iter().any(|it| it == dash);
    paths.retain(|it| it != dash);
    let stdin = if from_stdin {
        let name = stdin_filename
            .ok_or_else(|| Failure::new("`-` requires `--stdin-filename NAME`, the file name of the text"))?;
        if !paths.is_empty() {
            return Err(Failure::new("`-` cannot be combined with other paths"));
        }
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes).map_err(|error| Failure::new(format!("cannot read stdin: {error}")))?;
        Some((name, bytes))
    } else {
        if paths.is_empty() {
            paths.push(".".into());
        }
        None
    };
    let request = Request {
        stdin,
        config: match config {
            Some(file) => ConfigSource::File(file),
            None if no_config => ConfigSource::Nothing,
            None => ConfigSource::Nearest,
        },
        jobs,
        ..Request::new(common::current_folder()?, paths)
    };
    Ok((request, from_stdin))
}
