//! The rules, one folder per family, one file per rule.
//!
//! A rule file has, in this order: its page (the module comment, Markdown, which `explain` prints), the `RULE` with its metadata and
//! the places it wants to see, the check, private helpers, tests. `cargo xtask new-rule FAMILY NAME` makes one.
//!
//! A test names the rows of the rule catalogues and the claims it shows, in a comment directly above it or inside it:
//! `// covers RR104, ST06, RR-022`. `cargo xtask coverage` counts them; a row that no test names needs a line in xtask/coverage.toml.

use crate::rule::Rule;

mod aps;
mod external;
pub(crate) mod file;
mod job;
mod limit;
mod names;
mod operations;
#[rustfmt::skip]
mod pages;
pub(crate) mod parameter;
mod policy;
mod requirement;
mod scheduler;
mod sharing;
#[cfg(test)]
mod tests;
mod time;
mod version;

/// All families.
pub(crate) static FAMILIES: &[&[&Rule]] = &[
    aps::RULES,
    external::RULES,
    file::RULES,
    job::RULES,
    limit::RULES,
    names::RULES,
    parameter::RULES,
    policy::RULES,
    requirement::RULES,
    scheduler::RULES,
    sharing::RULES,
    time::RULES,
    version::RULES,
    operations::RULES,
];

/// The page of a rule.
pub(crate) fn page(code: &str) -> &'static str {
    pages::PAGES.binary_search_by_key(&code, |it| it.0).map_or("", |index| pages::PAGES[index].1)
}
