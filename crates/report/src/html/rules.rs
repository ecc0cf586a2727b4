//! The pages of the rules that spoke, and the checks that could not be done.

use maud::{Markup, html};

use super::collect::Collected;
use super::findings::tally;
use super::markdown;
use super::words::{number, sentence};
use crate::Skipped;

/// The pages.
pub(super) fn section(found: &Collected) -> Markup {
    html! {
        section #rules aria-labelledby="rules-title" {
            h2 #rules-title { "Rules that spoke" }
            @for it in found.rules.values() {
                details.rule {
                    summary {
                        h3 { (it.rule.name) } " " span.code { (it.rule.code) } " " (tally(&it.counts))
                        @if it.files > 1 { " " span.quiet { "in " (number(it.files)) " files" } }
                    }
                    // The anchor stands inside, so that a browser opens the page of a rule when a link leads to it.
                    div.body id={ "rule-" (it.rule.code) } {
                        p.quiet { (it.rule.in_words()) }
                        (markdown::page(&it.rule.doc()))
                    }
                }
            }
        }
    }
}

/// The checks.
pub(super) fn skipped(skipped: &[Skipped]) -> Markup {
    html! {
        section #skipped aria-labelledby="skipped-title" {
            h2 #skipped-title { "Checks that were skipped" }
            @if skipped.is_empty() {
                p.quiet { "None: every file that a check needs is in view." }
            } @else {
                p { "What is not in view is not judged. These checks need more files than there were." }
                div.scroll {
                    table {
                        thead { tr { th scope="col" { "Check" } th scope="col" { "What is missing" } } }
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
