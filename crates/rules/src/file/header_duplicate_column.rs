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
    crate::testing::fixture![[r#"
        //# ignores letter case
        //- lsb.hosts
        Begin Host
        HOST_NAME MXJ mxj
                      ^^^ F203 error the column `mxj` stands twice in this header
        a 1 2
        End Host

        //# its rows are not judged
        //- also F204
        //- lsb.hosts
        Begin Host
        HOST_NAME MXJ mxj
                      ^^^ F203 error the column `mxj` stands twice in this header
        a 1
        End Host
    "#]];
}
