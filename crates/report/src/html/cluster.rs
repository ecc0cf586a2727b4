//! The section of a cluster: files, hosts, groups, queues, application profiles, resources.

use maud::{Markup, html};

use super::words::{counted, hosts, name_of, names, number, path, tamed};
use super::{elims, requirements, week};
use crate::overview::{ClusterOverview, HostRow, JobsRow, Setting};

/// The maximum number of rows of a table.
pub(super) const MOST_ROWS: usize = 400;
/// Parts with more rows than this are collapsed initially.
pub(super) const FEW_ROWS: usize = 40;
/// The maximum number of names in a list.
pub(super) const NAMED: usize = 12;
/// The maximum number of settings of a queue.
const SETTINGS: usize = 60;

/// The section of a cluster. `number` makes its anchors unique.
pub(super) fn section(it: &ClusterOverview, number: usize, open: bool) -> Markup {
    let id = format!("cluster-{number}");
    html! {
        section.cluster id=(id) aria-labelledby={ (id) "-title" } {
            h2 id={ (id) "-title" } { "Cluster " (tamed(&it.name)) }
            p.quiet { "Checked for " (it.target) ". Based on the files alone; no LSF daemon was queried." }
            (files(it, &id))
            (hosts_part(it, &id, open))
            (groups(it, &id, open))
            (jobs(&it.queues, &id, "queues", "Queues", open))
            (jobs(&it.profiles, &id, "profiles", "Application profiles", open))
            (resources(it, &id, open))
            (requirements::part(it, &id, open))
            (elims::part(it, &id, open))
            (week::part(it, &id, open))
        }
    }
}

/// The IDs and titles of the parts for the table of contents.
pub(super) fn parts(it: &ClusterOverview) -> Vec<(&'static str, &'static str)> {
    let parts = [
        ("files", "Files", !it.files.is_empty()),
        ("hosts", "Hosts", !it.hosts.is_empty()),
        ("groups", "Host groups", !it.groups.is_empty()),
        ("queues", "Queues", !it.queues.is_empty()),
        ("profiles", "Application profiles", !it.profiles.is_empty()),
        ("resources", "Resources", !it.resources.is_empty()),
        ("requirements", "Requirements", !it.requirements.is_empty()),
        ("elims", "Elims", it.elims.is_some()),
        ("week", "Week", !it.week.is_empty()),
    ];
    parts.into_iter().filter(|it| it.2).map(|it| (it.0, it.1)).collect()
}

/// A collapsible part. `rows`: the part is left out if there are none.
pub(super) fn part(id: &str, name: &str, title: &str, count: &str, open: bool, content: &Markup) -> Markup {
    html! {
        details.part open[open] {
            summary { h3 { (title) } " " span.count { (count) } }
            div.body id={ (id) "-" (name) } { (content) }
        }
    }
}

/// A table that scrolls sideways if it is too wide, with the number of omitted rows.
pub(super) fn table(heads: &[&str], rows: &[Markup], all: usize) -> Markup {
    html! {
        div.scroll {
            table {
                thead { tr { @for it in heads { th scope="col" { (it) } } } }
                @for it in rows { (it) }
            }
        }
        @if all > rows.len() { p.quiet { "and " (number(all - rows.len())) " more" } }
    }
}

fn files(it: &ClusterOverview, id: &str) -> Markup {
    if it.files.is_empty() {
        return Markup::default();
    }
    let row = |it: &crate::overview::FileRow| {
        html! {
            tbody { tr {
                th scope="row" { (path(&it.path)) }
                td { (it.kind) }
                td.right { (number(it.lines)) }
                td.right { (number(it.bytes)) }
            } }
        }
    };
    let rows: Vec<Markup> = it.files.iter().take(MOST_ROWS).map(row).collect();
    let table = table(&["File", "Kind", "Lines", "Bytes"], &rows, it.files.len());
    part(id, "files", "Files", &counted(it.files.len(), "file"), false, &table)
}

fn hosts_part(it: &ClusterOverview, id: &str, open: bool) -> Markup {
    if it.hosts.is_empty() {
        return Markup::default();
    }
    let row = |it: &HostRow| {
        let word = |it: &Option<String>| {
            html! {
                @match it { Some(it) => (name_of(it)), None => span.quiet { "detected by LSF" } }
            }
        };
        html! {
            tbody { tr {
                th scope="row" { (hosts(&it.hosts, NAMED)) }
                td { (word(&it.host_type)) }
                td { (word(&it.model)) }
                td { (it.role) }
                td { (it.slots) }
                td { (names(&it.resources, NAMED)) }
            } }
        }
    };
    let rows: Vec<Markup> = it.hosts.iter().take(MOST_ROWS).map(row).collect();
    let heads = ["Hosts", "Type", "Model", "Role", "Job slots", "Resources"];
    let all: usize = it.hosts.iter().map(|it| it.hosts.count).sum();
    let kinds = if it.hosts.len() == all { String::new() } else { format!(", {}", counted(it.hosts.len(), "kind")) };
    let count = format!("{}{kinds}", counted(all, "host"));
    part(id, "hosts", "Hosts", &count, open && it.hosts.len() <= FEW_ROWS, &table(&heads, &rows, it.hosts.len()))
}

