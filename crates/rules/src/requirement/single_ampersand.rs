use lsflint_lint::{Applicability, Diagnostic, EditWords, ErrorContext, ErrorWords, FixWords, Item, rule};
use lsflint_syntax::{ErrorKind, ResReqError};

use crate::requirement::common::Judge;

rule! {
    /// Finds `&` and `|` where `&&` and `||` are meant.
    ///
    /// # Effect
    /// LSF has no such operators. The strict parser refuses the string; the older one calculates with the bits of the
    /// two numbers, which for comparisons happens to give the same result, and for `4 & 2` does not.
    ///
    /// # Example
    /// ```resreq
    /// select[linux & bigmem]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// select[linux && bigmem]
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: between numbers the meaning changes, and a string that the strict parser refuses becomes active.
    ///
    /// # Notes
    /// Observed in two open-source readers, which hand both on to their evaluator.
    pub R208 "single-ampersand" {
        family: Requirement, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [ibm("lsf_admin/select_string", "the table of operators")],
        checks: [Errors(WORDS)],
    }
}

const WORDS: &[ErrorWords] = &[doubled(ResReqError::SingleAmp, "&&"), doubled(ResReqError::SinglePipe, "||")];

const fn doubled(error: ResReqError, operator: &'static str) -> ErrorWords {
    ErrorWords {
        error: ErrorKind::ResReq(error),
        message: "`{text}` is no operator of requirements",
        complete: rejected,
        help: "write `{text}{text}`",
        fix: Some(FixWords {
            applicability: Applicability::Unsafe,
            title: "write `{text}{text}`",
            edit: EditWords::Replace(operator),
        }),
    }
}

fn rejected(context: &ErrorContext<'_>, found: &mut Diagnostic) {
    let judge = Judge::of_error(context);
    found.consequence(match judge.is_strict() {
        true => judge.rejected(),
        // The older parser calculates with it.
        false => Item::String.rejected().or(format!("read `{}` as a bitwise operator", context.text())),
    });
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# operators are doubled
        //- resreq
        linux & bigmem
              ^ R208 error `&` is no operator of requirements
            = fixed: linux && bigmem
        select[linux|bigmem]
                    ^ R208 error `|` is no operator of requirements
            = fixed: select[linux||bigmem]
        rusage[mem=1 | swp=2]
                     ^ R208 error `|` is no operator of requirements
            = fixed: rusage[mem=1 || swp=2]

        //# doubles them
        //- resreq
        linux & bigmem|fs
              ^ R208 error `&` is no operator of requirements
                      ^ R208 error `|` is no operator of requirements
            = fixed: linux && bigmem||fs
    "#]];
}
