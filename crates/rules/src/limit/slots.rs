//! The job slots of hosts (MXJ in lsb.hosts) and of the hosts of a queue.

use lsflint_model::{Entity, Host, HostId, Knowledge, State, View};
use lsflint_spec::FileKind;
use lsflint_syntax::ast::HostList;
use rustc_hash::FxHashMap;

/// The slots of all known hosts.
pub(crate) struct Slots<'a> {
    view: View<'a>,
    /// By host number; `None` if there is no limit or it is unknown.
    of_host: Vec<Option<i64>>,
    /// Results so far: many queues have the same hosts.
    of_list: FxHashMap<String, Option<Capacity>>,
}

/// The slots of some hosts.
#[derive(Clone, Copy)]
pub(crate) struct Capacity {
    /// On the largest host.
    pub(crate) largest: i64,
    /// On all hosts together.
    pub(crate) together: i64,
    /// The number of hosts with slots.
    pub(crate) hosts: usize,
}

/// HOSTS of a queue without that parameter.
const ALL: &str = "all";

/// The row in lsb.hosts that applies to a host.
#[derive(Clone, Copy)]
enum Row<'a> {
    Of(Entity<'a>),
    Unclear,
}

impl<'a> Slots<'a> {
    /// Reads lsb.hosts; `None` unless it is completely loaded.
    pub(crate) fn of(view: View<'a>) -> Option<Slots<'a>> {
        let hosts = view.hosts();
        if view.knowledge(FileKind::LsbHosts) != Knowledge::Complete {
            return None;
        }
        let mut rows: Vec<Option<Row<'_>>> = vec![None; hosts.len()];
        let mut default = None;
        for row in view.all(FileKind::LsbHosts, "Host") {
            let name = row.name();
            let slot = match hosts.find(&name) {
                Some(id) => &mut rows[id.0 as usize],
                None if name == "default" => &mut default,
                // A row for a type, a model or several hosts can apply to any host.
                None => return None,
            };
            // Which of two rows takes effect is not known here.
            let once = slot.is_none() && !row.is_conditional() && !row.is_broken();
            *slot = Some(if once { Row::Of(row) } else { Row::Unclear });
        }
        let slots =
            |((id, _), row): ((HostId, &Host), Option<Row<'_>>)| match (hosts.facts(id).server, row.or(default)?) {
                (Some(false), _) => Some(0),
                (Some(true), Row::Of(row)) => row.integer("MXJ").filter(|it| *it >= 0),
                (None, _) | (_, Row::Unclear) => None,
            };
        let of_host = hosts.iter().zip(rows).map(slots).collect();
        Some(Slots { view, of_host, of_list: FxHashMap::default() })
    }

    /// The slots of the hosts of a queue; `None` if a host has no limit, or it is unknown.
    pub(crate) fn of_queue(&mut self, queue: &Entity<'_>) -> Option<Capacity> {
        let fields = queue.fields("HOSTS");
        let list = match fields.as_slice() {
            [] => ALL.to_owned(),
            [field] if field.state() == State::Unset => ALL.to_owned(),
            [field] if !field.is_conditional() => field.known()?.into_owned(),
            _ => return None,
        };
        if let Some(capacity) = self.of_list.get(&list) {
            return *capacity;
        }
        let capacity = self.of_hosts(&list);
        self.of_list.insert(list, capacity);
        capacity
    }

    fn of_hosts(&self, list: &str) -> Option<Capacity> {
        let parse = lsflint_syntax::parse_value(list, lsflint_spec::Grammar::HostList);
        let set = self.view.hosts_of(parse.typed::<HostList<'_>>()?);
        if !set.is_exact() || set.surely.is_empty() {
            return None;
        }
        let slots = set.surely.iter().map(|it| self.of_host.get(it).copied().flatten());
        let slots: Vec<i64> = slots.collect::<Option<_>>()?;
        let together = slots.iter().try_fold(0_i64, |sum, it| sum.checked_add(*it))?;
        let hosts = slots.iter().filter(|it| **it > 0).count();
        Some(Capacity { largest: slots.into_iter().max()?, together, hosts })
    }
}
