//! `html`: one page for people, with everything in it.
//!
//! The page loads nothing, from nowhere, and reads well without scripts, without styles, in the dark, on paper and aloud. What the
//! files say is text of strangers, and a page of a merge request is opened by others: maud escapes whatever is put into an element or
//! attribute, no address is made from such text, and the page itself forbids browsers to run or load anything but its own few lines.
//!
//! Findings come first; then, for each cluster, what its files make of it: a [`ClusterOverview`], see [`crate::overview`].

mod cluster;
mod collect;
mod elims;
mod excerpt;
mod findings;
mod markdown;
pub mod overview;
mod requirements;
mod rules;
mod summary;
mod windows;
mod words;

use std::io::{self, Write};

use lsflint_lint::Severity;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::{FileFindings, Reporter, Summary};
use collect::Collected;
pub use overview::ClusterOverview;
pub use words::condensed;

/// So many clusters are shown; the others are named.
pub const MOST_CLUSTERS: usize = 20;
/// With no more clusters than these their parts are open.
const FEW_CLUSTERS: usize = 2;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");
/// What the page may do: have its own style and its own script, named by its SHA-256, and nothing else. A test compares.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-8oqpaF4jD1U110E1npMnXbLUcFNywe8Mh3/4/gYTrVg='; base-uri 'none'; form-action 'none'";

/// The format `html`.
#[derive(Default)]
pub struct Html {
    version: &'static str,
    found: Collected,
}

impl Html {
    /// For a version of lsflint.
    pub fn new(version: &'static str) -> Html {
        Html { version, found: Collected::default() }
    }
}

impl Reporter for Html {
    fn file(&mut self, file: &FileFindings, _: &mut dyn Write) -> io::Result<()> {
        self.found.add(file);
        Ok(())
    }

    fn finish(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        self.found.trim();
        out.write_all(page(self.version, &self.found, summary).into_string().as_bytes())?;
        out.write_all(b"\n")
    }
}

fn page(version: &str, found: &Collected, summary: &Summary) -> Markup {
    let shown = &summary.clusters[..summary.clusters.len().min(MOST_CLUSTERS)];
    let title = match shown {
        [one] => format!("lsflint: {}", words::tamed(&one.name)),
        _ => "lsflint report".to_owned(),
    };
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="referrer" content="no-referrer";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                a.skip href="#main" { "Skip the contents" }
                header {
                    p.brand { "lsflint " span.quiet { (version) } }
                    h1 { (verdict(found)) }
                    p { (summary.sentence()) }
                }
                (contents(found, summary, shown))
                main #main {
                    (summary::section(found, summary))
                    (findings::section(found))
                    @if !found.rules.is_empty() { (rules::section(found)) }
                    @for (number, it) in shown.iter().enumerate() {
                        (cluster::section(it, number + 1, shown.len() <= FEW_CLUSTERS))
                    }
                    @if summary.clusters.len() > shown.len() { (more_clusters(&summary.clusters[shown.len()..])) }
                    (rules::skipped(&summary.skipped))
                }
                footer { p { "Made by lsflint " (version) " from the files alone. " code { "lsflint explain CODE" } " tells more about a rule." } }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    }
}

fn verdict(found: &Collected) -> &'static str {
    match (found.counts.of(Severity::Error), found.counts.total()) {
        (0, 0) => "Nothing to report",
        (0, _) => "No errors, but worth a look",
        (1, _) => "One error",
        _ => "Errors to look at",
    }
}

fn contents(found: &Collected, summary: &Summary, shown: &[ClusterOverview]) -> Markup {
    html! {
        nav aria-label="Contents" {
            ul {
                li { a href="#summary" { "Summary" } }
                li { a href="#findings" { "Findings" } }
                @if !found.rules.is_empty() { li { a href="#rules" { "Rules that spoke" } } }
                @for (number, it) in shown.iter().enumerate() {
                    li {
                        a href={ "#cluster-" (number + 1) } { "Cluster " (words::tamed(&it.name)) }
                        @if shown.len() <= FEW_CLUSTERS {
                            ul {
                                @for (name, title) in cluster::parts(it) {
                                    li { a href={ "#cluster-" (number + 1) "-" (name) } { (title) } }
                                }
                            }
                        }
                    }
                }
                li { a href="#skipped" { "Skipped checks" @if !summary.skipped.is_empty() { " (" (summary.skipped.len()) ")" } } }
            }
        }
    }
}

