//! Finds resources with two rows in ResourceMap.
//!
//! # Effect
//! LIM reads the rows as they come; which instances count then differs by version. Copied rows also mean that another resource was
//! never mapped.
//!
//! # Example
//! ```lsf.cluster.c1
//! Begin ResourceMap
//! RESOURCENAME LOCATION
//! tok          2@[h1]
//! tok          3@[h2]
//! End ResourceMap
//! ```
//!
//! # Use instead
//! ```lsf.cluster.c1
//! Begin ResourceMap
//! RESOURCENAME LOCATION
//! tok          (2@[h1] 3@[h2])
//! End ResourceMap
//! ```
//!
//! # Sources
//! What two open-source readers of the file do with such rows; a published example that maps one licence twice and the other never.

use lsflint_spec::{Confidence, FileKind};
use rustc_hash::FxHashMap;

use crate::context::{RowName, SectionContext};
use crate::diagnostic::Findings;
use crate::rule::{Check, Rule, RuleMeta, Severity};

/// The rule.
pub(crate) static RULE: Rule =
    Rule { meta: RuleMeta::new("E105", "resource-in-two-rows", Severity::Warning), checks: &[Check::Section(check)] };

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let map = context.file.kind() == FileKind::LsfCluster && context.spec.is_some_and(|it| it.name == "ResourceMap");
    if !map {
        return;
    }
    let mut first: FxHashMap<(&str, u32), &RowName<'_>> = FxHashMap::default();
    for row in context.rows {
        let name = row.name;
        let Some(earlier) = first.insert((name, row.branch), row) else { continue };
        findings
            .report(&RULE.meta, row.range, format!("`{name}` has another row above"))
            .capped(Confidence::Medium)
            .effect("which of the instances count differs by version")
            .help("put all instances into one LOCATION: `(2@[h1] 3@[h2])`")
            .related(earlier.range, "the row above");
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    // covers MAP020
    #[test]
    fn points_at_the_second_row() {
        check(
            "E105",
            "lsf.cluster.c1",
            "Begin ResourceMap\nRESOURCENAME LOCATION\ntok 2@[h1]\nlic [all]\ntok 3@[h2]\nEnd ResourceMap\n",
            expect![[r#"
                5:1-5:4 warning `tok` has another row above
                  effect: which of the instances count differs by version
                  help: put all instances into one LOCATION: `(2@[h1] 3@[h2])`
                  3:1-3:4 the row above
            "#]],
        );
    }
}
