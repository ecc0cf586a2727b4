use lsflint_lint::{Applicability, Consequence, ErrorContext, Findings, Fix, Item, Severity, rule};
use lsflint_spec::Confidence;
use lsflint_syntax::ast::{AstNode, TableHeader, TableRow};
use lsflint_syntax::{StructureError, TextRange, Token};

use crate::external::location_syntax::is_split_set;
use crate::file::empty_cell;

rule! {
    /// Finds a table row with fewer or more values than the header has columns.
    ///
    /// # Effect
    /// LSF ignores the row with a message.
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
    /// A value of several words needs parentheses, which do not nest; quotes and brackets do not hold words together.
    ///
    /// # Fix safety
    /// Unsafe: the row comes alive. Offered where the values stand under their columns and only the last ones are missing.
    ///
    /// # Notes
    /// Documented for the lsb files. The effect and the splitting of rows were observed in two open-source readers of
    /// the format. That quotes do not group was seen there only, so a row that would be right if they did is an
    /// information.
    pub F204 "row-length" {
        family: File, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [],
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
    let blank = empty_cell::blank_columns(context.file, header, row);
    if blank.as_ref().is_some_and(|it| it.iter().any(|it| *it < found)) {
        return;
    }
    let missing: Vec<String> = columns.iter().skip(found).map(|it| format!("`{}`", it.text())).collect();
    let finding = findings
        .report(
            context.error.range,
            format!("{} for {} columns: nothing is left for {}", values(found), columns.len(), missing.join(", ")),
        )
        .consequence(ignored())
        .help("write `()` where a column has no value");
    // The ellipsis of an example is nobody's entry.
    if context.text().bytes().all(|it| it == b'.') {
        finding.severity(Severity::Warning).help("take it out, or make it a comment with `#`");
        return;
    }
    // A value that cannot be one of its column belongs to another one: what is missing is not missing at the end.
    let errors = context.file.file.parse.errors_in(row.node().range());
    let fits = errors.iter().all(|it| it.kind == context.error.kind);
    if blank.is_some() && fits {
        let at = TextRange::empty(context.error.range.end());
        finding.fix(Fix::replace(Applicability::Unsafe, "add `()` at the end", at, " ()".repeat(missing.len())));
    }
}

fn too_long(context: &ErrorContext<'_>, row: TableRow<'_>, columns: &[Token<'_>], findings: &mut Findings) {
    let cells: Vec<&str> = row.cells().map(|it| context.file.text(it.node().range())).collect();
    let message = format!("{} for {} columns", values(cells.len()), columns.len());
    let quoted = length_if_quotes_grouped(&cells) == columns.len();
    let nested = cells.iter().find(|it| it.starts_with('(') && it[1..].contains('('));
    let surplus = cells.get(columns.len()).copied().unwrap_or_default();
    let finding = findings.report(context.error.range, message).consequence(ignored());
    if cells.get(1).is_some_and(|it| it.starts_with('=')) {
        finding.help(
            "a section is a table or a list of `key = value` lines; its first line, without `=`, made this one a table",
        );
    } else if quoted {
        finding
            .capped(Confidence::Low)
            .consequence(ignored().possible())
            .help("quotes do not hold the words of a value together in a row; put them in parentheses");
    } else if nested.is_some() {
        finding.help("parentheses do not nest: the first `)` closes the value; take the inner pair out");
    } else {
        finding.help(format!("put the words of one value in parentheses; `{surplus}` is the first that has no column"));
    }
}

fn ignored() -> Consequence {
    Item::Row.ignored().logged()
}

fn values(count: usize) -> String {
    if count == 1 { "1 value".to_owned() } else { format!("{count} values") }
}

/// The number of values if double quotes held words together.
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
          ^^^ F204 error 2 values for 4 columns: nothing is left for `r1m`, `pg`
        HOST_NAME MXJ r1m     pg
          a - () -

        //# too long
        //- each Host of lsb.hosts
        HOST_NAME MXJ r1m     pg
          a 4 1 2 3 4
                  ^^^ F204 error 6 values for 4 columns
        HOST_NAME MXJ r1m     pg
          a (4 5) 1 2

        //# values are not judged in a row that lsf ignores
        //- also P101
        //- lsb.hosts
        Begin Host
        HOST_NAME MXJ r1m     pg
        a x
        ^^^ F204 error 2 values for 4 columns: nothing is left for `r1m`, `pg`
        End Host

        //# a key in a table
        //- lsb.resources
        Begin Limit
        PER_HOST SLOTS
        NAME = x
               ^ F204 error 3 values for 2 columns
               = help: a section is a table or a list of `key = value` lines; its first line, without `=`, made this one
               =   a table
        all 4
        End Limit

        //# the ellipsis of an example
        //- lsb.hosts
        Begin Host
        HOST_NAME MXJ r1m     pg
        ...
        ^^^ F204 warning 1 value for 4 columns: nothing is left for `MXJ`, `r1m`, `pg`
            = help: take it out, or make it a comment with `#`
        End Host

        //# parentheses do not nest
        //- lsf.shared
        Begin Resource
        RESOURCENAME TYPE DESCRIPTION
        a Boolean (x (y) z)
                         ^^ F204 error 4 values for 3 columns
                         = help: parentheses do not nest: the first `)` closes the value; take the inner pair out
        End Resource

        //# quotes do not group
        //- lsf.shared
        Begin Resource
        RESOURCENAME TYPE DESCRIPTION
        a Boolean "x y z"
                     ^^^^ F204 info 5 values for 3 columns
                     = effect: LSF may log an error and ignore the row
                     = help: quotes do not hold the words of a value together in a row; put them in parentheses
        End Resource

        //# adds the last values
        //- lsb.hosts
        Begin Host
        HOST_NAME MXJ r1m     pg
        a         4   3.5/4.5
        ^^^^^^^^^^^^^^^^^^^^^ F204 error 3 values for 4 columns: nothing is left for `pg`
        End Host
        //- fixed lsb.hosts
        -a         4   3.5/4.5
        +a         4   3.5/4.5 ()

        //# templated rows are not counted
        //- lsb.hosts
        Begin Host
        HOST_NAME MXJ r1m     pg
        {{ name }} 4
        End Host

        //# what is missing in the middle is not added at the end
        //- lsb.hosts
        Begin Host
        HOST_NAME DISPATCH_WINDOW MXJ
        a         4
        ^^^^^^^^^^^ F204 error 2 values for 3 columns: nothing is left for `MXJ`
        End Host
    "#]];
}
