//! The section on findings, by file.

use lsflint_lint::Severity;
use maud::{Markup, html};

use super::collect::{Collected, Counts, DETAILED, FileFound, Found, SEVERITIES, badge};
use super::excerpt::class;
use super::words::{counted, number as thousands, path};

/// Up to this number of findings, everything is expanded.
const FEW: usize = 40;
/// Up to this number of findings, every file is expanded; otherwise only the first files, up to this number.
const SOME: usize = 400;

/// The section with its heading.
pub(super) fn section(found: &Collected) -> Markup {
    let total = found.counts.total();
    html! {
        section #findings aria-labelledby="findings-title" {
            h2 #findings-title { "Findings" }
            @if total == 0 {
                p.quiet { "No findings." }
            } @else {
                @if found.counts.total() > 1 { (filter(found)) }
                @for (place, file) in found.files.iter().enumerate() {
                    @if !file.findings.is_empty() { (of_file(file, place + 1, total)) }
                }
                @if found.hidden() > 0 || total > DETAILED {
                    p.quiet {
                        "At most " (thousands(DETAILED)) " findings are shown in detail, most severe first"
                        @if found.hidden() > 0 {
                            "; " (counted(found.hidden(), "finding")) " more " @if found.hidden() == 1 { "is" } @else { "are" }
                            " counted but not shown"
                        }
                        ". " code { "--output-format json" } " writes all of them."
                    }
                }
            }
        }
    }
}

/// Checkboxes that hide severities without a script; a script adds a search.
fn filter(found: &Collected) -> Markup {
    html! {
        form.filter aria-label="Filter" {
            @for severity in SEVERITIES {
                @if found.counts.of(severity) > 0 {
                    label {
                        input type="checkbox" id={ "show-" (class(severity)) } checked;
                        " " (plural(severity)) " " span.count { (thousands(found.counts.of(severity))) }
                    }
                }
            }
            label.search hidden { "Filter " input #search type="search" placeholder="text of a finding"; }
        }
    }
}

fn plural(severity: Severity) -> String {
    format!("{severity}s")
}

fn of_file(file: &FileFound, number: usize, total: usize) -> Markup {
    let of_rules: usize = file.more.values().map(|it| it.1).sum();
    let hidden = file.counts.total() - file.findings.len() - of_rules;
    let open = total <= SOME || number <= 3 && file.findings.len() <= SOME;
    html! {
        details.file id={ "file-" (number) } open[open] {
            summary { h3 { (path(&file.path)) } " " (tally(&file.counts)) }
            ol.findings {
                @for it in &file.findings { (finding(it, total <= FEW)) }
            }
            @for (rule, count) in file.more.values() {
                p.quiet { "and " (thousands(*count)) " more of " a href={ "#rule-" (rule.code) } { (rule.name) } " " span.code { (rule.code) } }
            }
            @if hidden > 0 { p.quiet { "and " (counted(hidden, "finding")) " more" } }
        }
    }
}

/// `3 errors, 1 warning`.
pub(super) fn tally(counts: &Counts) -> Markup {
    let some: Vec<Severity> = SEVERITIES.into_iter().filter(|it| counts.of(*it) > 0).collect();
    html! {
        span.tally {
            @for (place, severity) in some.iter().enumerate() {
                @if place > 0 { ", " }
                span class=(class(*severity)) { (counted(counts.of(*severity), severity.as_str())) }
            }
        }
    }
}

fn finding(it: &Found, open: bool) -> Markup {
    let (line, column) = it.place;
    let head = html! {
        (badge(it.severity))
        span.place { (line) ":" (column) }
        span.message { (it.message) }
        span.code { (it.rule.code) }
    };
    html! {
        li.finding.(class(it.severity)) id=(it.id) {
            @match &it.detail {
                Some(detail) => details open[open] { summary { (head) } div.body { (detail) } },
                None => div.head { (head) },
            }
        }
    }
}
