use lsflint_lint::{Consequence, Findings, Item, Part, SectionContext, Setting, Severity, rule};
use lsflint_syntax::TextRange;
use lsflint_syntax::ast::AstNode;
use lsflint_syntax::ast::resreq::{Compound, ResReq, Shape};

rule! {
    /// Finds compound requirements whose counts do not fit TASKLIMIT of the same queue or application profile.
    ///
    /// # Effect
    /// The counts of the terms add up to the number of tasks of a job. If the sum is above the maximum of TASKLIMIT, no
    /// job can ever start. If it is below the minimum, no job can match it, and an alternative is never used. If it
    /// differs from the default, every job must specify the right `-n`. With an open last term, a default below the sum
    /// of the other counts leaves no tasks for that term.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// TASKLIMIT  = 4
    /// RES_REQ    = 2*{select[linux]} + 4*{select[bigmem]}
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// TASKLIMIT  = 6 6
    /// RES_REQ    = 2*{select[linux]} + 4*{select[bigmem]}
    /// End Queue
    /// ```
    ///
    /// # Notes
    /// The errors of the batch library about counts that do not match TASKLIMIT.
    pub R501 "count-sum-mismatch" {
        family: Requirement, scope: Cluster, severity: Error,
        sources: [ibm("topic=lsbqueues-tasklimit", "minimum, default, maximum")],
        checks: [Section(check)],
    }
}

