//! The part of a cluster on merged requirements of queues.

use maud::{Markup, html};

use super::cluster::{FEW_ROWS, MOST_ROWS, NAMED, cut};
use super::words::{counted, full_sentence, name_of, names, number, sentence, tamed};
use crate::overview::{ClusterOverview, CombinedRow, RequirementRow};

/// The maximum number of parts, steps and notes of a requirement.
const LINES: usize = 40;

/// The content of the part.
pub(super) fn part_of(it: &ClusterOverview) -> Markup {
    html! {
        p {
            "The merged requirement of each queue and the default application profile, without the requirement of the job. "
            "The hosts are those of the queue that run jobs; client hosts are not counted."
        }
        @for it in it.requirements.iter().take(MOST_ROWS) { (row(it)) }
        @if it.requirements.len() > MOST_ROWS { p.quiet { "and " (number(it.requirements.len() - MOST_ROWS)) " more" } }
        @if !it.without_requirement.is_empty() {
            p { "No requirement: " (names(&it.without_requirement, NAMED)) ". Only the requirement of the job applies." }
        }
    }
}

/// The part with its heading.
pub(super) fn part(it: &ClusterOverview, id: &str, open: bool) -> Markup {
    if it.requirements.is_empty() {
        return Markup::default();
    }
    let count = counted(it.requirements.len(), "queue");
    let few = it.requirements.len() <= FEW_ROWS;
    super::cluster::part(id, "requirements", "Merged requirements", &count, open && few, &part_of(it))
}

fn row(it: &RequirementRow) -> Markup {
    html! {
        div.requirement {
            h4 { (name_of(&it.queue)) }
            div {
                @match &it.with_profile {
                    None => (combined(&it.alone, None)),
                    Some((profile, both)) => {
                        (combined(&it.alone, Some(&html! { "queue alone" })))
                        (combined(both, Some(&html! { "with the default application profile " (name_of(profile)) })))
                    }
                }
            }
        }
    }
}

fn combined(it: &CombinedRow, title: Option<&Markup>) -> Markup {
    html! {
        div.combined {
            @if let Some(title) = title { p.label { (title) } }
            @match &it.because {
                Some(because) => p { (full_sentence(because)) },
                None if it.text.is_empty() => p.quiet { "none" },
                None => pre.value tabindex="0" { (cut_long(&it.text)) },
            }
            @if !it.matching.is_empty() { p.quiet { (it.matching) } }
            @if !it.parts.is_empty() || !it.steps.is_empty() || !it.notes.is_empty() {
                details.more {
                    summary { "origin of each part" }
                    (origins(it))
                }
            }
        }
    }
}

fn origins(it: &CombinedRow) -> Markup {
    html! {
        @if !it.parts.is_empty() {
            div.scroll { table {
                thead { tr { th scope="col" { "Part" } th scope="col" { "From" } } }
                tbody {
                    @for (text, from) in it.parts.iter().take(LINES) { tr { td { code { (cut(text)) } } td { (from) } } }
                }
            } }
            @if it.parts.len() > LINES { p.quiet { "and " (number(it.parts.len() - LINES)) " more" } }
        }
        (list("How LSF merges them", &it.steps))
        (list("Notes", &it.notes))
    }
}

fn list(title: &str, lines: &[String]) -> Markup {
    html! {
        @if !lines.is_empty() {
            p.label { (title) }
            ul { @for it in lines.iter().take(LINES) { li { (sentence(it)) } } }
            @if lines.len() > LINES { p.quiet { "and " (number(lines.len() - LINES)) " more" } }
        }
    }
}

/// A requirement, shortened if it is too long.
fn cut_long(text: &str) -> String {
    const MOST: usize = 2_000;
    match text.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}\u{2026}", tamed(&text[..at])),
        None => tamed(text),
    }
}
