use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, rule};

use crate::parameter::owner::{Owner, owned};
use crate::parameter::wording;

rule! {
    /// Finds run limits with seconds: `36:00:00`.
    ///
    /// # Effect
    /// LSF accepts only hours and minutes and cannot read the value: no limit applies.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RUNLIMIT   = 36:00:00
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RUNLIMIT   = 36:00
    /// End Queue
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: enables a limit that LSF currently ignores.
    ///
    /// # Notes
    /// Based on many reports by users of other batch systems.
    pub L102 "runlimit-with-seconds" {
        family: Limit, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [
            ibm("lsb.queues", "RUNLIMIT=[hour:]minute"),
            volclava(
                "lsbatch/lib/lsb.conf.c",
                "parseLimitAndSpec",
                "what follows the first colon must be a number of minutes; otherwise the limit is ignored",
            ),
        ],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let Some(broken) = owned(context, Owner::Seconds) else { return };
    let name = broken.setting.display_name();
    let seconds = context.text();
    findings
        .report(context.error.range, format!("`{name}` takes `[hour:]minute`; `{seconds}` is not allowed"))
        .capped(broken.spec.confidence)
        .consequence(wording::lost(&broken.setting))
        .help("write `hours:minutes` without seconds")
        .fix(Fix::replace(Applicability::Unsafe, format!("remove `{seconds}`"), context.error.range, ""));
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# points at the seconds
        //- each Queue
        RUNLIMIT = 1:30:00 36:00:00/hostA
                       ^^^ L102 error `RUNLIMIT` takes `[hour:]minute`; `:00` is not allowed
                                ^^^ L102 error `RUNLIMIT` takes `[hour:]minute`; `:00` is not allowed
            = fixed: RUNLIMIT = 1:30 36:00/hostA
        //- each Application
        RUNLIMIT = 36:00:00
                        ^^^ L102 error `RUNLIMIT` takes `[hour:]minute`; `:00` is not allowed
            = fixed: RUNLIMIT = 36:00

        //# is silent about hours and minutes
        //- each Queue: RUNLIMIT = 1:30 36:00
    "#]];
}
