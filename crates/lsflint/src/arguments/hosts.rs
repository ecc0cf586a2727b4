//! The arguments of `resreq hosts`.

use clap::Args;

use super::{At, MergeFormat, Reading};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  lsflint resreq hosts 'select[type==X86_64 && bigmem]' --cluster /opt/lsf/conf
  lsflint resreq hosts 'select[bigmem] span[hosts=1]' --queue @normal --cluster /opt/lsf/conf
  lsflint resreq hosts --queue @normal --app @generic --cluster /opt/lsf/conf
  lsflint resreq hosts --queue @normal --cluster /opt/lsf/conf --at 'Sat 03:00'
  lsflint resreq hosts gpuhost --cluster conf --output-format json | jq '.terms[0].hosts'

`never` follows from the files: type, model, static resources, client hosts, exclusive resources. `depends` means that \
    load, or files that are not loaded, decide. -v lists all hosts. The exit code is 1 if no host can match.")]
pub(crate) struct ResreqHosts {
    /// The requirement of the job, as for bsub -R; several are combined like several -R options
    #[arg(value_name = "STRING")]
    pub(crate) strings: Vec<String>,
    /// The requirement of the queue, or the name of a queue, which also restricts the hosts to its HOSTS
    #[arg(long, value_name = "STRING|@QUEUE", allow_hyphen_values = true)]
    pub(crate) queue: Option<String>,
    /// The requirement of the application profile, or the name of an application profile
    #[arg(long, value_name = "STRING|@PROFILE", allow_hyphen_values = true)]
    pub(crate) app: Option<String>,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) at: At,
    /// Output format
    #[arg(long, value_enum, default_value_t = MergeFormat::Full, value_name = "FORMAT")]
    pub(crate) output_format: MergeFormat,
}
