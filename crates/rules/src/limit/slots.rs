//! The job slots of hosts, by MXJ of lsb.hosts, and of the hosts of a queue.

use lsflint_model::{Entity, Host, HostId, Knowledge, State, View};
use lsflint_spec::FileKind;
use lsflint_syntax::ast::HostList;
use rustc_hash::FxHashMap;

/// The slots of all hosts in view.
pub(crate) struct Slots<'a> {
    view: View<'a>,
    /// By the number of the host; `None` where there is no limit or it is not known.
    of_host: Vec<Option<i64>>,
    /// What was asked for already: many queues have the same hosts.
    of_list: FxHashMap<String, Option<Room>>,
}

/// The slots of some hosts.
#[derive(Clone, Copy)]
pub(crate) struct Room {
    /// Of the largest host.
    pub(crate) largest: i64,
    /// Of all of them together.
    pub(crate) together: i64,
    /// How many hosts there are.
    pub(crate) hosts: usize,
}

/// HOSTS of a queue that sets none.
const ALL: &str = "all";

/// The row of lsb.hosts that counts for a host.
#[derive(Clone, Copy)]
enum Row<'a> {
    Of(Entity<'a>),
    Unclear,
}

impl<'a> Slots<'a> {
    /// Reads lsb.hosts; `None` where it is not in view as a whole.
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
                // A row for a type, a model or several hosts may mean any host.
                None => return None,
            };
            // Of two rows it is not known here which one counts.
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

    /// The slots of the hosts of a queue; `None` where one of them has no limit, or cannot be seen.
    pub(crate) fn of_queue(&mut self, queue: &Entity<'_>) -> Option<Room> {
        let fields = queue.fields("HOSTS");
        let list = match fields.as_slice() {
            [] => ALL.to_owned(),
            [field] if field.state() == State::Unset => ALL.to_owned(),
            [field] if !field.is_conditional() => field.known()?.into_owned(),
            _ => return None,
        };
        if let Some(room) = self.of_list.get(&list) {
            return *room;
        }
        let room = self.of_hosts(&list);
        self.of_list.insert(list, room);
        room
    }

    fn of_hosts(&self, list: &str) -> Option<Room> {
        let parse = lsflint_syntax::parse_value(list, lsflint_spec::Grammar::HostList);
        let set = self.view.hosts_of(parse.typed::<HostList<'_>>()?);
        if !set.is_exact() || set.surely.is_empty() {
            return None;
        }
        let slots = set.surely.iter().map(|it| self.of_host.get(it).copied().flatten());
        let slots: Vec<i64> = slots.collect::<Option<_>>()?;
        let together = slots.iter().try_fold(0_i64, |sum, it| sum.checked_add(*it))?;
        let hosts = slots.iter().filter(|it| **it > 0).count();
        Some(Room { largest: slots.into_iter().max()?, together, hosts })
    }
}
