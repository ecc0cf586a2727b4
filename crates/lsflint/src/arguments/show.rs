//! The arguments of `show`.

use clap::{Args, ValueEnum};

use super::{At, MergeFormat, Reading};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  lsflint show queue normal --cluster /opt/lsf/conf
  lsflint show queue normal RUNLIMIT --cluster /opt/lsf/conf
  lsflint show host sim1 --cluster conf
  lsflint show queue normal --cluster conf --at 'Sat 03:00'
  lsflint show group sim_hosts --cluster conf
  lsflint show parameter MAX_JOB_ARRAY_SIZE --cluster conf --output-format json

Shows the effective value of each parameter and where it comes from (the file, the row `default`, lsb.params, the \
    documented default). Parameters that are not set are shown with -v, or if given as PARAM.")]
pub(crate) struct Show {
    /// The kind of object
    #[arg(value_enum)]
    pub(crate) kind: ShowKind,
    /// The name of the object
    pub(crate) name: String,
    /// Show only this parameter
    #[arg(value_name = "PARAM")]
    pub(crate) parameter: Option<String>,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) at: At,
    /// Output format
    #[arg(long, value_enum, default_value_t = MergeFormat::Full, value_name = "FORMAT")]
    pub(crate) output_format: MergeFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ShowKind {
    /// A queue of lsb.queues
    Queue,
    /// An application profile of lsb.applications
    Application,
    /// A host: its rows in lsf.cluster and lsb.hosts
    Host,
    /// A host group or compute unit of lsb.hosts, or a user group of lsb.users, with its members
    Group,
    /// A user or user group in the User section of lsb.users
    User,
    /// A resource: its definition in lsf.shared and its mapping in ResourceMap
    Resource,
    /// A limit of lsb.resources
    Limit,
    /// A guaranteed resource pool of lsb.resources
    Pool,
    /// A service class of lsb.serviceclasses
    ServiceClass,
    /// A parameter of lsb.params or lsf.conf
    Parameter,
}
