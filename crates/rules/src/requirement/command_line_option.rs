use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, rule};
use lsflint_syntax::{ResReqError, TextRange};

use crate::requirement::common::{Judge, form_error, with_blanks};

rule! {
    /// Finds `-R` in front of a requirement in a file: an option of bsub that was copied along.
    ///
    /// # Effect
    /// In a file the value is the requirement itself. LSF reads `-R` as a part of it, as the negation of a resource
    /// `R`, and refuses the string.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = -R "select[linux]"
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = "select[linux]"
    /// End Queue
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: a requirement that LSF refuses today becomes active.
    pub R014 "command-line-option" {
        family: Requirement, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [ibm("topic=lsbqueues-res-req", "the value is a requirement string")],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    if form_error(context) != Some(ResReqError::CommandLineOption) {
        return;
    }
    let range = context.error.range;
    let behind = with_blanks(&context.file.file.text, range).end();
    Judge::of_error(context)
        .rejects(findings, range, "`-R` is an option of bsub, no part of a requirement")
        .help("write only what follows it")
        .fix(Fix::replace(Applicability::Unsafe, "remove `-R`", TextRange::new(range.start(), behind), ""));
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# options belong to commands
        //- each Queue
        RES_REQ = -R "select[linux]"
                  ^^ R014 error `-R` is an option of bsub, no part of a requirement
            = fixed: RES_REQ = "select[linux]"

        //# a minus is not an option
        //- each Queue
        RES_REQ = -Rack < 5
    "#]];
}
