use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, rule};
use lsflint_syntax::{ResReqError, TextRange};

use crate::requirement::common::{Judge, form_error};

rule! {
    /// Finds something else than `+` between the terms of a compound requirement.
    ///
    /// # Effect
    /// LSF refuses the whole requirement.
    ///
    /// # Example
    /// ```resreq
    /// 1*{select[linux]} , 2*{select[bigmem]}
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// 1*{select[linux]} + 2*{select[bigmem]}
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: a requirement that LSF refuses today becomes active.
    pub R508 "compound-separator" {
        family: Requirement, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [ibm("lsf_admin/res_req_strings_about", "compound requirements")],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let range = context.error.range;
    let (message, edit) = match form_error(context) {
        Some(ResReqError::WrongTermSeparator) => (format!("`{}` between two terms", context.text()), (range, "+")),
        Some(ResReqError::MissingTermSeparator) => {
            ("nothing between two terms".to_owned(), (TextRange::empty(range.start()), "+ "))
        }
        _ => return,
    };
    let found = Judge::of_error(context)
        .rejects(findings, range, message)
        .help("write `+` between the terms of a compound, `||` between alternatives");
    // Two branches without a sign between them may be alternatives as well.
    if around_counts(context) {
        found.fix(Fix::replace(Applicability::Unsafe, "write `+`", edit.0, edit.1));
    }
}

/// Whether the part that follows has a count, so that it is a term.
fn around_counts(context: &ErrorContext<'_>) -> bool {
    let behind = &context.file.file.text[usize::from(context.error.range.start())..];
    behind.trim_start_matches(|it: char| !it.is_ascii_digit() && it != '{').starts_with(|it: char| it.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# terms are added
        //- resreq
        1*{linux} , 2*{fs}
                  ^ R508 error `,` between two terms
            = fixed: 1*{linux} + 2*{fs}
        1*{linux} 2*{fs}
                  ^ R508 error nothing between two terms
            = fixed: 1*{linux} + 2*{fs}
        1*{linux}+2*{fs}
    "#]];
}
