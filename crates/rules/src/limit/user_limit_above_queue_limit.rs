use lsflint_lint::{Findings, Item, RowContext, SectionContext, Setting, rule};
use lsflint_spec::Confidence;

use crate::parameter::related;

rule! {
    /// Finds limits per user or per host that are above the limit of the whole queue or host.
    ///
    /// # Effect
    /// The smaller limit is reached first, so the larger one never counts.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// QJOB_LIMIT = 10
    /// UJOB_LIMIT = 50
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// QJOB_LIMIT = 100
    /// UJOB_LIMIT = 50
    /// End Queue
    /// ```
    pub L002 "user-limit-above-queue-limit" {
        family: Limit, scope: Cluster, severity: Warning,
        sources: [ibm("lsb.queues", ""), ibm("lsb.hosts", "")],
        checks: [Section(section), Row(row)],
    }
}

fn section(context: &SectionContext<'_>, findings: &mut Findings) {
    check(context.entries, findings);
}

fn row(context: &RowContext<'_>, findings: &mut Findings) {
    if !context.broken {
        check(context.cells, findings);
    }
}

fn check(entries: &[Setting<'_>], findings: &mut Findings) {
    for setting in entries {
        let Some(spec) = setting.spec.filter(|it| !it.not_above.is_empty()) else { continue };
        for name in spec.not_above {
            let Some(whole) = related::find(entries, name).filter(|it| related::is_slot_limit(it)) else { continue };
            let (Some(part), Some(all)) = (related::amount(setting), related::amount(whole)) else { continue };
            // A limit of 0 is another finding, and everything is above it.
            if part <= all || all == 0.0 || !related::are_read_together(setting, whole) {
                continue;
            }
            let (name, other) = (setting.display_name(), whole.display_name());
            findings
                .report(setting.value_range(), format!("`{name}` is {part}, above `{other}`, which is {all}"))
                .capped(Confidence::Medium)
                .consequence(
                    Item::Value
                        .no_effect()
                        .called("this limit")
                        .possible()
                        .because(format!("`{other}` is reached first")),
                )
                .help(format!("lower `{name}` or raise `{other}`"))
                .related(whole.value_range(), format!("`{other}`"));
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    // covers limit-unreachable, LSB-H006, R-SL2
    #[test]
    fn compares_in_queues_and_rows() {
        check(
            "L002",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nUJOB_LIMIT = 50\nHJOB_LIMIT = 10\nQJOB_LIMIT = 10\nEnd Queue\n",
            expect![[r#"
                3:14-3:16 warning `UJOB_LIMIT` is 50, above `QJOB_LIMIT`, which is 10
                  effect: this limit may have no effect because `QJOB_LIMIT` is reached first
                  help: lower `UJOB_LIMIT` or raise `QJOB_LIMIT`
                  5:14-5:16 `QJOB_LIMIT`
            "#]],
        );
        check(
            "L002",
            "lsb.hosts",
            "Begin Host\nHOST_NAME MXJ JL/U\nh1 4 8\nh2 ! 8\nh3 8 4\nEnd Host\n",
            expect![[r#"
                3:6-3:7 warning `JL/U` is 8, above `MXJ`, which is 4
                  effect: this limit may have no effect because `MXJ` is reached first
                  help: lower `JL/U` or raise `MXJ`
                  3:4-3:5 `MXJ`
            "#]],
        );
    }

    #[test]
    fn is_silent_about_branches() {
        check(
            "L002",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\n#if time(8:00-18:00)\nQJOB_LIMIT = 10\n#else\nUJOB_LIMIT = 50\n#endif\nEnd Queue\n",
            expect![[""]],
        );
    }
}
