//! The arguments of `config` and `init`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::ListFormat;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  lsflint config                           all settings
  lsflint config per-file-ignores          one setting
  lsflint config --schema > lsflint.schema.json
  lsflint config --output-format json | jq -r '.options[].name'

Settings of a file, in increasing precedence: the profile, the files in `extend`, the lsflint.toml nearest to the \
file, command-line options. `lsflint check --show-settings PATH` shows the result.")]
pub(crate) struct Config {
    /// A setting; use a dot for settings in a table: `fmt.align`
    #[arg(value_name = "KEY")]
    pub(crate) key: Option<String>,
    /// Print the JSON Schema of lsflint.toml
    #[arg(long, conflicts_with_all = ["key", "output_format"])]
    pub(crate) schema: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t = ListFormat::Full, value_name = "FORMAT")]
    pub(crate) output_format: ListFormat,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  lsflint init                        create lsflint.toml in the current directory
  lsflint init /opt/lsf/conf --yes    also record the present findings in lsflint-baseline.toml
  lsflint init --stdout               print it

Checks the tree and writes a short file with what it found: clusters and their versions, the number of findings,
directories with backups. On a terminal, it asks whether to record the findings in a baseline. An existing file is not
overwritten. `lsflint config` lists all settings.")]
pub(crate) struct Init {
    /// The directory of the new file
    #[arg(value_name = "DIR", default_value = ".", value_hint = ValueHint::DirPath)]
    pub(crate) folder: PathBuf,
    /// Record the present findings in a baseline without asking
    #[arg(long, short = 'y', conflicts_with = "stdout")]
    pub(crate) yes: bool,
    /// Print the file instead of creating it
    #[arg(long)]
    pub(crate) stdout: bool,
}
