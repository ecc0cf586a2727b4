use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, SectionContext, rule};
use lsflint_spec::Layout;
use lsflint_syntax::ast::AstNode;
use lsflint_syntax::{StructureError, TextRange, TextSize};

rule! {
    /// Finds sections that are not closed before the next `Begin` or the end of the file, because their `End` is
    /// missing or misspelled.
    ///
    /// # Effect
    /// - Before another `Begin`: LSF reads the `Begin` as a line of the open section, and the lines after it set
    ///   parameters of the open section again. Two queues become one.
    /// - At the end of the file: LSF drops a whole section of `key = value` lines; a table keeps the rows that were
    ///   read.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// PRIORITY   = 30
    ///
    /// Begin Queue
    /// QUEUE_NAME = short
    /// PRIORITY   = 40
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// PRIORITY   = 30
    /// End Queue
    ///
    /// Begin Queue
    /// QUEUE_NAME = short
    /// PRIORITY   = 40
    /// End Queue
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: LSF reads the section differently, probably as intended.
    pub F103 "section-not-closed" {
        family: File, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [
            volclava(
                "lsbatch/lib/lsb.conf.c",
                "readHvalues_conf",
                "a section ends only at an `End` line: a `Begin` line is a line without `=`, and at the end of the \
                 file the section is dropped",
            ),
            volclava(
                "lsbatch/lib/lsb.conf.c",
                "do_Hosts",
                "a table keeps the rows that were read before the file ended",
            ),
        ],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let Some(section) = context.section else { return };
    let range = context.error.range;
    let name = section.name();
    match context.structure() {
        Some(StructureError::NotClosedBeforeBegin) => {
            findings
                .report(range, format!("`{}` before the previous `{name}` section is closed", context.text().trim()))
                .consequence(
                    Item::Line
                        .ignored()
                        .called("this `Begin`")
                        .so("the lines after it are part of the open section")
                        // The header of a table becomes a row of the open table.
                        .possible_unless(!is_table(&section)),
                )
                .help(format!("add `End {name}` before it"))
                .related(section.begin_range(), format!("`{name}` begins here"))
                .fix(insert_end(&section));
        }
        Some(StructureError::NotClosedAtEnd) => {
            let found = findings
                .report(range, format!("unclosed section `{name}`"))
                .help(format!("add `End {name}` after its last line"))
                .fix(insert_end(&section));
            match is_table(&section) {
                true => found.effect("LSF logs an error at the end of the file and keeps the rows"),
                false => found.consequence(Item::Section.dropped()),
            };
        }
        Some(StructureError::MisspelledEnd) => {
            findings
                .report(range, format!("`{}` does not close section `{name}`", context.text().trim()))
                .consequence(Item::Line.no_effect().so("the section stays open"))
                .help(format!("write `End {name}`"))
                .related(section.begin_range(), format!("`{name}` begins here"))
                .fix(Fix::replace(Applicability::Unsafe, format!("write `End {name}`"), range, format!("End {name}")));
        }
        _ => {}
    }
}

fn is_table(section: &SectionContext<'_>) -> bool {
    section.spec.is_some_and(|it| it.layout == Layout::Tabular) || section.section.header().is_some()
}

/// Inserts the `End` line after the last line of the section that is not a comment.
fn insert_end(section: &SectionContext<'_>) -> Fix {
    let name = section.name();
    let node = section.section.node();
    let text = &section.file.file.text;
    let last = node.children().last().map_or(node.range(), |it| it.trimmed_range());
    // The end of the line, so that a comment on the line is not moved.
    let rest = &text[usize::from(last.end())..];
    let at = last.end() + TextSize::of(&rest[..rest.find('\n').unwrap_or(rest.len())]);
    Fix::replace(Applicability::Unsafe, format!("add `End {name}`"), TextRange::empty(at), format!("\nEnd {name}"))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# another begin
        //- also P003
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = a
        NICE = 5 # x

        Begin Queue
        ^^^^^^^^^^^ F103 error `Begin Queue` before the previous `Queue` section is closed
        QUEUE_NAME = b
        NICE = 6
        End Queue
        //- fixed lsb.queues
        +End Queue

        //# end of the file
        //- lsb.queues
        Begin Queue
        ^^^^^^^^^^^ F103 error unclosed section `Queue`
            = effect: LSF drops the section
            = help: add `End Queue` after its last line
        QUEUE_NAME = a
        //- fixed lsb.queues
        +End Queue
        //#
        //- lsb.hosts
        Begin Host
        ^^^^^^^^^^ F103 error unclosed section `Host`
            = effect: LSF logs an error at the end of the file and keeps the rows
        HOST_NAME MXJ
        a 1
        //- fixed lsb.hosts
        +End Host

        //# misspelled end
        //- also P004
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = a
        EndQueue
        ^^^^^^^^ F103 error `EndQueue` does not close section `Queue`
            = effect: the line has no effect, so the section stays open
            = help: write `End Queue`
            = fix (unsafe): write `End Queue`
        Begin Queue
        QUEUE_NAME = b
        End Queue
        //- fixed lsb.queues
        -EndQueue
        +End Queue

        //# adds the end
        //- lsb.hosts
        Begin Host
        ^^^^^^^^^^ F103 error unclosed section `Host`
        HOST_NAME
        a
        //- fixed lsb.hosts
        +End Host
    "#]];
}
