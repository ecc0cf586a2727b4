//! The arguments of `resreq merge`.

use clap::{Args, ValueEnum};
use lsflint_answers::Tasks;

use super::{At, Reading};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  lsflint resreq merge --queue 'select[linux] rusage[mem=500]' --job 'rusage[mem=100]'
  lsflint resreq merge --queue @normal --app @generic --cluster /opt/lsf/conf
  lsflint resreq merge --queue @normal --cluster conf --job 'select[nvme]' --job 'rusage[sim_lic=1]'
  lsflint resreq merge --queue 'rusage[tok=1]' --job '1*{head} + 7*{node}' --job-resource tok
  lsflint resreq merge --queue @normal --cluster conf --job 'rusage[mem=4GB] span[hosts=1]' -n 8
  lsflint resreq merge --queue @normal --cluster conf --output-format json | jq -r .result

Sizes without a unit are in MB unless the lsf.conf of --cluster sets another unit; sizes with a unit are also shown in \
that unit. Strings that LSF rejects are reported like those in files; RES_REQ of a queue or application profile that \
LSF rejects is left out, as LSF does. The exit code is 1 if LSF rejects a string or the job.")]
pub(crate) struct ResreqMerge {
    /// The requirement of the queue, or the name of a queue
    #[arg(long, value_name = "STRING|@QUEUE", allow_hyphen_values = true)]
    pub(crate) queue: Option<String>,
    /// The requirement of the application profile, or the name of an application profile
    #[arg(long, value_name = "STRING|@PROFILE", allow_hyphen_values = true)]
    pub(crate) app: Option<String>,
    /// The requirement of the job, as for bsub -R; several are combined like several -R options
    #[arg(long, value_name = "STRING", allow_hyphen_values = true)]
    pub(crate) job: Vec<String>,
    /// The number of tasks of the job, as for bsub -n: show what it reserves per task, host and job
    #[arg(short = 'n', long = "tasks", value_name = "N|MIN,MAX", value_parser = str::parse::<Tasks>)]
    pub(crate) tasks: Option<Tasks>,
    /// A resource that is reserved per job instead of per task or per host
    #[arg(long, value_name = "NAME")]
    pub(crate) job_resource: Vec<String>,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) at: At,
    /// Output format
    #[arg(long, value_enum, default_value_t = MergeFormat::Full, value_name = "FORMAT")]
    pub(crate) output_format: MergeFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MergeFormat {
    /// Text for people
    Full,
    /// One JSON document
    Json,
}
