use lsflint_lint::header::{Column, column, is_twice, missing_columns};
use lsflint_lint::{Findings, Item, TableContext, rule};
use lsflint_syntax::TextRange;

rule! {
    /// Finds a table header without a column that the table needs.
    ///
    /// # Effect
    /// LSF skips the whole section; an old reader crashes on some of them.
    ///
    /// # Example
    /// ```lsf.shared
    /// Begin HostModel
    /// CPUFACTOR ARCHITECTURE
    /// 20        (x86_2600)
    /// End HostModel
    /// ```
    ///
    /// # Use instead
    /// ```lsf.shared
    /// Begin HostModel
    /// MODELNAME CPUFACTOR ARCHITECTURE
    /// fast      20        (x86_2600)
    /// End HostModel
    /// ```
    ///
    /// # Notes
    /// The effect was observed in two open-source readers.
    pub F202 "header-missing-required-column" {
        family: File, scope: OwnFile, severity: Error,
        sources: [facts("sections and columns")],
        checks: [Table(check)],
    }
}

fn check(context: &TableContext<'_>, findings: &mut Findings) {
    let missing = missing_columns(context);
    // A misspelled column, one that stands twice, or a row in the place of the header is said already.
    let unknown = (0..context.columns.len()).any(|it| column(context, it) == Column::Unknown || is_twice(context, it));
    let Some(range) = context.columns.iter().map(|it| it.0.range()).reduce(TextRange::cover) else { return };
    if missing.is_empty() || unknown {
        return;
    }
    let names: Vec<String> = missing.iter().map(|it| format!("`{it}`")).collect();
    let columns = if names.len() == 1 { "column" } else { "columns" };
    findings
        .report(range, format!("`{}` needs the {columns} {}", context.section.name(), names.join(", ")))
        .consequence(Item::Section.ignored())
        .help(format!("add the {columns}, and a value in every row"));
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    // covers SHR020, SHR033, SHR060, CLU004, MAP001
    #[test]
    fn names_what_is_missing() {
        check(
            "F202",
            "lsf.cluster.c1",
            "Begin Host\nHOSTNAME server\na 1\nEnd Host\n",
            expect![[r#"
            2:1-2:16 error `Host` needs the columns `model`, `type`, `RESOURCES`
              effect: LSF ignores the section
              help: add the columns, and a value in every row
        "#]],
        );
        check(
            "F202",
            "lsb.users",
            "Begin UserGroup\nGROUP_NAME\na\nEnd UserGroup\n",
            expect![[r#"
            2:1-2:11 error `UserGroup` needs the column `GROUP_MEMBER`
              effect: LSF ignores the section
              help: add the column, and a value in every row
        "#]],
        );
        check("F202", "lsb.users", "Begin User\nUSER_NAME MAX_JOBS\na 1\nEnd User\n", expect![[""]]);
    }

    #[test]
    fn a_misspelled_column_is_said_once() {
        check("F202", "lsb.users", "Begin User\nUSERNAMES MAX_JOBS\na 1\nEnd User\n", expect![[""]]);
    }

    #[test]
    fn its_rows_are_not_judged() {
        check("F204", "lsb.users", "Begin User\nMAX_JOBS JL/P\na 1 4\nEnd User\n", expect![[""]]);
    }
}
