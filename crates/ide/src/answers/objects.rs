//! The settings of an object: a queue, an application profile, a host, a group, a limit ...

use std::cell::OnceCell;

use lsflint_lint::suggest::near;
use lsflint_model::effective::{Effective, Link, LinkState, in_rounded_words, setting_in, unit_in, value_in};
use lsflint_model::{AsRead, Dropped, Entity, HostRow, HostRows, View};
use lsflint_spec::{FileKind, ParamKind, ParamSpec, find_param};

use super::times::{OverTime, Times, ValueAt};

/// A kind of object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ObjectKind {
    /// A queue of lsb.queues.
    Queue,
    /// An application profile of lsb.applications.
    Application,
    /// A host: its rows in lsf.cluster and lsb.hosts.
    Host,
    /// A host group or compute unit of lsb.hosts, or a user group of lsb.users.
    Group,
    /// A user or user group in the User section of lsb.users.
    User,
    /// A resource: its definition in lsf.shared and its mapping in ResourceMap.
    Resource,
    /// A limit of lsb.resources.
    Limit,
    /// A guaranteed resource pool of lsb.resources.
    Pool,
    /// A service class of lsb.serviceclasses.
    ServiceClass,
}

/// An object as LSF reads it.
#[derive(Debug, Clone)]
pub struct Object {
    /// What it is.
    pub kind: ObjectKind,
    /// Its name.
    pub name: String,
    /// Why it does not exist for LSF, although files define it.
    pub dropped: Option<Dropped>,
    /// Its settings, in the order of the documentation.
    pub settings: Vec<Setting>,
    /// The members of a group.
    pub members: Option<Members>,
}

/// A parameter of an object.
#[derive(Debug, Clone)]
pub struct Setting {
    /// The file that it belongs to.
    pub file: FileKind,
    /// The values that may apply, and the one that does.
    pub effective: Effective,
    /// The value at each time of the week, if an `#if` decides; `None` where nothing is set.
    pub times: Option<OverTime<Option<String>>>,
}

impl Setting {
    /// The effective value: the one that applies at all times.
    pub fn value(&self) -> Option<&str> {
        match &self.times {
            Some(OverTime::Always(value)) => value.as_deref(),
            Some(OverTime::Varies(_)) => None,
            None => self.effective.deciding()?.value.as_deref(),
        }
    }

    /// The effective value in readable units: `16384 KB = 16 MB`. `None` if it has no unit or is not a number.
    pub fn words(&self) -> Option<String> {
        in_rounded_words(self.value()?, &self.effective.unit)
    }

    /// The unit that the numbers of the effective value are in; empty if there is none, or each has its own.
    pub fn unit(&self) -> &str {
        unit_in(self.value().unwrap_or_default(), &self.effective.unit)
    }

    /// The values at different times of the week, with the hours at which they apply.
    pub fn varying(&self) -> &[ValueAt<Option<String>>] {
        match &self.times {
            Some(OverTime::Varies(values)) => values,
            Some(OverTime::Always(_)) | None => &[],
        }
    }
}

/// The members of a group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Members {
    /// Whether they are hosts, else users.
    pub are_hosts: bool,
    /// Those that are certain, also members of groups inside the group.
    pub names: Vec<String>,
    /// Whether the list is complete.
    pub complete: bool,
}

/// An object or parameter does not exist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotFound {
    /// The most similar name that exists.
    pub similar: Option<String>,
    /// Whether it is a resource that is built into LSF.
    pub is_built_in: bool,
}

impl ObjectKind {
    /// All kinds.
    pub const ALL: [ObjectKind; 9] = [
        ObjectKind::Queue,
        ObjectKind::Application,
        ObjectKind::Host,
        ObjectKind::Group,
        ObjectKind::User,
        ObjectKind::Resource,
        ObjectKind::Limit,
        ObjectKind::Pool,
        ObjectKind::ServiceClass,
    ];

