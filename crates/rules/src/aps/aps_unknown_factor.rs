use lsflint_lint::suggest::near;
use lsflint_lint::{Applicability, Findings, Fix, SettingContext, rule};
use lsflint_spec::{APS_FACTORS, aps_respelling};
use lsflint_syntax::ast::{ApsPair, ApsPart};

use crate::aps::common::{is_priority, line_ignored, priority};

rule! {
    /// Finds factors in APS_PRIORITY that LSF does not know.
    ///
    /// # Effect
    /// LSF ignores the line: the queue works without absolute priority.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// APS_PRIORITY = WEIGHT[[SWP, 1] [APP_PRIORITY, 2] [CPU, 3]]
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// APS_PRIORITY = WEIGHT[[SWAP, 1] [APP, 2] [PROC, 3]]
    /// End Queue
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: a formula that LSF ignores today becomes active.
    ///
    /// # Notes
    /// The prose of the administration guide uses longer names that are not read.
    pub A003 "aps-unknown-factor" {
        family: Aps, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [ibm("lsb.queues", "APS_PRIORITY: the table of factors")],
        checks: [SettingOf(is_priority, check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(priority) = priority(context) else { return };
    let known = || APS_FACTORS.iter().filter(|it| it.configurable).map(|it| it.name);
    for factor in priority.parts().flat_map(ApsPart::pairs).filter_map(ApsPair::factor) {
        let text = factor.text();
        if APS_FACTORS.iter().any(|it| it.name.eq_ignore_ascii_case(&text)) {
            continue;
        }
        let found = findings
            .report(factor.range(), format!("`{text}` is no factor of APS_PRIORITY"))
            .consequence(line_ignored());
        let respelling = aps_respelling(&text).map(|it| it.right);
        match respelling.or_else(|| near(&text, known()).filter(|it| it.unique).map(|it| it.name)) {
            Some(right) => {
                let help = match respelling {
                    Some(_) => format!("write `{right}`"),
                    None => format!("did you mean `{right}`?"),
                };
                let title = format!("write `{right}`");
                found.help(help).fix(Fix::replace(Applicability::Unsafe, title, factor.range(), right));
            }
            None => {
                let known: Vec<String> = known().map(|it| format!("`{it}`")).collect();
                found.help(format!("the factors are {}", known.join(", ")));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::aps::common::queue;
    use crate::testing::{check, check_fix};

    #[track_caller]
    fn check_value(value: &str, expect: expect_test::Expect) {
        check("A003", "lsb.queues", &queue(&format!("APS_PRIORITY = {value}")), expect);
    }

    // covers AP105, AP-014, aps-factor-unknown
    #[test]
    fn factors_are_listed() {
        check_value(
            "WEIGHT[[CPU, 1]]",
            expect![[r#"
                3:24-3:27 error `CPU` is no factor of APS_PRIORITY
                  effect: LSF ignores the line, so the queue works without absolute priority
                  help: the factors are `FS`, `RSRC`, `PROC`, `MEM`, `SWAP`, `WORK`, `JPRIORITY`, `QPRIORITY`, `APP`, `USER`, `UG`
            "#]],
        );
        check_value(
            "WEIGHT[[JPRIORTY, 1]]",
            expect![[r#"
                3:24-3:32 error `JPRIORTY` is no factor of APS_PRIORITY
                  effect: LSF ignores the line, so the queue works without absolute priority
                  help: did you mean `JPRIORITY`?
            "#]],
        );
    }

    // covers AP106, AP107
    #[test]
    fn names_of_the_prose() {
        check_value(
            "WEIGHT[[SWP, 1] [APP_PRIORITY, 1]] LIMIT[[UG_PRIORITY, 9]]",
            expect![[r#"
                3:24-3:27 error `SWP` is no factor of APS_PRIORITY
                  effect: LSF ignores the line, so the queue works without absolute priority
                  help: write `SWAP`
                3:33-3:45 error `APP_PRIORITY` is no factor of APS_PRIORITY
                  effect: LSF ignores the line, so the queue works without absolute priority
                  help: write `APP`
                3:58-3:69 error `UG_PRIORITY` is no factor of APS_PRIORITY
                  effect: LSF ignores the line, so the queue works without absolute priority
                  help: write `UG`
            "#]],
        );
    }

    #[test]
    fn every_factor_is_known() {
        check_value(
            "WEIGHT[[FS, 1] [RSRC, 1] [PROC, 1] [MEM, 1] [SWAP, 1] [WORK, 1] [JPRIORITY, 1] [QPRIORITY, 1] [APP, 1] [USER, 1] [UG, 1]]",
            expect![[""]],
        );
        check_value("WEIGHT[[ADMIN, 1] [fs, 1]]", expect![[""]]);
    }

    #[test]
    fn writes_the_short_name() {
        let line = |value: &str| queue(&format!("APS_PRIORITY = {value}"));
        check_fix(
            "A003",
            "lsb.queues",
            &line("WEIGHT[[SWP, 1] [USER_PRIORITY, 2]]"),
            &line("WEIGHT[[SWAP, 1] [USER, 2]]"),
        );
    }
}
