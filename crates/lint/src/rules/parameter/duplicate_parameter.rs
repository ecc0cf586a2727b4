//! Finds a parameter that is set twice in one section, or twice in lsf.conf.
//!
//! # Effect
//! The last line wins and the earlier ones are dropped without a message.
//!
//! # Example
//! ```lsb.queues
//! Begin Queue
//! QUEUE_NAME = night
//! PRIORITY   = 30
//! PRIORITY   = 40
//! End Queue
//! ```
//!
//! # Use instead
//! ```lsb.queues
//! Begin Queue
//! QUEUE_NAME = night
//! PRIORITY   = 40
//! End Queue
//! ```
//!
//! Lines in different branches of an `#if` are not compared: only one of them is read at a time.
//!
//! # Sources
//! Documented for lsb.queues ("a keyword given twice keeps its last value"); observed for the other files.

use rustc_hash::FxHashMap;

use crate::context::{SectionContext, Setting};
use crate::diagnostic::Findings;
use crate::rule::{Check, Rule, RuleMeta, Severity};

/// The rule.
pub(crate) static RULE: Rule =
    Rule { meta: RuleMeta::new("P003", "duplicate-parameter", Severity::Warning), checks: &[Check::Section(check)] };

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    // One pass with a map: a section may have thousands of lines.
    let mut last: FxHashMap<(String, u32), &Setting<'_>> = FxHashMap::default();
    for setting in context.entries.iter().rev() {
        if setting.value.is_none() {
            continue;
        }
        let key = (setting.display_name().to_ascii_uppercase(), setting.branch);
        let Some(winner) = last.get(&key) else {
            last.insert(key, setting);
            continue;
        };
        let name = setting.display_name();
        findings
            .report(&RULE.meta, setting.name.range(), format!("`{name}` is set again further down in this section"))
            .effect("LSF uses the last line and drops this one without a message")
            .help("keep one of the two lines")
            .related(winner.name.range(), "this line wins");
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    #[test]
    fn points_at_the_line_that_loses() {
        check(
            "P003",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = night\nPRIORITY = 30\nnice = 5\nPriority = 40\nEnd Queue\n",
            expect![[r#"
                3:1-3:9 warning `PRIORITY` is set again further down in this section
                  effect: LSF uses the last line and drops this one without a message
                  help: keep one of the two lines
                  5:1-5:9 this line wins
            "#]],
        );
    }

    #[test]
    fn does_not_compare_branches() {
        check(
            "P003",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = night\n#if time(8:00-19:00)\nPRIORITY = 30\n#else\nPRIORITY = 40\n#endif\nEnd Queue\n",
            expect![[""]],
        );
    }

    #[test]
    fn does_not_compare_sections() {
        check(
            "P003",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = a\nEnd Queue\nBegin Queue\nQUEUE_NAME = b\nEnd Queue\n",
            expect![[""]],
        );
    }
}
