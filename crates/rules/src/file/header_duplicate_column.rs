use lsflint_lint::{ErrorContext, Findings, Item, rule};
use lsflint_syntax::StructureError;

rule! {
    /// Finds duplicate columns in a table header.
    ///
    /// # Effect
    /// LSF logs an error and ignores the whole section.
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
    pub F203 "header-duplicate-column" {
        family: File, scope: OwnFile, severity: Error,
        sources: [
            volclava(
                "lsf/lib/lib.confmisc.c",
                "keyMatch",
                "a name that is repeated in the header is refused like an unknown name",
            ),
            volclava(
                "lsbatch/lib/lsb.conf.c",
                "do_Hosts",
                "a refused header: `Keyword line format error`, and the section is ignored",
            ),
        ],
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
        .report(context.error.range, format!("duplicate column `{name}`"))
        .consequence(Item::Section.ignored().logged())
        .help("remove one of the two columns and its values");
    let first = section.section.header().and_then(|it| it.columns().find(|it| it.text().eq_ignore_ascii_case(name)));
    if let Some(first) = first {
        finding.related(first.range(), "first occurrence");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# ignores letter case
        //- Host of lsb.hosts
        HOST_NAME MXJ mxj
                      ^^^ F203 error duplicate column `mxj`
        a 1 2

        //# its rows are not judged
        //- also F204
        //- Host of lsb.hosts
        HOST_NAME MXJ mxj
                      ^^^ F203 error duplicate column `mxj`
        a 1
    "#]];
}
