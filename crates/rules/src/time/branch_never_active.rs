use lsflint_lint::{BranchContext, Findings, Severity, rule};
use lsflint_model::week::{Activity, Reason};
use lsflint_syntax::ast::AstNode;

use crate::time::common::{condition_range, never_read};

rule! {
    /// Finds branches of `#if` blocks for which the other conditions leave no time.
    ///
    /// # Effect
    /// LSF takes the first branch whose condition holds, so it never reads the lines of this one. An `#else` that is left empty, or that
    /// only completes a chain with `#elif`, is not reported.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = normal
    /// #if time(8:00-18:00)
    /// UJOB_LIMIT = 5
    /// #elif time(12:00-13:00)
    /// UJOB_LIMIT = 20
    /// #else
    /// UJOB_LIMIT = 50
    /// #endif
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = normal
    /// #if time(12:00-13:00)
    /// UJOB_LIMIT = 20
    /// #elif time(8:00-18:00)
    /// UJOB_LIMIT = 5
    /// #else
    /// UJOB_LIMIT = 50
    /// #endif
    /// End Queue
    /// ```
    pub T208 "branch-never-active" {
        family: Time, scope: OwnFile, severity: Warning, tags: [Unnecessary],
        sources: [ibm("topic=configuration-automatic-time-based", "")],
        checks: [Branch(check)],
    }
}

fn check(context: &BranchContext<'_>, findings: &mut Findings) {
    let times = context.times;
    let Activity::Never(reason @ (Reason::Earlier | Reason::Outer)) = times.activity else { return };
    let (range, message) = match (condition_range(context), &times.condition) {
        (Some(range), Some(condition)) if reason == Reason::Outer => {
            let (own, outer) = (&condition.week, &times.outer);
            (range, format!("this branch is for {own}, but the one around it is active at most {outer}"))
        }
        (Some(range), Some(condition)) => {
            let own = &condition.week;
            (range, format!("this branch is for {own}, and the ones before it take all of that time"))
        }
        // With a condition that is not known, or an `#else`.
        _ => {
            let Some(range) = superfluous_else(context) else { return };
            (range, "the branches before this one take all of the time".to_owned())
        }
    };
    let severity = if times.condition.is_some() { Severity::Warning } else { Severity::Info };
    let (outcome, help) = match reason {
        Reason::Outer => (never_read(), "let the two times meet, or move the block out of the branch around it"),
        _ => (
            never_read().because("it takes the first branch whose condition holds"),
            "put the narrower condition first, or leave the branch out",
        ),
    };
    findings.report(range, message).severity(severity).consequence(outcome).help(help);
}

/// The directive of a branch that is worth a word although it has no condition to correct: it has lines, and is not there only because
/// a chain with `#elif` shall end with `#else`.
fn superfluous_else(context: &BranchContext<'_>) -> Option<lsflint_syntax::TextRange> {
    let branch = context.times.branch;
    let has_lines = branch.node().children().count() > 1;
    let has_elif = context.times.block.branches().count() > 2;
    let directive = branch.directive().filter(|_| has_lines && !has_elif)?;
    Some(directive.node().trimmed_range())
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports what comes too late
        //- each Queue
        #if time(8-18)
          #elif time(12-13)
                ^^^^^^^^^^^ T208 warning
                = this branch is for every day 12:00-13:00, and the ones before it take all of that time
          #else
          #endif
        #if time(8-18)
          #elif time(18-20)
          #elif time(17-19)
                ^^^^^^^^^^^ T208 warning
                = this branch is for every day 17:00-19:00, and the ones before it take all of that time
          #else
          #endif

        //# reports what the branch around forbids
        //- each Queue
        #if time(8-18)
          #if time(20-22)
              ^^^^^^^^^^^ T208 warning
              = this branch is for every day 20:00-22:00, but the one around it is active at most every day 08:00-18:00
              = effect: LSF ignores the lines of this branch
              = help: let the two times meet, or move the block out of the branch around it
          UJOB_LIMIT = 1
          #endif
          #endif

        //# reports an else with lines
        //- each Queue
        #if time(8-20 20-8)
          #else
          ^^^^^ T208 info the branches before this one take all of the time
          UJOB_LIMIT = 1
          #endif

        //# accepts chains in order and an else that completes them
        //- each Queue
        #if time(12-13)
          #elif time(8-18)
          #else
          UJOB_LIMIT = 1
          #endif
        #if time(8-18)
          #elif time(18-8)
          #else
          UJOB_LIMIT = 1
          #endif
        #if time(8-18) || NAME
          #elif time(8-18)
          #else
          #endif
    "#]];
}
