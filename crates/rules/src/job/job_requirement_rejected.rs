use lsflint_lint::{Findings, JobContext, rule};
use lsflint_model::Entity;
use lsflint_model::requirement::Outcome;
use lsflint_spec::Grammar;
use lsflint_syntax::SyntaxKind;
use lsflint_syntax::ast::AstNode;
use lsflint_syntax::ast::resreq::{ResReq, Shape as ResReqShape};

use crate::job::common::{in_every_queue, queues_in_words, refused, requirement_place};

rule! {
    /// Finds jobs whose resource requirement LSF rejects when it merges it with that of the queue and the application
    /// profile.
    ///
    /// # Effect
    /// LSF rejects the job.
    ///
    /// # Example
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -q normal
    /// #BSUB -R "rusage[mem=9000]"
    /// ./simulate
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = normal
    /// RESRSV_LIMIT = [mem=100,8000]
    /// End Queue
    /// //- lsb.params
    /// Begin Parameters
    /// DEFAULT_QUEUE = normal
    /// End Parameters
    /// //- lsf.conf
    /// LSF_UNIT_FOR_LIMITS=MB
    /// ```
    ///
    /// # Use instead
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -q normal
    /// #BSUB -R "rusage[mem=8000]"
    /// ./simulate
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = normal
    /// RESRSV_LIMIT = [mem=100,8000]
    /// End Queue
    /// //- lsb.params
    /// Begin Parameters
    /// DEFAULT_QUEUE = normal
    /// End Parameters
    /// //- lsf.conf
    /// LSF_UNIT_FOR_LIMITS=MB
    /// ```
    ///
    /// Possible reasons: several `-R` options of which one has braces, reservations outside RESRSV_LIMIT or above those
    /// of the queue, a compound or alternative requirement of a job with `-ar`, and counts of a compound requirement
    /// that do not match `-n` or TASKLIMIT. `lsflint resreq merge`
    /// shows every step. With several queues in `-q`, the job is reported when all of them reject it.
    pub J301 "job-requirement-rejected" {
        family: Job, scope: Cluster, severity: Error,
        sources: [
            ibm("topic=requirements-resource-requirement-strings", "how the levels are merged"),
            ibm("lsf_admin/select_string", "resizable jobs have simple requirements only"),
        ],
        checks: [Job(check)],
    }
}

fn check(context: &JobContext<'_>, findings: &mut Findings) {
    if resizable_with_braces(context, findings) {
        return;
    }
    if !context.submission().given().iter().any(|it| it.option.name == "R") {
        return;
    }
    let rejected = |queue: Option<&Entity<'_>>| context.job.merged(queue).filter(|it| it.outcome == Outcome::Rejected);
    let (whose, merged) = match context.job.queues.is_empty() {
        true => (String::new(), rejected(None)),
        false => {
            let Some(queues) = in_every_queue(context, |it| rejected(Some(it))) else { return };
            (format!(" with that of {}", queues_in_words(&queues)), queues.into_iter().next().map(|it| it.1))
        }
    };
    let Some(reason) = merged.and_then(|it| it.reason.clone()) else { return };
    findings
        .report(requirement_place(context), format!("resource requirement of the job cannot be merged{whose}"))
        .severity(context.refused())
        .consequence(refused(context).because(reason))
        .help("run `lsflint resreq merge` to see how the levels are merged");
}

/// Reports a compound or alternative requirement of a job with `-ar`. Returns whether there is one.
fn resizable_with_braces(context: &JobContext<'_>, findings: &mut Findings) -> bool {
    let given = context.submission().given();
    if !given.iter().any(|it| it.option.name == "ar") {
        return false;
    }
    let braced = |text: &str| {
        let parse = lsflint_syntax::parse_value(text, Grammar::ResReq);
        let requirement = parse.root().child(SyntaxKind::RES_REQ).and_then(ResReq::cast);
        let shape = requirement.and_then(ResReq::shape);
        parse.errors().is_empty() && matches!(shape, Some(ResReqShape::Compound(_) | ResReqShape::Alternative(_)))
    };
    let requirements = given.iter().filter(|it| it.option.name == "R");
    let Some(braced) = requirements.into_iter().find(|it| it.text().is_some_and(braced)) else { return false };
    findings
        .report(braced.range(), "resizable job with a compound or alternative requirement")
        .severity(context.refused())
        .consequence(refused(context))
        .help("write one requirement without braces, or remove `-ar`");
    true
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Queue q: RES_REQ = rusage[mem=100]
        //- Queue r
        //- Parameters: MAX_JOBS = 5
        //- lsf.conf: LSF_UNIT_FOR_LIMITS=MB

        //# what is refused
        //- job.sh
        #BSUB -q q -R 'rusage[mem=200]'
                      ^^^^^^^^^^^^^^^^^ J301 error
                      = resource requirement of the job cannot be merged with that of queue `q`
                      = effect: LSF rejects the job at submission because `mem=200` of the job exceeds `mem=100` of the
                      =   queue
        bsub -R '2*{select[mem>1]}' -R 'select[swp>1]' job
                ^^^^^^^^^^^^^^^^^^^ J301 error resource requirement of the job cannot be merged
                = effect: LSF rejects the job at submission because several `-R` options cannot be combined if one of
                =   them is compound
        bsub -n 9 -R '2*{select[mem>1]} + 2*{select[mem>2]}' job
                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ J301 error resource requirement of the job cannot be merged
                     = effect: LSF rejects the job at submission because the terms request 4 slots, but the job requests
                     =   `-n 9`

        //# resizable jobs have simple requirements
        //- job.sh
        bsub -ar -R '1*{select[mem>1]} + 1*{select[mem>2]}' job
                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ J301 error
                    = resizable job with a compound or alternative requirement
                    = effect: LSF rejects the job at submission
                    = help: write one requirement without braces, or remove `-ar`
        bsub -ar -R 'select[mem>1]' job
        bsub -ar -R "$REQUIREMENT" job

        //# what is taken or not known
        //- job.sh
        #BSUB -q q -R 'rusage[mem=50]'
        bsub -q 'q r' -R 'rusage[mem=200]' job
        bsub -q $Q -R 'rusage[mem=200]' job
        //#
        //- job.sh
        bsub -q q -R "rusage[mem=$MEM]" job
        bsub -n 4 -R '2*{select[mem>1]} + 2*{select[mem>2]}' job
    "#]];
}
