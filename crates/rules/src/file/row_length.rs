use lsflint_lint::{Applicability, Consequence, ErrorContext, Findings, Fix, Item, Severity, rule};
use lsflint_spec::Confidence;
use lsflint_syntax::ast::{AstNode, TableHeader, TableRow};
use lsflint_syntax::{StructureError, TextRange, Token};

use crate::external::location_syntax::is_split_set;
use crate::file::empty_cell;

rule! {
    /// Finds table rows with fewer or more values than the header has columns.
    ///
    /// # Effect
    /// LSF logs an error and ignores the row.
    ///
    /// # Example
    /// ```lsb.hosts
    /// Begin Host
    /// HOST_NAME MXJ r1m     pg
    /// hosta     4   3.5/4.5
    /// End Host
    /// ```
    ///
    /// ```lsb.users
    /// Begin UserGroup
    /// GROUP_NAME GROUP_MEMBER
    /// design     anna ben
    /// End UserGroup
    /// ```
    ///
    /// # Use instead
    /// ```lsb.hosts
    /// Begin Host
    /// HOST_NAME MXJ r1m     pg
    /// hosta     4   3.5/4.5 ()
    /// End Host
    /// ```
    ///
    /// ```lsb.users
    /// Begin UserGroup
    /// GROUP_NAME GROUP_MEMBER
    /// design     (anna ben)
    /// End UserGroup
    /// ```
    ///
    /// A value of several words must be enclosed in parentheses, which cannot be nested. Quotes and brackets do not
    /// group words.
    ///
    /// # Fix safety
    /// Unsafe: enables a row that LSF currently ignores. Offered if the values are aligned with their columns and only
    /// the last values are missing.
    ///
    /// # Notes
    /// That quotes do not group words is known only from this source, so a row that would be correct otherwise is
    /// reported as information, and not at all in lsf.licensescheduler, which another program reads.
    pub F204 "row-length" {
        family: File, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [
            volclava("lsf/lib/lib.confmisc.c", "mapValues", "a row must have one value for each column of the header"),
            volclava("lsf/lib/lib.words.c", "getNextValueQ_", "only parentheses join words to one value"),
            volclava("lsbatch/lib/lsb.conf.c", "do_Hosts", "`Values do not match keys`: the row is ignored"),
        ],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let Some(row) = context.line.and_then(TableRow::cast) else { return };
    let Some(header) = context.section.and_then(|it| it.section.header()) else { return };
    let columns: Vec<Token<'_>> = header.columns().collect();
    match context.structure() {
        Some(StructureError::RowTooShort { .. }) => too_short(context, header, row, &columns, findings),
        Some(StructureError::RowTooLong { .. }) if is_split_set(context) => {}
        Some(StructureError::RowTooLong { .. }) => too_long(context, row, &columns, findings),
        _ => {}
    }
}

fn too_short(
    context: &ErrorContext<'_>,
    header: TableHeader<'_>,
    row: TableRow<'_>,
    columns: &[Token<'_>],
    findings: &mut Findings,
) {
    let found = row.cells().count();
    let empty = empty_cell::empty_columns(context.file, header, row);
    if empty.as_ref().is_some_and(|it| it.iter().any(|it| *it < found)) {
        return;
    }
    let missing: Vec<String> = columns.iter().skip(found).map(|it| format!("`{}`", it.text())).collect();
    let finding = findings
        .report(
            context.error.range,
            format!(
                "row has {}, but the header has {}: no value for {}",
                counted(found, "value"),
                counted(columns.len(), "column"),
                missing.join(", ")
            ),
        )
        .consequence(ignored())
        .help("write `()` for a column without a value");
    // The ellipsis of an example is not an entry.
    if context.text().bytes().all(|it| it == b'.') {
        finding.severity(Severity::Warning).help("remove the line, or comment it out with `#`");
        return;
    }
    // If a value is invalid in its column, it belongs to another column, so the missing value is not the last one.
    let errors = context.file.file.parse.errors_in(row.node().range());
    let fits = errors.iter().all(|it| it.kind == context.error.kind);
    if empty.is_some() && fits {
        let at = TextRange::empty(context.error.range.end());
        finding.fix(Fix::replace(Applicability::Unsafe, "add `()` at the end", at, " ()".repeat(missing.len())));
    }
}

fn too_long(context: &ErrorContext<'_>, row: TableRow<'_>, columns: &[Token<'_>], findings: &mut Findings) {
    let cells: Vec<&str> = row.cells().map(|it| context.file.text(it.node().range())).collect();
    let message =
        format!("row has {}, but the header has {}", counted(cells.len(), "value"), counted(columns.len(), "column"));
    let quoted = length_if_quotes_grouped(&cells) == columns.len();
    // The only source is not a reader of this file.
    if quoted && context.file.kind().spec().row_quotes_unknown {
        return;
    }
    let nested = cells.iter().find(|it| it.starts_with('(') && it[1..].contains('('));
    let surplus = cells.get(columns.len()).copied().unwrap_or_default();
    let finding = findings.report(context.error.range, message).consequence(ignored());
    if cells.get(1).is_some_and(|it| it.starts_with('=')) {
        finding.help(
            "write only `key = value` lines or only a table: without `=` in its first line, a section is a table",
        );
    } else if quoted {
        finding
            .capped(Confidence::Low)
            .consequence(ignored().possible())
            .help("enclose the words of the value in parentheses; in a row, quotes do not group words");
    } else if nested.is_some() {
        finding.help("remove the inner parentheses: the first `)` ends the value");
    } else {
        finding.help(format!("enclose the words of one value in parentheses; `{surplus}` has no column"));
    }
}

fn ignored() -> Consequence {
    Item::Row.ignored().logged()
}

fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// The number of values if double quotes grouped words.
fn length_if_quotes_grouped(cells: &[&str]) -> usize {
    let mut count = 0;
    let mut open = false;
    for cell in cells {
        count += usize::from(!open);
        open ^= cell.matches('"').count() % 2 == 1;
    }
    count
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# too short
        //- each Host of lsb.hosts
        HOST_NAME MXJ r1m     pg
          a 4
          ^^^ F204 error row has 2 values, but the header has 4 columns: no value for `r1m`, `pg`
        HOST_NAME MXJ r1m     pg
          a - () -

        //# too long
        //- each Host of lsb.hosts
        HOST_NAME MXJ r1m     pg
          a 4 1 2 3 4
                  ^^^ F204 error row has 6 values, but the header has 4 columns
        HOST_NAME MXJ r1m     pg
          a (4 5) 1 2

        //# values are not judged in a row that lsf ignores
        //- also P101
        //- Host of lsb.hosts
        HOST_NAME MXJ r1m     pg
        a x
        ^^^ F204 error row has 2 values, but the header has 4 columns: no value for `r1m`, `pg`

        //# a key in a table
        //- Limit of lsb.resources
        PER_HOST SLOTS
        NAME = x
               ^ F204 error row has 3 values, but the header has 2 columns
               = help: write only `key = value` lines or only a table: without `=` in its first line, a section is a
               =   table
        all 4

        //# the ellipsis of an example
        //- Host of lsb.hosts
        HOST_NAME MXJ r1m     pg
        ...
        ^^^ F204 warning row has 1 value, but the header has 4 columns: no value for `MXJ`, `r1m`, `pg`
            = help: remove the line, or comment it out with `#`

        //# parentheses do not nest
        //- Resource of lsf.shared
        RESOURCENAME TYPE DESCRIPTION
        a Boolean (x (y) z)
                         ^^ F204 error row has 4 values, but the header has 3 columns
                         = help: remove the inner parentheses: the first `)` ends the value

        //# quotes do not group
        //- Resource of lsf.shared
        RESOURCENAME TYPE DESCRIPTION
        a Boolean "x y z"
                     ^^^^ F204 info row has 5 values, but the header has 3 columns
                     = effect: LSF may log an error and ignore the row
                     = help: enclose the words of the value in parentheses; in a row, quotes do not group words
        //#
        //- Projects of lsf.licensescheduler
        PROJECTS PRIORITY DESCRIPTION
        p1       3        "of the first project"
        p2       3        of the second project
                             ^^^^^^^^^^^^^^^^^^ F204 error row has 6 values, but the header has 3 columns

        //# a backslash before whitespace
        //- Resource of lsf.shared
        RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
        big          Boolean ()       () \      (large memory)
        small        Boolean ()       ()         (small \ memory)
        //#
        //- HostGroup of lsb.hosts
        GROUP_NAME GROUP_MEMBER
        g1 \       (hosta)
                   ^^^^^^^ F204 error row has 3 values, but the header has 2 columns

        //# adds the last values
        //- Host of lsb.hosts
        HOST_NAME MXJ r1m     pg
        a         4   3.5/4.5
        ^^^^^^^^^^^^^^^^^^^^^ F204 error row has 3 values, but the header has 4 columns: no value for `pg`
        //- fixed lsb.hosts
        -a         4   3.5/4.5
        +a         4   3.5/4.5 ()

        //# templated rows are not counted
        //- Host of lsb.hosts
        HOST_NAME MXJ r1m     pg
        {{ name }} 4

        //# what is missing in the middle is not added at the end
        //- Host of lsb.hosts
        HOST_NAME DISPATCH_WINDOW MXJ
        a         4
        ^^^^^^^^^^^ F204 error row has 2 values, but the header has 3 columns: no value for `MXJ`
    "#]];
}
