use lsflint_lint::{ErrorContext, Findings, Item, rule};
use lsflint_syntax::StructureError;

rule! {
    /// Finds tables where LSF requires `key = value` lines, and `key = value` lines where LSF requires a table.
    ///
    /// # Effect
    /// The first line of a section determines its form: with `=`, the section consists of `key = value` lines; without
    /// `=`, the line is the header of a table. LSF accepts most sections in only one form; for the other form, it logs
    /// an error and ignores the whole section.
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
    pub F109 "wrong-layout" {
        family: File, scope: OwnFile, severity: Error,
        sources: [
            facts("sections and columns"),
            volclava("lsbatch/lib/lsb.conf.c", "do_Hosts", "a table whose first line has `=` is ignored"),
            volclava("lsbatch/lib/lsb.conf.c", "do_Queues", "a section whose first line has no `=` is ignored"),
            volclava("lsf/lib/lib.conf.c", "do_Clparams", "`vertical section not supported, ignoring section`"),
        ],
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
                .report(range, format!("first line of `{name}` has no `=`, so the section is a table"))
                .consequence(
                    Item::Section.ignored().logged().because("it accepts only `key = value` lines in this section"),
                )
                .help(help);
        }
        Some(StructureError::KeyedWhereTable) => {
            findings
                .report(range, format!("`key = value` line in table `{name}`"))
                .consequence(Item::Section.ignored().logged())
                .help("write the column names in the first line, and one row per entry below it");
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# table for keys
        //- Queue of lsb.queues
        QUEUE_NAME PRIORITY
        ^^^^^^^^^^^^^^^^^^^ F109 error first line of `Queue` has no `=`, so the section is a table
        a 3

        //# first line lost its equals sign
        //- also P004
        //- Queue of lsb.queues
        QUEUE_NAME a
        ^^^^^^^^^^^^ F109 error first line of `Queue` has no `=`, so the section is a table
            = help: write `QUEUE_NAME = a`
        PRIORITY = 3
        NICE

        //# keys for a table
        //- Cluster of lsf.shared
        ClusterName = c1
        ^^^^^^^^^^^^^^^^ F109 error `key = value` line in table `Cluster`
        //#
        //- Host of lsb.hosts
        HOST_NAME = a
        ^^^^^^^^^^^^^ F109 error `key = value` line in table `Host`
        MXJ = 1

        //# sections of either form
        //- each Limit
        PER_HOST SLOTS
          all 4
    "#]];
}
