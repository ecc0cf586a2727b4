use lsflint_lint::header::{Column, column, near_column};
use lsflint_lint::suggest::did_you_mean;
use lsflint_lint::{Applicability, Consequence, Findings, Fix, Item, Severity, TableContext, rule};
use lsflint_spec::{FileKind, ParamKind};
use lsflint_syntax::TextRange;

use crate::parameter::wording::all_of;

rule! {
    /// Finds unknown columns in table headers.
    ///
    /// # Effect
    /// LSF cannot read the table: it logs one error and ignores the whole section with all its rows. Therefore, lsflint
    /// reports nothing else about the rows.
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
    /// In the Host sections of lsf.cluster and lsb.hosts, a column can also be a load index of the site, which is
    /// looked up in lsf.shared. If that file is not available, a column of thresholds is not checked. Declare names of
    /// a newer LSF in `allow-parameters`.
    ///
    /// # Fix safety
    /// Unsafe: enables a section that LSF currently ignores.
    pub F201 "header-unknown-column" {
        family: File, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [
            facts("sections and columns"),
            volclava("lsf/lib/lib.confmisc.c", "keyMatch", "a header with an unknown name is refused"),
            volclava("lsbatch/lib/lsb.conf.c", "do_Hosts", "`Keyword line format error`: the section is ignored"),
        ],
        checks: [Table(check)],
    }
}

/// More unknown columns than this are reported as one finding, because the header as a whole is probably wrong.
const SEVERAL: usize = 2;

/// What LSF does with the table, if the kind of the file is certain.
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
            // A resource that is not a load index is reported by L202.
            Column::Taken | Column::NotAnIndex => {}
            Column::Unknown => {
                let finding = findings
                    .report(name.range(), format!("unknown column `{text}` in `{}`", spec.name))
                    .consequence(skipped(context));
                if !context.section.file.file.kind_certain {
                    finding.severity(Severity::Warning);
                }
                if let Some(near) = near_column(spec, &text) {
                    let title = format!("write `{}`", near.name);
                    finding.help(did_you_mean(near.name)).fix(Fix::replace(
                        Applicability::Unsafe,
                        title,
                        name.range(),
                        near.name,
                    ));
                } else if let Some(place) = elsewhere(context, &text) {
                    finding.help(format!("move the column to {place}"));
                } else {
                    let names: Vec<String> = spec.params.iter().map(|it| format!("`{}`", it.name)).collect();
                    finding.help(match names.len() <= 12 {
                        true => format!("choose from {}", names.join(", ")),
                        false => {
                            "remove the column and its values, or declare it in `allow-parameters` of lsflint.toml"
                                .to_owned()
                        }
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
        .report(first.range(), format!("unknown columns {names} in `{}`", context.section.name()))
        .consequence(skipped(context))
        .help("remove them and their values, or declare them in `allow-parameters` of lsflint.toml");
}

/// Reports a line without any known column: the header itself is missing.
fn no_header(context: &TableContext<'_>, findings: &mut Findings) {
    let range = context.columns.iter().map(|it| it.0.range()).reduce(TextRange::cover);
    let name = context.section.name();
    let Some(range) = range else { return };
    findings
        .report(range, format!("missing header in table `{name}`"))
        .consequence(skipped(context).because("it reads the first line of a table as the header"))
        .help("add a header line with the column names above this line");
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
    crate::testing::fixture![[r#"
        //# hosts have no run windows
        //- Host of lsb.hosts
        HOST_NAME MXJ RUN_WINDOW
                      ^^^^^^^^^^ F201 error unknown column `RUN_WINDOW` in `Host`
                      = help: remove the column and its values, or declare it in `allow-parameters` of lsflint.toml
        h1 ! (8-9)

        //# offers the near column
        //- also F204
        //- HostType of lsf.shared
        TYPNAME
        ^^^^^^^ F201 error unknown column `TYPNAME` in `HostType`
        X
        //- fixed lsf.shared
        -TYPNAME
        +TYPENAME
        //#
        //- also F204
        //- each Host of lsb.hosts
        HOST_NAME MXJJ
                  ^^^^ F201 error unknown column `MXJJ` in `Host`
          a 1 2
          b
            = fixed: HOST_NAME MXJ
        HOST_NAMES
        ^^^^^^^^^^ F201 error unknown column `HOST_NAMES` in `Host`
          a
            = fixed: HOST_NAME

        //# column of another section
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER MAX_JOBS
                                ^^^^^^^^ F201 error unknown column `MAX_JOBS` in `UserGroup`
                                = help: move the column to lsb.users, section `User`
        g (a) 3

        //# several unknown columns are one finding
        //- User of lsb.users
        USER_NAME A B C
                  ^ F201 error unknown columns `A`, `B` and `C` in `User`
                  = help: remove them and their values, or declare them in `allow-parameters` of lsflint.toml
        a 1 2 3

        //# lost header
        //- UserGroup of lsb.users
        g1 (a b)
        ^^^^^^^^ F201 error missing header in table `UserGroup`
            = effect: LSF logs an error and ignores the section because it reads the first line of a table as the header
            = help: add a header line with the column names above this line
        g2 (c)

        //# a column of thresholds may be an index of the site
        //- each Host of lsb.hosts
        HOST_NAME scratch
          a 1/2
        HOST_NAME scratch
                  ^^^^^^^ F201 error unknown column `scratch` in `Host`
          a yes

        //# indices are looked up in lsf.shared
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        scratch Numeric 30 N (a)
        big Boolean () () (b)
        //- each Host of lsb.hosts
        HOST_NAME scratch
          a 1/2
        HOST_NAME Scratch
          a 1/2
        HOST_NAME big
          a 1/2
        HOST_NAME scrach
                  ^^^^^^ F201 error unknown column `scrach` in `Host`
          a 1/2
    "#]];
}
