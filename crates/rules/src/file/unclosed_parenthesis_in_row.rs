use lsflint_lint::{ErrorContext, Findings, rule};
use lsflint_syntax::StructureError;

rule! {
    /// Finds a value of a table row whose parenthesis is never closed.
    ///
    /// # Effect
    /// LSF ignores the row with a message.
    ///
    /// # Example
    /// ```lsb.users
    /// Begin UserGroup
    /// GROUP_NAME GROUP_MEMBER
    /// design     (anna ben
    /// End UserGroup
    /// ```
    ///
    /// # Use instead
    /// ```lsb.users
    /// Begin UserGroup
    /// GROUP_NAME GROUP_MEMBER
    /// design     (anna ben)
    /// End UserGroup
    /// ```
    ///
    /// # Notes
    /// Observed in two open-source readers of the format.
    pub F205 "unclosed-parenthesis-in-row" {
        family: File,
        scope: OwnFile,
        severity: Error,
        sources: [],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    if context.structure() != Some(StructureError::RowUnclosedParenthesis) {
        return;
    }
    findings
        .report(context.error.range, "this parenthesis is never closed")
        .effect("LSF ignores the row")
        .help("close it behind the last word of the value, on the same line");
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    #[test]
    fn says_nothing_else_about_the_row() {
        let text = "Begin UserGroup\nGROUP_NAME GROUP_MEMBER USER_SHARES\ng (a b [x,1]\nh (a) ([x,1])\nEnd UserGroup\n";
        check(
            "F205",
            "lsb.users",
            text,
            expect![[r#"
            3:3-3:4 error this parenthesis is never closed
              effect: LSF ignores the row
              help: close it behind the last word of the value, on the same line
        "#]],
        );
        check("F204", "lsb.users", text, expect![[""]]);
    }
}
