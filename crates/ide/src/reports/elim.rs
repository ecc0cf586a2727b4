//! The report on elims: the hosts that start them, what they report, and which hosts take over.

use std::fmt::Write as _;

use lsflint_model::elim::{Plan, PlanInput, Value};

use crate::{Snapshot, words};

const WRITES: &str = "writing to a string cannot fail";
/// The maximum number of hosts in a list.
const NAMED: usize = 12;

/// The elim plan while every host is up, with the hosts that take over, as Markdown.
pub fn elim_plan(snapshot: &Snapshot) -> String {
    let view = snapshot.as_read().view();
    let input = PlanInput::of(view);
    let plan = Plan::of(&input);
    let mut out = String::from("# Reporting hosts\n\nWhile all hosts are up.\n");
    match plan.management_hosts.split_first() {
        None => out.push_str("\nNo host in lsf.cluster can be the management host.\n"),
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

/// Writes the hosts that start elims, with equal ones combined.
fn hosts(out: &mut String, plan: &Plan<'_>) {
    for (number, it) in plan.alike().iter().enumerate() {
        if number == 0 {
            out.push_str("\n## Hosts that start elims\n\n| hosts | `LSF_RESOURCES` |\n|---|---|\n");
        }
        let master = if it.management_host { ", `LSF_MASTER=Y`" } else { "" };
        writeln!(out, "| {} | {}{master} |", words::names(&it.hosts, NAMED), words::names(it.resources, NAMED))
            .expect(WRITES);
    }
    let idle = plan.idle();
    if !idle.is_empty() {
        writeln!(out, "\nNo elims start on {}.", words::names(&idle, NAMED)).expect(WRITES);
    }
}

/// Writes the shared values and the hosts that report them.
fn values(out: &mut String, plan: &Plan<'_>) {
    for (number, value) in plan.values().into_iter().enumerate() {
        if number == 0 {
            out.push_str("\n## Values\n\n| resource | hosts | reported by |\n|---|---|---|\n");
        }
        let (resource, hosts, by) = match value {
            Value::Shared(it) => {
                let by = match it.reported_by {
                    Some(by) if it.successors.is_empty() => words::code(by),
                    Some(by) => format!("{}, then {}", words::code(by), words::names(&*it.successors, 4)),
                    None => "no host: the value is unknown".to_owned(),
                };
                (it.resource, words::names(&*it.hosts, NAMED), by)
            }
            Value::Own { resource, hosts: 1 } => {
                (resource, "1 host with its own value".to_owned(), "itself".to_owned())
            }
            Value::Own { resource, hosts } => {
                (resource, format!("{hosts} hosts, each with its own value"), "each for itself".to_owned())
            }
        };
        writeln!(out, "| {} | {hosts} | {by} |", words::code(resource)).expect(WRITES);
    }
    if !plan.unmapped.is_empty() {
        let names = words::names(&plan.unmapped, NAMED);
        writeln!(out, "\nLSF starts no elim for {names}: `ResourceMap` does not map it to hosts.").expect(WRITES);
    }
}
