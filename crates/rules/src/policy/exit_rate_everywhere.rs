use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_model::View;
use lsflint_spec::{Confidence, FileKind};

use crate::limit::pools::plain;
use crate::parameter::related;

rule! {
    /// Finds a GLOBAL_EXIT_RATE that no host uses because every host has an EXIT_RATE in lsb.hosts.
    ///
    /// # Effect
    /// EXIT_RATE of a host overrides GLOBAL_EXIT_RATE. The `default` row in lsb.hosts sets it, so the global value is
    /// never used.
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
    // A row without a value uses the global value.
    let all = |view: View<'_>| {
        view.all(FileKind::LsbHosts, "Host").filter(|it| !it.is_broken()).all(|it| it.has("EXIT_RATE"))
    };
    if view.once("whether all rows of hosts have EXIT_RATE", all).is_none_or(|it| !*it) {
        return;
    }
    findings
        .report(related::place(&context.setting), "every host has an `EXIT_RATE` in `lsb.hosts`")
        .capped(Confidence::Medium)
        .consequence(
            Item::Line
                .no_effect()
                .called("`GLOBAL_EXIT_RATE`")
                .possible()
                .because("`EXIT_RATE` of a host takes precedence"),
        )
        .help("remove one of the two settings")
        .related_at(rate.place(), "applies to all hosts without a row");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# no host is left
        //- Host of lsb.hosts
        HOST_NAME MXJ EXIT_RATE
        default ! 5
        a 4 3
        //- each Parameters
        GLOBAL_EXIT_RATE = 10
        ^^^^^^^^^^^^^^^^ Q527 info every host has an `EXIT_RATE` in `lsb.hosts`
        //#
        //- Host of lsb.hosts
        HOST_NAME MXJ EXIT_RATE
        default ! ()
        a 4 3
        //- each Parameters: GLOBAL_EXIT_RATE = 10
        //#
        //- Host of lsb.hosts
        HOST_NAME MXJ EXIT_RATE
        default ! 5
        a 4 ()
        //- each Parameters: GLOBAL_EXIT_RATE = 10
        //#
        //- Host of lsb.hosts
        HOST_NAME MXJ EXIT_RATE
        a 4 3
        //- each Parameters: GLOBAL_EXIT_RATE = 10
    "#]];
}
