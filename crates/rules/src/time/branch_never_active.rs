use lsflint_lint::{BranchContext, Findings, Severity, rule};
use lsflint_model::week::{Activity, Reason};
use lsflint_syntax::ast::AstNode;

use crate::time::common::{condition_range, never_read};

rule! {
    /// Finds `#if` branches that are never active because of the other conditions.
    ///
    /// # Effect
    /// LSF uses the first branch whose condition is true, so it never reads the lines of this branch. An `#else` that
    /// is empty, or that only completes a chain with `#elif`, is not reported.
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
    let times = context.times;
    let Activity::Never(reason @ (Reason::Earlier | Reason::Outer)) = times.activity else { return };
    let (range, message) = match (condition_range(context), &times.condition) {
        (Some(range), Some(condition)) => (range, format!("branch for {} is never active", condition.week)),
        // With an unknown condition, or an `#else`.
        _ => {
            let Some(range) = superfluous_else(context) else { return };
            (range, "branch is never active".to_owned())
        }
    };
    let severity = if times.condition.is_some() { Severity::Warning } else { Severity::Info };
    let help = match reason {
        Reason::Outer => "write times that overlap, or move the block out of the enclosing branch",
        _ => "write the narrower condition first, or remove the branch",
    };
    let outcome = match (reason, &times.condition) {
        (Reason::Outer, Some(_)) => {
            never_read().because(format!("the enclosing branch is active at most {}", times.outer))
        }
        _ => never_read().because("earlier branches cover all of its time"),
    };
    findings.report(range, message).severity(severity).consequence(outcome).help(help);
}

/// The directive of a branch to report although it has no condition to correct: the branch has lines, and does not
/// merely complete a chain with `#elif`.
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
                ^^^^^^^^^^^ T208 warning branch for every day 12:00-13:00 is never active
          #else
          #endif
        #if time(8-18)
          #elif time(18-20)
          #elif time(17-19)
                ^^^^^^^^^^^ T208 warning branch for every day 17:00-19:00 is never active
          #else
          #endif

        //# reports what the branch around forbids
        //- each Queue
        #if time(8-18)
          #if time(20-22)
              ^^^^^^^^^^^ T208 warning branch for every day 20:00-22:00 is never active
              = effect: LSF ignores the lines of this branch because the enclosing branch is active at most every day
              =   08:00-18:00
              = help: write times that overlap, or move the block out of the enclosing branch
          UJOB_LIMIT = 1
          #endif
          #endif

        //# reports an else with lines
        //- each Queue
        #if time(8-20 20-8)
          #else
          ^^^^^ T208 info branch is never active
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
