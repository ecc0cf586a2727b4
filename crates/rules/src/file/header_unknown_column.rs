use lsflint_lint::header::{Column, column, near_column};
use lsflint_lint::suggest::did_you_mean;
use lsflint_lint::{Applicability, Consequence, Findings, Fix, Item, Severity, TableContext, rule};
use lsflint_spec::{FileKind, ParamKind};
use lsflint_syntax::TextRange;

use crate::parameter::wording::all_of;

rule! {
    /// Finds a column name that the table does not have.
    ///
    /// # Effect
    /// LSF does not know what to do with the table and skips the whole section, every row of it, with one message. So nothing else is
    /// said about its rows.
    ///
    /// # Example
    /// ```lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYP     INTERVAL INCREASING DESCRIPTION
    /// tokens       Numeric 30       N          (free tokens)
    /// End Resource
    /// ```
    ///
    /// # Use instead
    /// ```lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// tokens       Numeric 30       N          (free tokens)
    /// End Resource
    /// ```
    ///
    /// In the Host sections of lsf.cluster and lsb.hosts a column may also be a load index of the site. It is looked up in lsf.shared;
    /// when that file is not in view, a column of thresholds is not judged. Names of a newer LSF can be declared in `allow-parameters`.
    ///
    /// # Fix safety
    /// Unsafe: the section comes alive.
    ///
    /// # Notes
    /// The effect was observed in two open-source readers of the format.
    pub F201 "header-unknown-column" {
        family: File, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [facts("sections and columns")],
        checks: [Table(check)],
    }
}

/// More unknown columns than this are one finding: the header is not what its author meant.
const SEVERAL: usize = 2;

/// LSF skips the table, if the file is what we take it for.
fn skipped(context: &TableContext<'_>) -> Consequence {
    Item::Section.ignored().logged().possible_unless(context.section.file.file.kind_certain)
}

fn check(context: &TableContext<'_>, findings: &mut Findings) {
    let Some(spec) = context.section.spec else { return };
    let verdicts: Vec<Column> = (0..context.columns.len()).map(|it| column(context, it)).collect();
    let unknown = verdicts.iter().filter(|it| **it == Column::Unknown).count();
    if unknown == verdicts.len() && unknown > 1 {
        no_header(context, findings);
        return;
    }
    if unknown > SEVERAL {
        several(context, &verdicts, findings);
        return;
    }
    for (verdict, (name, _)) in verdicts.iter().zip(context.columns) {
        let text = name.text();
        match verdict {
            // A resource that is no load index is the case of L202.
            Column::Taken | Column::NotAnIndex => {}
            Column::Unknown => {
                let finding = findings
                    .report(name.range(), format!("`{}` has no column `{text}`", spec.name))
                    .consequence(skipped(context));
                if !context.section.file.file.kind_certain {
                    finding.severity(Severity::Warning);
                }
                if let Some(near) = near_column(spec, &text) {
                    let title = format!("rename it to `{}`", near.name);
                    finding.help(did_you_mean(near.name)).fix(Fix::replace(
                        Applicability::Unsafe,
                        title,
                        name.range(),
                        near.name,
                    ));
                } else if let Some(place) = elsewhere(context, &text) {
                    finding.help(format!("`{text}` belongs in {place}"));
                } else {
                    let names: Vec<String> = spec.params.iter().map(|it| format!("`{}`", it.name)).collect();
                    finding.help(match names.len() <= 12 {
                        true => format!("columns of `{}`: {}", spec.name, names.join(", ")),
                        false => "take the column and its values out, or declare the name in `allow-parameters` of lsflint.toml".to_owned(),
                    });
                }
            }
        }
    }
}

fn several(context: &TableContext<'_>, verdicts: &[Column], findings: &mut Findings) {
    let unknown = || verdicts.iter().zip(context.columns).filter(|it| *it.0 == Column::Unknown).map(|it| it.1.0);
    let names: Vec<_> = unknown().map(|it| it.text()).collect();
    let Some(first) = unknown().next() else { return };
    let names = all_of(names.iter().map(|it| &**it));
    findings
        .report(first.range(), format!("`{}` has no columns {names}", context.section.name()))
        .consequence(skipped(context))
        .help("take them and their values out, or declare them in `allow-parameters` of lsflint.toml");
}

/// No word of the line is a column: the header itself is missing.
fn no_header(context: &TableContext<'_>, findings: &mut Findings) {
    let range = context.columns.iter().map(|it| it.0.range()).reduce(TextRange::cover);
    let name = context.section.name();
    let Some(range) = range else { return };
    findings
        .report(range, format!("no word of this line is a column of `{name}`"))
        .consequence(skipped(context).because("the first line of a table is its header"))
        .help("write the header line with the names of the columns above it");
}

