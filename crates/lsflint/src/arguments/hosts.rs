//! The arguments of `resreq hosts`.

use clap::Args;
use lsflint_answers::Tasks;

use super::{At, MergeFormat, Reading};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  lsflint resreq hosts 'select[type==X86_64 && bigmem]' --cluster /opt/lsf/conf
  lsflint resreq hosts 'select[bigmem] span[hosts=1]' --queue @normal --cluster /opt/lsf/conf
  lsflint resreq hosts --queue @normal --app @generic --cluster /opt/lsf/conf
  lsflint resreq hosts --queue @normal --cluster /opt/lsf/conf --at 'Sat 03:00'
  lsflint resreq hosts 'rusage[mem=8GB] span[hosts=1]' -n 16 --queue @normal --cluster conf --why
  lsflint resreq hosts gpuhost --cluster conf --output-format json | jq .counts

`never` follows from the files: a condition is false on static values, a reservation exceeds a static capacity, MXJ is \
0, the host is exclusive. `always` means that the host matches whatever the load. `depends` is everything else: load, \
reservations, thresholds, the type of the submission host, facts not in the files. Hosts are those of the queue, or \
all hosts, without client hosts. The exit code is 1 if no host can match, or if LSF rejects a string.")]
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
    /// The number of tasks of the job, as for bsub -n: show what it reserves per task, host and job
    #[arg(short = 'n', long = "tasks", value_name = "N|MIN,MAX", value_parser = str::parse::<Tasks>)]
    pub(crate) tasks: Option<Tasks>,
    /// List all hosts, grouped by reason
    #[arg(long)]
    pub(crate) why: bool,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) at: At,
    /// Output format
    #[arg(long, value_enum, default_value_t = MergeFormat::Full, value_name = "FORMAT")]
    pub(crate) output_format: MergeFormat,
}
