use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::{Confidence, FileKind};

use crate::limit::pools::plain;
use crate::parameter::related;

rule! {
    /// Finds a GLOBAL_EXIT_RATE that no host uses, because lsb.hosts gives each its own.
    ///
    /// # Effect
    /// EXIT_RATE of a host beats GLOBAL_EXIT_RATE. The `default` row of lsb.hosts has one, so the global value counts nowhere.
    ///
    /// # Example
    /// ```lsb.params
    /// Begin Parameters
    /// GLOBAL_EXIT_RATE = 10
    /// End Parameters
    ///
    /// //- lsb.hosts
    /// Begin Host
    /// HOST_NAME MXJ EXIT_RATE
    /// default   !   5
    /// End Host
    /// ```
    ///
    /// # Use instead
    /// ```lsb.params
    /// Begin Parameters
    /// GLOBAL_EXIT_RATE = 10
    /// End Parameters
    ///
    /// //- lsb.hosts
    /// Begin Host
    /// HOST_NAME MXJ EXIT_RATE
    /// default   !   ()
    /// hostA     8   5
    /// End Host
    /// ```
    pub Q527 "exit-rate-everywhere" {
        family: Policy, scope: Cluster, severity: Info,
        sources: [ibm("lsb.params", "GLOBAL_EXIT_RATE"), ibm("lsb.hosts", "EXIT_RATE")],
        checks: [SettingNamed(&["GLOBAL_EXIT_RATE"], check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let view = context.file.cluster;
    let Some(default) = view.find(FileKind::LsbHosts, "Host", "default") else { return };
    let Some(rate) = plain(&default, "EXIT_RATE").filter(|_| context.setting.has_value()) else { return };
    // A row that says nothing falls back to the global value.
    let rows = view.all(FileKind::LsbHosts, "Host").filter(|it| !it.is_broken());
    if !rows.into_iter().all(|it| it.has("EXIT_RATE")) {
        return;
    }
    findings
        .report(related::place(&context.setting), "every host has an EXIT_RATE of its own in lsb.hosts")
        .capped(Confidence::Medium)
        .consequence(
            Item::Line
                .no_effect()
                .called("`GLOBAL_EXIT_RATE`")
                .possible()
                .because("the EXIT_RATE of a host takes precedence"),
        )
        .help("keep one of the two")
        .related_at(rate.place(), "for all hosts without a row");
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::check_cluster;

    fn hosts(rows: &str, expect: Expect) {
        let params = ("lsb.params", "Begin Parameters\nGLOBAL_EXIT_RATE = 10\nEnd Parameters\n");
        let hosts = format!("Begin Host\nHOST_NAME MXJ EXIT_RATE\n{rows}\nEnd Host\n");
        check_cluster("Q527", &[params, ("lsb.hosts", &hosts)], expect);
    }

    // covers LSB-P054
    #[test]
    fn no_host_is_left() {
        hosts(
            "default ! 5\na 4 3",
            expect![[r#"
                2:1-2:17 info every host has an EXIT_RATE of its own in lsb.hosts
                  effect: `GLOBAL_EXIT_RATE` may have no effect because the EXIT_RATE of a host takes precedence
                  help: keep one of the two
                  lsb.hosts:3:11-3:12 for all hosts without a row
            "#]],
        );
        hosts("default ! ()\na 4 3", expect![[""]]);
        hosts("default ! 5\na 4 ()", expect![[""]]);
        hosts("a 4 3", expect![[""]]);
    }
}
