use lsflint_lint::{Findings, SectionContext, rule};
use lsflint_spec::lists;

use crate::parameter::related;

rule! {
    /// Finds clusters whose fairshare ignores resource usage because all four factors are 0.
    ///
    /// # Effect
    /// The dynamic priority of a user depends only on the number of shares. The user with the most shares always has
    /// the highest priority.
    ///
    /// # Example
    /// ```lsb.params
    /// Begin Parameters
    /// CPU_TIME_FACTOR           = 0
    /// RUN_TIME_FACTOR           = 0
    /// RUN_JOB_FACTOR            = 0
    /// COMMITTED_RUN_TIME_FACTOR = 0
    /// End Parameters
    /// ```
    ///
    /// # Use instead
    /// ```lsb.params
    /// Begin Parameters
    /// CPU_TIME_FACTOR           = 0
    /// RUN_TIME_FACTOR           = 0
    /// RUN_JOB_FACTOR            = 3
    /// COMMITTED_RUN_TIME_FACTOR = 0
    /// End Parameters
    /// ```
    ///
    /// This is the documented method for static priorities, so the severity is only `info`.
    pub Q004 "static-priority" {
        family: Policy, scope: Cluster, severity: Info,
        sources: [
            ibm(
                "lsf_admin/fairshare_priority",
                "with static priority, use of resources is ignored: the user with the most shares goes first",
            ),
        ],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let zero = |name: &&str| {
        let setting = context.entry(name)?;
        let is_zero = setting.branch == 0 && related::amount(&setting)?.abs() < f64::EPSILON;
        is_zero.then_some(setting)
    };
    let zeros: Vec<_> = lists::FAIRSHARE_FACTORS.iter().filter_map(zero).collect();
    let Some(first) = zeros.first().filter(|_| zeros.len() == lists::FAIRSHARE_FACTORS.len()) else { return };
    findings
        .report(related::place(first), "all four fairshare factors are 0")
        .effect("priorities are static: users with more shares always come first, regardless of usage")
        .help("set one of the factors if usage should affect the priority");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# needs all four
        //- each Parameters
        CPU_TIME_FACTOR = 0
        ^^^^^^^^^^^^^^^ Q004 info all four fairshare factors are 0
          RUN_TIME_FACTOR = 0.0
          RUN_JOB_FACTOR = 0
          COMMITTED_RUN_TIME_FACTOR = 0
        CPU_TIME_FACTOR = 0
          RUN_TIME_FACTOR = 0.0
          RUN_JOB_FACTOR = 0
          COMMITTED_RUN_TIME_FACTOR = 0.5
        CPU_TIME_FACTOR = 0
          RUN_TIME_FACTOR = 0.0
          RUN_JOB_FACTOR = 0
    "#]];
}
