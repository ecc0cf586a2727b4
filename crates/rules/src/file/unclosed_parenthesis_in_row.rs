use lsflint_lint::{Diagnostic, ErrorContext, ErrorWords, Item, rule};
use lsflint_syntax::{ErrorKind, StructureError};

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
        family: File, scope: OwnFile, severity: Error,
        sources: [],
        checks: [Errors(WORDS)],
    }
}

const WORDS: &[ErrorWords] = &[ErrorWords {
    error: ErrorKind::Structure(StructureError::RowUnclosedParenthesis),
    message: "this parenthesis is never closed",
    complete: row_ignored,
    help: "close it behind the last word of the value, on the same line",
    fix: None,
}];

fn row_ignored(_: &ErrorContext<'_>, found: &mut Diagnostic) {
    found.consequence(Item::Row.ignored().logged());
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
              effect: LSF logs an error and ignores the row
              help: close it behind the last word of the value, on the same line
        "#]],
        );
        check("F204", "lsb.users", text, expect![[""]]);
    }
}