/// Where a column of this name is documented.
fn elsewhere(context: &TableContext<'_>, name: &str) -> Option<String> {
    let here = context.section.file.kind();
    let found = lsflint_spec::params_named(name).filter(|it| it.2.kind == ParamKind::Column && !it.1.name.is_empty());
    let places: Vec<(FileKind, &str)> = found.map(|(kind, section, _)| (kind, section.name)).collect();
    let (kind, section) = *places.iter().find(|it| it.0 == here).or_else(|| places.first())?;
    Some(format!("{}, section `{section}`", kind.name()))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check, check_cluster, check_fix};

    const TYPO: &str = "Begin Host\nHOST_NAME MXJJ\na 1 2\nb\nEnd Host\n";
    const SHARED: &str = "Begin Resource\nRESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION\nscratch Numeric 30 N (a)\nbig Boolean () () (b)\nEnd Resource\n";

    // covers BC-054, R-TW11
    #[test]
    fn hosts_have_no_run_windows() {
        check(
            "F201",
            "lsb.hosts",
            "Begin Host\nHOST_NAME MXJ RUN_WINDOW\nh1 ! (8-9)\nEnd Host\n",
            expect![[r#"
                2:15-2:25 error `Host` has no column `RUN_WINDOW`
                  effect: LSF logs an error and ignores the section
                  help: take the column and its values out, or declare the name in `allow-parameters` of lsflint.toml
            "#]],
        );
    }

    // covers SHR005, CLU005, MAP001
    #[test]
    fn offers_the_near_column() {
        check(
            "F201",
            "lsf.shared",
            "Begin HostType\nTYPNAME\nX\nEnd HostType\n",
            expect![[r#"
            2:1-2:8 error `HostType` has no column `TYPNAME`
              effect: LSF logs an error and ignores the section
              help: did you mean `TYPENAME`?
        "#]],
        );
        check(
            "F201",
            "lsb.hosts",
            TYPO,
            expect![[r#"
            2:11-2:15 error `Host` has no column `MXJJ`
              effect: LSF logs an error and ignores the section
              help: did you mean `MXJ`?
        "#]],
        );
        check_fix("F201", "lsb.hosts", "Begin Host\nHOST_NAMES\na\nEnd Host\n", "Begin Host\nHOST_NAME\na\nEnd Host\n");
    }

    #[test]
    fn its_rows_are_not_judged() {
        check("F204", "lsb.hosts", TYPO, expect![[""]]);
    }

    #[test]
    fn column_of_another_section() {
        check(
            "F201",
            "lsb.users",
            "Begin UserGroup\nGROUP_NAME GROUP_MEMBER MAX_JOBS\ng (a) 3\nEnd UserGroup\n",
            expect![[r#"
                2:25-2:33 error `UserGroup` has no column `MAX_JOBS`
                  effect: LSF logs an error and ignores the section
                  help: `MAX_JOBS` belongs in lsb.users, section `User`
            "#]],
        );
    }

    #[test]
    fn several_unknown_columns_are_one_finding() {
        check(
            "F201",
            "lsb.users",
            "Begin User\nUSER_NAME A B C\na 1 2 3\nEnd User\n",
            expect![[r#"
            2:11-2:12 error `User` has no columns `A`, `B` and `C`
              effect: LSF logs an error and ignores the section
              help: take them and their values out, or declare them in `allow-parameters` of lsflint.toml
        "#]],
        );
    }

    #[test]
    fn lost_header() {
        check(
            "F201",
            "lsb.users",
            "Begin UserGroup\ng1 (a b)\ng2 (c)\nEnd UserGroup\n",
            expect![[r#"
            2:1-2:9 error no word of this line is a column of `UserGroup`
              effect: LSF logs an error and ignores the section because the first line of a table is its header
              help: write the header line with the names of the columns above it
        "#]],
        );
    }

    #[test]
    fn a_column_of_thresholds_may_be_an_index_of_the_site() {
        check("F201", "lsb.hosts", "Begin Host\nHOST_NAME scratch\na 1/2\nEnd Host\n", expect![[""]]);
        check(
            "F201",
            "lsb.hosts",
            "Begin Host\nHOST_NAME scratch\na yes\nEnd Host\n",
            expect![[r#"
                2:11-2:18 error `Host` has no column `scratch`
                  effect: LSF logs an error and ignores the section
                  help: take the column and its values out, or declare the name in `allow-parameters` of lsflint.toml
            "#]],
        );
    }

    // covers XF013
    #[test]
    fn indices_are_looked_up_in_lsf_shared() {
        let hosts = |name: &str| format!("Begin Host\nHOST_NAME {name}\na 1/2\nEnd Host\n");
        let check =
            |name: &str, expect| check_cluster("F201", &[("lsb.hosts", &hosts(name)), ("lsf.shared", SHARED)], expect);
        check("scratch", expect![[""]]);
        check("big", expect![[""]]);
        check(
            "scrach",
            expect![[r#"
                2:11-2:17 error `Host` has no column `scrach`
                  effect: LSF logs an error and ignores the section
                  help: take the column and its values out, or declare the name in `allow-parameters` of lsflint.toml
            "#]],
        );
    }
}
