//! What changes in a week without a change of the files: time windows and the branches of `#if`.
//!
//! Windows of records that an `#if` decides are compared as values, not as windows. Nothing here reads a clock: LSF
//! repeats windows and conditions weekly, so a week from Monday has everything.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use lsflint_model::at::Slices;
use lsflint_model::week::{DAY, WEEK, Week, open_times};
use lsflint_model::{AsRead, HostId, Instant};
use lsflint_spec::{FileKind, Grammar, Risk, find_param};
use rustc_hash::FxHashMap;

use super::plan::{PlanObject, What, WindowChange, records, time_changes};

/// What changes in a week.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Calendar {
    /// What has different values, in the order of kind and name of the object.
    pub rows: Vec<Row>,
    /// The time zone of what `#if` decides; `None` if it is the local time of the cluster, as that of windows is.
    pub zone: Option<String>,
    /// The number of windows that are not certain: of a time zone, a template or an unknown form.
    pub uncertain: usize,
}

/// A setting with its values.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The first of the objects.
    pub object: PlanObject,
    /// The names of all objects with the same values at the same times: hosts of a rack.
    pub names: Vec<String>,
    /// The parameter; `None` if the objects exist at some times only.
    pub parameter: Option<String>,
    /// Whether it is a time window, so that the values are `open` and `closed`.
    pub is_window: bool,
    /// The values with the times at which they apply, from Monday.
    pub values: Vec<(String, Week)>,
}

/// A change at a time of the week.
#[derive(Debug, Clone, PartialEq)]
pub struct Event<'c> {
    /// The minute of the week, from Monday 00:00.
    pub minute: u16,
    /// What changes.
    pub row: &'c Row,
    /// The value before.
    pub old: &'c str,
    /// The value from then on.
    pub new: &'c str,
}

/// The rows of hosts, and their column with time windows.
const OF_HOSTS: (FileKind, &str) = (FileKind::LsbHosts, "Host");
const HOST_WINDOW: &str = "DISPATCH_WINDOW";
const OPEN: &str = "open";
const CLOSED: &str = "closed";
const EXISTS: &str = "exists";
const MISSING: &str = "does not exist";

/// A setting of an object; the parameter is `None` for the object itself.
type Key = (PlanObject, Option<String>);

/// The values of settings with the times at which they apply.
type Values = BTreeMap<Key, Vec<(String, Week)>>;

/// What is equal for settings in one row: kind, parameter, whether it is a window, and the values with their times.
type Alike = (String, Option<String>, bool, Vec<(String, Vec<(u16, u16)>)>);

/// The calendar of a cluster.
pub fn calendar(cluster: &AsRead) -> Calendar {
    let (windows, uncertain) = windows(cluster);
    let (branches, zone) = branches(cluster);
    let mut rows = Vec::new();
    // Many hosts have the same windows.
    let mut alike: FxHashMap<Alike, usize> = FxHashMap::default();
    let windows = windows.into_iter().map(|it| (it, true));
    for (((object, parameter), values), is_window) in windows.chain(branches.into_iter().map(|it| (it, false))) {
        let spans = values.iter().map(|it| (it.0.clone(), it.1.spans().to_vec())).collect();
        let key = (object.kind.clone(), parameter.clone(), is_window, spans);
        match alike.get(&key) {
            Some(row) => {
                let row: &mut Row = &mut rows[*row];
                row.names.push(object.name);
            }
            None => {
                alike.insert(key, rows.len());
                rows.push(Row { names: vec![object.name.clone()], object, parameter, is_window, values });
            }
        }
    }
    rows.sort_by(|a, b| (&a.object, &a.parameter).cmp(&(&b.object, &b.parameter)));
    Calendar { rows, zone, uncertain }
}

impl Calendar {
    /// The changes in the order of the week from Monday.
    pub fn events(&self) -> Vec<Event<'_>> {
        let mut events: Vec<Event<'_>> = self.rows.iter().flat_map(Row::events).collect();
        events.sort_by_key(|it| it.minute);
        events
    }
}

