//! Completion of names of the cluster, by namespace.

use lsflint_model::{HostId, Referent, referent};
use lsflint_spec::{FileKind, Namespace, ParamSpec, SectionSpec};

use super::item::{Item, Items, Rank};
use super::{CompletionKind, Context};

/// The namespace of the names in a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Space {
    /// A namespace that the model resolves.
    Of(Referent),
    /// Resources of lsf.shared, in a section that adds to their definition.
    SharedResource,
    /// Compute unit types: COMPUTE_UNIT_TYPES in lsb.params.
    ComputeUnitType,
    /// Names that no file defines.
    Nothing,
}

impl Space {
    /// The namespace of the names in the value of a parameter.
    pub(super) fn of(
        kind: FileKind,
        section: Option<&SectionSpec>,
        param: &ParamSpec,
        space: Option<Namespace>,
    ) -> Space {
        if let Some(referent) = referent(kind, section, param) {
            return Space::Of(referent);
        }
        let defines = section.and_then(|it| it.defines).is_some_and(|it| it.key == param.name);
        match space {
            Some(Namespace::ComputeUnitType) if param.name != "COMPUTE_UNIT_TYPES" => Space::ComputeUnitType,
            // ResourceMap maps the resources that lsf.shared defines.
            Some(Namespace::Resource) if kind != FileKind::LsfShared && defines => Space::SharedResource,
            _ => Space::Nothing,
        }
    }

    /// The namespace of a name in a pattern.
    pub(super) fn of_namespace(space: Namespace) -> Space {
        Space::Of(match space {
            Namespace::Queue => Referent::Queue,
            Namespace::Application => Referent::Application,
            Namespace::Host => Referent::Host,
            Namespace::HostGroup => Referent::HostOrGroup,
            Namespace::User => Referent::User,
            Namespace::UserGroup => Referent::UserGroup,
            Namespace::Resource => Referent::Resource,
            Namespace::HostType => Referent::HostType,
            Namespace::HostModel => Referent::HostModel,
            Namespace::Cluster => Referent::Cluster,
            Namespace::ServiceClass => Referent::ServiceClass,
            Namespace::ComputeUnitType => return Space::ComputeUnitType,
            Namespace::Pool | Namespace::Limit | Namespace::Project | Namespace::License => return Space::Nothing,
        })
    }
}

/// Collects names of several kinds, up to a limit for each.
struct Collector<'i, 'w, 's> {
    items: &'i mut Items<'w>,
    skip: &'s dyn Fn(&str) -> bool,
    /// Whether a name is defined after the cursor although it must be defined before its use.
    late: &'s dyn Fn(&str) -> bool,
}

impl Collector<'_, '_, '_> {
    /// Adds names of one kind: all, or those that contain the typed text if there are too many.
    fn add<'n>(
        &mut self,
        kind: CompletionKind,
        space: &str,
        names: impl Iterator<Item = &'n str> + Clone,
        sorted: bool,
        detail: impl Fn(&str) -> String,
    ) {
        let limit = self.items.options().limit;
        let typed = self.items.typed();
        let wanted = |name: &&str| !name.is_empty() && !(self.skip)(name);
        let mut found: Vec<&str>;
        if names.clone().nth(limit).is_some() {
            self.items.note_more();
            let begin = names.clone().filter(|it| begins(it, typed));
            found = first(begin, limit, sorted, wanted);
            if found.len() < limit && !typed.is_empty() {
                let inside = names.filter(|it| !begins(it, typed) && contains(it, typed));
                found.extend(first(inside, limit - found.len(), sorted, wanted));
            }
        } else {
            found = names.filter(wanted).collect();
            if !sorted {
                found.sort_unstable();
            }
        }
        for name in found {
            let rank = if (self.late)(name) { Rank::Rare } else { Rank::Normal };
            let item = Item::new(kind, name).detail(detail(name)).rank(rank);
            let data = if space.is_empty() { String::new() } else { format!("name/{space}/{name}") };
            self.items.add(item.data(data));
        }
    }
}

