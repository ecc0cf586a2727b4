use lsflint_lint::{ErrorContext, Findings, rule};
use lsflint_syntax::ResReqError;

use crate::requirement::common::{Judge, form_error};

rule! {
    /// Finds a backslash in a quoted text of a selection: `'a\tb'`.
    ///
    /// # Effect
    /// There are no escapes in such texts. The strict parser refuses the string; the older one hands the backslash on, and the text is
    /// compared with a value that no host has.
    ///
    /// # Example
    /// ```resreq
    /// select[rack == 'a\tb']
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// select[rack == 'a b']
    /// ```
    pub R205 "escape-in-string" {
        family: Requirement,
        scope: OwnFile,
        severity: Error,
        sources: [ibm("lsf_admin/select_string", "no escape sequences in texts")],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    if form_error(context) != Some(ResReqError::EscapeInString) {
        return;
    }
    let message = format!("`{}` in a quoted text: there are no escapes", context.text());
    Judge::of_error(context)
        .rejects_strictly(findings, context.error.range, message, "compares with the backslash in it")
        .help("write the character itself");
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check_lenient_string, check_string};

    // covers RR219, ST08, SE-071
    #[test]
    fn texts_are_literal() {
        check_string(
            "R205",
            "select[rel=='a\\nb']",
            expect![[r#"
                1:15-1:17 error `\n` in a quoted text: there are no escapes
                  effect: LSF rejects the string and refuses the job
                  help: write the character itself
            "#]],
        );
        check_lenient_string("R205", "select[rel=='a\\'", expect![[""]]);
        check_string("R205", "select[rel=='a b']", expect![[""]]);
    }
}
