use lsflint_lint::{ErrorContext, Findings, Part, RequirementContext, Severity, rule};
use lsflint_spec::{RESERVATION_METHODS, Switch};
use lsflint_syntax::ResReqError;
use lsflint_syntax::ast::resreq::RusageSection;

use crate::requirement::common::{Judge, form_error};
use crate::requirement::content::{choice, sections, too_new};

rule! {
    /// Finds a method behind an amount, `mem=10/task`, that LSF does not know, or that the targeted version does not
    /// read yet.
    ///
    /// # Effect
    /// LSF refuses the string. Without a suffix the METHOD of ReservationUsage in lsb.resources decides, else
    /// RESOURCE_RESERVE_PER_TASK of lsb.params.
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
            ibm("lsf_release_notes/lsf_relnotes_resourcemanagement10.1.0.9", "reservation methods in requirement strings"),
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
        .rejects(findings, context.error.range, format!("`{written}` is no reservation method"))
        .help(help);
}

/// The old word for tasks, and plurals.
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
            .rejects(findings, method.range(), format!("the method `/{method_text}` is too new: {why}"))
            .severity(Severity::Warning)
            .help("set METHOD for the resource in ReservationUsage of lsb.resources");
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check_string, check_string_with};

    // covers RR421
    #[test]
    fn there_are_three_methods() {
        check_string(
            "R305",
            "rusage[mem=10/slot]",
            expect![[r#"
                1:14-1:19 error `/slot` is no reservation method
                  effect: LSF rejects the requirement string, so the submission fails
                  help: write `/task`
            "#]],
        );
        check_string(
            "R305",
            "rusage[mem=10/core]",
            expect![[r#"
                1:14-1:19 error `/core` is no reservation method
                  effect: LSF rejects the requirement string, so the submission fails
                  help: write `/job`, `/task` or `/host`
            "#]],
        );
        check_string("R305", "rusage[mem=10/job, swp=5/task, ngpus_physical=2.00/host]", expect![[""]]);
    }

    // covers RR422, users-pain 63
    #[test]
    fn older_versions_do_not_read_them() {
        check_string_with(
            "R305",
            "rusage[lic=1/job]",
            &[("lsf.conf", "LSF_VERSION=10.1.0.6\n")],
            expect![[r#"
                1:14-1:17 warning the method `/job` is too new: LSF reads it since 10.1.0.9, the target is 10.1.0.6
                  effect: LSF rejects the requirement string, so the submission fails
                  help: set METHOD for the resource in ReservationUsage of lsb.resources
            "#]],
        );
        check_string_with("R305", "rusage[lic=1/job]", &[("lsf.conf", "LSF_VERSION=10.1.0.9\n")], expect![[""]]);
    }
}
