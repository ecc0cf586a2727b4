//! What a plan says, one entry for each answer: the formats for people only lay it out.

use std::fmt::Write as _;

use lsflint_spec::{Confidence, JobEffect, Risk};
use rustc_hash::FxHashMap;

use super::{Affected, Because, Change, ElimChange, MergedRequirement, Plan, QueueSlots, What, WindowChange};

const WRITES: &str = "writing to a string cannot fail";
/// The usual maximum number of names and lines of a list.
pub const NAMED: usize = 12;

/// One answer.
pub struct Entry<'c> {
    /// How much it matters.
    pub risk: Risk,
    /// What it is, in one line.
    pub headline: String,
    /// More about it, one line each.
    pub details: Vec<String>,
    /// What it does to jobs and what to do instead: sentences of lsflint, in which `` ` `` marks code.
    pub words: Vec<String>,
    /// The lines that are changed.
    pub places: &'c [Because],
    /// Whether a place of the old side is marked: the change has places on both sides.
    pub is_two_sided: bool,
}

impl Entry<'_> {
    /// An entry without places.
    pub fn new(risk: Risk, headline: String, details: Vec<String>) -> Entry<'static> {
        Entry { risk, headline, details, words: Vec::new(), places: &[], is_two_sided: false }
    }
}

/// The changes of objects and parameters. `most`: the maximum number of names and lines of a list.
pub fn changes(plan: &Plan, most: usize) -> Vec<Entry<'_>> {
    plan.changes.iter().map(|it| change(it, most)).collect()
}

/// What follows for queues, hosts and users. `most`: the maximum number of names and lines of a list.
pub fn consequences(plan: &Plan, most: usize) -> Vec<Entry<'_>> {
    let mut all = Vec::new();
    all.extend(plan.hosts.iter().map(|it| {
        let headline = format!("queue {}: {} to {}", it.queue, counted(it.before, "host", "hosts"), it.after);
        Entry::new(it.risk, headline, difference(&it.lost, &it.gained, most))
    }));
    all.extend(plan.slots.iter().map(|it| slots(it, most)));
    all.extend(plan.windows.iter().map(|it| windows(it, most)));
    // Pairs with the same hosts are many, and their requirements differ as those of the queue or application profile
    // do.
    let is_minor = |it: &MergedRequirement| it.is_pair && it.matching_old == it.matching_new && it.old.is_some();
    let (minor, others): (Vec<_>, Vec<_>) =
        plan.requirements.iter().partition(|it| is_minor(it) && it.new.is_some() && most <= NAMED);
    all.extend(others.into_iter().map(|it| requirement(it, most)));
    let count = minor.iter().map(|it| 1 + it.alike.len()).sum();
    if count > 0 {
        let count = counted(count, "pair of a queue", "pairs of a queue");
        let headline = format!("merged requirements of {count} and an application profile");
        all.push(Entry::new(Risk::Notable, headline, vec!["the same number of hosts can match".to_owned()]));
    }
    if plan.hosts_left_out > 0 {
        let count = counted(plan.hosts_left_out, "merged requirement", "merged requirements");
        all.push(Entry::new(Risk::Notable, format!("hosts of {count} not compared: too many"), Vec::new()));
    }
    if plan.pairs_left_out > 0 {
        let count = counted(plan.pairs_left_out, "pair of a queue", "pairs of a queue");
        let headline = format!("{count} and an application profile not compared: too many");
        all.push(Entry::new(Risk::Notable, headline, Vec::new()));
    }
    all.extend(plan.access.iter().map(|it| {
        let headline = format!("queue {}: users who may submit", it.queue);
        Entry::new(it.risk, headline, difference(&it.lost, &it.gained, most))
    }));
    all.extend(plan.elims.iter().take(most).map(|it| elim(it, most)));
    if plan.elims.len() > most {
        let headline = format!("elims of {}", counted(plan.elims.len() - most, "more host", "more hosts"));
        all.push(Entry::new(Risk::Notable, headline, Vec::new()));
    }
    all
}

