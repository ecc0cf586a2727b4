use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, SectionContext, rule};
use lsflint_spec::Layout;
use lsflint_syntax::ast::AstNode;
use lsflint_syntax::{StructureError, TextRange, TextSize};

rule! {
    /// Finds a section that another `Begin` or the end of the file runs into, because its `End` was lost or misspelled.
    ///
    /// # Effect
    /// - Another `Begin`: to LSF it is a line of the open section, and the lines behind it set the parameters of the open section again.
    ///   Two queues become one.
    /// - End of the file: a section of `key = value` lines is dropped as a whole; a table keeps the rows read so far.
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
    /// Unsafe: the section is read in another way afterwards, the one that was meant.
    ///
    /// # Notes
    /// Observed in two open-source readers of the format.
    pub F103 "section-not-closed" {
        family: File, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [],
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
                .report(range, format!("`{}` stands in a section `{name}` that is still open", context.text().trim()))
                .consequence(
                    Item::Line
                        .no_effect()
                        .called("this `Begin`")
                        .so(format!("LSF reads the lines after it as lines of the open `{name}`")),
                )
                .help(format!("write `End {name}` before it"))
                .related(section.begin_range(), format!("`{name}` begins here"))
                .fix(insert_end(&section));
        }
        Some(StructureError::NotClosedAtEnd) => {
            let table =
                section.spec.is_some_and(|it| it.layout == Layout::Tabular) || section.section.header().is_some();
            let found = findings
                .report(range, format!("the section `{name}` is never closed"))
                .help(format!("write `End {name}` behind its last line"))
                .fix(insert_end(&section));
            match table {
                true => found.effect("LSF logs an error at the end of the file and keeps the rows"),
                false => found.consequence(Item::Section.dropped()),
            };
        }
        Some(StructureError::MisspelledEnd) => {
            findings
                .report(range, format!("`{}` does not close the section `{name}`", context.text().trim()))
                .consequence(Item::Line.no_effect().so("the section stays open"))
                .help(format!("write `End {name}`"))
                .related(section.begin_range(), format!("`{name}` begins here"))
                .fix(Fix::replace(Applicability::Unsafe, format!("write `End {name}`"), range, format!("End {name}")));
        }
        _ => {}
    }
}

/// Writes the `End` line behind the last line of the section that is no comment.
fn insert_end(section: &SectionContext<'_>) -> Fix {
    let name = section.name();
    let node = section.section.node();
    let text = &section.file.file.text;
    let last = node.children().last().map_or(node.range(), |it| it.trimmed_range());
    // The end of the line, so that a comment on it stays where it is.
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
        ^^^^^^^^^^^ F103 error `Begin Queue` stands in a section `Queue` that is still open
        QUEUE_NAME = b
        NICE = 6
        End Queue
        //- fixed lsb.queues
        +End Queue

        //# end of the file
        //- lsb.queues
        Begin Queue
        ^^^^^^^^^^^ F103 error the section `Queue` is never closed
            = effect: LSF drops the section
            = help: write `End Queue` behind its last line
        QUEUE_NAME = a
        //- fixed lsb.queues
        +End Queue
        //#
        //- lsb.hosts
        Begin Host
        ^^^^^^^^^^ F103 error the section `Host` is never closed
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
        ^^^^^^^^ F103 error `EndQueue` does not close the section `Queue`
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
        ^^^^^^^^^^ F103 error the section `Host` is never closed
        HOST_NAME
        a
        //- fixed lsb.hosts
        +End Host
    "#]];
}