fn more_clusters(rest: &[ClusterOverview]) -> Markup {
    let names: Vec<&str> = rest.iter().map(|it| it.name.as_str()).collect();
    html! {
        section #more-clusters aria-labelledby="more-clusters-title" {
            h2 #more-clusters-title { "More clusters" }
            p { (words::names(&names, 200)) ": run lsflint on one of them to see it here." }
        }
    }
}

#[cfg(test)]
mod tests {
    use lsflint_lint::Diagnostic;
    use sha2::{Digest, Sha256};

    use super::*;
    use crate::Source;

    /// Bytes in the letters of RFC 4648.
    fn base64(bytes: &[u8]) -> String {
        const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let of_three = |three: &[u8]| {
            let number = (0..3).fold(0u32, |sum, place| sum << 8 | u32::from(*three.get(place).unwrap_or(&0)));
            let letters = (0..4).map(|place| char::from(LETTERS[(number >> (18 - 6 * place)) as usize & 63]));
            letters.take(three.len() + 1).chain("==".chars()).take(4).collect::<String>()
        };
        bytes.chunks(3).map(of_three).collect()
    }

    #[test]
    fn the_page_names_its_script() {
        let hash = format!("'sha256-{}'", base64(&Sha256::digest(SCRIPT)));
        assert!(POLICY.contains(&hash), "the script has another hash now: {hash}");
        assert!(!SCRIPT.contains("</") && !STYLE.contains("</"), "both stand in elements of the page");
    }

    fn many(files: usize, findings: usize, severity: Severity) -> Html {
        let rule = &lsflint_rules::all().find("F104").expect("a rule of ours").meta;
        let finding = Diagnostic {
            rule,
            severity,
            range: line_index::TextRange::new(0.into(), 3.into()),
            message: "what is wrong".to_owned(),
            effect: Some("LSF ignores it".into()),
            consequence: None,
            help: None,
            related: Vec::new(),
            fix: None,
        };
        let mut report = Html::new("0");
        for file in 0..files {
            let source =
                Source { path: format!("{file}/lsb.queues").into(), text: "End Queues\n".into(), latin1: false };
            let file = FileFindings::new(source, vec![finding.clone(); findings]);
            report.file(&file, &mut io::sink()).expect("nothing is written yet");
        }
        report
    }

    #[test]
    fn pages_do_not_grow_without_end() {
        let mut report = many(100, 100, Severity::Warning);
        let mut out = Vec::new();
        report.finish(&Summary::default(), &mut out).expect("a vector takes everything");
        let page = String::from_utf8(out).expect("we write text");
        assert_eq!(page.matches("<li class=\"finding").count(), collect::SHOWN);
        assert_eq!(page.matches("<div class=\"body\"><pre").count(), collect::DETAILED);
        assert!(page.contains("10\u{202F}000"), "all are counted");
        assert!(page.len() < 4_000_000, "{} bytes", page.len());
    }

    #[test]
    fn one_rule_does_not_fill_the_page() {
        let mut report = many(1, 5_000, Severity::Error);
        let mut out = Vec::new();
        report.finish(&Summary::default(), &mut out).expect("a vector takes everything");
        let page = String::from_utf8(out).expect("we write text");
        assert!(page.contains("and 4\u{202F}900 more of <a href=\"#rule-F104\">end-name-mismatch</a>"));
        assert!(page.len() < 200_000, "{} bytes", page.len());
    }

    #[test]
    fn bad_findings_are_kept_when_there_is_no_room() {
        let mut report = many(2 * collect::SHOWN / 100, 100, Severity::Info);
        report.found.add(&{
            let source = Source { path: "z".into(), text: "End Queues\n".into(), latin1: false };
            let rule = &lsflint_rules::all().find("F104").expect("a rule of ours").meta;
            let range = line_index::TextRange::new(0.into(), 3.into());
            let message = "the one that counts".to_owned();
            let (effect, help, related, fix) = (None, None, Vec::new(), None);
            let severity = Severity::Error;
            FileFindings::new(
                source,
                vec![Diagnostic { rule, severity, range, message, effect, consequence: None, help, related, fix }],
            )
        });
        report.found.trim();
        assert_eq!(report.found.hidden(), collect::SHOWN + 1);
        let last = &report.found.files.last().expect("a file").findings;
        assert!(last.len() == 1 && last[0].detail.is_some());
    }
}
