//! The arguments of `export`.

use clap::{Args, ValueEnum};

use super::{At, Reading};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  lsflint export --cluster /opt/lsf/conf > cluster.json
  lsflint export | jq -r '.objects[] | select(.kind == \"queue\") | .name'

Exit codes: 0 done, 2 lsflint failed.")]
pub(crate) struct Export {
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) at: At,
    /// Output format
    #[arg(long, value_enum, default_value_t = ExportFormat::Json, value_name = "FORMAT")]
    pub(crate) output_format: ExportFormat,
}

/// The formats of the cluster as data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// One JSON document
    Json,
}
