//! The arguments of `fmt`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueHint};
use lsflint_project::Lines;

#[derive(Debug, Args)]
#[command(after_help = FMT_EXAMPLES)]
pub(crate) struct Fmt {
    /// Files to format, and folders to format everything below; `-` is stdin [default: the current folder]
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,
    /// Write nothing; list the files that would change, and make the exit code 1 when there are any
    #[arg(long)]
    pub(crate) check: bool,
    /// Write nothing; show what would change, and make the exit code 1 when something would
    #[arg(long)]
    pub(crate) diff: bool,
    /// Format only these lines of a file, both included: 3-7, 3-, -7 or 5
    #[arg(long, value_name = "START-END", value_parser = lines, allow_hyphen_values = true)]
    pub(crate) range: Option<Lines>,
    /// Use this lsflint.toml for everything [default: the nearest one upwards]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "no_config")]
    pub(crate) config: Option<PathBuf>,
    /// Read no lsflint.toml
    #[arg(long)]
    pub(crate) no_config: bool,
    /// Read the text of this file from stdin and write the formatted text to stdout
    #[arg(long, value_name = "NAME")]
    pub(crate) stdin_filename: Option<PathBuf>,
    /// How many threads to use [default: one per processor]
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<NonZeroUsize>,
}

const FMT_EXAMPLES: &str = "\
Only blanks and empty lines change, and LSF reads the same as before. A line with a syntax error, free text, and what stands between
`# lsflint: fmt off` and `# lsflint: fmt on` stay as they are. A file is replaced in one step, or not at all.

Examples:
  lsflint fmt                       everything below the current folder
  lsflint fmt --check conf          for CI: which files would change
  lsflint fmt --diff lsb.queues     what would change
  lsflint fmt --range 3-7 lsb.queues
  lsflint fmt - --stdin-filename lsb.queues < lsb.queues";

/// `3-7`, `3-`, `-7`, `5`.
fn lines(text: &str) -> Result<Lines, String> {
    let number = |text: &str, default: usize| match text {
        "" => Some(default),
        _ => text.parse().ok().filter(|it| *it > 0),
    };
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let both = number(first, 1).zip(number(last, usize::MAX)).filter(|_| !(first.is_empty() && last.is_empty()));
    match both {
        None => Err("expected START-END, line numbers from 1, for example 3-7".to_owned()),
        Some((first, last)) if first > last => Err("the first line is behind the last one".to_owned()),
        Some((first, last)) => Ok(Lines { first, last }),
    }
}
