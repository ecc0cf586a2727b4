//! The report on hosts that can match a requirement, those that cannot, and why.

use std::fmt::Write as _;

use lsflint_model::View;
use lsflint_model::combined::nothing;
use lsflint_model::requirement::merge::Options;

use super::{Levels, UNKNOWN};
use crate::answers::{HostsAnswer, PartAnswer, Question, Times, matching_hosts_of, possible_of};
use crate::words;

const WRITES: &str = "writing to a string cannot fail";
/// The maximum number of hosts of a group.
const NAMED: usize = 20;
/// The maximum number of separate reasons.
const REASONS: usize = 12;

pub(super) fn page(view: View<'_>, times: &Times<'_>, levels: &Levels<'_>) -> String {
    let mut out = format!("# Matching hosts\n\nFor {}, for jobs without a requirement of their own.\n", levels.title());
    let Some(merged) = levels.merged(view) else { return out + "\n" + UNKNOWN };
    if let Some(reason) = &merged.reason {
        writeln!(out, "\n**LSF rejects the job**: {}.", words::sentence(reason)).expect(WRITES);
        return out;
    }
    let (queue, profile) = (levels.queue.as_ref(), levels.application.as_ref());
    let requirement = merged.result.unwrap_or_else(nothing);
    let options = Options::of(view, queue, profile);
    let question = Question { times: Some(times), ..Question::new(queue, &requirement, options) };
    let Some(answer) = matching_hosts_of(view, question) else {
        out.push_str("\nlsf.cluster is not loaded, so no hosts are known.\n");
        return out;
    };
    if answer.hosts_unknown {
        out.push_str("\nThe hosts of the queue are unknown: they depend on a template or an `#if`.\n");
        return out;
    }
    answer.parts.iter().for_each(|it| part(&mut out, view, &answer, it));
    for note in &answer.notes {
        writeln!(out, "\n{}", words::full_sentence(note)).expect(WRITES);
    }
    out
}

fn part(out: &mut String, view: View<'_>, answer: &HostsAnswer, part: &PartAnswer) {
    let heading =
        if part.requirement.is_empty() { "no requirement".to_owned() } else { words::code(&part.requirement) };
    let clients = match answer.clients {
        0 => "",
        _ => " (client hosts are not counted)",
    };
    write!(out, "\n## {heading}\n\n{}{clients}.", possible_of(part.counts)).expect(WRITES);
    if let Some(by_type) = part.by_submission_type() {
        write!(out, " {}", words::full_sentence(&by_type)).expect(WRITES);
    }
    out.push_str("\n\n");
    for group in part.groups.iter().take(REASONS) {
        let count = words::counted(group.hosts.len(), "host");
        let hosts = group.hosts.iter().map(|it| &*view.hosts().get(*it).name);
        let mut line = format!("- {}, {count}", group.verdict);
        if !group.because.is_empty() {
            write!(line, ": {}", words::sentence(&group.because.join("; "))).expect(WRITES);
        }
        writeln!(out, "{line}: {}", words::names(hosts, NAMED)).expect(WRITES);
    }
    if part.groups.len() > REASONS {
        writeln!(out, "- and {} more reasons", part.groups.len() - REASONS).expect(WRITES);
    }
}