impl Row {
    /// The value at a minute of the week, from Monday 00:00.
    pub fn at(&self, minute: u16) -> &str {
        let minute = (minute + DAY) % WEEK;
        self.values.iter().find(|it| it.1.contains(minute)).map_or("", |it| &it.0)
    }

    /// The different values: `closed`, `does not exist` or the most frequent one first.
    pub fn in_order(&self) -> Vec<&str> {
        let is_on = |value: &str| self.is_window && value == OPEN || self.parameter.is_none() && value == EXISTS;
        let rank = |it: &(String, Week)| (is_on(&it.0), WEEK - it.1.minutes());
        let mut values: Vec<((bool, u16), &str)> = self.values.iter().map(|it| (rank(it), it.0.as_str())).collect();
        values.sort_unstable();
        let mut seen = BTreeSet::new();
        values.into_iter().map(|it| it.1).filter(|it| seen.insert(*it)).collect()
    }

    /// The changes of the setting.
    pub fn events(&self) -> impl Iterator<Item = Event<'_>> {
        let mut edges: Vec<u16> =
            self.values.iter().flat_map(|it| it.1.spans()).map(|it| (it.0 + WEEK - DAY) % WEEK).collect();
        edges.sort_unstable();
        edges.dedup();
        edges.into_iter().filter_map(|minute| {
            let (old, new) = (self.at((minute + WEEK - 1) % WEEK), self.at(minute));
            (old != new).then_some(Event { minute, row: self, old, new })
        })
    }
}

/// The rows of the calendar that only one of two clusters has, with the objects for which it is so.
pub fn differences(old: &AsRead, new: &AsRead) -> [Vec<Row>; 2] {
    let [mut old, mut new] = [old, new].map(|it| calendar(it).rows);
    let print = |it: &Row| format!("{:?}", (&it.object.kind, it.object.section, &it.parameter, &it.values));
    let prints = |rows: &[Row]| -> BTreeSet<(String, String)> {
        rows.iter().flat_map(|row| row.names.iter().map(|name| (name.clone(), print(row)))).collect()
    };
    let (before, after) = (prints(&old), prints(&new));
    let keep = |rows: &mut Vec<Row>, others: &BTreeSet<(String, String)>| {
        for row in rows.iter_mut() {
            let print = print(row);
            row.names.retain(|it| !others.contains(&(it.clone(), print.clone())));
            if let Some(first) = row.names.first() {
                row.object.name.clone_from(first);
            }
        }
        rows.retain(|it| !it.names.is_empty());
    };
    keep(&mut old, &after);
    keep(&mut new, &before);
    [old, new]
}

/// The time windows of queues and hosts that are open at one of two instants only. The cluster should be one at an
/// instant, in which no `#if` is left.
pub fn windows_between(cluster: &AsRead, [old, new]: [Instant; 2]) -> Vec<WindowChange> {
    let minute = |it: Instant| (it.minute() + WEEK - DAY) % WEEK;
    let rows = calendar(cluster).rows.into_iter().filter(|it| it.is_window);
    let change = |it: Row| {
        let kind = ["queue", "host"].into_iter().find(|kind| it.object.kind == *kind)?;
        let param = find_param(it.object.file, it.object.section, it.parameter.as_deref()?)?;
        let (before, after) = (it.at(minute(old)) == OPEN, it.at(minute(new)) == OPEN);
        let when = |is: bool| if is { format!("until {new}") } else { String::new() };
        (before != after).then(|| WindowChange {
            kind,
            names: it.names.clone(),
            parameter: param.name,
            opens: when(after),
            closes: when(before),
            risk: Risk::Notable,
        })
    };
    rows.filter_map(change).collect()
}