fn groups(it: &ClusterOverview, id: &str, open: bool) -> Markup {
    if it.groups.is_empty() {
        return Markup::default();
    }
    let rows = it.groups.iter().take(MOST_ROWS).map(|it| {
        html! {
            tbody { tr {
                th scope="row" { (name_of(&it.name)) }
                td { (tamed(&it.what)) }
                td.wide { code { (cut(&it.members)) } }
                td { (hosts(&it.hosts, NAMED)) }
            } }
        }
    });
    let rows: Vec<Markup> = rows.collect();
    let table = table(&["Group", "Kind", "Configured members", "Hosts"], &rows, it.groups.len());
    let few = it.groups.len() <= FEW_ROWS;
    part(id, "groups", "Host groups", &counted(it.groups.len(), "group"), open && few, &table)
}

fn jobs(all: &[JobsRow], id: &str, name: &str, title: &str, open: bool) -> Markup {
    if all.is_empty() {
        return Markup::default();
    }
    let queues = name == "queues";
    let heads: &[&str] =
        if queues { &["Queue", "Priority", "Users", "Hosts", "Limits"] } else { &["Application profile", "Limits"] };
    let rows: Vec<Markup> = all.iter().take(MOST_ROWS).map(|it| jobs_row(it, queues)).collect();
    let count = counted(all.len(), if queues { "queue" } else { "application profile" });
    part(id, name, title, &count, open && all.len() <= FEW_ROWS, &table(heads, &rows, all.len()))
}

fn jobs_row(it: &JobsRow, queue: bool) -> Markup {
    html! {
        tbody {
            tr {
                th scope="row" {
                    (name_of(&it.name))
                    @if it.by_default { " " span.tag { "default" } }
                    @if !it.description.is_empty() { p.description { (tamed(&it.description)) } }
                }
                @if queue {
                    td.right { @if let Some(it) = &it.priority { (tamed(it)) } }
                    td.wide { @match &it.users { Some(it) => code { (cut(it)) }, None => span.quiet { "all users" } } }
                    td { @match &it.hosts { Some(it) => (hosts(it, 4)), None => span.quiet { "unknown" } } }
                }
                td { (settings(&it.limits, "no limits")) }
            }
            @if !it.settings.is_empty() {
                tr.more { td colspan=(if queue { 5 } else { 2 }) {
                    details.more {
                        summary { (counted(it.settings.len(), "other setting")) }
                        (settings(&it.settings, ""))
                    }
                } }
            }
        }
    }
}

fn settings(all: &[Setting], none: &str) -> Markup {
    html! {
        @if all.is_empty() { span.quiet { (none) } } @else {
            dl.settings {
                @for it in all.iter().take(SETTINGS) {
                    div {
                        dt { (it.name) }
                        dd {
                            @match &it.value {
                                Some(value) => code { (cut(value)) },
                                None => span.quiet { "depends on an " code { "#if" } " or a template" },
                            }
                            @if !it.words.is_empty() { " " span.words { (it.words) } }
                            @if !it.from.is_empty() { " " span.from { "from " (tamed(&it.from)) } }
                        }
                    }
                }
            }
            @if all.len() > SETTINGS { p.quiet { "and " (all.len() - SETTINGS) " more" } }
        }
    }
}

fn resources(it: &ClusterOverview, id: &str, open: bool) -> Markup {
    if it.resources.is_empty() {
        return Markup::default();
    }
    let rows = it.resources.iter().take(MOST_ROWS).map(|it| {
        html! {
            tbody { tr {
                th scope="row" {
                    (name_of(&it.name))
                    @if !it.description.is_empty() { p.description { (tamed(&it.description)) } }
                }
                td { (it.what) }
                td.wide {
                    @match (&it.location, it.listed) {
                        (Some(location), _) => code { (cut(location)) },
                        (None, 0) => span.quiet { "on no host" },
                        (None, count) => { "listed on " (counted(count, "host")) },
                    }
                }
            } }
        }
    });
    let rows: Vec<Markup> = rows.collect();
    let table = table(&["Resource", "Type", "Location"], &rows, it.resources.len());
    let few = it.resources.len() <= FEW_ROWS;
    part(id, "resources", "Site-defined resources", &counted(it.resources.len(), "resource"), open && few, &table)
}

/// A value from a file on one line, shortened if it is long.
pub(super) fn cut(text: &str) -> String {
    const MOST: usize = 300;
    let words: Vec<&str> = text.split_whitespace().filter(|it| *it != "\\").collect();
    let line = tamed(&words.join(" "));
    match line.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}\u{2026}", &line[..at]),
        None => line,
    }
}
