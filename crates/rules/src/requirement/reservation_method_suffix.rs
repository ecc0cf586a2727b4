use lsflint_lint::{ErrorContext, Findings, Part, RequirementContext, Severity, rule};
use lsflint_spec::{RESERVATION_METHODS, Switch};
use lsflint_syntax::ResReqError;
use lsflint_syntax::ast::resreq::RusageSection;

use crate::requirement::common::{Judge, form_error};
use crate::requirement::content::{choice, sections, too_new};

rule! {
    /// Finds unknown reservation methods after an amount, `mem=10/task`, and methods that the target version does not
    /// support.
    ///
    /// # Effect
    /// LSF rejects the string. Without a suffix, METHOD in the ReservationUsage section of lsb.resources applies,
    /// otherwise RESOURCE_RESERVE_PER_TASK in lsb.params.
    ///
    /// # Example
    /// ```resreq
    /// rusage[mem=10/slot]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// rusage[mem=10/task]
    /// rusage[mem=10:lic=1/job]
    /// ```
    pub R305 "reservation-method-suffix" {
        family: Requirement, scope: Cluster, severity: Error,
        sources: [
            ibm("lsf_release_notes/lsf_relnotes_resourcemanagement10.1.0.9", "reservation methods in requirement \
             strings"),
        ],
        checks: [SyntaxError(check_form), RequirementPart(Part::RUSAGE, check)],
    }
}

fn check_form(context: &ErrorContext<'_>, findings: &mut Findings) {
    if form_error(context) != Some(ResReqError::UnknownMethod) {
        return;
    }
    let written = context.text();
    let help = match instead(written.trim_start_matches('/')) {
        Some(right) => format!("write `/{right}`"),
        None => format!(
            "write {}",
            choice(
                RESERVATION_METHODS.iter().map(|it| format!("/{it}")).collect::<Vec<_>>().iter().map(String::as_str)
            )
        ),
    };
    Judge::of_error(context)
        .rejects(findings, context.error.range, format!("unknown reservation method `{written}`"))
        .help(help);
}

/// The method for the old word for tasks and for plurals.
fn instead(word: &str) -> Option<&'static str> {
    let word = word.to_ascii_lowercase();
    let singular = word.strip_suffix('s').unwrap_or(&word);
    RESERVATION_METHODS.iter().copied().find(|it| *it == singular).or_else(|| {
        // PER_SLOT was the name of PER_TASK.
        (singular == "slot").then_some("task")
    })
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    let target = context.cluster.switches().target;
    if target.reads(Switch::ReservationMethods) {
        return;
    }
    let why = too_new(Switch::ReservationMethods, target);
    for item in sections::<RusageSection<'_>>(context).flat_map(RusageSection::items) {
        let Some(method) = item.method_token() else { continue };
        let method_text = method.text();
        Judge::of(context)
            .rejects(findings, method.range(), format!("reservation method `/{method_text}` {why}"))
            .severity(Severity::Warning)
            .help("set METHOD for the resource in the ReservationUsage section of `lsb.resources`");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# there are three methods
        //- resreq
        rusage[mem=10/slot]
                     ^^^^^ R305 error unknown reservation method `/slot`
        rusage[mem=10/core]
                     ^^^^^ R305 error unknown reservation method `/core`
                     = help: write `/job`, `/task` or `/host`
        rusage[mem=10/job, swp=5/task, ngpus_physical=2.00/host]

        //# older versions do not read them
        //- lsf.conf: LSF_VERSION=10.1.0.6
        //- resreq
        rusage[lic=1/job]
                     ^^^ R305 warning reservation method `/job` requires LSF 10.1.0.9, but the target is 10.1.0.6
                     = help: set METHOD for the resource in the ReservationUsage section of `lsb.resources`
        //#
        //- lsf.conf: LSF_VERSION=10.1.0.9
        //- resreq: rusage[lic=1/job]
    "#]];
}
