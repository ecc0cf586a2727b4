//! The arguments of `show`.

use clap::{Args, ValueEnum};

use super::{MergeFormat, Reading};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  lsflint show queue normal --cluster /opt/lsf/conf
  lsflint show queue normal RUNLIMIT --cluster /opt/lsf/conf
  lsflint show host sim1 --cluster conf
  lsflint show group sim_hosts --cluster conf
  lsflint show parameter MAX_JOB_ARRAY_SIZE --cluster conf --output-format json

For every parameter: the value that counts, and the chain that leads to it (the file, the row `default`, lsb.params, the \
    documented default). Parameters that nobody sets are shown with -v, or when PARAM names them.")]
pub(crate) struct Show {
    /// What it is
    #[arg(value_enum)]
    pub(crate) kind: ShowKind,
    /// Its name
    pub(crate) name: String,
    /// One parameter instead of all
    #[arg(value_name = "PARAM")]
    pub(crate) parameter: Option<String>,
    #[command(flatten)]
    pub(crate) reading: Reading,
    /// How the outcome is written
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
    /// A user or group in the User table of lsb.users
    User,
    /// A resource: its definition in lsf.shared and its place in ResourceMap
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