    /// What it is called: `application profile`.
    pub fn words(self) -> &'static str {
        match self {
            ObjectKind::Queue => "queue",
            ObjectKind::Application => "application profile",
            ObjectKind::Host => "host",
            ObjectKind::Group => "group",
            ObjectKind::User => "user",
            ObjectKind::Resource => "resource",
            ObjectKind::Limit => "limit",
            ObjectKind::Pool => "pool",
            ObjectKind::ServiceClass => "service class",
        }
    }

    /// The sections that define objects of the kind.
    pub fn sections(self) -> &'static [(FileKind, &'static str)] {
        match self {
            ObjectKind::Queue => &[(FileKind::LsbQueues, "Queue")],
            ObjectKind::Application => &[(FileKind::LsbApplications, "Application")],
            ObjectKind::Host => &[(FileKind::LsfCluster, "Host"), (FileKind::LsbHosts, "Host")],
            ObjectKind::Group => &[
                (FileKind::LsbHosts, "HostGroup"),
                (FileKind::LsbHosts, "ComputeUnit"),
                (FileKind::LsbUsers, "UserGroup"),
            ],
            ObjectKind::User => &[(FileKind::LsbUsers, "User")],
            ObjectKind::Resource => &[(FileKind::LsfShared, "Resource"), (FileKind::LsfCluster, "ResourceMap")],
            ObjectKind::Limit => &[(FileKind::LsbResources, "Limit")],
            ObjectKind::Pool => &[(FileKind::LsbResources, "GuaranteedResourcePool")],
            ObjectKind::ServiceClass => &[(FileKind::LsbServiceClasses, "ServiceClass")],
        }
    }
}

/// An object with all its parameters, or with one of them. Parameters without a value are included.
///
/// # Errors
/// No file defines the object.
pub fn show(cluster: &AsRead, kind: ObjectKind, name: &str, parameter: Option<&str>) -> Result<Object, NotFound> {
    let records = records(cluster, kind, name);
    if records.is_empty() {
        return Err(not_found(cluster, kind, name));
    }
    let mut settings = Vec::new();
    // Finding the `#if` blocks takes time, and few clusters need it.
    let times: OnceCell<Times<'_>> = OnceCell::new();
    let times = || times.get_or_init(|| Times::new(cluster.read()));
    for record in &records {
        let mut rows = vec![*record];
        if (record.kind(), record.section().name) == (FileKind::LsbHosts, "Host") && cluster.as_read(record).is_none() {
            rows.extend(batch_row(cluster.view(), name).and_then(|it| cluster.written_of(&it)));
        }
        let named = record.section().defines.map_or("", |it| it.key);
        let wanted = |it: &&ParamSpec| {
            parameter.is_none_or(|name| it.name.eq_ignore_ascii_case(name))
                && it.kind != ParamKind::Directive
                && it.name != named
                // `<load_index>` documents the columns of the site.
                && !it.name.starts_with('<')
        };
        for param in record.section().params.iter().filter(wanted) {
            let effective = Effective::of_rows(cluster, &rows, param);
            let times = if effective.is_unknown() { over_time(times(), record, name, param) } else { None };
            settings.push(Setting { file: record.kind(), effective, times });
        }
    }
    let dropped = records.first().and_then(|it| cluster.dropped(it));
    if dropped.is_some() {
        // No default applies to what does not exist.
        let is_ignored = |it: &Link| matches!(it.state, LinkState::Ignored { .. });
        settings.iter_mut().for_each(|it| it.effective.chain.retain(is_ignored));
    }
    let members = records.iter().find_map(|it| members(cluster.view(), it));
    Ok(Object { kind, name: name.to_owned(), dropped, settings, members })
}

/// The value of a parameter of an object at each time of the week, `None` where nothing is set; `None` if it is
/// unknown. `record` is the row that defines the object called `name`.
pub(crate) fn over_time(
    times: &Times<'_>,
    record: &Entity<'_>,
    name: &str,
    param: &'static ParamSpec,
) -> Option<OverTime<Option<String>>> {
    let value = |view: View<'_>| value_in(view, row(view, record, name), param);
    let is_conditional = record.is_conditional() || record.fields(param.name).iter().any(|it| it.is_conditional());
    if is_conditional { times.of_conditional(value) } else { times.of(value) }.known()
}

/// Whether an object exists at each time of the week.
pub(crate) fn existence(times: &Times<'_>, record: &Entity<'_>) -> OverTime<bool> {
    // A row of ResourceMap does not define its resource.
    let name = match record.section().defines {
        Some(_) => record.name(),
        None => record.value("RESOURCENAME").unwrap_or_default(),
    };
    let exists = |view: View<'_>| row(view, record, &name).is_some_and(|it| !it.is_conditional());
    if record.is_conditional() { times.of_conditional(exists) } else { times.of(exists) }
}

