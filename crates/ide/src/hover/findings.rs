//! Findings at the cursor, for hovers: messages in editors are short, the effect and the help are here.

use lsflint_lint::{RuleMeta, Severity};
use lsflint_syntax::TextSize;

use crate::{Range, Snapshot, words};

/// The maximum number of findings at an offset.
const MOST: usize = 5;

/// A finding at an offset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FindingAt {
    /// Its range.
    pub range: Range,
    /// Its rule.
    pub rule: &'static RuleMeta,
    /// Its severity.
    pub severity: Severity,
    /// What is wrong, as Markdown.
    pub message: String,
    /// What LSF does, and what to write instead, as paragraphs of Markdown.
    pub paragraphs: Vec<String>,
}

/// The findings whose range contains an offset, the narrowest first.
pub fn findings_at(snapshot: &Snapshot, path: &str, offset: u32) -> Vec<FindingAt> {
    let of_script = || snapshot.script(path).map(|it| &it.findings);
    let Some(findings) = snapshot.file(path).map(|it| &it.findings).or_else(of_script) else { return Vec::new() };
    let offset = TextSize::new(offset);
    let here = findings.iter().filter(|it| it.range.contains(offset) || it.range.start() == offset);
    let mut found: Vec<_> = here.collect();
    found.sort_by_key(|it| it.range.len());
    let convert = |it: &lsflint_lint::Diagnostic| {
        let help = it.help.as_ref().map(|it| format!("**help**: {}", words::sentence(it)));
        let effect = it.effect.as_ref().map(|it| words::full_sentence(it));
        FindingAt {
            range: it.range.into(),
            rule: it.rule,
            severity: it.severity,
            message: words::sentence(&it.message),
            paragraphs: effect.into_iter().chain(help).collect(),
        }
    };
    found.into_iter().take(MOST).map(convert).collect()
}
