//! Finds resources that are named like a word of the requirement language or of host lists.
//!
//! # Effect
//! LSF accepts the name. But in `select[all]` or `order[default]` nobody can tell the resource from the word, and neither can LSF in
//! every place.
//!
//! # Example
//! ```lsf.shared
//! Begin Resource
//! RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
//! default      Boolean ()       ()         (nothing special)
//! End Resource
//! ```
//!
//! # Use instead
//! ```lsf.shared
//! Begin Resource
//! RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
//! plain        Boolean ()       ()         (nothing special)
//! End Resource
//! ```
//!
//! # Sources
//! The list of the words of the requirement language in the reference.

use lsflint_spec::{Confidence, DISCOURAGED_NAMES, reserved_name};

use super::resource_row::ResourceRow;
use crate::context::RowContext;
use crate::diagnostic::Findings;
use crate::rule::{Check, Rule, RuleMeta, Severity};

/// The rule.
pub(crate) static RULE: Rule =
    Rule { meta: RuleMeta::new("E009", "confusing-name", Severity::Info), checks: &[Check::Row(check)] };

fn check(context: &RowContext<'_>, findings: &mut Findings) {
    let Some(row) = ResourceRow::of(context) else { return };
    let name = row.name.text();
    if !DISCOURAGED_NAMES.contains(&&*name) || reserved_name(&name) {
        return;
    }
    findings
        .report(
            &RULE.meta,
            row.name.range(),
            format!("the resource `{name}` is named like a word with another meaning"),
        )
        .capped(Confidence::Medium)
        .effect("readers, and LSF in some places, take it for the word")
        .help("choose another name");
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    // covers SHR057
    #[test]
    fn reports_words_of_the_language() {
        check(
            "E009",
            "lsf.shared",
            "Begin Resource\nRESOURCENAME DESCRIPTION\nselect (x)\nssd (x)\nmem (x)\nint (x)\nEnd Resource\n",
            expect![[r#"
                3:1-3:7 info the resource `select` is named like a word with another meaning
                  effect: readers, and LSF in some places, take it for the word
                  help: choose another name
                6:1-6:4 info the resource `int` is named like a word with another meaning
                  effect: readers, and LSF in some places, take it for the word
                  help: choose another name
            "#]],
        );
    }
}
