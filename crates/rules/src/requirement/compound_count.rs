use lsflint_lint::{ErrorContext, Findings, Part, RequirementContext, rule};
use lsflint_syntax::ResReqError;
use lsflint_syntax::ast::AstNode;
use lsflint_syntax::ast::resreq::{Compound, ResReq};

use crate::requirement::common::{Judge, form_error};

rule! {
    /// Finds invalid counts in a compound requirement, where only positive integers are valid: `0*{...}`, `1.5*{...}`,
    /// `n*{...}`.
    ///
    /// # Effect
    /// The count is the number of slots for the term. LSF rejects the entire requirement.
    ///
    /// # Example
    /// ```resreq
    /// 0*{select[linux]} + 2*{select[bigmem]}
    /// n*{select[linux]} + 2*{select[bigmem]}
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// 1*{select[linux]} + 2*{select[bigmem]}
    /// ```
    pub R507 "compound-count" {
        family: Requirement, scope: Cluster, severity: Error,
        sources: [ibm("lsf_admin/res_req_strings_about", "compound requirements")],
        checks: [SyntaxError(check_form), RequirementPart(Part::TERMS, check)],
    }
}

fn check_form(context: &ErrorContext<'_>, findings: &mut Findings) {
    if form_error(context) != Some(ResReqError::BadCount) {
        return;
    }
    let text = context.text();
    let (message, help) = if text.bytes().all(|it| it.is_ascii_digit()) {
        (format!("missing `*` after count `{text}`"), format!("write `{text}*{{...}}`"))
    } else {
        (format!("invalid slot count `{text}`"), "write a positive integer, such as `2*{...}`".to_owned())
    };
    Judge::of_error(context).rejects(findings, context.error.range, message).help(help);
}

/// A number that is not a valid count.
fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    let Some(requirement) = ResReq::cast(context.node).filter(|_| !context.broken) else { return };
    for term in requirement.compounds().flat_map(Compound::terms).filter(|it| it.slots() == Some(0)) {
        let Some(count) = term.count() else { continue };
        Judge::of(context)
            .rejects(findings, count.range(), "invalid slot count `0`")
            .help("write 1 or more, or remove the term");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# counts are whole and positive
        //- resreq
        0*{linux} + 2*{fs}
        ^ R507 error invalid slot count `0`
        n*{linux} + 1.5*{fs}
        ^ R507 error invalid slot count `n`
                    ^^^ R507 error invalid slot count `1.5`
        2{linux} + 1*{fs}
        ^ R507 error missing `*` after count `2`
            = help: write `2*{...}`
        2*{linux} + 1 * {fs}
    "#]];
}