/// The time windows that no `#if` decides, and the number of those that are not certain.
fn windows(cluster: &AsRead) -> (Values, usize) {
    let (mut found, mut uncertain) = (BTreeMap::new(), 0);
    let target = cluster.view().switches().target;
    for (file, section) in records::sections() {
        let has_windows = section.params.iter().any(|it| it.grammar == Grammar::TimeWindows);
        if !has_windows {
            continue;
        }
        for (name, same) in records::records(cluster, file, section) {
            for record in &same {
                let values = record.values.iter().filter(|it| !it.1.is_conditional);
                for (parameter, own) in
                    values.filter(|it| it.1.param.is_some_and(|it| it.grammar == Grammar::TimeWindows))
                {
                    let Some(week) = open_times(&own.field.entity(), parameter, target) else {
                        uncertain += 1;
                        continue;
                    };
                    // The hosts of rows for models and of `default` follow below.
                    if !week.is_always() && (file, section.name) != OF_HOSTS {
                        let closed = (CLOSED.to_owned(), week.complement());
                        let key = (records::object(file, section, &name), Some((*parameter).to_owned()));
                        found.insert(key, vec![(OPEN.to_owned(), week), closed]);
                    }
                }
            }
        }
    }
    let of_hosts = lsflint_spec::section(OF_HOSTS.0, OF_HOSTS.1);
    for (week, hosts) in cluster.view().host_windows().sets().filter(|it| of_hosts.is_some() && !it.0.is_always()) {
        for (host, section) in hosts.iter().zip(std::iter::repeat(of_hosts)) {
            let name = &cluster.view().hosts().get(HostId(host as u32)).name;
            let object = section.map(|it| records::object(OF_HOSTS.0, it, name));
            let values = || vec![(OPEN.to_owned(), week.clone()), (CLOSED.to_owned(), week.complement())];
            found.extend(object.map(|it| ((it, Some(HOST_WINDOW.to_owned())), values())));
        }
    }
    (found, uncertain)
}

/// The maximum number of different times of the week that are compared.
const MOST_SLICES: usize = 200;

/// What `#if` decides, and the time zone of these times.
fn branches(cluster: &AsRead) -> (Values, Option<String>) {
    let kinds: Vec<FileKind> = Slices::kinds(cluster.read());
    let Slices { slices, zone } = Slices::of(cluster.read(), &kinds);
    let slices: Vec<(Week, AsRead)> =
        slices.into_iter().take(MOST_SLICES).map(|it| (it.week, AsRead::as_written(Arc::new(it.cluster)))).collect();
    let Some((first, others)) = slices.split_first() else { return (BTreeMap::new(), zone) };
    // What differs at some time differs from the first times, or is the same there.
    let mut found: Values = BTreeMap::new();
    for (week, other) in others {
        for (object, what) in time_changes(&first.1, other, &kinds) {
            let (parameter, old, new) = match what {
                What::Created => (None, MISSING.to_owned(), EXISTS.to_owned()),
                What::Removed => (None, EXISTS.to_owned(), MISSING.to_owned()),
                What::Renamed { old_name } => {
                    let old = PlanObject { name: old_name, ..object.clone() };
                    add(&mut found, (old, None), (EXISTS.to_owned(), MISSING.to_owned()), &first.0, week);
                    (None, MISSING.to_owned(), EXISTS.to_owned())
                }
                What::Parameter(it) => (Some(it.name), it.old_words, it.new_words),
            };
            add(&mut found, (object, parameter), (old, new), &first.0, week);
        }
    }
    // At all times without a difference, the value is that of the first ones.
    let all = slices.iter().map(|it| &it.0);
    let all = Week::union_of(all);
    for values in found.values_mut() {
        let others = Week::union_of(values[1..].iter().map(|it| &it.1));
        values[0].1 = all.minus(&others);
    }
    (found, zone)
}

