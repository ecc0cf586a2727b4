//! The types of values in conditions, and what objects have.

use std::fmt;

use lsflint_model::effective::smallest_unit;
use lsflint_spec::{FileKind, Grammar, ParamKind, ParamSpec, SectionSpec, find_param};

/// A type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Type {
    /// True or false.
    Bool,
    /// A whole number.
    Integer,
    /// A number.
    Number,
    /// A text.
    Text,
    /// A time, in seconds.
    Duration,
    /// A size, in MB.
    Memory,
    /// A list.
    List(Box<Type>),
    /// A limit: its numbers, and what they are. A limit for tasks has a minimum.
    Limit { of: Box<Type>, has_minimum: bool },
    /// An object of the cluster.
    Object(Kind),
    /// The element of an empty list.
    Any,
}

/// A kind of object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A queue of lsb.queues.
    Queue,
    /// An application profile of lsb.applications.
    Application,
    /// A host: its rows in lsf.cluster and lsb.hosts.
    Host,
    /// A host group of lsb.hosts.
    HostGroup,
    /// A user group of lsb.users.
    UserGroup,
    /// A row of the User section of lsb.users.
    User,
    /// A resource of lsf.shared.
    Resource,
    /// A limit of lsb.resources.
    Limit,
    /// A guaranteed resource pool of lsb.resources.
    Pool,
    /// A service class of lsb.serviceclasses.
    ServiceClass,
    /// The parameters of lsb.params.
    Params,
    /// The parameters of lsf.conf.
    Conf,
    /// The whole cluster.
    Cluster,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 13] = [
        Kind::Queue,
        Kind::Application,
        Kind::Host,
        Kind::HostGroup,
        Kind::UserGroup,
        Kind::User,
        Kind::Resource,
        Kind::Limit,
        Kind::Pool,
        Kind::ServiceClass,
        Kind::Params,
        Kind::Conf,
        Kind::Cluster,
    ];

    /// The name of the kind and of its variable in conditions: `host_group`.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Queue => "queue",
            Kind::Application => "application",
            Kind::Host => "host",
            Kind::HostGroup => "host_group",
            Kind::UserGroup => "user_group",
            Kind::User => "user",
            Kind::Resource => "resource",
            Kind::Limit => "limit",
            Kind::Pool => "pool",
            Kind::ServiceClass => "service_class",
            Kind::Params => "params",
            Kind::Conf => "conf",
            Kind::Cluster => "cluster",
        }
    }

    /// The kind with a name.
    pub fn of(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|it| it.name() == name)
    }

    /// What objects of the kind are called: `application profiles`.
    pub(crate) fn plural(self) -> &'static str {
        match self {
            Kind::Queue => "queues",
            Kind::Application => "application profiles",
            Kind::Host => "hosts",
            Kind::HostGroup => "host groups",
            Kind::UserGroup => "user groups",
            Kind::User => "users",
            Kind::Resource => "resources",
            Kind::Limit => "limits",
            Kind::Pool => "guaranteed resource pools",
            Kind::ServiceClass => "service classes",
            Kind::Params => "lsb.params",
            Kind::Conf => "lsf.conf",
            Kind::Cluster => "the cluster",
        }
    }

    /// The attribute of the cluster that lists the objects; `None` for files and for what no condition lists.
    pub(crate) fn list_name(self) -> Option<&'static str> {
        match self {
            Kind::Queue => Some("queues"),
            Kind::Application => Some("applications"),
            Kind::Host => Some("hosts"),
            Kind::HostGroup => Some("host_groups"),
            Kind::UserGroup => Some("user_groups"),
            Kind::User => Some("users"),
            Kind::Resource => Some("resources"),
            Kind::Limit => Some("limits"),
            Kind::Pool => Some("pools"),
            Kind::ServiceClass => Some("service_classes"),
            Kind::Params | Kind::Conf | Kind::Cluster => None,
        }
    }

    /// The sections whose parameters objects of the kind have, with their files.
    fn places(self) -> &'static [(FileKind, &'static str)] {
        match self {
            Kind::Queue => &[(FileKind::LsbQueues, "Queue")],
            Kind::Application => &[(FileKind::LsbApplications, "Application")],
            // Thresholds are columns of both.
            Kind::Host => &[(FileKind::LsbHosts, "Host"), (FileKind::LsfCluster, "Host")],
            Kind::HostGroup => &[(FileKind::LsbHosts, "HostGroup")],
            Kind::UserGroup => &[(FileKind::LsbUsers, "UserGroup")],
            Kind::User => &[(FileKind::LsbUsers, "User")],
            Kind::Resource => &[(FileKind::LsfShared, "Resource")],
            Kind::Limit => &[(FileKind::LsbResources, "Limit")],
            Kind::Pool => &[(FileKind::LsbResources, "GuaranteedResourcePool")],
            Kind::ServiceClass => &[(FileKind::LsbServiceClasses, "ServiceClass")],
            Kind::Params => &[(FileKind::LsbParams, "Parameters")],
            Kind::Conf => &[(FileKind::LsfConf, "")],
            Kind::Cluster => &[(FileKind::LsfCluster, "Parameters")],
        }
    }

    /// The sections whose parameters objects of the kind have, with their files.
    pub(crate) fn sections(self) -> impl Iterator<Item = (FileKind, &'static SectionSpec)> {
        self.places().iter().filter_map(|it| Some((it.0, lsflint_spec::section(it.0, it.1)?)))
    }

    /// The documented parameters of objects of the kind, with their files and sections.
    fn documented(self) -> impl Iterator<Item = (FileKind, &'static str, &'static ParamSpec)> {
        let params = self.sections().flat_map(|(file, it)| it.params.iter().map(move |param| (file, it.name, param)));
        params.filter(|it| it.2.kind != ParamKind::Directive && !it.2.name.starts_with('<'))
    }

    /// The documented parameters of objects of the kind.
    pub(crate) fn parameters(self) -> impl Iterator<Item = &'static ParamSpec> {
        self.documented().map(|it| it.2)
    }

    /// A documented parameter with its file and section. Names are compared without case, as LSF does.
    pub(crate) fn parameter(self, name: &str) -> Option<(FileKind, &'static str, &'static ParamSpec)> {
        let known = |it: &(FileKind, &'static str)| Some((it.0, it.1, find_param(it.0, it.1, name)?));
        let found = self.places().iter().find_map(known);
        found.filter(|it| it.2.kind != ParamKind::Directive && !it.2.name.starts_with('<'))
    }

    /// What objects of the kind have in addition to their parameters.
    pub(crate) fn resolved(self) -> Vec<(&'static str, Type)> {
        let list = |it: Type| Type::List(Box::new(it));
        let hosts = || ("hosts", list(Type::Object(Kind::Host)));
        let users = || ("users", list(Type::Text));
        let name = ("name", Type::Text);
        match self {
            Kind::Queue => vec![
                name,
                hosts(),
                users(),
                ("open_to_all", Type::Bool),
                ("requirement", Type::Text),
                ("slots", Type::Integer),
            ],
            Kind::HostGroup => vec![name, hosts()],
            Kind::UserGroup => vec![name, users()],
            Kind::Host => vec![
                name,
                ("is_server", Type::Bool),
                ("resources", list(Type::Text)),
                ("groups", list(Type::Text)),
                ("queues", list(Type::Text)),
                ("slots", Type::Integer),
            ],
            Kind::Params | Kind::Conf => Vec::new(),
            Kind::Cluster => {
                let all = |it: Kind| Some((it.list_name()?, list(Type::Object(it))));
                std::iter::once(name).chain(Kind::ALL.into_iter().filter_map(all)).collect()
            }
            Kind::Application | Kind::User | Kind::Resource | Kind::Limit | Kind::Pool | Kind::ServiceClass => {
                vec![name]
            }
        }
    }

    /// The parameter that is changed to change what objects of the kind have under a name; `None` for their name, and
    /// for what other objects decide.
    pub(crate) fn source(self, name: &str) -> Option<(FileKind, &'static str, &'static ParamSpec)> {
        let parameter = match (self, name) {
            (Kind::Queue, "hosts" | "slots") => "HOSTS",
            (Kind::Queue, "users" | "open_to_all") => "USERS",
            (Kind::Queue, "requirement") => "RES_REQ",
            (Kind::HostGroup, "hosts") | (Kind::UserGroup, "users") => "GROUP_MEMBER",
            (Kind::Host, "resources") => "RESOURCES",
            (Kind::Host, "slots") => "MXJ",
            (Kind::Host, "is_server") => "server",
            _ if self.resolved().iter().any(|it| it.0 == name) => return None,
            _ => name,
        };
        self.parameter(parameter)
    }

    /// The kinds of files that define objects of the kind. Findings about the cluster are in the first of these files.
    pub(crate) fn files(self) -> &'static [FileKind] {
        match self {
            Kind::Queue => &[FileKind::LsbQueues],
            Kind::Application => &[FileKind::LsbApplications],
            Kind::Host => &[FileKind::LsfCluster, FileKind::LsbHosts],
            Kind::HostGroup => &[FileKind::LsbHosts],
            Kind::UserGroup | Kind::User => &[FileKind::LsbUsers],
            Kind::Resource => &[FileKind::LsfShared],
            Kind::Limit | Kind::Pool => &[FileKind::LsbResources],
            Kind::ServiceClass => &[FileKind::LsbServiceClasses],
            Kind::Params => &[FileKind::LsbParams],
            Kind::Conf => &[FileKind::LsfConf],
            Kind::Cluster => &[
                FileKind::LsfCluster,
                FileKind::LsfShared,
                FileKind::LsbQueues,
                FileKind::LsbHosts,
                FileKind::LsbUsers,
                FileKind::LsbApplications,
                FileKind::LsbResources,
                FileKind::LsbServiceClasses,
                FileKind::LsbParams,
                FileKind::LsfConf,
            ],
        }
    }

    /// The type of what objects of the kind have under a name; `None` if they do not have it.
    pub(crate) fn attribute(self, name: &str) -> Option<Type> {
        let resolved = self.resolved().into_iter().find(|it| it.0 == name).map(|it| it.1);
        resolved.or_else(|| self.parameter(name).map(|it| of_parameter(it.2)))
    }
}

