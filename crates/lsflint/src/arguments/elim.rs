//! The arguments of `elim`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueHint};

use super::{Reading, Selecting, StringFormat};

#[derive(Debug, Subcommand)]
#[command(after_help = "\
Examples:
  timeout 60 /opt/lsf/etc/elim.lic | lsflint elim check-output -")]
pub(crate) enum Elim {
    /// Check lines that an elim writes
    CheckOutput(Box<ElimCheckOutput>),
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  lsflint elim check-output values.txt
  lsflint elim check-output values.txt --cluster /opt/lsf/conf
  timeout 60 /opt/lsf/etc/elim.lic | lsflint elim check-output - --output-format json

Without --cluster, names of site resources are unknown and are not judged.")]
pub(crate) struct ElimCheckOutput {
    /// The file with the lines; `-` is stdin
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) selecting: Selecting,
    /// How findings are written
    #[arg(long, value_enum, default_value_t = StringFormat::Full, value_name = "FORMAT")]
    pub(crate) output_format: StringFormat,
}
