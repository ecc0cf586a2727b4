//! The sections with the pages of rules and the skipped checks.

use maud::{Markup, html};

use super::collect::Collected;
use super::findings::tally;
use super::markdown;
use super::words::{number, sentence};
use crate::Skipped;

/// The section with the page of every rule that has findings.
pub(super) fn section(found: &Collected) -> Markup {
    html! {
        section #rules aria-labelledby="rules-title" {
            h2 #rules-title { "Rules with findings" }
            @for it in found.rules.values() {
                details.rule {
                    summary {
                        h3 { (it.rule.name) } " " span.code { (it.rule.code) } " " (tally(&it.counts))
                        @if it.files > 1 { " " span.quiet { "in " (number(it.files)) " files" } }
                    }
                    // The anchor is inside, so that browsers expand the page of a rule when a link targets it.
                    div.body id={ "rule-" (it.rule.code) } {
                        p.quiet { (it.rule.in_words()) }
                        (markdown::page(&it.rule.doc()))
                    }
                }
            }
        }
    }
}

/// The section of skipped checks.
pub(super) fn skipped(skipped: &[Skipped]) -> Markup {
    html! {
        section #skipped aria-labelledby="skipped-title" {
            h2 #skipped-title { "Skipped checks" }
            @if skipped.is_empty() {
                p.quiet { "None: all required files are loaded." }
            } @else {
                p { "These checks were skipped because files that they need are not loaded." }
                div.scroll {
                    table {
                        thead { tr { th scope="col" { "Check" } th scope="col" { "Reason" } } }
                        tbody {
                            @for it in skipped {
                                tr { th scope="row" { (sentence(&it.check)) } td { (sentence(&it.because)) } }
                            }
                        }
                    }
                }
            }
        }
    }
}
