//! The report on hosts that can match a requirement, those that cannot, and why.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use lsflint_model::requirement::Simple;
use lsflint_model::satisfy::{Selection, Verdict};
use lsflint_model::{HostId, HostSet, Knowledge, View};

use super::{Levels, UNKNOWN};
use crate::words;
use lsflint_model::combined::{every_host, hosts_of_queue, nothing, without_clients};

const WRITES: &str = "writing to a string cannot fail";
/// The maximum number of hosts of a group.
const NAMED: usize = 20;
/// The maximum number of separate reasons.
const REASONS: usize = 12;

pub(super) fn page(view: View<'_>, levels: &Levels<'_>) -> String {
    let mut out = format!("# Matching hosts\n\nFor {}. Jobs may request more.\n", levels.title());
    let Some(merged) = levels.merged(view) else { return out + "\n" + UNKNOWN };
    if let Some(reason) = &merged.reason {
        writeln!(out, "\n**LSF rejects the job**: {}.", words::sentence(reason)).expect(WRITES);
        return out;
    }
    if view.hosts().is_empty() {
        out.push_str("\nlsf.cluster is not loaded, so no hosts are known.\n");
        return out;
    }
    let set = match &levels.queue {
        Some(queue) => hosts_of_queue(view, queue),
        None => Some(without_clients(view, every_host(view))),
    };
    let Some(set) = set else {
        out.push_str("\nThe hosts of the queue are unknown: they depend on a template or an `#if`.\n");
        return out;
    };
    let requirement = merged.result.unwrap_or_else(nothing);
    for simple in requirement.simples() {
        part(&mut out, view, simple, &set);
    }
    if requirement.simples().iter().any(|it| it.select.is_empty()) {
        out.push_str("\nWithout `select`, only hosts of the same type as the submission host match.\n");
    }
    if set.beyond || view.hosts().knowledge != Knowledge::Complete {
        out.push_str("\nThere may be more hosts that are not loaded.\n");
    }
    out
}

fn part(out: &mut String, view: View<'_>, simple: &Simple, set: &HostSet) {
    let hosts: Vec<HostId> = set.possibly.iter().map(|it| HostId(it as u32)).collect();
    let selection = Selection::new(view, simple.select.iter().map(|it| (it, None))).with_more_to_come();
    let mut groups: BTreeMap<(u8, String), Vec<&str>> = BTreeMap::new();
    for (id, verdict) in selection.on(hosts.iter().copied()) {
        let key = match verdict {
            Verdict::Always if simple.rusage.is_some() => (0, "if the reserved amounts are free".to_owned()),
            Verdict::Always => (0, "always, whatever the load".to_owned()),
            Verdict::Depends => (1, "sometimes: depends on load, or on facts that the files do not contain".to_owned()),
            Verdict::Never(reason) => (2, format!("never: {reason}")),
        };
        groups.entry(key).or_default().push(&view.hosts().get(id).name);
    }
    let possible: usize = groups.iter().filter(|it| it.0.0 < 2).map(|it| it.1.len()).sum();
    let text = simple.to_string();
    let heading = if text.is_empty() { "no requirement".to_owned() } else { words::code(&text) };
    write!(out, "\n## {heading}\n\n{possible} of {} can match.\n\n", words::counted(hosts.len(), "host"))
        .expect(WRITES);
    for ((_, why), names) in groups.iter().take(REASONS) {
        let count = words::counted(names.len(), "host");
        writeln!(out, "- {count} {}: {}", words::sentence(why), words::names(names, NAMED)).expect(WRITES);
    }
    if groups.len() > REASONS {
        writeln!(out, "- and {} more reasons", groups.len() - REASONS).expect(WRITES);
    }
}
