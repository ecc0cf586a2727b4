//! The arguments of `resreq merge`.

use clap::{Args, ValueEnum};

use super::Reading;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  lsflint resreq merge --queue 'select[linux] rusage[mem=500]' --job 'rusage[mem=100]'
  lsflint resreq merge --queue @normal --app @generic --cluster /opt/lsf/conf
  lsflint resreq merge --queue @normal --cluster conf --job 'select[nvme]' --job 'rusage[sim_lic=1]'
  lsflint resreq merge --queue 'rusage[tok=1]' --job '1*{head} + 7*{node}' --job-resource tok
  lsflint resreq merge --queue @normal --cluster conf --output-format json | jq -r .result

Sizes without a unit are MB, unless the lsf.conf of --cluster says something else. The exit code is 1 when LSF refuses the job.")]
pub(crate) struct ResreqMerge {
    /// The requirement of the queue, or the name of a queue
    #[arg(long, value_name = "STRING|@QUEUE", allow_hyphen_values = true)]
    pub(crate) queue: Option<String>,
    /// The requirement of the application profile, or the name of a profile
    #[arg(long, value_name = "STRING|@PROFILE", allow_hyphen_values = true)]
    pub(crate) app: Option<String>,
    /// The requirement of the job; several are joined as several -R of bsub are
    #[arg(long, value_name = "STRING", allow_hyphen_values = true)]
    pub(crate) job: Vec<String>,
    /// This resource is reserved once for the whole job, and not for each task or host
    #[arg(long, value_name = "NAME")]
    pub(crate) job_resource: Vec<String>,
    #[command(flatten)]
    pub(crate) reading: Reading,
    /// How the outcome is written
    #[arg(long, value_enum, default_value_t = MergeFormat::Full, value_name = "FORMAT")]
    pub(crate) output_format: MergeFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MergeFormat {
    /// The requirement, the steps to it, and where its parts come from
    Full,
    /// One JSON document
    Json,
}