/// Adds the value of a setting at some times, with its value at the first ones.
fn add(found: &mut Values, key: Key, (old, new): (String, String), first: &Week, week: &Week) {
    let values = found.entry(key).or_insert_with(|| vec![(old, first.clone())]);
    match values.iter_mut().skip(1).find(|it| it.0 == new) {
        Some(it) => it.1 = it.1.union(week),
        None => values.push((new, week.clone())),
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use expect_test::{Expect, expect};

    use super::*;
    use crate::testing::Fixture;

    #[track_caller]
    fn check(files: &str, expected: Expect) {
        let fixture = Fixture::new(files);
        let calendar = calendar(fixture.snapshot.as_read());
        let mut text = String::new();
        for row in &calendar.rows {
            let parameter = row.parameter.as_deref().unwrap_or("-");
            writeln!(text, "{} {}: {parameter}", row.object.kind, row.names.join(" ")).unwrap();
            for (value, week) in &row.values {
                writeln!(text, "  {value}: {week}").unwrap();
            }
        }
        for it in calendar.events().iter().take(6) {
            let at = format!("{} {:02}:{:02}", it.minute / DAY, it.minute % DAY / 60, it.minute % 60);
            writeln!(text, "{at} {}: {} to {}", it.row.object.name, it.old, it.new).unwrap();
        }
        expected.assert_eq(&text);
    }

    /// A queue stays out of the comparison if another one with the same window changes.
    #[test]
    fn only_queues_that_change_differ() {
        let queue =
            |name: &str, window: &str| format!("Begin Queue\nQUEUE_NAME = {name}\nRUN_WINDOW = {window}\nEnd Queue\n");
        let queues = |last: &str| {
            let texts = [queue("q1", "20:00-6:00"), queue("q2", "20:00-6:00"), queue("q3", last)];
            Fixture::new(&format!("//- lsb.queues\n{}", texts.concat()))
        };
        let (old, new, same) = (queues("20:00-6:00"), queues("21:00-6:00"), queues("20:00-6:00"));
        let shown = |other: &Fixture| {
            differences(old.snapshot.as_read(), other.snapshot.as_read()).map(|rows| {
                let rows = rows.iter().map(|it| format!("{} {:?} {}", it.object.name, it.names, it.values[0].1));
                rows.collect::<Vec<_>>()
            })
        };
        assert_eq!(shown(&new), [[r#"q3 ["q3"] every day 20:00-06:00"#], [r#"q3 ["q3"] every day 21:00-06:00"#]]);
        assert_eq!(shown(&same), [[""; 0]; 2]);
    }

    #[test]
    fn windows_and_branches() {
        check(
            "\
//- lsb.hosts
Begin Host
HOST_NAME MXJ DISPATCH_WINDOW
h1        8   (20:00-6:00)
h2        8   (20:00-6:00)
#if time(8:00-18:00)
h3        4   ()
#else
h3        8   ()
#endif
End Host
//- lsb.queues
Begin Queue
QUEUE_NAME = night
RUN_WINDOW = 1:20:00-2:6:00
#if time(6:0:00-1:0:00)
RUNLIMIT = 60
#elif time(20:00-6:00)
RUNLIMIT = 30
#endif
End Queue
#if time(6:0:00-1:0:00)
Begin Queue
QUEUE_NAME = weekend
End Queue
#endif
",
            expect![[r#"
                host h3: MXJ
                  8: every day 18:00-08:00
                  4: every day 08:00-18:00
                queue night: RUNLIMIT
                  1 hour: all of Sat and Sun
                  30 minutes: Mon 00:00-06:00, Mon-Thu 20:00-06:00, Fri 20:00-00:00
                  unlimited (default): Mon-Fri 06:00-20:00
                queue night: RUN_WINDOW
                  open: Mon 20:00-06:00
                  closed: Tue 06:00 to Mon 20:00
                queue weekend: -
                  exists: all of Sat and Sun
                  does not exist: all of Mon-Fri
                0 00:00 night: 1 hour to 30 minutes
                0 00:00 weekend: exists to does not exist
                0 06:00 night: 30 minutes to unlimited (default)
                0 08:00 h3: 8 to 4
                0 18:00 h3: 4 to 8
                0 20:00 night: unlimited (default) to 30 minutes
            "#]],
        );
    }

    #[test]
    fn nothing_depends_on_the_time() {
        check("//- lsb.queues\nBegin Queue\nQUEUE_NAME = a\nRUN_WINDOW = 0:00-24:00\nEnd Queue\n", expect![[""]]);
    }
}
