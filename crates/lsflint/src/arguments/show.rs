//! The arguments of `show`.

use clap::{Args, ValueEnum};
use lsflint_ide::answers::ObjectKind;

use super::{At, MergeFormat, Reading};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  lsflint show queues --cluster /opt/lsf/conf
  lsflint show queue normal --cluster /opt/lsf/conf
  lsflint show queue normal RUNLIMIT --cluster /opt/lsf/conf
  lsflint show host sim1 --cluster conf
  lsflint show queue normal --cluster conf --at 'Sat 03:00'
  lsflint show group sim_hosts --cluster conf
  lsflint show parameter MAX_JOB_ARRAY_SIZE --cluster conf --output-format json
  lsflint show job job.sh --cluster conf

Shows the effective value of each parameter and where it comes from (the file, the row `default`, lsb.params, the \
    documented default). Parameters that are not set are shown with -v, or if given as PARAM.

A plural (queues, hosts, ...) lists all objects of the kind with the values that LSF reads; objects that LSF does not \
    read are the last. `?`: an #if, a template, or a file that is not loaded decides.")]
pub(crate) struct Show {
    /// The kind of object
    #[arg(value_enum)]
    pub(crate) kind: ShowKind,
    /// The name of the object, or the path of the job script; not for plurals
    pub(crate) name: Option<String>,
    /// Show only this parameter
    #[arg(value_name = "PARAM")]
    pub(crate) parameter: Option<String>,
    /// The user who submits the jobs of `show job` [default: `user` in lsflint.toml]
    #[arg(long, value_name = "NAME")]
    pub(crate) user: Option<String>,
    /// Do not cut tables to the width of the terminal
    #[arg(long)]
    pub(crate) wide: bool,
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
    /// The jobs of a script: queue, application profile, merged requirement, hosts, limits
    Job,
    /// All queues by priority: whether they are open, hosts, slots, limits, users, merged requirement
    Queues,
    /// All application profiles
    Applications,
    /// All hosts: type, model, slots, groups, resources, windows
    Hosts,
    /// All host groups, compute units and user groups
    Groups,
    /// All rows of the User section of lsb.users
    Users,
    /// All resources of lsf.shared, with their locations
    Resources,
    /// All limits of lsb.resources
    Limits,
    /// All guaranteed resource pools of lsb.resources
    Pools,
    /// All service classes of lsb.serviceclasses
    ServiceClasses,
}

/// What an argument of `show` asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asked {
    /// One object.
    One(ObjectKind),
    /// All objects of a kind.
    All(ObjectKind),
    /// A parameter of the whole cluster.
    Parameter,
    /// The jobs of a script.
    Job,
}

impl ShowKind {
    /// What it asks for.
    pub(crate) fn asked(self) -> Asked {
        match self {
            ShowKind::Queue => Asked::One(ObjectKind::Queue),
            ShowKind::Application => Asked::One(ObjectKind::Application),
            ShowKind::Host => Asked::One(ObjectKind::Host),
            ShowKind::Group => Asked::One(ObjectKind::Group),
            ShowKind::User => Asked::One(ObjectKind::User),
            ShowKind::Resource => Asked::One(ObjectKind::Resource),
            ShowKind::Limit => Asked::One(ObjectKind::Limit),
            ShowKind::Pool => Asked::One(ObjectKind::Pool),
            ShowKind::ServiceClass => Asked::One(ObjectKind::ServiceClass),
            ShowKind::Parameter => Asked::Parameter,
            ShowKind::Job => Asked::Job,
            ShowKind::Queues => Asked::All(ObjectKind::Queue),
            ShowKind::Applications => Asked::All(ObjectKind::Application),
            ShowKind::Hosts => Asked::All(ObjectKind::Host),
            ShowKind::Groups => Asked::All(ObjectKind::Group),
            ShowKind::Users => Asked::All(ObjectKind::User),
            ShowKind::Resources => Asked::All(ObjectKind::Resource),
            ShowKind::Limits => Asked::All(ObjectKind::Limit),
            ShowKind::Pools => Asked::All(ObjectKind::Pool),
            ShowKind::ServiceClasses => Asked::All(ObjectKind::ServiceClass),
        }
    }

    /// The argument: `service-classes`.
    pub(crate) fn argument(self) -> String {
        self.to_possible_value().map_or_else(String::new, |it| it.get_name().to_owned())
    }

    /// The argument that asks for all objects of a kind.
    pub(crate) fn of_all(kind: ObjectKind) -> Option<ShowKind> {
        ShowKind::value_variants().iter().copied().find(|it| it.asked() == Asked::All(kind))
    }
}
