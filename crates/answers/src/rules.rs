//! The list of rules.

use lsflint_lint::{FixSafety, RuleMeta, Rules, Status};
use serde::Serialize;

/// A rule in the list.
#[derive(Serialize)]
pub struct RuleRow {
    /// The code.
    pub code: &'static str,
    /// The name.
    pub name: &'static str,
    /// The severity.
    pub severity: &'static str,
    /// `none`, `safe`, `unsafe` or `mixed`.
    pub fix: &'static str,
    /// The version of lsflint that has the rule first.
    pub since: &'static str,
    /// Whether it is on by default.
    pub default: bool,
    /// The first sentence of its page.
    pub summary: String,
}

#[derive(Serialize)]
struct Document {
    version: u32,
    rules: Vec<RuleRow>,
}

/// The document of `rules`.
pub fn rules_document(rules: Rules) -> impl Serialize {
    Document { version: 1, rules: rules.iter().map(|it| rule_row(&it.meta)).collect() }
}

/// A rule in the list.
pub fn rule_row(meta: &RuleMeta) -> RuleRow {
    RuleRow {
        code: meta.code,
        name: meta.name,
        severity: meta.severity.as_str(),
        fix: match meta.fix {
            FixSafety::None => "none",
            FixSafety::Safe => "safe",
            FixSafety::Unsafe => "unsafe",
            FixSafety::Mixed => "mixed",
        },
        since: meta.since,
        default: meta.status == Status::Stable,
        summary: meta.summary().replace('\n', " "),
    }
}
