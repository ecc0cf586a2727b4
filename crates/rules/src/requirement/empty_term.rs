use lsflint_lint::{ErrorContext, Findings, rule};
use lsflint_syntax::ResReqError;

use crate::requirement::common::form_error;

rule! {
    /// Finds braces of a compound or alternative requirement with nothing between.
    ///
    /// # Effect
    /// Not documented. Most likely the term takes any host, as a job without a requirement does.
    ///
    /// # Example
    /// ```resreq
    /// 1*{select[bigmem]} + 2*{}
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// 1*{select[bigmem]} + 2*{select[type==any]}
    /// ```
    pub R514 "empty-term" {
        family: Requirement,
        scope: Cluster,
        severity: Info,
        sources: [ibm("lsf_admin/res_req_strings_about", "where no term is empty")],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    if form_error(context) != Some(ResReqError::EmptyBraces) {
        return;
    }
    findings
        .report(context.error.range, "nothing between the braces")
        .effect("no page says what LSF makes of it")
        .help("write what is meant: `{select[type==any]}` for any host");
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check_string;

    #[test]
    fn braces_hold_something() {
        check_string(
            "R514",
            "1*{linux} + 2*{}",
            expect![[r#"
            1:15-1:17 info nothing between the braces
              effect: no page says what LSF makes of it
              help: write what is meant: `{select[type==any]}` for any host
        "#]],
        );
    }
}