fn change<'c>(change: &'c Change, most: usize) -> Entry<'c> {
    let (mut details, mut words) = (Vec::new(), Vec::new());
    let alike = affected(&change.affects);
    details.extend(alike.iter().take(most).map(|it| also(it, most)));
    if alike.len() > most {
        let count: usize = alike[most..].iter().map(Vec::len).sum();
        details.push(format!("and {count} more {}", if count == 1 { "value" } else { "values" }));
    }
    if let Some(effect) = change.jobs {
        words.extend(Some(in_words(effect)).filter(|it| !it.is_empty()));
        if !effect.advice.is_empty() && change.risk == Risk::Breaking {
            words.push(format!("instead: {}", effect.advice));
        }
    }
    let is_two_sided = matches!(change.what, What::Parameter(_) | What::Renamed { .. });
    let mut headline = change.text();
    if change.affects.len() > 1 {
        write!(headline, "; changes {} other values", change.affects.len()).expect(WRITES);
    }
    Entry { risk: change.risk, headline, details, words, places: &change.because, is_two_sided }
}

/// The parameters that change through another one, those with the same change of objects of a kind together.
fn affected(all: &[Affected]) -> Vec<Vec<&Affected>> {
    let mut numbers: FxHashMap<[&str; 4], usize> = FxHashMap::default();
    let mut alike: Vec<Vec<&Affected>> = Vec::new();
    for it in all {
        let key = [&it.object.kind, it.parameter, &it.old_words, &it.new_words];
        let number = *numbers.entry(key).or_insert(alike.len());
        match alike.get_mut(number) {
            Some(same) => same.push(it),
            None => alike.push(vec![it]),
        }
    }
    alike
}

/// `also queues night short: RUNLIMIT 6 hours to 8 hours`.
fn also(alike: &[&Affected], most: usize) -> String {
    let Affected { object, parameter, old_words, new_words, .. } = alike[0];
    let objects = match alike {
        [_] => object.words(),
        _ => {
            let all: Vec<String> = alike.iter().map(|it| it.object.name.clone()).collect();
            named(&object.kind.replace('-', " "), &all, most)
        }
    };
    format!("also {objects}: {parameter} {old_words} to {new_words}")
}

fn slots(it: &QueueSlots, most: usize) -> Entry<'static> {
    let mut headline = format!("{}: {} job slots to {}", named("queue", &it.queues, most), it.old, it.new);
    if it.unknown_old + it.unknown_new > 0 {
        let unknown = if it.unknown_old == it.unknown_new {
            it.unknown_old.to_string()
        } else {
            format!("{} to {}", it.unknown_old, it.unknown_new)
        };
        write!(headline, ", without {unknown} hosts whose slots the files do not say").expect(WRITES);
    }
    Entry::new(it.risk, headline, Vec::new())
}

fn windows(it: &WindowChange, most: usize) -> Entry<'static> {
    let headline = format!("{}: times of {}", named(it.kind, &it.names, most), it.parameter);
    let mut details = Vec::new();
    for (what, times) in [("opens", &it.opens), ("closes", &it.closes)] {
        if !times.is_empty() {
            details.push(format!("{what} {times}"));
        }
    }
    if it.risk == Risk::Breaking {
        details.push("is never open any more".to_owned());
    }
    Entry::new(it.risk, headline, details)
}

fn requirement(it: &MergedRequirement, most: usize) -> Entry<'static> {
    let side = |name: &str, requirement: &Option<String>, hosts: Option<usize>| {
        let requirement = match requirement.as_deref() {
            None => "LSF rejects the jobs",
            Some("") => "none",
            Some(it) => it,
        };
        let hosts = hosts.map_or(String::new(), |it| format!("  ({} can match)", counted(it, "host", "hosts")));
        format!("{name} {requirement}{hosts}")
    };
    let mut details = if it.old == it.new {
        let hosts = [it.matching_old, it.matching_new].map(|it| it.map_or("?".to_owned(), |it| it.to_string()));
        vec![format!("hosts that can match: {} to {}", hosts[0], hosts[1])]
    } else {
        vec![side("before", &it.old, it.matching_old), side("after ", &it.new, it.matching_new)]
    };
    if !it.alike.is_empty() {
        let alike = it.alike.iter().take(most).map(|it| of(it.queue.as_deref(), it.application.as_deref()));
        let more = it.alike.len().saturating_sub(most);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        details.push(format!("also {}{more}", alike.collect::<Vec<_>>().join(", ")));
    }
    let headline = format!("{}: merged requirement", of(it.queue.as_deref(), it.application.as_deref()));
    Entry::new(it.risk, headline, details)
}

