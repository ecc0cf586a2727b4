//! `why`: why LSF rejects the jobs of a script, does not start them, or ends them.

use std::fmt::Write as _;
use std::io::Write;
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use lsflint_answers::Script;
use lsflint_ide::answers::JobReason;

use super::Shown;
use crate::arguments::{MergeFormat, Why};
use crate::commands::strings;
use crate::output::{Failure, Terminal};

const BOLD: Style = Style::new().bold();
const PRINTS: Style = AnsiColor::Red.on_default();
const WRITES: &str = "writing to a string cannot fail";

pub(crate) fn run(arguments: Why, terminal: &Terminal) -> Result<ExitCode, Failure> {
    let Why { file, reading, at, user, output_format } = arguments;
    let script = super::read(&file, reading, at, user)?;
    match output_format {
        MergeFormat::Json => strings::document(&script.why(), terminal)?,
        MergeFormat::Full => {
            let mut out = terminal.stdout();
            out.write_all(Shown(&script).reasons().as_bytes())?;
            out.flush()?;
        }
    }
    let fails = |it: &JobReason| script.fail_on.fails(it.severity);
    let failed = script.jobs.iter().flat_map(|it| &it.reasons).any(fails);
    Ok(ExitCode::from(u8::from(failed)))
}

impl Shown<'_> {
    fn reasons(&self) -> String {
        let mut text = String::new();
        for job in &self.jobs {
            let name = if job.name.is_empty() { String::new() } else { format!(" {}", job.name) };
            writeln!(text, "{BOLD}job{name}{BOLD:#}  {}:{}", self.path, job.line).expect(WRITES);
            if job.reasons.is_empty() {
                text.push_str("  nothing in these files rejects the job or keeps it pending\n");
            }
            for it in &job.reasons {
                text.push_str(&reason(self, it));
            }
            // What the job waits for at run time.
            for queue in &job.queues {
                if let Some(hosts) = &queue.hosts {
                    writeln!(text, "  queue {}: {}", queue.queue.name, hosts.summary()).expect(WRITES);
                }
            }
        }
        if self.jobs.is_empty() {
            writeln!(text, "{} submits no job that lsflint can read", self.path).expect(WRITES);
        }
        text
    }
}

/// A reason with what LSF prints and the lines that decide.
pub(super) fn reason(script: &Script, reason: &JobReason) -> String {
    let mut text = String::new();
    let JobReason { code, message, effect, line, .. } = reason;
    writeln!(text, "  {}:{line}: {code} {message}", script.path).expect(WRITES);
    if !effect.is_empty() {
        writeln!(text, "    effect: {effect}").expect(WRITES);
    }
    if let Some(prints) = reason.prints {
        let program = if reason.outcome == "refused" { "bsub" } else { "bjobs -p" };
        writeln!(text, "    {program} prints: {PRINTS}{}{PRINTS:#}", prints.text).expect(WRITES);
    }
    for it in &reason.conditions {
        let place = it.place.as_ref().map(|it| script.place_in_words(it)).unwrap_or_default();
        writeln!(text, "    {place}  {}", it.text).expect(WRITES);
    }
    if !reason.help.is_empty() {
        writeln!(text, "    help: {}", reason.help).expect(WRITES);
    }
    text
}
