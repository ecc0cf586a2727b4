use lsflint_lint::{Applicability, ErrorContext, FileContext, Findings, Fix, Item, TextEdit, rule};
use lsflint_syntax::ast::{AstNode, TableHeader, TableRow};
use lsflint_syntax::{StructureError, TextRange, TextSize, Token};

rule! {
    /// Finds rows with no value under a column, so that the values after it are assigned to the wrong columns.
    ///
    /// # Effect
    /// LSF assigns values to columns by order, not by position: the row has too few values, so LSF logs an error and
    /// ignores it. A column without a value must contain `()` or `-`.
    ///
    /// # Example
    /// ```lsb.hosts
    /// Begin Host
    /// HOST_NAME MXJ r1m     pg
    /// hosta         3.5/4.5 15
    /// End Host
    /// ```
    ///
    /// # Use instead
    /// ```lsb.hosts
    /// Begin Host
    /// HOST_NAME MXJ r1m     pg
    /// hosta     ()  3.5/4.5 15
    /// End Host
    /// ```
    ///
    /// Reported if every value of the row starts below the name of a column; `row-length` reports other short rows.
    ///
    /// # Fix safety
    /// Unsafe: enables a row that LSF currently ignores.
    pub F206 "empty-cell" {
        family: File, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [
            volclava(
                "lsf/lib/lib.confmisc.c",
                "mapValues",
                "values belong to columns by their order; a row with fewer values than columns is refused",
            ),
        ],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    if !matches!(context.structure(), Some(StructureError::RowTooShort { .. })) {
        return;
    }
    let Some(row) = context.line.and_then(TableRow::cast) else { return };
    let Some(header) = context.section.and_then(|it| it.section.header()) else { return };
    let cells: Vec<TextRange> = row.cells().map(|it| it.node().range()).collect();
    let Some(empty) = empty_columns(context.file, header, row) else { return };
    if empty.iter().all(|it| *it >= cells.len()) {
        return;
    }
    let columns: Vec<Token<'_>> = header.columns().collect();
    let names: Vec<String> = empty.iter().map(|it| format!("`{}`", columns[*it].text())).collect();
    let finding = findings
        .report(context.error.range, format!("missing value for {}", names.join(", ")))
        .consequence(Item::Row.ignored().logged().because("it counts the values and ignores their position"))
        .help("write `()` in each column without a value");
    finding.fix(Fix {
        applicability: Applicability::Unsafe,
        title: "add `()`".into(),
        edits: insertions(context.file, &cells, columns.len(), &empty),
    });
}

/// The columns without a value, if every value starts exactly below the name of a column.
pub(crate) fn empty_columns(file: FileContext<'_>, header: TableHeader<'_>, row: TableRow<'_>) -> Option<Vec<usize>> {
    let mut starts: Vec<usize> = header.columns().map(|it| place(file, it.range().start())).collect();
    let count = starts.len();
    let mut taken = vec![false; count];
    for cell in row.cells() {
        let at = place(file, cell.node().range().start());
        let column = starts.iter().position(|it| *it == at)?;
        // Each name matches only one value: if two values start below one name, the table is not aligned.
        starts[column] = usize::MAX;
        taken[column] = true;
    }
    Some((0..count).filter(|it| !taken[*it]).collect())
}

/// The position of an offset in its line on the screen, with tab stops every eight characters.
fn place(file: FileContext<'_>, at: TextSize) -> usize {
    let before = &file.file.text[..usize::from(at)];
    let line = &before[before.rfind('\n').map_or(0, |it| it + 1)..];
    line.chars().fold(0, |place, it| if it == '\t' { place / 8 * 8 + 8 } else { place + 1 })
}

/// Inserts one `()` before the value that follows each empty column, in place of spaces if there are enough.
fn insertions(file: FileContext<'_>, cells: &[TextRange], columns: usize, empty: &[usize]) -> Vec<TextEdit> {
    let mut edits = Vec::new();
    let mut next = 0usize;
    for column in 0..columns {
        if !empty.contains(&column) {
            next += 1;
            continue;
        }
        let before = next.checked_sub(1).and_then(|it| cells.get(it)).map(|it| it.end());
        let edit = match (before, cells.get(next)) {
            (before, Some(after)) => {
                let from = before.map_or(after.start(), |it| it + TextSize::of(' '));
                let gap = TextRange::new(from, after.start().max(from));
                let enough = gap.len() > TextSize::of("()") && file.text(gap).bytes().all(|it| it == b' ');
                match enough && column.checked_sub(1).is_none_or(|it| !empty.contains(&it)) {
                    true => TextEdit { range: TextRange::at(from, TextSize::of("()")), text: "()".into() },
                    false => TextEdit { range: TextRange::empty(after.start()), text: "() ".into() },
                }
            }
            (Some(before), None) => TextEdit { range: TextRange::empty(before), text: " ()".into() },
            (None, None) => continue,
        };
        edits.push(edit);
    }
    edits
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# space between values
        //- also F204
        //- Host of lsb.hosts
        HOST_NAME MXJ r1m     pg
        a             3.5/4.5 15
        ^^^^^^^^^^^^^^^^^^^^^^^^ F206 error missing value for `MXJ`
        //- fixed lsb.hosts
        -a             3.5/4.5 15
        +a ()          3.5/4.5 15

        //# spaces at the end are too few values
        //- Host of lsb.hosts
        HOST_NAME MXJ r1m     pg
        a         4   3.5/4.5

        //# a row that is not aligned has too few values
        //- Host of lsb.hosts
        HOST_NAME MXJ r1m     pg
        a 3.5/4.5 15

        //# writes the parentheses
        //- Host of lsb.hosts
        HOST_NAME MXJ r1m     pg
        a                     15
        ^^^^^^^^^^^^^^^^^^^^^^^^ F206 error missing value for `MXJ`, `r1m`
        //- fixed lsb.hosts
        -a                     15
        +a ()                  () 15
    "#]];
}