/// The type of the value of a parameter.
pub(crate) fn of_parameter(param: &ParamSpec) -> Type {
    let amount = || of_unit(param.unit);
    let limit = |of: Type, has_minimum| Type::Limit { of: Box::new(of), has_minimum };
    match param.grammar {
        Grammar::YesNo => Type::Bool,
        Grammar::Integer => amount().unwrap_or(Type::Integer),
        Grammar::Number => amount().unwrap_or(Type::Number),
        Grammar::Size => Type::Memory,
        Grammar::HourMinute => Type::Duration,
        Grammar::RunLimit => limit(Type::Duration, false),
        Grammar::LimitPair => limit(amount().unwrap_or(Type::Integer), false),
        Grammar::TaskLimit => limit(Type::Integer, true),
        Grammar::Names(_)
        | Grammar::EnumList
        | Grammar::Paths
        | Grammar::HostList
        | Grammar::UserList
        | Grammar::QueueList
        | Grammar::ApplicationList => Type::List(Box::new(Type::Text)),
        _ => Type::Text,
    }
}

/// The type of numbers in a unit; `None` if they only count something.
fn of_unit(unit: &str) -> Option<Type> {
    match smallest_unit(unit) {
        "seconds" => Some(Type::Duration),
        "MB" => Some(Type::Memory),
        _ => None,
    }
}

