use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, rule};
use lsflint_syntax::{ResReqError, TextRange};

use crate::requirement::common::{Judge, form_error, with_whitespace};

rule! {
    /// Finds `-R` before a requirement in a file: a `bsub` option that was copied with the requirement.
    ///
    /// # Effect
    /// In a file the value is the requirement itself. LSF reads `-R` as part of it, as the negation of a resource `R`,
    /// and rejects the string.
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
    /// Unsafe: enables a requirement that LSF currently rejects.
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
    let end = with_whitespace(&context.file.file.text, range).end();
    Judge::of_error(context)
        .rejects(findings, range, "`bsub` option `-R` in a requirement string")
        .help("remove `-R`")
        .fix(Fix::replace(Applicability::Unsafe, "remove `-R`", TextRange::new(range.start(), end), ""));
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# options belong to commands
        //- each Queue
        RES_REQ = -R "select[linux]"
                  ^^ R014 error `bsub` option `-R` in a requirement string
            = fixed: RES_REQ = "select[linux]"

        //# a minus is not an option
        //- each Queue: RES_REQ = -Rack < 5
    "#]];
}
