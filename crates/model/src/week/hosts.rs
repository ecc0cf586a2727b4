//! The dispatch windows of hosts in lsb.hosts.

use lsflint_spec::{FileKind, Target};
use lsflint_syntax::ast::TimeWindows;
use rustc_hash::FxHashMap;

use super::{Week, WeekReader};
use crate::{Bits, Entity, HostRow, HostRows, HostSet, Knowledge, Place, State, View};

/// The inputs of the windows of hosts, in addition to the hosts.
pub(crate) const SOURCES: &[(FileKind, &str, &[&str])] = &[(FileKind::LsbHosts, "Host", &["HOST_NAME", COLUMN])];

/// The times at which a record is open according to a parameter with time windows: always if it is not set. `None` if
/// it is unknown, an `#if` decides, or the windows contain a time zone.
pub fn open_times(entity: &Entity<'_>, parameter: &str, target: Target) -> Option<Week> {
    let fields = entity.fields(parameter);
    let [field] = &fields[..] else { return fields.is_empty().then(Week::always) };
    if field.is_conditional() {
        return None;
    }
    match field.state() {
        State::Unset => Some(Week::always()),
        State::Templated => None,
        State::Known => {
            let parse = field.parse()?;
            let list = parse.typed::<TimeWindows<'_>>()?;
            let times = WeekReader::new(&parse, target).windows(list)?;
            times.zone.is_none().then_some(times.week)
        }
    }
}

/// The parameters with the windows of a queue; it starts jobs while all of them are open.
const WINDOWS_OF_QUEUE: [&str; 2] = ["RUN_WINDOW", "DISPATCH_WINDOW"];

/// The times at which a queue starts jobs. `None` as for [`open_times`].
pub fn start_times(queue: &Entity<'_>) -> Option<Week> {
    let target = queue.view().switches().target;
    let mut week = Week::always();
    for parameter in WINDOWS_OF_QUEUE {
        week = week.intersection(&open_times(queue, parameter, target)?);
    }
    Some(week)
}

/// The times at which a queue starts jobs, and the place of its first window; `None` if it always does, or if that is
/// unknown.
pub fn limited_start_times(queue: &Entity<'_>) -> Option<(Week, Option<Place>)> {
    let week = start_times(queue).filter(|it| !it.is_always())?;
    let place = WINDOWS_OF_QUEUE.iter().find_map(|it| queue.field(it)).map(|it| it.place());
    Some((week, place))
}

/// The dispatch windows of the known hosts.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct HostWindows {
    /// Sets of hosts that are open at the same times.
    sets: Vec<(Week, Bits)>,
    /// The hosts that are in one of the sets.
    known: Bits,
}

impl HostWindows {
    /// Collects the rows of lsb.hosts that apply to each host.
    pub(crate) fn of(view: View<'_>) -> HostWindows {
        let mut found = HostWindows::default();
        if view.knowledge(FileKind::LsbHosts) != Knowledge::Complete {
            return found;
        }
        let (rows, target) = (HostRows::of(view), view.switches().target);
        let mut numbers: FxHashMap<Option<Box<str>>, Option<usize>> = FxHashMap::default();
        for (id, _) in view.hosts().iter() {
            let host = id.0 as usize;
            let row = match rows.get(id) {
                HostRow::Of(row) => row,
                HostRow::Unlimited => {
                    found.add(Week::always(), host);
                    continue;
                }
                HostRow::NoJobs => {
                    found.add(Week::never(), host);
                    continue;
                }
                HostRow::Unknown(_) => continue,
            };
            let text = row.value(COLUMN).map(|it| it.as_ref().into());
            let plain = text.is_some() || !row.has(COLUMN);
            let number = match numbers.get(&text).filter(|_| plain) {
                Some(number) => *number,
                None => {
                    let number = open_times(&row, COLUMN, target).map(|week| found.number(week));
                    if plain {
                        numbers.insert(text, number);
                    }
                    number
                }
            };
            if let Some(number) = number {
                found.sets[number].1.insert(host);
                found.known.insert(host);
            }
        }
        found
    }

    fn add(&mut self, week: Week, host: usize) {
        let number = self.number(week);
        self.sets[number].1.insert(host);
        self.known.insert(host);
    }

