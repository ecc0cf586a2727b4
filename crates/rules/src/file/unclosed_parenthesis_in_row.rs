use lsflint_lint::{Diagnostic, ErrorContext, ErrorWords, Item, rule};
use lsflint_syntax::{ErrorKind, StructureError};

rule! {
    /// Finds values in table rows with an unclosed parenthesis.
    ///
    /// # Effect
    /// LSF logs an error and ignores the row.
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
    pub F205 "unclosed-parenthesis-in-row" {
        family: File, scope: OwnFile, severity: Error,
        sources: [
            volclava(
                "lsf/lib/lib.words.c",
                "getNextValueQ_",
                "no value is returned if the line ends before the closing parenthesis",
            ),
            volclava(
                "lsf/lib/lib.confmisc.c",
                "mapValues",
                "the row then has fewer values than columns and is ignored",
            ),
        ],
        checks: [Errors(WORDS)],
    }
}

const WORDS: &[ErrorWords] = &[ErrorWords {
    error: ErrorKind::Structure(StructureError::RowUnclosedParenthesis),
    message: "unclosed `(`",
    complete: row_ignored,
    help: "add `)` after the last word of the value, on the same line",
    fix: None,
}];

fn row_ignored(_: &ErrorContext<'_>, found: &mut Diagnostic) {
    found.consequence(Item::Row.ignored().logged());
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# no other finding in the row
        //- also F204
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER USER_SHARES
        g (a b [x,1]
          ^ F205 error unclosed `(`
        h (a) ([x,1])
    "#]];
}
