//! Which hosts start elims, for what, and who takes over.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use lsflint_model::elim::{HostPlan, HostState, Plan, PlanInput};

use crate::{Snapshot, words};

const WRITES: &str = "writing to a string cannot fail";
/// So many hosts of a list are named.
const NAMED: usize = 12;

/// Who reports what while every host is up, and who takes over when one is not.
pub fn elim_plan(snapshot: &Snapshot) -> String {
    let view = snapshot.view();
    let input = PlanInput::of(view);
    let plan = Plan::of(&input);
    let mut out = String::from("# Who reports what\n\nWhile every host is up.\n");
    match plan.masters.split_first() {
        None => out.push_str("\nNo host of lsf.cluster can be the management host.\n"),
        Some((master, then)) => {
            let then = if then.is_empty() { String::new() } else { format!(", then {}", words::names(then, NAMED)) };
            writeln!(out, "\nManagement host: {}{then}.", words::code(master)).expect(WRITES);
        }
    }
    hosts(&mut out, &plan);
    values(&mut out, &plan);
    out.truncate(out.trim_end().len());
    out
}

/// The hosts that start elims, those with the same resources together.
fn hosts(out: &mut String, plan: &Plan<'_>) {
    let mut alike: BTreeMap<(&[&str], bool), Vec<&str>> = BTreeMap::new();
    for it in plan.hosts.iter().filter(|it| it.starts_elims()) {
        alike.entry((it.resources.as_slice(), it.master)).or_default().push(it.host);
    }
    for (number, ((resources, master), names)) in alike.iter().enumerate() {
        if number == 0 {
            out.push_str("\n## Hosts that start elims\n\n| hosts | `LSF_RESOURCES` |\n|---|---|\n");
        }
        let master = if *master { ", `LSF_MASTER=Y`" } else { "" };
        writeln!(out, "| {} | {}{master} |", words::names(names, NAMED), words::names(*resources, NAMED))
            .expect(WRITES);
    }
    let idle = |it: &&HostPlan<'_>| it.state == HostState::Up && !it.starts_elims();
    let names: Vec<&str> = plan.hosts.iter().filter(idle).map(|it| it.host).collect();
    if !names.is_empty() {
        writeln!(out, "\nNo elims on {}.", words::names(&names, NAMED)).expect(WRITES);
    }
}

/// The values that are shared, and who reports each.
fn values(out: &mut String, plan: &Plan<'_>) {
    let mut own: BTreeMap<&str, usize> = BTreeMap::new();
    let mut lines = Vec::new();
    for it in &plan.instances {
        if it.hosts.len() == 1 && it.reported_by == Some(it.hosts[0]) {
            *own.entry(it.resource).or_default() += 1;
            continue;
        }
        let by = match it.reported_by {
            Some(by) if it.successors.is_empty() => words::code(by),
            Some(by) => format!("{}, then {}", words::code(by), words::names(&it.successors, 4)),
            None => "nobody: the value is unknown".to_owned(),
        };
        lines.push(format!("| `{}` | {} | {by} |", it.resource, words::names(&it.hosts, NAMED)));
    }
    for (resource, count) in own {
        let (hosts, by) = match count {
            1 => ("1 host with a value of its own".to_owned(), "itself"),
            _ => (format!("{count} hosts, each with a value of its own"), "each itself"),
        };
        lines.push(format!("| `{resource}` | {hosts} | {by} |"));
    }
    if !lines.is_empty() {
        write!(out, "\n## Values\n\n| resource | hosts | reported by |\n|---|---|---|\n{}\n", lines.join("\n"))
            .expect(WRITES);
    }
    if !plan.unmapped.is_empty() {
        let names = words::names(&plan.unmapped, NAMED);
        writeln!(out, "\nNo elim is started for {names}: nothing in ResourceMap says where it is.").expect(WRITES);
    }
}
