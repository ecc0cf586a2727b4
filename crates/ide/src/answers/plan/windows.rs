//! The time windows of queues and hosts that open or close.

use std::collections::BTreeMap;

use lsflint_model::week::{Week, open_times};
use lsflint_model::{Entity, View};
use lsflint_spec::Risk;

use super::WindowChange;
use super::questions::{Hosts, text};

/// When windows open and close, and whether they are never open any more.
type Difference = (String, String, bool);

/// The parameters with time windows of queues.
const OF_QUEUES: [&str; 2] = ["DISPATCH_WINDOW", "RUN_WINDOW"];
/// The column with time windows of hosts.
const OF_HOSTS: &str = "DISPATCH_WINDOW";

/// The queues and hosts whose windows change, with those that change alike combined. Windows that an `#if` decides, or
/// that have a time zone, have no answer.
pub(super) fn windows(
    old: View<'_>,
    new: View<'_>,
    queues: &[(Entity<'_>, Entity<'_>)],
    numbers: &Hosts,
) -> Vec<WindowChange> {
    let mut found: Vec<WindowChange> = Vec::new();
    for parameter in OF_QUEUES {
        let mut alike: BTreeMap<Difference, Vec<String>> = BTreeMap::new();
        for (before, after) in queues.iter().filter(|it| text(&it.0, parameter) != text(&it.1, parameter)) {
            let week = |it: &Entity<'_>| open_times(it, parameter, it.view().switches().target);
            if let Some(key) = week(before).zip(week(after)).and_then(|it| difference(&it.0, &it.1)) {
                alike.entry(key).or_default().push(before.name().into_owned());
            }
        }
        found.extend(alike.into_iter().map(|(key, names)| answer("queue", parameter, key, names)));
    }
    let mut alike: BTreeMap<Difference, Vec<String>> = BTreeMap::new();
    let (sets, new_sets) = (sets(old, &numbers.old.of, numbers.count()), sets(new, &numbers.new.of, numbers.count()));
    // Few windows are different; many hosts have them.
    let mut known: BTreeMap<(usize, usize), Option<Difference>> = BTreeMap::new();
    for host in 0..numbers.count() {
        let (Some(before), Some(after)) = (sets.1[host], new_sets.1[host]) else { continue };
        let key = known.entry((before, after)).or_insert_with(|| difference(sets.0[before], new_sets.0[after]));
        if let Some(key) = key {
            alike.entry(key.clone()).or_default().push(numbers.name(host).to_owned());
        }
    }
    found.extend(alike.into_iter().map(|(key, names)| answer("host", OF_HOSTS, key, names)));
    found
}

/// The windows of a side, and the one of each host.
fn sets<'v>(view: View<'v>, numbers: &[usize], count: usize) -> (Vec<&'v Week>, Vec<Option<usize>>) {
    let mut of_host = vec![None; count];
    let mut weeks = Vec::new();
    for (week, hosts) in view.host_windows().sets() {
        hosts.iter().for_each(|it| of_host[numbers[it]] = Some(weeks.len()));
        weeks.push(week);
    }
    (weeks, of_host)
}

/// When it opens, when it closes, and whether it is never open any more. `None` if it is the same.
fn difference(old: &Week, new: &Week) -> Option<Difference> {
    let words = |it: Week| if it.is_never() { String::new() } else { it.to_string() };
    (old != new).then(|| (words(new.minus(old)), words(old.minus(new)), new.is_never()))
}

fn answer(
    kind: &'static str,
    parameter: &'static str,
    (opens, closes, never): Difference,
    names: Vec<String>,
) -> WindowChange {
    let risk = if never { Risk::Breaking } else { Risk::Notable };
    WindowChange { kind, names, parameter, opens, closes, risk }
}