impl Type {
    /// Whether values of the type have an order, and can be added.
    pub(crate) fn is_amount(&self) -> bool {
        matches!(self, Type::Integer | Type::Number | Type::Duration | Type::Memory | Type::Any)
    }
}

impl fmt::Display for Type {
    /// With an article: `a duration`, `a list of texts`.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Bool => out.write_str("true or false"),
            Type::Integer => out.write_str("a whole number"),
            Type::Number => out.write_str("a number"),
            Type::Text => out.write_str("a text"),
            Type::Duration => out.write_str("a duration"),
            Type::Memory => out.write_str("a size"),
            Type::List(of) => match &**of {
                Type::Object(kind) => write!(out, "a list of {}", kind.plural()),
                Type::Text => out.write_str("a list of texts"),
                _ => out.write_str("a list"),
            },
            Type::Limit { .. } => out.write_str("a limit"),
            Type::Object(Kind::Params | Kind::Conf | Kind::Cluster) => out.write_str("an object"),
            Type::Object(kind) => {
                let article = if *kind == Kind::Application { "an" } else { "a" };
                let name = if *kind == Kind::Application { "application profile" } else { kind.name() };
                write!(out, "{article} {}", name.replace('_', " "))
            }
            Type::Any => out.write_str("a value"),
        }
    }
}
