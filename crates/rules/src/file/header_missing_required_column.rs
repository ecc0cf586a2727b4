use lsflint_lint::header::{Column, column, missing_columns, repeats_a_column};
use lsflint_lint::{Findings, Item, Severity, TableContext, rule};
use lsflint_syntax::TextRange;

rule! {
    /// Finds table headers without a required column.
    ///
    /// # Effect
    /// LSF ignores the whole section. Without ARCHITECTURE in HostModel, it only may do so: a warning.
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
    pub F202 "header-missing-required-column" {
        family: File, scope: OwnFile, severity: Error,
        sources: [
            facts("sections and columns"),
            volclava("lsf/lim/lim.conf.c", "dohosts", "`key ... is missing in section host`: the section is ignored"),
            volclava("lsbatch/lib/lsb.conf.c", "do_Users", "`User name required for User section; ignoring section`"),
            volclava("lsf/lim/lim.conf.c", "dohostmodel", "a HostModel without ARCHITECTURE is read"),
        ],
        checks: [Table(check)],
    }
}

/// A column that is documented as required, but without which open-source readers accept the section.
const UNNEEDED: &str = "ARCHITECTURE";

fn check(context: &TableContext<'_>, findings: &mut Findings) {
    let missing = missing_columns(context);
    // A misspelled or duplicate column, or a row in place of the header, is reported by another rule.
    let unknown =
        (0..context.columns.len()).any(|it| column(context, it) == Column::Unknown) || repeats_a_column(context);
    let Some(range) = context.columns.iter().map(|it| it.0.range()).reduce(TextRange::cover) else { return };
    if missing.is_empty() || unknown {
        return;
    }
    let unneeded = missing.iter().all(|it| *it == UNNEEDED);
    let names: Vec<String> = missing.iter().map(|it| format!("`{it}`")).collect();
    let columns = if names.len() == 1 { "column" } else { "columns" };
    findings
        .report(range, format!("missing required {columns} {} in `{}`", names.join(", "), context.section.name()))
        .severity(if unneeded { Severity::Warning } else { Severity::Error })
        .consequence(Item::Section.ignored().possible_unless(missing.iter().all(|it| *it != UNNEEDED)))
        .help(format!("add the {columns}, with values in every row"));
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# names what is missing
        //- Host of lsf.cluster.c1
        HOSTNAME server
        ^^^^^^^^^^^^^^^ F202 error missing required columns `model`, `type`, `RESOURCES` in `Host`
            = help: add the columns, with values in every row
        a 1
        //#
        //- UserGroup of lsb.users
        GROUP_NAME
        ^^^^^^^^^^ F202 error missing required column `GROUP_MEMBER` in `UserGroup`
        a
        //#
        //- User of lsb.users
        USER_NAME MAX_JOBS
        a 1

        //# the readers accept a HostModel without architectures
        //- HostModel of lsf.shared
        MODELNAME CPUFACTOR
        ^^^^^^^^^^^^^^^^^^^ F202 warning missing required column `ARCHITECTURE` in `HostModel`
            = effect: LSF may ignore the section
        a 1
        //#
        //- HostModel of lsf.shared
        MODELNAME ARCHITECTURE
        ^^^^^^^^^^^^^^^^^^^^^^ F202 error missing required column `CPUFACTOR` in `HostModel`
        a (x1)

        //# a misspelled column has one finding
        //- User of lsb.users
        USERNAMES MAX_JOBS
        a 1

        //# its rows are not judged
        //- also F204
        //- User of lsb.users
        MAX_JOBS JL/P
        ^^^^^^^^^^^^^ F202 error missing required column `USER_NAME` in `User`
        a 1 4
    "#]];
}
