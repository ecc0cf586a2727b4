//! The rows of lsb.hosts that apply to hosts. Source: the page of lsb.hosts, HOST_NAME.

use lsflint_spec::{FileKind, Grammar};
use lsflint_syntax::ast::{HostList, List};
use rustc_hash::FxHashMap;

use crate::effective::DEFAULT_ROW;
use crate::pattern::HostPattern;
use crate::{Entity, HostId, Knowledge, State, View};

const NOT_LOADED: &str = "MXJ and thresholds of the host are unknown without lsb.hosts";
const CONDITIONAL: &str = "an `#if` or a template decides the row of the host in lsb.hosts";
const DETECTED: &str = "the row of lsb.hosts that applies depends on the model or type, which LSF detects";

/// The row of lsb.hosts that applies to each host, found once for all hosts.
pub struct HostRows<'a> {
    of_host: Vec<HostRow<'a>>,
}

/// The row of lsb.hosts that applies to a host.
#[derive(Clone, Copy)]
pub enum HostRow<'a> {
    /// Its own row, or that of its model or type, or `default`.
    Of(Entity<'a>),
    /// lsb.hosts has no rows: LSF uses all hosts, without limits.
    Unlimited,
    /// lsb.hosts has rows, but none for the host, so that it runs no jobs.
    NoJobs,
    /// Unknown, for this reason.
    Unknown(&'static str),
}

/// The job slots of a host (MXJ).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Slots {
    /// A number.
    Number(u64),
    /// The number of processors, which LSF detects: `!`.
    Processors,
    /// No limit.
    Unlimited,
    /// Unknown: an `#if`, a template, or an invalid value.
    Unknown,
}

impl<'a> HostRows<'a> {
    /// The rows of all hosts. Of two rows with the same name, LSF reads the first. A host without its own row has that
    /// of its model or type, else `default`, which fills in no cells of other rows.
    pub fn of(view: View<'a>) -> HostRows<'a> {
        let hosts = view.hosts();
        if view.knowledge(FileKind::LsbHosts) != Knowledge::Complete {
            return HostRows { of_host: vec![HostRow::Unknown(NOT_LOADED); hosts.len()] };
        }
        let mut table = Table { of_host: vec![None; hosts.len()], is_empty: true, ..Table::default() };
        view.all(FileKind::LsbHosts, "Host").for_each(|row| table.add(view, row));
        HostRows { of_host: hosts.iter().map(|(id, _)| table.row_of(view, id)).collect() }
    }

    /// The row of a host.
    pub fn get(&self, host: HostId) -> HostRow<'a> {
        self.of_host.get(host.0 as usize).copied().unwrap_or(HostRow::Unknown(NOT_LOADED))
    }

    /// The job slots of a host.
    pub fn slots(&self, host: HostId) -> Slots {
        match self.get(host) {
            HostRow::Of(row) => Slots::of(&row),
            HostRow::Unlimited => Slots::Unlimited,
            HostRow::NoJobs => Slots::Number(0),
            HostRow::Unknown(_) => Slots::Unknown,
        }
    }
}

impl Slots {
    /// MXJ of a row of lsb.hosts.
    pub fn of(row: &Entity<'_>) -> Slots {
        let Some(field) = row.field("MXJ").filter(|it| it.state() != State::Unset) else { return Slots::Unlimited };
        match field.known().filter(|_| !field.is_conditional()).as_deref().map(str::trim) {
            Some("!") => Slots::Processors,
            Some(number) => number.parse().map_or(Slots::Unknown, Slots::Number),
            None => Slots::Unknown,
        }
    }
}

/// The rows by what they apply to.
#[derive(Default)]
struct Table<'a> {
    of_host: Vec<Option<HostRow<'a>>>,
    by_kind: FxHashMap<Box<str>, HostRow<'a>>,
    default: Option<HostRow<'a>>,
    is_empty: bool,
}

