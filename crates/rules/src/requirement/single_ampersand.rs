use lsflint_lint::{Applicability, Diagnostic, EditWords, ErrorContext, ErrorWords, FixWords, Item, rule};
use lsflint_syntax::{ErrorKind, ResReqError};

use crate::requirement::common::Judge;

rule! {
    /// Finds `&` and `|` instead of `&&` and `||`.
    ///
    /// # Effect
    /// LSF does not document these operators. The strict parser rejects the string; the older one evaluates them as
    /// bitwise operators, which gives the same result for comparisons, but not for `4 & 2`.
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
    /// Unsafe: the meaning changes between numbers, and the fix enables a string that the strict parser rejects.
    pub R208 "single-ampersand" {
        family: Requirement, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [
            ibm("lsf_admin/select_string", "the table of operators"),
            volclava(
                "lsf/intlib/resreq.c",
                "resToClassNew",
                "`&` and `|` are copied to an expression that a Tcl interpreter evaluates",
            ),
        ],
        checks: [Errors(WORDS)],
    }
}

const WORDS: &[ErrorWords] = &[doubled(ResReqError::SingleAmp, "&&"), doubled(ResReqError::SinglePipe, "||")];

const fn doubled(error: ResReqError, operator: &'static str) -> ErrorWords {
    ErrorWords {
        error: ErrorKind::ResReq(error),
        message: "unknown operator `{text}` in `select`",
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
        // The older parser evaluates it.
        false => Item::String.rejected().or(format!("read `{}` as a bitwise operator", context.text())),
    });
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# operators are doubled
        //- resreq
        linux & bigmem
              ^ R208 error unknown operator `&` in `select`
            = fixed: linux && bigmem
        select[linux|bigmem]
                    ^ R208 error unknown operator `|` in `select`
            = fixed: select[linux||bigmem]
        rusage[mem=1 | swp=2]
                     ^ R208 error unknown operator `|` in `select`
            = fixed: rusage[mem=1 || swp=2]
        linux & bigmem|fs
              ^ R208 error unknown operator `&` in `select`
                      ^ R208 error unknown operator `|` in `select`
            = fixed: linux && bigmem||fs
    "#]];
}
