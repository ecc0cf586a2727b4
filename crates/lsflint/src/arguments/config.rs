//! The arguments of `config` and `init`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::ListFormat;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  lsflint config                           all keys
  lsflint config per-file-ignores          what one of them means
  lsflint config --schema > lsflint.schema.json
  lsflint config --output-format json | jq -r '.options[].name'

What counts for a file, from the weakest to the strongest: the profile, the files named in `extend`, the lsflint.toml nearest to the \
file, the flags of the command line. `lsflint check --show-settings PATH` shows it.")]
pub(crate) struct Config {
    /// One key; keys of a table behind a dot: `fmt.align`
    #[arg(value_name = "KEY")]
    pub(crate) key: Option<String>,
    /// Print the JSON Schema of lsflint.toml
    #[arg(long, conflicts_with_all = ["key", "output_format"])]
    pub(crate) schema: bool,
    /// How the answer is written
    #[arg(long, value_enum, default_value_t = ListFormat::Full, value_name = "FORMAT")]
    pub(crate) output_format: ListFormat,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  lsflint init                   writes lsflint.toml into the current folder
  lsflint init /opt/lsf/conf
  lsflint init --stdout          prints it

Every key is in it as a comment, with what it means. A file that is there already stays.")]
pub(crate) struct Init {
    /// The folder of the new file
    #[arg(value_name = "DIR", default_value = ".", value_hint = ValueHint::DirPath)]
    pub(crate) folder: PathBuf,
    /// Print it instead
    #[arg(long)]
    pub(crate) stdout: bool,
}