/// The sections with parameters of the whole cluster.
const CLUSTER_WIDE: [(FileKind, &str); 3] =
    [(FileKind::LsbParams, "Parameters"), (FileKind::LsfConf, ""), (FileKind::LsfCluster, "Parameters")];

/// The documented parameters of the whole cluster.
pub fn cluster_parameters() -> impl Iterator<Item = &'static ParamSpec> {
    let sections = CLUSTER_WIDE.into_iter().filter_map(|(file, section)| lsflint_spec::section(file, section));
    sections.flat_map(|it| it.params)
}

/// The effective values of a parameter of lsb.params, lsf.conf or lsf.cluster: one for each file that documents it.
pub fn parameter(cluster: &AsRead, name: &str) -> Vec<Setting> {
    let found = CLUSTER_WIDE.into_iter().filter_map(|(file, section)| {
        let param = find_param(file, section, name)?;
        let effective = Effective::of_cluster(cluster, file, section, param);
        let value = |view: View<'_>| setting_in(view, file, section, param);
        let times = effective.is_unknown().then(|| Times::new(cluster.read()).of(value));
        Some(Setting { file, effective, times: times.and_then(OverTime::known) })
    });
    found.collect()
}

/// The record of an object in a view of the cluster at another time.
fn row<'v>(view: View<'v>, record: &Entity<'_>, name: &str) -> Option<Entity<'v>> {
    match (record.kind(), record.section().name) {
        (FileKind::LsbHosts, "Host") => batch_row(view, name),
        (file, section) => named(view, file, section, name).into_iter().next(),
    }
}

/// The records with a name, in order.
fn named<'v>(view: View<'v>, file: FileKind, section: &str, name: &str) -> Vec<Entity<'v>> {
    if lsflint_spec::section(file, section).is_some_and(|it| it.defines.is_some()) {
        return view.named(file, section, name);
    }
    view.all(file, section).filter(|it| it.value("RESOURCENAME").as_deref() == Some(name)).collect()
}

/// The records of an object in the cluster as written: of several definitions that LSF reads, the first one, which it
/// uses.
fn records<'a>(cluster: &'a AsRead, kind: ObjectKind, name: &str) -> Vec<Entity<'a>> {
    let view = cluster.written().view();
    let found = kind.sections().iter().filter_map(|&(file, section)| {
        if kind == ObjectKind::Host && file == FileKind::LsbHosts {
            return batch_row(view, name);
        }
        let mut all = named(view, file, section, name);
        let read = all.iter().position(|it| cluster.as_read(it).is_some()).unwrap_or(0);
        (!all.is_empty()).then(|| all.swap_remove(read))
    });
    found.collect()
}

/// The row of lsb.hosts that applies to a host: its own, even if an `#if` decides it, else the one that certainly
/// applies.
fn batch_row<'a>(view: View<'a>, host: &str) -> Option<Entity<'a>> {
    view.find(FileKind::LsbHosts, "Host", host).or_else(|| match HostRows::of(view).get(view.hosts().find(host)?) {
        HostRow::Of(row) => Some(row),
        HostRow::Unlimited | HostRow::NoJobs | HostRow::Unknown(_) => None,
    })
}

/// The most similar name of the same kind.
fn not_found(cluster: &AsRead, kind: ObjectKind, name: &str) -> NotFound {
    let view = cluster.written().view();
    let names = kind.sections().iter().flat_map(|(file, section)| view.names(*file, section));
    NotFound {
        similar: near(name, names).map(|it| it.name.to_owned()),
        is_built_in: kind == ObjectKind::Resource && lsflint_spec::builtin_resource(name).is_some(),
    }
}

/// The hosts or users of a group, also through groups inside it.
fn members(view: View<'_>, record: &Entity<'_>) -> Option<Members> {
    let name = record.name();
    if record.kind() == FileKind::LsbUsers {
        let set = view.user_groups().get(&name)?;
        let names = view.user_groups().names_in(set).into_iter().map(str::to_owned).collect();
        return Some(Members { are_hosts: false, names, complete: set.is_exact() });
    }
    let set = view.host_groups().get(&name)?;
    // Client hosts run no jobs, so a group does not contain them.
    let set = lsflint_model::combined::without_clients(view, set.clone());
    let sure = view.hosts().iter().filter(|it| set.surely.contains(it.0.0 as usize));
    let names = sure.map(|it| it.1.name.to_string());
    Some(Members { are_hosts: true, names: names.collect(), complete: set.is_exact() })
}
