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
    crate::testing::fixture![[r#"
        //# table for keys
        //- lsb.queues
        Begin Queue
        QUEUE_NAME PRIORITY
        ^^^^^^^^^^^^^^^^^^^ F109 error the first line of `Queue` has no `=`, so LSF takes the section for a table
        a 3
        End Queue

        //# first line lost its equals sign
        //- also P004
        //- lsb.queues
        Begin Queue
        QUEUE_NAME a
        ^^^^^^^^^^^^ F109 error the first line of `Queue` has no `=`, so LSF takes the section for a table
            = help: write `QUEUE_NAME = a`
        PRIORITY = 3
        NICE
        End Queue

        //# keys for a table
        //- lsf.shared
        Begin Cluster
        ClusterName = c1
        ^^^^^^^^^^^^^^^^ F109 error `Cluster` is a table, and this line has an `=`
        End Cluster
        //#
        //- lsb.hosts
        Begin Host
        HOST_NAME = a
        ^^^^^^^^^^^^^ F109 error `Host` is a table, and this line has an `=`
        MXJ = 1
        End Host

        //# sections of either form
        //- each Limit
        PER_HOST SLOTS
          all 4
    "#]];
}
