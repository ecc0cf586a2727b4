//! The part of a cluster on elim placement.

use maud::{Markup, html};

use super::cluster::{FEW_ROWS, MOST_ROWS, NAMED, table};
use super::words::{counted, hosts, name_of, names};
use crate::overview::{ClusterOverview, ElimRows, ElimStart, ElimValue, Reporter};

/// The part with its heading.
pub(super) fn part(it: &ClusterOverview, id: &str, open: bool) -> Markup {
    let Some(elims) = &it.elims else { return Markup::default() };
    let count = match elims.starts.iter().map(|it| it.hosts.count).sum() {
        0 => "no elims".to_owned(),
        count => format!("elims on {}", counted(count, "host")),
    };
    let few = elims.starts.len() + elims.values.len() <= FEW_ROWS;
    super::cluster::part(id, "elims", "Elim placement", &count, open && few, &content(elims))
}

fn content(it: &ElimRows) -> Markup {
    html! {
        p {
            "While all hosts are up. "
            @match it.management_hosts.split_first() {
                None => "No host in lsf.cluster can be the management host.",
                Some((first, then)) => {
                    "Management host: " (name_of(first))
                    @if !then.is_empty() { ", then " (names(then, 4)) }
                    "."
                }
            }
        }
        @if !it.starts.is_empty() {
            p.label { "Hosts that start elims" }
            (table(&["Hosts", "LSF_RESOURCES"], &rows(&it.starts, start), it.starts.len()))
        }
        @if it.idle.count > 0 { p { "No elims start on " (hosts(&it.idle, NAMED)) "." } }
        @if !it.values.is_empty() {
            p.label { "Values" }
            (table(&["Resource", "Hosts that share it", "Reported by", "Then by"], &rows(&it.values, value), it.values.len()))
        }
        @if !it.unmapped.is_empty() {
            p { "LSF starts no elim for " (names(&it.unmapped, NAMED)) ": ResourceMap does not map it to hosts." }
        }
    }
}

fn rows<T>(all: &[T], row: fn(&T) -> Markup) -> Vec<Markup> {
    all.iter().take(MOST_ROWS).map(row).collect()
}

fn start(it: &ElimStart) -> Markup {
    html! {
        tbody { tr {
            th scope="row" { (hosts(&it.hosts, NAMED)) @if it.management_host { " " span.tag { "LSF_MASTER=Y" } } }
            td { (names(&it.resources, NAMED)) }
        } }
    }
}

fn value(it: &ElimValue) -> Markup {
    html! {
        tbody { tr {
            th scope="row" { (name_of(&it.resource)) }
            td { (hosts(&it.hosts, NAMED)) }
            td {
                @match &it.reported_by {
                    Reporter::Host(host) => (name_of(host)),
                    Reporter::Each => span.quiet { "each host for itself" },
                    Reporter::Nobody => span.quiet { "no host: the value is unknown" },
                }
            }
            td { (names(&it.successors, 4)) }
        } }
    }
}