/// `queue normal with application profile sim`.
fn of(queue: Option<&str>, profile: Option<&str>) -> String {
    match (queue, profile) {
        (Some(queue), Some(profile)) => format!("queue {queue} with application profile {profile}"),
        (Some(queue), None) => format!("queue {queue}"),
        (None, profile) => format!("application profile {}", profile.unwrap_or_default()),
    }
}

fn elim(it: &ElimChange, most: usize) -> Entry<'static> {
    let starts = if it.starts { "starts elims for" } else { "no longer starts elims for" };
    Entry::new(Risk::Notable, format!("host {} {starts} {}", it.host, names(&it.resources, most)), Vec::new())
}

fn difference(lost: &[String], gained: &[String], most: usize) -> Vec<String> {
    let part = |what: &str, all: &[String]| (!all.is_empty()).then(|| format!("{what} {}", names(all, most)));
    [part("loses", lost), part("gains", gained)].into_iter().flatten().collect()
}

/// `queue a`, `queues a b`.
fn named(kind: &str, all: &[String], most: usize) -> String {
    let plural = if all.len() == 1 { "" } else { "s" };
    format!("{kind}{plural} {}", names(all, most))
}

/// Names with spaces, with the number of those left out.
fn names(all: &[String], most: usize) -> String {
    let shown = all.len().min(most);
    format!("{}{}", all[..shown].join(" "), more(all.len() - shown))
}

/// Names with commas, with the number of those left out.
pub fn names_of(all: &[String], most: usize) -> String {
    let shown = all.len().min(most);
    format!("{}{}", all[..shown].join(", "), more(all.len() - shown))
}

fn more(count: usize) -> String {
    if count > 0 { format!(" and {count} more") } else { String::new() }
}

fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// The changes in numbers: `1 breaking and 2 notable changes`; `None` if nothing changes in meaning.
pub fn summary(plans: &[&Plan]) -> Option<String> {
    if plans.iter().all(|it| it.is_empty()) {
        return None;
    }
    let count = |risk: Risk| plans.iter().flat_map(|it| &it.changes).filter(|it| it.risk == risk).count();
    let counts = [Risk::Breaking, Risk::Notable, Risk::Harmless].map(|it| (count(it), it.name()));
    let parts: Vec<String> = counts.iter().filter(|it| it.0 > 0).map(|it| format!("{} {}", it.0, it.1)).collect();
    let total: usize = counts.iter().map(|it| it.0).sum();
    let mut text = match parts.split_last() {
        None => "no changes".to_owned(),
        Some((only, [])) => format!("{only} {}", if total == 1 { "change" } else { "changes" }),
        Some((last, rest)) => format!("{} and {last} changes", rest.join(", ")),
    };
    // A host that a queue loses may matter more than each change on its own.
    let worst = plans.iter().flat_map(|it| &it.changes).map(|it| it.risk).max();
    if let Some(risk) = plans.iter().filter_map(|it| it.risk()).max().filter(|it| Some(*it) > worst) {
        write!(text, " with {} consequences", risk.name()).expect(WRITES);
    }
    Some(text)
}

/// The number of commands to run: `2 commands to run`.
pub fn to_run(plans: &[&Plan]) -> String {
    match plans.iter().map(|it| it.run.len()).sum() {
        0 => "nothing to run".to_owned(),
        count => format!("{} to run", counted(count, "command", "commands")),
    }
}

/// What a change does to jobs: `running jobs: ...; pending jobs: ...`. What is only inferred starts with `probably`.
pub fn in_words(effect: &JobEffect) -> String {
    let parts = [
        ("pending jobs: ", effect.pending),
        ("running jobs: ", effect.running),
        ("suspended jobs: ", effect.suspended),
        ("", effect.note),
    ];
    let said = parts.iter().filter(|it| !it.1.is_empty()).map(|it| format!("{}{}", it.0, it.1));
    let text = said.collect::<Vec<_>>().join("; ");
    match effect.confidence {
        Confidence::Low if !text.is_empty() => format!("probably, {text}"),
        _ => text,
    }
}
