//! `check`: what is checked, how findings are chosen and written.

mod adopting;
mod fixing;
mod format;
mod showing;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use lsflint_lint::Severity;

use super::{Reading, Selecting};

pub(crate) use adopting::Adopting;
pub(crate) use fixing::Fixing;
pub(crate) use format::OutputFormat;
pub(crate) use showing::Showing;

const OUTPUT: &str = "Output";
const RUN: &str = "Input and speed";

#[derive(Debug, Args)]
#[command(after_help = CHECK_EXAMPLES)]
pub(crate) struct Check {
    /// Files to report on, with their cluster around them, job scripts, and folders to report on everything below; `-` is stdin
    /// [default: the folder of --cluster, else the current one]
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) selecting: Selecting,
    #[command(flatten, next_help_heading = "Fixes")]
    pub(crate) fixing: Fixing,
    #[command(flatten, next_help_heading = "Old findings")]
    pub(crate) adopting: Adopting,
    #[command(flatten, next_help_heading = "What would be done")]
    pub(crate) showing: Showing,
    /// How findings are written
    #[arg(long, value_enum, default_value_t = OutputFormat::Full, value_name = "FORMAT", help_heading = OUTPUT)]
    pub(crate) output_format: OutputFormat,
    /// Write them into this file instead of stdout; `-` is stdout
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = OUTPUT)]
    pub(crate) output_file: Option<PathBuf>,
    /// Write another report into a file; may be given more than once
    #[arg(long, value_name = "FORMAT=FILE", value_parser = format::report_pair, help_heading = OUTPUT)]
    pub(crate) report: Vec<(OutputFormat, PathBuf)>,
    /// The mildest finding that makes the exit code 1 [default: `fail-on` of lsflint.toml, else error, warning in the profile ci]
    #[arg(long, value_enum, value_name = "SEVERITY", help_heading = OUTPUT)]
    pub(crate) fail_on: Option<FailOn>,
    /// How many findings `full` and `concise` show, 0 for all [default: 50 of a file, 200 altogether]
    #[arg(long, value_name = "N", help_heading = OUTPUT)]
    pub(crate) max_findings: Option<usize>,
    /// Write how often each rule spoke instead of the findings
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) statistics: bool,
    /// Read the text of this file from stdin
    #[arg(long, value_name = "NAME", help_heading = RUN)]
    pub(crate) stdin_filename: Option<PathBuf>,
    /// How many threads to use [default: one per processor]
    #[arg(long, value_name = "N", help_heading = RUN)]
    pub(crate) jobs: Option<NonZeroUsize>,
}

impl Check {
    /// Whether a text comes from stdin.
    pub(crate) fn reads_stdin(&self) -> bool {
        self.stdin_filename.is_some() || self.paths.iter().any(|it| it.as_os_str() == "-")
    }

    /// The formats of all reports.
    pub(crate) fn formats(&self) -> impl Iterator<Item = OutputFormat> {
        std::iter::once(self.output_format).chain(self.report.iter().map(|it| it.0))
    }
}

const CHECK_EXAMPLES: &str = "\
Examples:
  lsflint check                                    everything below the current folder
  lsflint check /opt/lsf/conf --fail-on warning    an installed cluster, strictly
  lsflint check lsb.queues lsb.users               two files, with their cluster around them
  lsflint check draft.lsb.queues --cluster conf    a draft, judged in the cluster below conf
  lsflint check job.sh --cluster conf              the #BSUB lines and bsub commands of a script
  lsflint check job.sh --cluster /opt/lsf/conf     what a script asks of the cluster
  lsflint check --select R,X1 --ignore R6          some families of rules
  lsflint check --diff                             what fixing would change
  lsflint check --fix                              fix what can be fixed without a change for LSF
  lsflint check --write-baseline baseline.toml     from now on only new findings
  lsflint check --baseline baseline.toml           report those
  lsflint check --add-suppressions --reason 'agreed in May'
  lsflint check --output-format json > found.json
  lsflint check --report html=report.html          text here, one page for everybody else
  lsflint check --report sarif=found.sarif --report junit=found.xml
  git show :conf/lsf.conf | lsflint check - --stdin-filename conf/lsf.conf";

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    Error,
    Warning,
    Info,
    Never,
}

impl FailOn {
    /// The same for the project.
    pub(crate) fn level(self) -> lsflint_project::FailOn {
        match self {
            FailOn::Error => lsflint_project::FailOn::At(Severity::Error),
            FailOn::Warning => lsflint_project::FailOn::At(Severity::Warning),
            FailOn::Info => lsflint_project::FailOn::At(Severity::Info),
            FailOn::Never => lsflint_project::FailOn::Never,
        }
    }
}
