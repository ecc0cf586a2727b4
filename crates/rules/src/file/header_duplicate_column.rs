use lsflint_lint::{ErrorContext, Findings, Item, rule};
use lsflint_syntax::StructureError;

rule! {
    /// Finds a column that stands twice in one header.
    ///
    /// # Effect
    /// LSF skips the whole section with one message.
    ///
    /// # Example
    /// ```lsb.hosts
    /// Begin Host
    /// HOST_NAME MXJ r1m MXJ
    /// hosta     4   3.5 4
    /// End Host
    /// ```
    ///
    /// # Use instead
    /// ```lsb.hosts
    /// Begin Host
    /// HOST_NAME MXJ r1m
    /// hosta     4   3.5
    /// End Host
    /// ```
    ///
    /// # Notes
    /// Observed in two open-source readers of the format.
    pub F203 "header-duplicate-column" {
        family: File, scope: OwnFile, severity: Error,
        sources: [],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    if context.structure() != Some(StructureError::DuplicateColumn) {
        return;
    }
    let Some(section) = context.section else { return };
    let name = context.text();
    let finding = findings
        .report(context.error.range, format!("the column `{name}` stands twice in this header"))
        .consequence(Item::Section.ignored().logged())
        .help("take one of the two columns and its values out");
    let first = section.section.header().and_then(|it| it.columns().find(|it| it.text().eq_ignore_ascii_case(name)));
    if let Some(first) = first {
        finding.related(first.range(), "the first one");
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    // covers SHR005
    #[test]
    fn ignores_letter_case() {
        check(
            "F203",
            "lsb.hosts",
            "Begin Host\nHOST_NAME MXJ mxj\na 1 2\nEnd Host\n",
            expect![[r#"
            2:15-2:18 error the column `mxj` stands twice in this header
              effect: LSF logs an error and ignores the section
              help: take one of the two columns and its values out
              2:11-2:14 the first one
        "#]],
        );
    }

    #[test]
    fn its_rows_are_not_judged() {
        check("F204", "lsb.hosts", "Begin Host\nHOST_NAME MXJ mxj\na 1\nEnd Host\n", expect![[""]]);
    }
}
