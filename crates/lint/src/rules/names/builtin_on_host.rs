//! Finds built-in resources in RESOURCES of a host.
//!
//! # Effect
//! LSF measures built-in resources itself. The word gives the host nothing, and a value after it does not count.
//!
//! # Example
//! ```lsf.cluster.c1
//! Begin Host
//! HOSTNAME model type server RESOURCES
//! hostA    !     !    1      (mem=64)
//! End Host
//! ```
//!
//! # Use instead
//! ```lsf.cluster.c1
//! Begin Host
//! HOSTNAME model type server RESOURCES
//! hostA    !     !    1      (lanes=16)
//! End Host
//! ```
//!
//! # Sources
//! [Hosts of lsf.cluster](https://www.ibm.com/docs/zh/SSWRJV_10.1.0/lsf_admin/host_section_configure.html): the column lists resources
//! of the site.

use lsflint_model::Referent;
use lsflint_spec::{Confidence, Grammar};

use super::undefined::names_in;
use crate::context::SettingContext;
use crate::diagnostic::Findings;
use crate::rule::{Check, Rule, RuleMeta, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    meta: RuleMeta::new("X003", "builtin-on-host", Severity::Warning),
    checks: &[Check::SettingWith(|it| *it == Grammar::HostResources, check)],
};

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let resources = context.file.cluster.resources();
    for name in names_in(context).iter().filter(|it| it.referent == Referent::Resource) {
        if resources.get(&name.text()).is_some_and(|it| it.builtin) {
            findings
                .report(&RULE.meta, name.range(), format!("`{}` is built in", name.text()))
                .capped(Confidence::Medium)
                .effect("LSF measures it itself: the word gives the host nothing")
                .help("name a resource of lsf.shared, or remove the word");
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    // covers XF005
    #[test]
    fn wants_resources_of_the_site() {
        let text = "Begin Host\nHOSTNAME model type server RESOURCES\nm1 ! ! 1 (mem=64 lanes=16)\nm2 ! ! 1 (ut big)\nEnd Host\n";
        check(
            "X003",
            "lsf.cluster.c1",
            text,
            expect![[r#"
            3:11-3:14 warning `mem` is built in
              effect: LSF measures it itself: the word gives the host nothing
              help: name a resource of lsf.shared, or remove the word
            4:11-4:13 warning `ut` is built in
              effect: LSF measures it itself: the word gives the host nothing
              help: name a resource of lsf.shared, or remove the word
        "#]],
        );
    }
}