impl<'a> Table<'a> {
    fn add(&mut self, view: View<'a>, row: Entity<'a>) {
        self.is_empty = false;
        let (name, hosts) = (row.name(), view.hosts());
        let applies =
            if row.is_conditional() || row.is_broken() { HostRow::Unknown(CONDITIONAL) } else { HostRow::Of(row) };
        let set = |slot: &mut Option<HostRow<'a>>| {
            slot.get_or_insert(applies);
        };
        if name.contains(['[', '*']) {
            let parse = lsflint_syntax::parse_value(&name, Grammar::HostList);
            let Some(pattern) = parse.typed::<HostList<'_>>().and_then(|it| HostPattern::of(it.items().next()?)) else {
                self.of_host.iter_mut().for_each(|it| *it = Some(HostRow::Unknown(CONDITIONAL)));
                return;
            };
            hosts.matching_text(&name, &pattern).iter().for_each(|it| set(&mut self.of_host[it]));
        } else if let Some(id) = hosts.find(&name) {
            set(&mut self.of_host[id.0 as usize]);
        } else if *name == *DEFAULT_ROW {
            set(&mut self.default);
        } else {
            // An empty name is filled in by a template, so the row may be that of any host.
            let applies = if name.is_empty() { HostRow::Unknown(CONDITIONAL) } else { applies };
            self.by_kind.entry(name.as_ref().into()).or_insert(applies);
        }
    }

    /// The row of a host: its own, that of its model or type, or the default one.
    fn row_of(&self, view: View<'_>, id: HostId) -> HostRow<'a> {
        if let Some(own) = self.of_host[id.0 as usize] {
            return own;
        }
        let facts = view.hosts().facts(id);
        let kinds = [&facts.model, &facts.host_type];
        let mut found = kinds.iter().filter_map(|it| self.by_kind.get(it.as_deref()?));
        let (first, second) = (found.next(), found.next());
        // LSF detects a model or type that is not known, and one of the other rows may be for it.
        let others = self.by_kind.len() - usize::from(first.is_some());
        match (first, second) {
            (Some(_), Some(_)) => HostRow::Unknown(DETECTED),
            _ if others > 0 && kinds.iter().any(|it| it.is_none()) => HostRow::Unknown(DETECTED),
            (Some(row), None) => *row,
            _ if self.by_kind.contains_key("") => HostRow::Unknown(CONDITIONAL),
            _ if self.is_empty => HostRow::Unlimited,
            _ => self.default.unwrap_or(HostRow::NoJobs),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cluster, SourceFile};

    /// Hosts of type T without a model.
    #[test]
    fn slots_that_are_not_certain() {
        let slots = |rows: &str| {
            let hosts = "Begin Host\nHOSTNAME model type server RESOURCES\nh1 ! T 1 ()\nh2 ! T 1 ()\nEnd Host\n";
            let table = format!("Begin Host\nHOST_NAME MXJ\n{rows}End Host\n");
            let files = [
                SourceFile::new("lsf.cluster.c", FileKind::LsfCluster, hosts),
                SourceFile::new("lsb.hosts", FileKind::LsbHosts, table),
            ];
            let cluster = Cluster::of(&files, None);
            let view = cluster.view();
            let rows = HostRows::of(view);
            view.hosts().iter().map(|it| format!("{:?}", rows.slots(it.0))).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(slots("h1 4\nh1 8\n"), "Number(4) Number(0)");
        assert_eq!(slots("h1 4\nT 8\n"), "Number(4) Number(8)");
        assert_eq!(slots("T 8\nM 16\n"), "Unknown Unknown");
        assert_eq!(slots("h[1-2] 4\ndefault 8\n"), "Number(4) Number(4)");
        assert_eq!(slots("h1 ()\ndefault !\n"), "Unlimited Processors");
        assert_eq!(slots(""), "Unlimited Unlimited");
        assert_eq!(slots("#if time(8:00-18:00)\nh1 4\n#endif\ndefault 2\n"), "Unknown Number(2)");
    }
}
