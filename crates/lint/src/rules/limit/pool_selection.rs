//! Finds guarantee pools whose hosts are selected by what changes all the time.
//!
//! # Effect
//! The hosts of a pool are found when the configuration is read, so RES_SELECT is for static resources. A load index in it says nothing
//! about the hosts, or is taken as it happens to be at that moment.
//!
//! # Example
//! ```lsb.resources
//! Begin GuaranteedResourcePool
//! NAME         = pool1
//! TYPE         = slots
//! RES_SELECT   = ut < 0.5
//! DISTRIBUTION = ([sla1, 5])
//! End GuaranteedResourcePool
//! ```
//!
//! # Use instead
//! ```lsb.resources
//! Begin GuaranteedResourcePool
//! NAME         = pool1
//! TYPE         = slots
//! RES_SELECT   = maxmem > 16000
//! DISTRIBUTION = ([sla1, 5])
//! End GuaranteedResourcePool
//! ```
//!
//! # Sources
//! The reference page of lsb.resources, section GuaranteedResourcePool.

use lsflint_spec::{Confidence, Reading};

use crate::context::RequirementContext;
use crate::diagnostic::Findings;
use crate::rule::{Check, Rule, RuleMeta, Severity};

/// The rule.
pub(crate) static RULE: Rule =
    Rule { meta: RuleMeta::new("L311", "pool-selection", Severity::Info), checks: &[Check::Requirement(check)] };

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    let section = context.setting.and_then(|it| it.section).and_then(|it| it.spec);
    if context.broken || section.is_none_or(|it| it.name != "GuaranteedResourcePool") {
        return;
    }
    for used in context.names() {
        let name = used.name.text();
        let dynamic = context.cluster.resources().get(&name).is_some_and(|it| it.reading == Some(Reading::Dynamic));
        if dynamic {
            findings
                .report(&RULE.meta, used.name.range(), format!("`{name}` changes all the time"))
                .capped(Confidence::Low)
                .effect("the hosts of the pool are found when the configuration is read")
                .help("select them by static resources, such as `maxmem`, `ncpus` or a Boolean of the site");
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::check;

    fn pool(selection: &str, expected: Expect) {
        let text = format!(
            "Begin GuaranteedResourcePool\nNAME = p\nTYPE = slots\nRES_SELECT = {selection}\nDISTRIBUTION = ([s, 5])\nEnd GuaranteedResourcePool\n"
        );
        check("L311", "lsb.resources", &text, expected);
    }

    // covers LSB-R042
    #[test]
    fn hosts_of_a_pool_do_not_change() {
        pool(
            "ut < 0.5 && maxmem > 100",
            expect![[r#"
            4:14-4:16 info `ut` changes all the time
              effect: the hosts of the pool are found when the configuration is read
              help: select them by static resources, such as `maxmem`, `ncpus` or a Boolean of the site
        "#]],
        );
        pool("maxmem > 16000", expect![[""]]);
        pool("type==any && other > 5", expect![[""]]);
    }
}