/// The first matching names, in order. Of many thousands, only those that may be among them are sorted.
fn first<'n>(
    names: impl Iterator<Item = &'n str>,
    limit: usize,
    sorted: bool,
    wanted: impl Fn(&&str) -> bool,
) -> Vec<&'n str> {
    if sorted {
        return names.filter(wanted).take(limit).collect();
    }
    let mut names: Vec<&str> = names.collect();
    let spare = limit * 2;
    if names.len() > spare {
        names.select_nth_unstable(spare);
        names.truncate(spare);
    }
    names.sort_unstable();
    names.into_iter().filter(wanted).take(limit).collect()
}

fn begins(name: &str, typed: &str) -> bool {
    name.get(..typed.len()).is_some_and(|it| it.eq_ignore_ascii_case(typed))
}

fn contains(name: &str, typed: &str) -> bool {
    let (name, typed) = (name.as_bytes(), typed.as_bytes());
    typed.is_empty() || name.windows(typed.len()).any(|it| it.eq_ignore_ascii_case(typed))
}

impl<'t> Context<'t> {
    /// Adds the names of a namespace except those that `skip` excludes.
    pub(super) fn names(&self, items: &mut Items<'_>, space: Space, skip: &dyn Fn(&str) -> bool) {
        let groups: &[&str] = match (space, self.kind) {
            (Space::Of(Referent::HostOrGroup), FileKind::LsbHosts) => &["HostGroup", "ComputeUnit"],
            (Space::Of(Referent::User | Referent::UserGroup), FileKind::LsbUsers) => &["UserGroup"],
            _ => &[],
        };
        let late = |name: &str| {
            let found = groups.iter().filter_map(|it| self.view.find(self.kind, it, name)).map(|it| it.place());
            let end = self.cursor.line.end;
            found.into_iter().any(|it| *it.file == *self.cursor.file.path && usize::from(it.range.start()) > end)
        };
        let mut collector = Collector { items, skip, late: &late };
        match space {
            Space::Of(referent) => self.names_of(&mut collector, referent),
            Space::SharedResource => {
                let all = self.view.resources();
                let names = all.site_names();
                let names: Vec<&str> = names.collect();
                collector.add(CompletionKind::Resource, "resource", names.iter().copied(), false, |it| {
                    self.describe_resource(it)
                });
            }
            Space::ComputeUnitType => {
                let value = self.view.parameter("COMPUTE_UNIT_TYPES").value().unwrap_or_default();
                let names = value.split_whitespace().map(|it| it.trim_end_matches('!'));
                collector
                    .add(CompletionKind::Name, "compute-unit-type", names, true, |_| "compute unit type".to_owned());
            }
            Space::Nothing => {}
        }
    }

