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
    use expect_test::expect;

    use crate::testing::{check, check_files, check_fix, everything};
    use lsflint_lint::Registry;

    fn hosts(row: &str) -> String {
        format!("Begin Host\nHOST_NAME MXJ r1m     pg\n{row}\nEnd Host\n")
    }

    // covers SHR006, LSB-R027
    #[test]
    fn too_short() {
        check(
            "F204",
            "lsb.hosts",
            &hosts("a 4"),
            expect![[r#"
            3:1-3:4 error 2 values for 4 columns: nothing is left for `r1m`, `pg`
              effect: LSF logs an error and ignores the row
              help: write `()` where a column has no value
        "#]],
        );
        check("F204", "lsb.hosts", &hosts("a - () -"), expect![[""]]);
    }

    #[test]
    fn what_is_missing_in_the_middle_is_not_added_at_the_end() {
        let text = "Begin Host\nHOST_NAME DISPATCH_WINDOW MXJ\na         4\nEnd Host\n";
        let found = check_files(&[("lsb.hosts", text)], &everything(), &Registry::new(crate::all(), &everything()));
        assert!(found.iter().all(|it| it.fix.is_none() || it.rule.code != "F204"), "{found:?}");
    }

    #[test]
    fn too_long() {
        check(
            "F204",
            "lsb.hosts",
            &hosts("a 4 1 2 3 4"),
            expect![[r#"
            3:9-3:12 error 6 values for 4 columns
              effect: LSF logs an error and ignores the row
              help: put the words of one value in parentheses; `3` is the first that has no column
        "#]],
        );
        check("F204", "lsb.hosts", &hosts("a (4 5) 1 2"), expect![[""]]);
    }

    #[test]
    fn values_are_not_judged_in_a_row_that_lsf_ignores() {
        check("P101", "lsb.hosts", &hosts("a x"), expect![[""]]);
    }

    // covers LSB-R028
    #[test]
    fn a_key_in_a_table() {
        check(
            "F204",
            "lsb.resources",
            "Begin Limit\nPER_HOST SLOTS\nNAME = x\nall 4\nEnd Limit\n",
            expect![[r#"
            3:8-3:9 error 3 values for 2 columns
              effect: LSF logs an error and ignores the row
              help: a section is a table or a list of `key = value` lines; its first line, without `=`, made this one a table
        "#]],
        );
    }

    #[test]
    fn the_ellipsis_of_an_example() {
        check(
            "F204",
            "lsb.hosts",
            &hosts("..."),
            expect![[r#"
            3:1-3:4 warning 1 value for 4 columns: nothing is left for `MXJ`, `r1m`, `pg`
              effect: LSF logs an error and ignores the row
              help: take it out, or make it a comment with `#`
        "#]],
        );
    }

    // covers SHR072
    #[test]
    fn parentheses_do_not_nest() {
        let text = "Begin Resource\nRESOURCENAME TYPE DESCRIPTION\na Boolean (x (y) z)\nEnd Resource\n";
        check(
            "F204",
            "lsf.shared",
            text,
            expect![[r#"
            3:18-3:20 error 4 values for 3 columns
              effect: LSF logs an error and ignores the row
              help: parentheses do not nest: the first `)` closes the value; take the inner pair out
        "#]],
        );
    }

    #[test]
    fn quotes_do_not_group() {
        let text = "Begin Resource\nRESOURCENAME TYPE DESCRIPTION\na Boolean \"x y z\"\nEnd Resource\n";
        check(
            "F204",
            "lsf.shared",
            text,
            expect![[r#"
            3:14-3:18 info 5 values for 3 columns
              effect: LSF may log an error and ignore the row
              help: quotes do not hold the words of a value together in a row; put them in parentheses
        "#]],
        );
    }

    #[test]
    fn adds_the_last_values() {
        check_fix("F204", "lsb.hosts", &hosts("a         4   3.5/4.5"), &hosts("a         4   3.5/4.5 ()"));
    }

    #[test]
    fn templated_rows_are_not_counted() {
        check("F204", "lsb.hosts", &hosts("{{ name }} 4"), expect![[""]]);
    }
}
