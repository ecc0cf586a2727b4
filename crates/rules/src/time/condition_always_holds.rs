use lsflint_lint::{BranchContext, Findings, Item, rule};
use lsflint_model::week::{Activity, Reason};

use crate::time::common::condition_range;

rule! {
    /// Finds conditions of `#if` and `#elif` that hold at every time of the week, or whenever they are asked.
    ///
    /// # Effect
    /// The lines of the branch always count; those of the branches after it never do.
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
        sources: [ibm("topic=configuration-automatic-time-based", "")],
        checks: [Branch(check)],
    }
}

fn check(context: &BranchContext<'_>, findings: &mut Findings) {
    let Activity::Always(reason) = context.times.activity else { return };
    let Some(range) = condition_range(context) else { return };
    let message = match reason {
        Reason::Outer => {
            format!("this condition holds whenever the branch around it is active: at most {}", context.times.outer)
        }
        _ => "this condition holds at every time of the week".to_owned(),
    };
    findings
        .report(range, message)
        .consequence(Item::Line.no_effect().called("the condition").so("later branches are never active"))
        .help("narrow the condition, or leave the directives out");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports the whole week
        //- lsb.queues
        #if time(8-20 20-8)
            ^^^^^^^^^^^^^^^ T207 info this condition holds at every time of the week
        #endif
        //#
        //- lsb.queues
        #if time(8:00-12:00) || !time(9:00-10:00)
            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ T207 info this condition holds at every time of the week
        #endif

        //# reports what the outer branch has already
        //- lsb.queues
        #if time(8:00-12:00)
        #if time(7:00-13:00)
            ^^^^^^^^^^^^^^^^ T207 info
            = this condition holds whenever the branch around it is active: at most every day 08:00-12:00
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