    fn names_of(&self, collector: &mut Collector<'_, '_, '_>, referent: Referent) {
        let view = self.view;
        let mut records = |kind: CompletionKind, space: &str, file: FileKind, section: &'static str, what: &str| {
            let names: Vec<&str> = view.names(file, section).collect();
            collector.add(kind, space, names.iter().copied(), false, |it| self.describe(file, section, it, what));
        };
        match referent {
            Referent::Queue => records(CompletionKind::Name, "queue", FileKind::LsbQueues, "Queue", "queue"),
            Referent::Application => {
                let what = "application profile";
                records(CompletionKind::Name, "application", FileKind::LsbApplications, "Application", what);
            }
            Referent::Cluster => records(CompletionKind::Name, "cluster", FileKind::LsfShared, "Cluster", "cluster"),
            Referent::ServiceClass => {
                let what = "service class";
                records(CompletionKind::Name, "service-class", FileKind::LsbServiceClasses, "ServiceClass", what);
            }
            Referent::SharePolicy => {
                records(CompletionKind::Name, "", FileKind::LsbGlobalPolicies, "GlobalFairshare", "share policy");
            }
            Referent::UserGroup => {
                records(CompletionKind::Group, "user-group", FileKind::LsbUsers, "UserGroup", "user group")
            }
            Referent::User => {
                records(CompletionKind::Group, "user-group", FileKind::LsbUsers, "UserGroup", "user group");
                let groups = view.user_groups();
                let rows = view.names(FileKind::LsbUsers, "User").map(|it| it.trim_end_matches('@'));
                let rows = rows.filter(|it| !groups.contains(it) && !groups.has_member(it) && *it != "default");
                let users: Vec<&str> = groups.members().chain(rows).collect();
                collector.add(CompletionKind::User, "user", users.iter().copied(), false, |_| "user".to_owned());
            }
            Referent::HostType => self.types(collector),
            Referent::HostModel => self.models(collector),
            Referent::Host => self.hosts(collector),
            Referent::HostOrModel => {
                self.models(collector);
                self.hosts(collector);
            }
            Referent::BatchHost => {
                self.hosts(collector);
                self.types(collector);
                self.models(collector);
            }
            Referent::HostOrGroup => {
                for (section, space, what) in [
                    ("HostGroup", "host-group", "host group"),
                    ("ComputeUnit", "compute-unit", "compute unit"),
                    ("HostPartition", "host-partition", "host partition"),
                ] {
                    records(CompletionKind::Group, space, FileKind::LsbHosts, section, what);
                }
                self.hosts(collector);
            }
            Referent::Resource => {
                let resources = view.resources();
                let names: Vec<&str> = resources.site_names().collect();
                collector.add(CompletionKind::Resource, "resource", names.iter().copied(), false, |it| {
                    self.describe_resource(it)
                });
                let builtin = self.builtin_resources().filter(|it| !it.is_gpu());
                collector.add(CompletionKind::Resource, "resource", builtin.map(|it| it.name), true, |it| {
                    self.describe_resource(it)
                });
            }
        }
    }

    fn hosts(&self, collector: &mut Collector<'_, '_, '_>) {
        let hosts = self.view.hosts();
        let names = (0..hosts.len()).map(|number| &*hosts.get(HostId(number as u32)).name);
        collector.add(CompletionKind::Host, "host", names, true, |name| {
            let Some(id) = hosts.find(name) else { return "host".to_owned() };
            let facts = hosts.facts(id);
            let mut words = vec!["host"];
            words.extend(facts.host_type.as_deref());
            words.extend(facts.model.as_deref());
            if facts.server == Some(false) {
                words.push("does not run jobs");
            }
            words.join(", ")
        });
    }

    fn types(&self, collector: &mut Collector<'_, '_, '_>) {
        let names: Vec<&str> = self.view.host_types().iter().collect();
        collector.add(CompletionKind::Type, "host-type", names.iter().copied(), false, |_| "host type".to_owned());
    }

    fn models(&self, collector: &mut Collector<'_, '_, '_>) {
        let names: Vec<&str> = self.view.host_models().iter().collect();
        collector.add(CompletionKind::Type, "host-model", names.iter().copied(), false, |_| "host model".to_owned());
    }

    /// A line about a record.
    fn describe(&self, file: FileKind, section: &'static str, name: &str, what: &str) -> String {
        let record = self.view.find(file, section, name);
        match record.and_then(|it| it.value("DESCRIPTION")) {
            Some(text) => format!("{what}: {text}"),
            None => what.to_owned(),
        }
    }

    /// A line about a resource.
    pub(super) fn describe_resource(&self, name: &str) -> String {
        if let Some(row) = self.view.find(FileKind::LsfShared, "Resource", name) {
            let kind = row.value("TYPE").map_or("resource".to_owned(), |it| format!("{} resource", it.to_lowercase()));
            return match row.value("DESCRIPTION") {
                Some(text) => format!("{kind}: {text}"),
                None => kind,
            };
        }
        match lsflint_spec::builtin_resource(name) {
            Some(builtin) if builtin.unit.is_empty() => builtin.summary.to_owned(),
            Some(builtin) => format!("{} (in {})", builtin.summary, builtin.unit),
            None => "resource".to_owned(),
        }
    }

    /// The built-in resources that the target supports, without aliases.
    pub(super) fn builtin_resources(&self) -> impl Iterator<Item = &'static lsflint_spec::BuiltinResource> + Clone {
        let target = self.target;
        let known = move |it: &&lsflint_spec::BuiltinResource| {
            !it.numbered
                && it.since.is_none_or(|since| target.dialect == lsflint_spec::Dialect::Lsf && target.from >= since)
        };
        lsflint_spec::BUILTIN_RESOURCES.iter().filter(known)
    }
}
