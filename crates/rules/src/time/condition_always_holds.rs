use lsflint_lint::{BranchContext, Findings, Item, rule};
use lsflint_model::week::{Activity, Reason};

use crate::time::common::condition_range;

rule! {
    /// Finds `#if` and `#elif` conditions that are always true, or true whenever their enclosing branch is active.
    ///
    /// # Effect
    /// The lines of the branch always apply; the lines of the branches after it never apply.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = normal
    /// #if time(8:00-12:00) || !time(9:00-10:00)
    /// UJOB_LIMIT = 5
    /// #endif
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = normal
    /// #if time(8:00-12:00) && !time(9:00-10:00)
    /// UJOB_LIMIT = 5
    /// #endif
    /// End Queue
    /// ```
    pub T207 "condition-always-holds" {
        family: Time, scope: OwnFile, severity: Info,
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
    let Activity::Always(reason) = context.times.activity else { return };
    let Some(range) = condition_range(context) else { return };
    let message = match reason {
        Reason::Outer => "condition is always true in its enclosing branch",
        _ => "condition is always true",
    };
    let mut consequence = Item::Line.no_effect().called("the condition").so("later branches are never active");
    if reason == Reason::Outer {
        consequence = consequence.because(format!("the enclosing branch is active at most {}", context.times.outer));
    }
    findings.report(range, message).consequence(consequence).help("narrow the condition, or remove the directives");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports the whole week
        //- lsb.queues
        #if time(8-20 20-8)
            ^^^^^^^^^^^^^^^ T207 info condition is always true
        #endif
        //#
        //- lsb.queues
        #if time(8:00-12:00) || !time(9:00-10:00)
            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ T207 info condition is always true
        #endif

        //# reports what the outer branch has already
        //- lsb.queues
        #if time(8:00-12:00)
        #if time(7:00-13:00)
            ^^^^^^^^^^^^^^^^ T207 info condition is always true in its enclosing branch
            = effect: the condition has no effect because the enclosing branch is active at most every day 08:00-12:00,
            =   so later branches are never active
        #endif
        #endif

        //# accepts what may fail
        //- lsb.queues
        #if time(0:00-23:59)
        #endif
        //#
        //- lsb.queues
        #if time(8:00-12:00)
        #if time(9:00-13:00)
        #endif
        #endif
        //#
        //- lsb.queues
        #if time(8:00-12:00)
        #elif time(12:00-8:00)
        #endif
    "#]];
}
