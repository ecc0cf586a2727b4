//! The summary section: numbers by severity, rule and file.

use lsflint_lint::Severity;
use maud::{Markup, html};

use super::collect::{Collected, Counts, RuleFound, SEVERITIES, badge};
use super::excerpt::class;
use super::words::{number, path};
use crate::Summary;

/// The number of rows of a table that are shown initially.
const ROWS: usize = 15;
/// The maximum number of further rows that can be expanded.
const MORE_ROWS: usize = 500;

/// Bars are drawn only if the largest number in the table is at least this.
const COMPARED: usize = 5;

/// The section with its heading.
pub(super) fn section(found: &Collected, summary: &Summary) -> Markup {
    html! {
        section #summary aria-labelledby="summary-title" {
            h2 #summary-title { "Summary" }
            ul.tiles {
                @for severity in SEVERITIES {
                    @let count = found.counts.of(severity);
                    li.(class(severity)).none[count == 0] {
                        span.figure { (number(count)) } " " (noun(severity, count))
                    }
                }
                li { span.figure { (number(summary.files)) } " " @if summary.files == 1 { "file" } @else { "files" } " checked" }
            }
            @if found.counts.total() > 0 {
                div.columns {
                    div { h3 { "By rule" } (by_rule(found)) }
                    div { h3 { "By file" } (by_file(found)) }
                }
            }
        }
    }
}

fn noun(severity: Severity, count: usize) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{severity}{ending}")
}

fn title(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "Errors",
        Severity::Warning => "Warnings",
        Severity::Info => "Infos",
        Severity::Hint => "Hints",
    }
}

fn by_rule(found: &Collected) -> Markup {
    let rules = found.rules_by_weight();
    let most = rules.iter().map(|it| it.counts.total()).max().unwrap_or(1);
    let head =
        html! { tr { th scope="col" { "Rule" } th scope="col" { "Severity" } th.right scope="col" { "Findings" } } };
    let rows: Vec<Markup> = rules.iter().map(|it| rule_row(it, most)).collect();
    rows_of(&head, &rows, "rule")
}

fn rule_row(it: &RuleFound, most: usize) -> Markup {
    let worst = SEVERITIES.into_iter().find(|severity| it.counts.of(*severity) > 0).unwrap_or(it.rule.severity);
    let count = it.counts.total();
    let width = (count * 100).div_ceil(most);
    html! {
        tr {
            th scope="row" { a href={ "#rule-" (it.rule.code) } { (it.rule.name) } " " span.code { (it.rule.code) } }
            td { (badge(worst)) }
            td.right {
                (number(count))
                @if most >= COMPARED && width > 2 {
                    svg.bar.(class(worst)) aria-hidden="true" viewBox="0 0 100 4" preserveAspectRatio="none" {
                        rect x=(100 - width) width=(width) height="4" {}
                    }
                }
            }
        }
    }
}

fn by_file(found: &Collected) -> Markup {
    let mut files: Vec<_> = found.files.iter().enumerate().collect();
    files.sort_by_key(|(place, it)| (it.counts.weight(), *place));
    let head = html! {
        tr {
            th scope="col" { "File" }
            @for severity in SEVERITIES { th.right scope="col" { (title(severity)) } }
        }
    };
    let rows = files.iter().take(ROWS + MORE_ROWS).map(|(place, it)| {
        html! {
            tr {
                th scope="row" {
                    @if it.findings.is_empty() { (path(&it.path)) }
                    @else { a href={ "#file-" (place + 1) } { (path(&it.path)) } }
                }
                @for severity in SEVERITIES { (cell(&it.counts, severity)) }
            }
        }
    });
    let rows: Vec<Markup> = rows.collect();
    let hidden = files.len().saturating_sub(ROWS + MORE_ROWS);
    html! {
        (rows_of(&head, &rows, "file"))
        @if hidden > 0 { p.quiet { "and " (number(hidden)) " more files" } }
    }
}

fn cell(counts: &Counts, severity: Severity) -> Markup {
    let count = counts.of(severity);
    html! { td.right.zero[count == 0] { (number(count)) } }
}

/// A table with the first rows, followed by the further rows in a collapsible table.
fn rows_of(head: &Markup, rows: &[Markup], what: &str) -> Markup {
    let first = if rows.len() <= ROWS + 3 { rows.len() } else { ROWS };
    let (first, more) = rows.split_at(first);
    html! {
        div.scroll { table { thead { (head) } tbody { @for it in first { (it) } } } }
        @if !more.is_empty() {
            details.more {
                summary { "and " (number(more.len())) " more " (what) "s" }
                div.scroll { table { thead { (head) } tbody { @for it in more { (it) } } } }
            }
        }
    }
}
