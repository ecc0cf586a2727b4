use lsflint_lint::{BranchContext, Findings, rule};
use lsflint_model::week::{Activity, Reason};

use crate::time::common::{condition_range, never_read};

rule! {
    /// Finds `#if` and `#elif` conditions that are never true.
    ///
    /// # Effect
    /// LSF never reads the lines of the branch.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = normal
    /// #if time(8:00-12:00) && time(13:00-17:00)
    /// UJOB_LIMIT = 5
    /// #endif
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = normal
    /// #if time(8:00-12:00 13:00-17:00)
    /// UJOB_LIMIT = 5
    /// #endif
    /// End Queue
    /// ```
    pub T206 "condition-never-holds" {
        family: Time, scope: OwnFile, severity: Warning,
        sources: [
            ibm(
                "topic=configuration-automatic-time-based",
                "LSF uses the lines of a branch while its expression is true",
            ),
        ],
        checks: [Branch(check)],
    }
}

fn check(context: &BranchContext<'_>, findings: &mut Findings) {
    if context.times.activity != Activity::Never(Reason::Condition) {
        return;
    }
    let Some(range) = condition_range(context) else { return };
    let help = if context.file.text(range).contains("&&") {
        "write `||`, or list all windows in one `time( )`, if one of them is sufficient; `&&` requires both"
    } else {
        "narrow the negated windows, which cover the whole week, or remove the branch"
    };
    findings.report(range, "condition is never true").consequence(never_read()).help(help);
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports times that never meet
        //- lsb.queues
        #if time(8:00-12:00) && time(13:00-17:00)
            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ T206 warning condition is never true
        #endif
        //#
        //- lsb.queues
        #if !time(8-20 20-8)
            ^^^^^^^^^^^^^^^^ T206 warning condition is never true
            = help: narrow the negated windows, which cover the whole week, or remove the branch
        #endif
        //#
        //- lsb.queues
        #if !time(8-20) && !time(20-8)
            ^^^^^^^^^^^^^^^^^^^^^^^^^^ T206 warning condition is never true
        #endif

        //# accepts what can hold or is not known
        //- lsb.queues
        #if time(8:00-12:00) || time(13:00-17:00)
        #endif
        //#
        //- lsb.queues
        #if time(8:00-12:00) && !time(6:0:00-1:0:00)
        #endif
        //#
        //- lsb.queues
        #if time(8:00-12:00 EDT) && time(13:00-17:00)
        #endif
        //#
        //- lsb.queues
        #if time(8:00-12:00) && NAME
        #endif
    "#]];
}
