use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, rule};
use lsflint_syntax::ResReqError;

use crate::requirement::common::{Judge, form_error};

rule! {
    /// Finds `&` and `|` where `&&` and `||` are meant.
    ///
    /// # Effect
    /// LSF has no such operators. The strict parser refuses the string; the older one calculates with the bits of the two numbers, which
    /// for comparisons happens to give the same result, and for `4 & 2` does not.
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
        family: Requirement,
        scope: OwnFile,
        severity: Error,
        fix: Unsafe,
        sources: [ibm("lsf_admin/select_string", "the table of operators")],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let doubled = match form_error(context) {
        Some(ResReqError::SingleAmp) => "&&",
        Some(ResReqError::SinglePipe) => "||",
        _ => return,
    };
    let range = context.error.range;
    let message = format!("`{}` is no operator of requirements", context.text());
    Judge::of_error(context).rejects(findings, range, message).help(format!("write `{doubled}`")).fix(Fix::replace(
        Applicability::Unsafe,
        format!("write `{doubled}`"),
        range,
        doubled,
    ));
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check_string, check_string_fix};

    // covers RR225
    #[test]
    fn operators_are_doubled() {
        check_string(
            "R208",
            "linux & bigmem",
            expect![[r#"
                1:7-1:8 error `&` is no operator of requirements
                  effect: LSF rejects the string and refuses the job
                  help: write `&&`
            "#]],
        );
        check_string(
            "R208",
            "select[linux|bigmem]",
            expect![[r#"
                1:13-1:14 error `|` is no operator of requirements
                  effect: LSF rejects the string and refuses the job
                  help: write `||`
            "#]],
        );
        check_string(
            "R208",
            "rusage[mem=1 | swp=2]",
            expect![[r#"
                1:14-1:15 error `|` is no operator of requirements
                  effect: LSF rejects the string and refuses the job
                  help: write `||`
            "#]],
        );
    }

    #[test]
    fn doubles_them() {
        check_string_fix("R208", "linux & bigmem|fs", "linux && bigmem||fs");
    }
}
