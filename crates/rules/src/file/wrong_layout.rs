use lsflint_lint::{ErrorContext, Findings, Item, rule};
use lsflint_syntax::StructureError;

rule! {
    /// Finds a table where LSF needs `key = value` lines, and `key = value` lines where it needs a table.
    ///
    /// # Effect
    /// The first line of a section decides: with `=` it is a section of `key = value` lines, without it is the header of a table. LSF
    /// takes most sections in one form only; in the other it writes a message and skips the whole section.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME PRIORITY
    /// night      30
    /// End Queue
    /// ```
    ///
    /// ```lsb.hosts
    /// Begin Host
    /// HOST_NAME = hosta
    /// MXJ = 4
    /// End Host
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// PRIORITY   = 30
    /// End Queue
    /// ```
    ///
    /// ```lsb.hosts
    /// Begin Host
    /// HOST_NAME MXJ
    /// hosta     4
    /// End Host
    /// ```
    ///
    /// # Notes
    /// The effect was observed in two open-source readers of the format.
    pub F109 "wrong-layout" {
        family: File, scope: OwnFile, severity: Error,
        sources: [facts("sections and columns")],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let Some(section) = context.section else { return };
    let name = section.name();
    let range = context.error.range;
    match context.structure() {
        Some(StructureError::TableWhereKeyed) => {
            let mut words = context.text().split_ascii_whitespace();
            let help = match (words.next(), words.next(), words.next()) {
                (Some(key), Some(value), None)
                    if section.spec.is_some_and(|it| it.param(key).is_some() && it.param(value).is_none()) =>
                {
                    format!("write `{key} = {value}`")
                }
                _ => "write one `key = value` per line, and one section for each row".to_owned(),
            };
            findings
                .report(range, format!("the first line of `{name}` has no `=`, so LSF takes the section for a table"))
                .consequence(
                    Item::Section.ignored().logged().because(format!("it reads `{name}` only as `key = value` lines")),
                )
                .help(help);
        }
        Some(StructureError::KeyedWhereTable) => {
            findings
                .report(range, format!("`{name}` is a table, and this line has an `=`"))
                .consequence(Item::Section.ignored().logged())
                .help("write the names of the columns in the first line, and one row per entry below");
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    // covers section-table-form
    #[test]
    fn table_for_keys() {
        check(
            "F109",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME PRIORITY\na 3\nEnd Queue\n",
            expect![[r#"
            2:1-2:20 error the first line of `Queue` has no `=`, so LSF takes the section for a table
              effect: LSF logs an error and ignores the section because it reads `Queue` only as `key = value` lines
              help: write one `key = value` per line, and one section for each row
        "#]],
        );
    }

    #[test]
    fn first_line_lost_its_equals_sign() {
        let text = "Begin Queue\nQUEUE_NAME a\nPRIORITY = 3\nNICE\nEnd Queue\n";
        check(
            "F109",
            "lsb.queues",
            text,
            expect![[r#"
            2:1-2:13 error the first line of `Queue` has no `=`, so LSF takes the section for a table
              effect: LSF logs an error and ignores the section because it reads `Queue` only as `key = value` lines
              help: write `QUEUE_NAME = a`
        "#]],
        );
        check("P004", "lsb.queues", text, expect![[""]]);
    }

    // covers SHR008
    #[test]
    fn keys_for_a_table() {
        check(
            "F109",
            "lsf.shared",
            "Begin Cluster\nClusterName = c1\nEnd Cluster\n",
            expect![[r#"
            2:1-2:17 error `Cluster` is a table, and this line has an `=`
              effect: LSF logs an error and ignores the section
              help: write the names of the columns in the first line, and one row per entry below
        "#]],
        );
        check(
            "F109",
            "lsb.hosts",
            "Begin Host\nHOST_NAME = a\nMXJ = 1\nEnd Host\n",
            expect![[r#"
            2:1-2:14 error `Host` is a table, and this line has an `=`
              effect: LSF logs an error and ignores the section
              help: write the names of the columns in the first line, and one row per entry below
        "#]],
        );
    }

    #[test]
    fn sections_of_either_form() {
        check("F109", "lsb.resources", "Begin Limit\nPER_HOST SLOTS\nall 4\nEnd Limit\n", expect![[""]]);
    }
}
