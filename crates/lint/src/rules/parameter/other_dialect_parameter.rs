//! Finds a parameter that only openlava and its relatives read.
//!
//! # Effect
//! LSF does not know it: it writes a message and ignores the line. Nothing is said when the target is one of those programs.
//!
//! # Example
//! ```lsb.queues
//! Begin Queue
//! QUEUE_NAME         = night
//! ROUND_ROBIN_POLICY = Y
//! End Queue
//! ```
//!
//! # Use instead
//! ```lsb.queues
//! Begin Queue
//! QUEUE_NAME = night
//! FAIRSHARE  = USER_SHARES[[default,1]]
//! End Queue
//! ```
//!
//! # Sources
//! The sources of openlava and volclava; the lsb.queues page does not have these parameters.

use lsflint_spec::Maturity;

use crate::context::SettingContext;
use crate::diagnostic::Findings;
use crate::rule::{Check, Rule, RuleMeta, Severity};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    meta: RuleMeta::new("P014", "other-dialect-parameter", Severity::Warning),
    checks: &[Check::SettingOf(|spec| spec.maturity == Maturity::Removed && !spec.only_in.is_empty(), check)],
};

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(spec) = context.setting.spec else { return };
    let file = context.file;
    if spec.only_in.contains(&file.cluster.switches.target.dialect) || file.settings.allows_parameter(spec.name) {
        return;
    }
    let finding = findings
        .report(
            &RULE.meta,
            context.setting.name.range(),
            format!("LSF has no parameter `{}`: only openlava reads it", spec.name),
        )
        .capped(spec.confidence)
        .effect("LSF writes a message and ignores the line");
    match spec.replaced_by.split_once(':') {
        _ if spec.replaced_by.is_empty() => finding.help("take the line out, or set `target` to the program you use"),
        Some((place, name)) => finding.help(format!("LSF has `{name}` in {place} for this")),
        None => finding.help(format!("LSF has `{}` for this", spec.replaced_by)),
    };
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    // covers keyword-openlava-only
    #[test]
    fn words_of_openlava() {
        let text = "Begin Queue\nQUEUE_NAME = q\nROUND_ROBIN_POLICY = Y\nPRE_POST_EXEC_USER = a\nENQUE_INTERACTIVE_AHEAD = Y\nEnd Queue\n";
        check(
            "P014",
            "lsb.queues",
            text,
            expect![[r#"
            3:1-3:19 warning LSF has no parameter `ROUND_ROBIN_POLICY`: only openlava reads it
              effect: LSF writes a message and ignores the line
              help: LSF has `FAIRSHARE` for this
            4:1-4:19 warning LSF has no parameter `PRE_POST_EXEC_USER`: only openlava reads it
              effect: LSF writes a message and ignores the line
              help: LSF has `LSB_PRE_POST_EXEC_USER` in lsf.sudoers for this
            5:1-5:24 warning LSF has no parameter `ENQUE_INTERACTIVE_AHEAD`: only openlava reads it
              effect: LSF writes a message and ignores the line
              help: take the line out, or set `target` to the program you use
        "#]],
        );
        check("P001", "lsb.queues", text, expect![[""]]);
    }
}