/// TASKLIMIT as LSF reads it.
struct TaskLimit {
    minimum: u64,
    maximum: u64,
    /// The number of tasks of a job without `-n`, where the line sets it.
    default: Option<u64>,
    range: TextRange,
    name: String,
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    if !context.requires(Part::TERMS) {
        return;
    }
    let Some(requirement) = context.entry("RES_REQ").and_then(|it| it.typed::<ResReq<'_>>()) else { return };
    let limit = context.spec.and_then(|spec| spec.names_of("TASKLIMIT").find_map(|it| context.entry(it)));
    let Some(limit) = limit.and_then(|it| task_limit(context, it)) else { return };
    match requirement.shape() {
        Some(Shape::Compound(it)) => compound(it, &limit, true, findings),
        Some(Shape::Alternative(it)) => {
            // A default need not fit every alternative.
            for body in it.branches().filter_map(|it| it.body()) {
                if let Shape::Compound(it) = body {
                    compound(it, &limit, false, findings);
                }
            }
        }
        _ => {}
    }
}

fn task_limit(context: &SectionContext<'_>, setting: Setting<'_>) -> Option<TaskLimit> {
    let range = setting.known_value()?.range();
    let name = setting.display_name().into_owned();
    let numbers: Option<Vec<u64>> = context.file.text(range).split_whitespace().map(|it| it.parse().ok()).collect();
    let (minimum, default, maximum) = match numbers?[..] {
        [maximum] => (1, None, maximum),
        [minimum, maximum] => (minimum, Some(minimum), maximum),
        [minimum, default, maximum] => (minimum, Some(default), maximum),
        _ => return None,
    };
    (default.is_none_or(|it| minimum <= it && it <= maximum)).then_some(TaskLimit {
        minimum,
        maximum,
        default,
        range,
        name,
    })
}

/// What LSF does when no job can have as many tasks as a compound requirement counts. `whole`: it is the entire
/// requirement, not an alternative.
fn never_starts(whole: bool, reason: &'static str) -> Consequence {
    let consequence = match whole {
        true => Item::Job.pending().called("jobs with this requirement"),
        false => Item::String.no_effect().called("the alternative"),
    };
    consequence.because(reason)
}

fn compound(compound: Compound<'_>, limit: &TaskLimit, judge_default: bool, findings: &mut Findings) {
    let terms: Vec<_> = compound.terms().collect();
    let Some((last, others)) = terms.split_last() else { return };
    let open = !last.is_counted();
    let written: Option<Vec<u64>> = if open { others } else { &terms[..] }.iter().map(|it| it.slots()).collect();
    let Some(sum) = written.map(|it| it.iter().fold(0_u64, |sum, it| sum.saturating_add(*it))) else { return };
    let range = compound.node().trimmed_range();
    let (maximum, name) = (limit.maximum, &limit.name);
    if sum > maximum {
        findings
            .report(range, format!("counts add up to {sum}, above the maximum {maximum} of `{name}`"))
            .consequence(never_starts(judge_default, "no job can have that many tasks"))
            .help(format!("increase the maximum to {sum}, or reduce the counts"))
            .related(limit.range, format!("`{name}`"));
        return;
    }
    if !open && sum < limit.minimum {
        let minimum = limit.minimum;
        findings
            .report(range, format!("counts add up to {sum}, below the minimum {minimum} of `{name}`"))
            .severity(Severity::Warning)
            .consequence(never_starts(judge_default, "no job can have so few tasks"))
            .help(format!("reduce the minimum to {sum}, or increase the counts"))
            .related(limit.range, format!("`{name}`"));
        return;
    }
    let Some(default) = limit.default.filter(|_| judge_default) else { return };
    let (message, consequence) = if open && sum > default {
        (
            format!("counts before the open term add up to {sum}, above the default {default} of `{name}`"),
            Item::String
                .no_effect()
                .called("the last term")
                .because("jobs without `-n` have no tasks left for it")
                .possible(),
        )
    } else if !open && sum != default {
        (
            format!("counts add up to {sum}, but the default of `{name}` is {default}"),
            Item::Job.refused().called("jobs without `-n`").because("their number of tasks does not match the counts"),
        )
    } else {
        return;
    };
    findings
        .report(range, message)
        .severity(Severity::Warning)
        .consequence(consequence)
        .help(format!("set the default of {name} to {sum}{}", if open { " or more" } else { "" }))
        .related(limit.range, format!("`{name}`"));
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# alternatives fit the limit
        //- each Queue
        RES_REQ = {2*{linux} + 1*{fs}} || {8*{linux} + 12*{fs}}@5
                   ^^^^^^^^^^^^^^^^^^ R501 warning counts add up to 3, below the minimum 4 of `TASKLIMIT`
                   = effect: the alternative has no effect because no job can have so few tasks
                   = help: reduce the minimum to 3, or increase the counts
                                           ^^^^^^^^^^^^^^^^^^^ R501 error
                                        = counts add up to 20, above the maximum 16 of `TASKLIMIT`
                                        = effect: the alternative has no effect because no job can have that many tasks
          TASKLIMIT = 4 8 16
        RES_REQ = {2*{linux} + 2*{fs}} || {8*{linux} + 8*{fs}}@5 || {1*{fs} + {linux}}@10 || {linux}@20
          TASKLIMIT = 4 8 16
        RES_REQ = 2*{linux} + 1*{fs}
                  ^^^^^^^^^^^^^^^^^^ R501 warning counts add up to 3, below the minimum 4 of `TASKLIMIT`
                  = effect: LSF never dispatches jobs with this requirement because no job can have so few tasks
          TASKLIMIT = 4 8 16

        //# counts fit the limit
        //- each Queue
        RES_REQ = 2*{linux} + 4*{fs}
                  ^^^^^^^^^^^^^^^^^^ R501 error counts add up to 6, above the maximum 4 of `TASKLIMIT`
          TASKLIMIT = 4
        RES_REQ = 2*{linux} + 4*{fs}
                  ^^^^^^^^^^^^^^^^^^ R501 warning counts add up to 6, but the default of `TASKLIMIT` is 2
                  = effect: LSF rejects jobs without `-n` at submission because their number of tasks does not match the
                  =   counts
                  = help: set the default of TASKLIMIT to 6
          TASKLIMIT = 2 8
        RES_REQ = 2*{linux} + 4*{fs}
          TASKLIMIT = 1 6 8
        RES_REQ = 2*{linux} + 4*{fs}
          TASKLIMIT = 6 6
        RES_REQ = 2*{linux} + 4*{fs}
          TASKLIMIT = 64

        //# an open term takes the rest
        //- each Queue
        RES_REQ = 4*{linux} + {fs}
                  ^^^^^^^^^^^^^^^^ R501 warning
                  = counts before the open term add up to 4, above the default 2 of `TASKLIMIT`
                  = effect: the last term may have no effect because jobs without `-n` have no tasks left for it
                  = help: set the default of TASKLIMIT to 4 or more
          TASKLIMIT = 2 8
        RES_REQ = 4*{linux} + {fs}
          TASKLIMIT = 4 8 16
        RES_REQ = 4*{linux} + {fs}
                  ^^^^^^^^^^^^^^^^ R501 error counts add up to 4, above the maximum 2 of `TASKLIMIT`
          TASKLIMIT = 2

        //# branches are judged by the maximum
        //- each Queue
        RES_REQ = {2*{linux} + 4*{fs}} || {1*{linux} + 1*{fs}}
                   ^^^^^^^^^^^^^^^^^^ R501 error counts add up to 6, above the maximum 4 of `TASKLIMIT`
          TASKLIMIT = 1 2 4

        //# what is not known is not judged
        //- each Queue
        RES_REQ = 2*{linux} + 4*{fs}
          TASKLIMIT = a b
        RES_REQ = linux
          TASKLIMIT = 4
        RES_REQ = {linux} + 4*{fs} + 9*
          TASKLIMIT = 4

        //# profiles too
        //- each Application
        PROCLIMIT = 4
          RES_REQ = 5*{linux} + 1*{fs}
                    ^^^^^^^^^^^^^^^^^^ R501 error counts add up to 6, above the maximum 4 of `PROCLIMIT`
    "#]];
}
