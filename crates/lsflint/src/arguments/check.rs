//! The arguments of `check`.

mod adopting;
mod fixing;
mod format;
mod showing;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};
use lsflint_lint::Severity;

use super::{At, Reading, Selecting};

pub(crate) use adopting::Adopting;
pub(crate) use fixing::Fixing;
pub(crate) use format::OutputFormat;
pub(crate) use showing::Showing;

const OUTPUT: &str = "Output";
const RUN: &str = "Input and performance";

#[derive(Debug, Args)]
#[command(after_help = CHECK_EXAMPLES)]
pub(crate) struct Check {
    /// Configuration files, checked in the context of their cluster; job scripts; directories, checked recursively; `-`
    /// is stdin [default: the directory of --cluster, else the current directory]
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) at: At,
    #[command(flatten)]
    pub(crate) selecting: Selecting,
    #[command(flatten, next_help_heading = "Fixes")]
    pub(crate) fixing: Fixing,
    #[command(flatten, next_help_heading = "Existing findings")]
    pub(crate) adopting: Adopting,
    #[command(flatten, next_help_heading = "Dry run")]
    pub(crate) showing: Showing,
    /// Output format of the findings
    #[arg(long, value_enum, default_value_t = OutputFormat::Full, value_name = "FORMAT", help_heading = OUTPUT)]
    pub(crate) output_format: OutputFormat,
    /// Write the findings to this file instead of stdout; `-` is stdout
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = OUTPUT)]
    pub(crate) output_file: Option<PathBuf>,
    /// Write an additional report to a file; repeatable
    #[arg(long, value_name = "FORMAT=FILE", value_parser = format::report_pair, help_heading = OUTPUT)]
    pub(crate) report: Vec<(OutputFormat, PathBuf)>,
    /// Lowest severity that sets exit code 1 [default: `fail-on` in lsflint.toml, else error, or warning in the profile
    /// ci]
    #[arg(long, value_enum, value_name = "SEVERITY", help_heading = OUTPUT)]
    pub(crate) fail_on: Option<FailOn>,
    /// Maximum number of findings in `full` and `concise` output, 0 for all [default: 50 per file, 200 in total]
    #[arg(long, value_name = "N", help_heading = OUTPUT)]
    pub(crate) max_findings: Option<usize>,
    /// Print the number of findings per rule instead of the findings
    #[arg(long, help_heading = OUTPUT)]
    pub(crate) statistics: bool,
    /// File name of the text read from stdin
    #[arg(long, value_name = "NAME", help_heading = RUN)]
    pub(crate) stdin_filename: Option<PathBuf>,
    /// The user who submits the jobs of scripts [default: `user` in lsflint.toml]
    #[arg(long, value_name = "NAME", help_heading = RUN)]
    pub(crate) user: Option<String>,
    /// Number of threads [default: one per processor]
    #[arg(long, value_name = "N", help_heading = RUN)]
    pub(crate) jobs: Option<NonZeroUsize>,
}

impl Check {
    /// Whether an input is stdin.
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
  lsflint check                                    everything below the current directory
  lsflint check /opt/lsf/conf --fail-on warning    an installed cluster; fail on warnings, too
  lsflint check lsb.queues lsb.users               two files, in the context of their cluster
  lsflint check draft.lsb.queues --cluster conf    a draft, checked against the cluster below conf
  lsflint check conf --at 'Sat 03:00'              with the #if branches that are active then
  lsflint check job.sh --cluster conf              the #BSUB lines and bsub commands of a script
  lsflint check --select R,X1 --ignore R6          some groups of rules
  lsflint check --diff                             show what --fix would change
  lsflint check --fix                              apply fixes that do not change what LSF does
  lsflint check --write-baseline baseline.toml     record the current findings
  lsflint check --baseline baseline.toml           report only new findings
  lsflint check --add-suppressions --reason 'agreed in May'
  lsflint check --output-format json > found.json
  lsflint check --report html=report.html          text here, and an HTML report
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
    /// The equivalent level in the project crate.
    pub(crate) fn level(self) -> lsflint_project::FailOn {
        match self {
            FailOn::Error => lsflint_project::FailOn::At(Severity::Error),
            FailOn::Warning => lsflint_project::FailOn::At(Severity::Warning),
            FailOn::Info => lsflint_project::FailOn::At(Severity::Info),
            FailOn::Never => lsflint_project::FailOn::Never,
        }
    }
}
