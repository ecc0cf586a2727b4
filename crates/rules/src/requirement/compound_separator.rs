use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, rule};
use lsflint_syntax::{ResReqError, TextRange};

use crate::requirement::common::{Judge, form_error};

rule! {
    /// Finds separators other than `+` between the terms of a compound requirement.
    ///
    /// # Effect
    /// LSF rejects the entire requirement.
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
    /// Unsafe: enables a requirement that LSF currently rejects.
    pub R508 "compound-separator" {
        family: Requirement, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [ibm("lsf_admin/res_req_strings_about", "compound requirements")],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let range = context.error.range;
    let (message, edit) = match form_error(context) {
        Some(ResReqError::WrongTermSeparator) => {
            (format!("invalid separator `{}` between two terms", context.text()), (range, "+"))
        }
        Some(ResReqError::MissingTermSeparator) => {
            ("missing separator between two terms".to_owned(), (TextRange::empty(range.start()), "+ "))
        }
        _ => return,
    };
    let found = Judge::of_error(context)
        .rejects(findings, range, message)
        .help("write `+` between terms of a compound requirement, `||` between alternatives");
    // Two parts without an operator between them may be alternatives.
    if around_counts(context) {
        found.fix(Fix::replace(Applicability::Unsafe, "write `+`", edit.0, edit.1));
    }
}

/// Whether the part that follows has a count, and is therefore a term.
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
                  ^ R508 error invalid separator `,` between two terms
            = fixed: 1*{linux} + 2*{fs}
        1*{linux} 2*{fs}
                  ^ R508 error missing separator between two terms
            = fixed: 1*{linux} + 2*{fs}
        1*{linux}+2*{fs}
    "#]];
}
