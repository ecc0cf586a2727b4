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
    crate::testing::fixture![[r#"
        //# names what is missing
        //- lsf.cluster.c1
        Begin Host
        HOSTNAME server
        ^^^^^^^^^^^^^^^ F202 error `Host` needs the columns `model`, `type`, `RESOURCES`
            = help: add the columns, and a value in every row
        a 1
        End Host
        //#
        //- lsb.users
        Begin UserGroup
        GROUP_NAME
        ^^^^^^^^^^ F202 error `UserGroup` needs the column `GROUP_MEMBER`
        a
        End UserGroup
        //#
        //- lsb.users
        Begin User
        USER_NAME MAX_JOBS
        a 1
        End User

        //# a misspelled column has one finding
        //- lsb.users
        Begin User
        USERNAMES MAX_JOBS
        a 1
        End User

        //# its rows are not judged
        //- also F204
        //- lsb.users
        Begin User
        MAX_JOBS JL/P
        ^^^^^^^^^^^^^ F202 error `User` needs the column `USER_NAME`
        a 1 4
        End User
    "#]];
}