    fn number(&mut self, week: Week) -> usize {
        match self.sets.iter().position(|it| it.0 == week) {
            Some(number) => number,
            None => {
                self.sets.push((week, Bits::default()));
                self.sets.len() - 1
            }
        }
    }

    /// The sets of hosts that are open at the same times.
    pub fn sets(&self) -> impl Iterator<Item = (&Week, &Bits)> {
        self.sets.iter().map(|(week, hosts)| (week, hosts))
    }

    /// Whether a host may be closed at some times and open at others.
    pub fn any_limited(&self) -> bool {
        self.sets.iter().any(|(week, _)| !week.is_always() && !week.is_never())
    }

    /// The times at which at least one of some hosts is open. `None` if the hosts or the windows of one of them are
    /// unknown, or there are no hosts.
    pub fn of_hosts(&self, hosts: &HostSet) -> Option<Week> {
        if !hosts.is_exact() || hosts.surely.is_empty() || !hosts.surely.is_within(&self.known) {
            return None;
        }
        let open = self.sets.iter().filter(|(_, set)| set.meets(&hosts.surely));
        Some(open.fold(Week::never(), |all, (week, _)| all.union(week)))
    }
}

const COLUMN: &str = "DISPATCH_WINDOW";

#[cfg(test)]
mod tests {
    use lsflint_syntax::ast::HostList;
    use lsflint_syntax::parse_value;

    use super::*;
    use crate::{Cluster, SourceFile};

    const CLUSTER: &str = "Begin Parameters\nEnd Parameters\nBegin Host\nHOSTNAME model type server RESOURCES\nh1 ! ! 1 ()\nh2 ! ! 1 ()\nh3 ! ! 1 ()\nEnd Host\n";

    #[track_caller]
    fn check(rows: &str, list: &str, words: &str) {
        let table = format!("Begin Host\nHOST_NAME MXJ DISPATCH_WINDOW\n{rows}End Host\n");
        let files = [
            SourceFile::new("lsf.cluster.c", FileKind::LsfCluster, CLUSTER),
            SourceFile::new("lsb.hosts", FileKind::LsbHosts, table),
            SourceFile::new("lsf.conf", FileKind::LsfConf, "LSF_LOGDIR=/var/log\n"),
        ];
        let cluster = Cluster::of(&files, None);
        let view = View::new(&cluster);
        let parse = parse_value(list, lsflint_spec::Grammar::HostList);
        let list = parse.typed::<HostList<'_>>().expect("a list");
        let week = view.host_windows().of_hosts(&view.hosts_of(list));
        assert_eq!(week.map_or("unknown".to_owned(), |it| it.to_string()), words);
    }

    #[test]
    fn hosts_open_as_their_rows_say() {
        check("h1 ! (8:00-12:00)\nh2 ! (20:00-6:00)\nh3 ! ()\n", "h1", "every day 08:00-12:00");
        check("h1 ! (8:00-12:00)\nh2 ! (11:00-14:00)\n", "h1 h2", "every day 08:00-14:00");
        check("h1 ! (8:00-12:00)\nh3 ! ()\n", "h1 h3", "always");
        check("h1 ! (8:00-12:00)\ndefault ! (20:00-6:00)\n", "h2 h3", "every day 20:00-06:00");
    }

    #[test]
    fn rows_apply_as_for_slots() {
        check("h[1-2] ! (8:00-12:00)\nh1 ! (9:00-12:00)\n", "h1 h2", "every day 08:00-12:00");
        check("h1 ! (8:00-12:00)\nh1 ! (9:00-14:00)\n", "h1", "every day 08:00-12:00");
        // A host without a row runs no jobs if there are rows for others.
        check("h1 ! (8:00-12:00)\n", "h2", "never");
        check("h1 ! (8:00-12:00)\n", "h1 h2", "every day 08:00-12:00");
        check("", "h2", "always");
    }

    #[test]
    fn what_is_not_sure_is_not_known() {
        check("LINUX ! (8:00-12:00)\ndefault ! ()\n", "h1", "unknown");
        check("h1 ! (8:00-8:00)\n", "h1", "unknown");
        check("#if time(6:0:00-1:0:00)\nh1 ! (8:00-12:00)\n#endif\n", "h1", "unknown");
        check("h1 ! (8:00-12:00)\n", "h1 others", "unknown");
    }
}
