use lsflint_lint::{ErrorContext, Findings, Part, RequirementContext, rule};
use lsflint_syntax::ResReqError;
use lsflint_syntax::ast::AstNode;
use lsflint_syntax::ast::resreq::{Compound, ResReq};

use crate::requirement::common::{Judge, form_error};

rule! {
    /// Finds counts of a compound requirement that are no positive whole numbers: `0*{...}`, `1.5*{...}`, `n*{...}`.
    ///
    /// # Effect
    /// The count is the number of slots the term is for. LSF refuses the whole requirement.
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
        (format!("no `*` between `{text}` and its term"), format!("write `{text}*{{...}}`"))
    } else {
        (format!("`{text}` is no number of slots"), "write a whole number: `2*{...}`".to_owned())
    };
    Judge::of_error(context).rejects(findings, context.error.range, message).help(help);
}

/// A sound number that is no count.
fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    let Some(requirement) = ResReq::cast(context.node).filter(|_| !context.broken) else { return };
    for term in requirement.compounds().flat_map(Compound::terms).filter(|it| it.slots() == Some(0)) {
        let Some(count) = term.count() else { continue };
        Judge::of(context)
            .rejects(findings, count.range(), "a term for no slots")
            .help("write 1 or more, or remove the term");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# counts are whole and positive
        //- resreq
        0*{linux} + 2*{fs}
        ^ R507 error a term for no slots
        n*{linux} + 1.5*{fs}
        ^ R507 error `n` is no number of slots
                    ^^^ R507 error `1.5` is no number of slots
        2{linux} + 1*{fs}
        ^ R507 error no `*` between `2` and its term
            = help: write `2*{...}`
        2*{linux} + 1 * {fs}
    "#]];
}
