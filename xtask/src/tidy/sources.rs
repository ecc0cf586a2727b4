//! The sources of rules.

use super::{Report, Repository};
use crate::rules::{self, Exactness};

/// Every rule has a source, and an error has one that says where LSF documents the behavior. Counts the other rules
/// whose sources name a page, but not what it says.
pub(super) fn rule_sources(repository: &Repository, report: &mut Report) {
    let mut pages_only = 0;
    for file in repository.below("crates/rules/src/", ".rs") {
        let Some(rule) = rules::declared(&file.path, &file.text) else { continue };
        let best = rule.sources.iter().map(|it| rules::exactness(it)).max();
        match best {
            None => report.error(&file.path, None, format!("{} has no source", rule.code)),
            Some(Exactness::Judgement) if rule.is_error => {
                report.error(
                    &file.path,
                    None,
                    format!("{} is an error, so advice is not enough as a source", rule.code),
                );
            }
            Some(Exactness::PageOnly) if rule.is_error => {
                report.error(
                    &file.path,
                    None,
                    format!("{} is an error whose source does not say what LSF does", rule.code),
                );
            }
            Some(Exactness::PageOnly) => pages_only += 1,
            Some(Exactness::Judgement | Exactness::Exact) => {}
        }
    }
    if pages_only > 0 {
        report.warning(rules::FOLDER, None, format!("{pages_only} rules whose sources do not say what LSF does"));
    }
}

#[cfg(test)]
mod tests {
    use super::super::assert_problems;
    use super::*;

    fn rule(severity: &str, sources: &str) -> String {
        format!(
            "rule! {{\n    pub F101 \"a\" {{\n        severity: {severity},\n        sources: [{sources}],\n    }}\n}}\n"
        )
    }

    #[test]
    fn every_rule_has_a_source() {
        let check = |severity: &str, sources: &str, expected: &[&str]| {
            assert_problems(rule_sources, &[("crates/rules/src/file/a.rs", &rule(severity, sources))], expected);
        };
        check("Error", "ibm(\"lsb.queues\", \"PRIORITY: 1 or more\")", &[]);
        check("Warning", "", &["a.rs: error: F101 has no source"]);
        check("Error", "ibm(\"lsb.queues\", \"\")", &["F101 is an error whose source does not say"]);
        check("Info", "ibm(\"lsb.queues\", \"\")", &["1 rules whose sources do not say what LSF does"]);
        check("Error", "judgement(\"easier to read\")", &["F101 is an error, so advice is not enough"]);
        check("Info", "judgement(\"easier to read\")", &[]);
    }
}
