use lsflint_lint::{Consequence, Findings, Item, Part, SectionContext, Setting, Severity, rule};
use lsflint_syntax::TextRange;
use lsflint_syntax::ast::AstNode;
use lsflint_syntax::ast::resreq::{Compound, ResReq, Shape};

rule! {
    /// Finds a compound requirement whose counts do not fit TASKLIMIT of the same queue or profile.
    ///
    /// # Effect
    /// The counts of the terms add up to the tasks of a job. When they add up to more than the maximum of TASKLIMIT, no
    /// job can ever start. When they add up to less than the minimum, no job can match them, and an alternative is
    /// never used. When they differ from the default, every job must bring the right `-n`; with an open last term, a
    /// default smaller than the other counts leaves nothing for it.
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
    /// The errors of the batch library about counts that do not match it.
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
    /// The tasks of a job without `-n`, where the line says so.
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
            // A default need not suit every branch.
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

/// What LSF does when no job can have as many tasks as a compound counts. `whole`: it is the whole requirement, no
/// branch of one.
fn never_starts(whole: bool, reason: String) -> Consequence {
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
            .report(range, format!("the counts add up to {sum}, more than the maximum of {name}, {maximum}"))
            .consequence(never_starts(judge_default, format!("{name} allows at most {maximum} tasks")))
            .help(format!("raise the maximum to {sum}, or lower the counts"))
            .related(limit.range, format!("`{name}`"));
        return;
    }
    if !open && sum < limit.minimum {
        let minimum = limit.minimum;
        findings
            .report(range, format!("the counts add up to {sum}, less than the minimum of {name}, {minimum}"))
            .severity(Severity::Warning)
            .consequence(never_starts(judge_default, format!("{name} requires at least {minimum} tasks")))
            .help(format!("lower the minimum to {sum}, or raise the counts"))
            .related(limit.range, format!("`{name}`"));
        return;
    }
    let Some(default) = limit.default.filter(|_| judge_default) else { return };
    let (message, consequence) = if open && sum > default {
        (
            format!("the counts before the open term add up to {sum}, more than the default of {name}, {default}"),
            Item::String
                .no_effect()
                .called("the last term")
                .because("a job without `-n` has no tasks left for it")
                .possible(),
        )
    } else if !open && sum != default {
        (
            format!("the counts add up to {sum}, but the default of {name} is {default}"),
            Item::Job
                .refused()
                .called("jobs without `-n`")
                .because("their default number of tasks does not match the counts"),
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
                   ^^^^^^^^^^^^^^^^^^ R501 warning the counts add up to 3, less than the minimum of TASKLIMIT, 4
                   = effect: the alternative has no effect because TASKLIMIT requires at least 4 tasks
                   = help: lower the minimum to 3, or raise the counts
                                           ^^^^^^^^^^^^^^^^^^^ R501 error
                                        = the counts add up to 20, more than the maximum of TASKLIMIT, 16
                                        = effect: the alternative has no effect because TASKLIMIT allows at most 16
                                        =   tasks
          TASKLIMIT = 4 8 16
        RES_REQ = {2*{linux} + 2*{fs}} || {8*{linux} + 8*{fs}}@5 || {1*{fs} + {linux}}@10 || {linux}@20
          TASKLIMIT = 4 8 16
        RES_REQ = 2*{linux} + 1*{fs}
                  ^^^^^^^^^^^^^^^^^^ R501 warning the counts add up to 3, less than the minimum of TASKLIMIT, 4
                  = effect: LSF never dispatches jobs with this requirement because TASKLIMIT requires at least 4 tasks
          TASKLIMIT = 4 8 16

        //# counts fit the limit
        //- each Queue
        RES_REQ = 2*{linux} + 4*{fs}
                  ^^^^^^^^^^^^^^^^^^ R501 error the counts add up to 6, more than the maximum of TASKLIMIT, 4
          TASKLIMIT = 4
        RES_REQ = 2*{linux} + 4*{fs}
                  ^^^^^^^^^^^^^^^^^^ R501 warning the counts add up to 6, but the default of TASKLIMIT is 2
                  = effect: LSF rejects jobs without `-n` at submission because their default number of tasks does not
                  =   match the counts
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
                  = the counts before the open term add up to 4, more than the default of TASKLIMIT, 2
                  = effect: the last term may have no effect because a job without `-n` has no tasks left for it
                  = help: set the default of TASKLIMIT to 4 or more
          TASKLIMIT = 2 8
        RES_REQ = 4*{linux} + {fs}
          TASKLIMIT = 4 8 16
        RES_REQ = 4*{linux} + {fs}
                  ^^^^^^^^^^^^^^^^ R501 error the counts add up to 4, more than the maximum of TASKLIMIT, 2
          TASKLIMIT = 2

        //# branches are judged by the maximum
        //- each Queue
        RES_REQ = {2*{linux} + 4*{fs}} || {1*{linux} + 1*{fs}}
                   ^^^^^^^^^^^^^^^^^^ R501 error the counts add up to 6, more than the maximum of TASKLIMIT, 4
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
                    ^^^^^^^^^^^^^^^^^^ R501 error the counts add up to 6, more than the maximum of PROCLIMIT, 4
    "#]];
}
