//! Converts rules to SARIF.

use lsflint_lint::{DocSection, RuleMeta, Severity, Status};

use super::level;
use super::objects::{Configuration, Descriptor, Help, Message, RuleProperties};

/// The maximum length of a description on GitHub, in characters.
const MAX_DESCRIPTION: usize = 1024;

/// The descriptor of a rule, with everything that a reader can show next to a finding.
pub(super) fn descriptor(rule: &RuleMeta) -> Descriptor {
    let doc = rule.doc();
    let page = rule.page();
    let effect = doc.section("Effect").and_then(DocSection::first_paragraph);
    let full = match effect {
        Some(effect) => format!("{} {effect}", doc.summary),
        None => doc.summary.clone(),
    };
    Descriptor {
        id: rule.code,
        name: rule.name,
        short_description: Message { text: doc.summary },
        full_description: Message { text: cut(full) },
        // The Markdown page is also readable as plain text.
        help: Help { text: page.clone(), markdown: page },
        help_uri: rule.url(),
        default_configuration: Configuration { enabled: rule.status == Status::Stable, level: level(rule.severity) },
        properties: properties(rule),
    }
}

fn properties(rule: &RuleMeta) -> RuleProperties {
    // An error is proven, a warning is based on documentation, an info may be deliberate.
    let (precision, problem_severity) = match rule.severity {
        Severity::Error => ("very-high", "error"),
        Severity::Warning => ("high", "warning"),
        Severity::Info | Severity::Hint => ("medium", "recommendation"),
    };
    RuleProperties { tags: [rule.family.id()], precision, problem_severity }
}

fn cut(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(MAX_DESCRIPTION) {
        text.truncate(end);
    }
    text
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn every_rule_has_what_readers_require() {
        for rule in lsflint_rules::all().iter() {
            let it = descriptor(&rule.meta);
            let texts = [&*it.short_description.text, &it.full_description.text, &it.help.text, &it.help.markdown];
            assert!(texts.iter().all(|it| !it.trim().is_empty()), "{}", it.id);
            assert!(
                texts[..2].iter().all(|it| it.chars().count() <= MAX_DESCRIPTION && !it.contains('\n')),
                "{}",
                it.id
            );
        }
    }
}
