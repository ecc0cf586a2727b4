//! A rule as SARIF describes it.

use lsflint_lint::{RuleMeta, Severity, Status};

use super::level;
use super::objects::{Configuration, Descriptor, Help, Message, RuleProperties};

/// How long GitHub lets a description be.
const MAX_DESCRIPTION: usize = 1024;

/// Everything about a rule that a reader can show beside a finding.
pub(super) fn descriptor(rule: &RuleMeta) -> Descriptor {
    let page = rule.page();
    let summary = one_line(rule.summary());
    let full = match effect(page) {
        Some(effect) => format!("{summary} {}", one_line(effect)),
        None => summary.clone(),
    };
    Descriptor {
        id: rule.code,
        name: rule.name,
        short_description: Message { text: summary },
        full_description: Message { text: cut(full) },
        // A page is meant to be read as text, too.
        help: Help { text: page, markdown: page },
        default_configuration: Configuration { enabled: rule.status == Status::Stable, level: level(rule.severity) },
        properties: properties(rule),
    }
}

fn properties(rule: &RuleMeta) -> RuleProperties {
    // An error needs a proof, a warning a documented fact, an info may be deliberate.
    let (precision, problem_severity) = match rule.severity {
        Severity::Error => ("very-high", "error"),
        Severity::Warning => ("high", "warning"),
        Severity::Info | Severity::Hint => ("medium", "recommendation"),
    };
    RuleProperties { tags: [family(rule.code)], precision, problem_severity }
}

/// What the letter of a code stands for.
fn family(code: &str) -> &'static str {
    match code.as_bytes().first() {
        Some(b'A') => "absolute-priority",
        Some(b'E') => "external-resources",
        Some(b'F') => "file-structure",
        Some(b'J') => "jobs",
        Some(b'L') => "limits",
        Some(b'M') => "levels",
        Some(b'P') => "parameters",
        Some(b'Q') => "scheduling-policies",
        Some(b'R') => "requirements",
        Some(b'T') => "time",
        Some(b'V') => "versions",
        Some(b'W') => "pedantic",
        Some(b'X') => "names",
        Some(b'Z') => "operations",
        _ => "other",
    }
}

/// The first paragraph about what LSF does.
fn effect(page: &str) -> Option<&str> {
    let (_, rest) = page.split_once("# Effect\n")?;
    let text = rest.split("\n# ").next()?.trim();
    text.split("\n\n").next().filter(|it| !it.is_empty())
}

fn one_line(text: &str) -> String {
    text.replace('\n', " ")
}

fn cut(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(MAX_DESCRIPTION) {
        text.truncate(end);
    }
    text
}

#[cfg(test)]
mod tests {
    use lsflint_lint::all_rules;

    use super::*;

    #[test]
    fn every_rule_has_what_readers_require() {
        for rule in all_rules() {
            let it = descriptor(&rule.meta);
            let texts = [&*it.short_description.text, &it.full_description.text, it.help.text, it.help.markdown];
            assert!(texts.iter().all(|it| !it.trim().is_empty()), "{}", it.id);
            assert!(
                texts[..2].iter().all(|it| it.chars().count() <= MAX_DESCRIPTION && !it.contains('\n')),
                "{}",
                it.id
            );
            assert_ne!(it.properties.tags, ["other"], "{}", it.id);
        }
    }
}
