//! The rules: one folder per family, one file per rule.
//!
//! A rule file contains, in this order: the declaration (`rule!`) with everything about the rule, including its page;
//! the check; private helpers; tests. `cargo xtask new-rule FAMILY NAME` creates one.
//!
//! xtask/coverage-tests.toml names the files whose tests check a row of the rule catalogs or a claim. A row that no
//! test checks needs a line in xtask/coverage.toml. `cargo xtask coverage` counts both.

use lsflint_lint::{Rule, RuleMeta, Rules};
use std::sync::LazyLock;

mod aps;
mod connector;
mod external;
mod file;
mod job;
mod limit;
mod merge;
mod names;
mod operations;
mod parameter;
mod pedantic;
mod policy;
mod repeated;
mod requirement;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod time;
mod version;

/// All families.
static FAMILIES: &[&[&Rule]] = &[
    aps::RULES,
    connector::RULES,
    external::RULES,
    file::RULES,
    job::RULES,
    limit::RULES,
    merge::RULES,
    names::RULES,
    operations::RULES,
    parameter::RULES,
    pedantic::RULES,
    policy::RULES,
    requirement::RULES,
    time::RULES,
    version::RULES,
];

/// The rule that requires a reason in every suppression comment.
pub fn suppression_without_reason() -> &'static RuleMeta {
    &file::suppression_without_reason::RULE.meta
}

/// Every rule, by code.
pub fn all() -> Rules {
    static SORTED: LazyLock<Vec<&'static Rule>> = LazyLock::new(|| {
        let mut rules: Vec<_> = FAMILIES.iter().flat_map(|it| it.iter().copied()).collect();
        rules.sort_by_key(|it| it.meta.code);
        rules
    });
    Rules::new(&SORTED)
}
