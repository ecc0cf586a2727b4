//! The arguments of `fmt`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueHint};
use lsflint_project::Lines;

#[derive(Debug, Args)]
#[command(after_help = FMT_EXAMPLES)]
pub(crate) struct Fmt {
    /// Files to format, and directories to format recursively; `-` is stdin [default: the current directory]
    #[arg(value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub(crate) paths: Vec<PathBuf>,
    /// List the files that would change without writing them; exit with 1 if there are any
    #[arg(long)]
    pub(crate) check: bool,
    /// Show what would change without writing files; exit with 1 if anything would
    #[arg(long)]
    pub(crate) diff: bool,
    /// Format only these lines of a file, inclusive: 3-7, 3-, -7 or 5
    #[arg(long, value_name = "START-END", value_parser = lines, allow_hyphen_values = true)]
    pub(crate) range: Option<Lines>,
    /// Use this lsflint.toml for all files [default: the nearest one in a parent directory]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "no_config")]
    pub(crate) config: Option<PathBuf>,
    /// Ignore all lsflint.toml files
    #[arg(long)]
    pub(crate) no_config: bool,
    /// File name of the text read from stdin; the result is written to stdout
    #[arg(long, value_name = "NAME")]
    pub(crate) stdin_filename: Option<PathBuf>,
    /// Number of threads [default: one per processor]
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<NonZeroUsize>,
}

const FMT_EXAMPLES: &str = "\
Formatting changes only whitespace and blank lines, never what LSF reads. Text with a syntax error, free text, and
lines between `# lsflint: fmt off` and `# lsflint: fmt on` are left unchanged. Files are replaced atomically.

Examples:
  lsflint fmt                       everything below the current directory
  lsflint fmt --check conf          list files that would change, for CI
  lsflint fmt --diff lsb.queues     show what would change
  lsflint fmt --range 3-7 lsb.queues
  lsflint fmt - --stdin-filename lsb.queues < lsb.queues";

/// Parses a line range: `3-7`, `3-`, `-7` or `5`.
fn lines(text: &str) -> Result<Lines, String> {
    let number = |text: &str, default: usize| match text {
        "" => Some(default),
        _ => text.parse().ok().filter(|it| *it > 0),
    };
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let both = number(first, 1).zip(number(last, usize::MAX)).filter(|_| !(first.is_empty() && last.is_empty()));
    match both {
        None => Err("expected START-END with line numbers from 1, for example 3-7".to_owned()),
        Some((first, last)) if first > last => Err("the first line is after the last line".to_owned()),
        Some((first, last)) => Ok(Lines { first, last }),
    }
}
