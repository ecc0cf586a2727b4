use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, rule};
use lsflint_syntax::StructureError;

rule! {
    /// Finds lines outside every section, and an `End` that closes nothing.
    ///
    /// # Effect
    /// LSF reads over them without a message: what they set is not set.
    ///
    /// # Example
    /// ```lsb.queues
    /// QUEUE_NAME = night
    /// PRIORITY   = 30
    /// End Queue
    /// ```
    ///
    /// ```lsb.queues
    /// Begni Queue
    /// QUEUE_NAME = night
    /// PRIORITY   = 30
    /// End Queue
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
    /// A remark between sections needs a `#`.
    ///
    /// # Fix safety
    /// Only a misspelled `Begin` is offered a fix, an unsafe one: the section comes alive.
    ///
    /// # Notes
    /// Observed in two open-source readers of the format.
    pub F105 "content-outside-section" {
        family: File, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let range = context.error.range;
    match context.structure() {
        Some(StructureError::OutsideSection) => {
            let finding = findings.report(range, "this text stands outside every section").consequence(
                Item::Line.ignored().called("the text and the lines after it up to the next `Begin`").silently(),
            );
            match damaged_begin(context) {
                Some(line) => {
                    finding.help(format!("did you mean `{line}`?")).fix(Fix::replace(
                        Applicability::Unsafe,
                        format!("write `{line}`"),
                        range,
                        line,
                    ));
                }
                None => {
                    finding.help("restore the `Begin` line that was lost above it, or make it a comment with `#`");
                }
            }
        }
        Some(StructureError::EndWithoutBegin) => {
            findings
                .report(range, format!("`{}` closes nothing", context.text().trim()))
                .consequence(Item::Line.ignored().silently())
                .help("remove it, or restore the `Begin` line that was lost above it");
        }
        _ => {}
    }
}

/// `Begin NAME`, if the line is a damaged one: `Begni Queue`, `BeginQueue`, `Queue`.
fn damaged_begin(context: &ErrorContext<'_>) -> Option<String> {
    let text = context.text().to_ascii_lowercase();
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    let sections = context.file.kind().spec().sections;
    let named = |word: &str| sections.iter().find(|it| it.name.eq_ignore_ascii_case(word));
    let found = match words[..] {
        [begin, name] if lsflint_lint::suggest::distance(begin, "begin") <= 2 => named(name),
        [name] => named(name.trim_start_matches("begin").trim_start_matches(['_', '-'])),
        _ => None,
    };
    found.map(|it| format!("Begin {}", it.name))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# lost begin is one finding
        //- lsb.queues
        QUEUE_NAME = a
        ^^^^^^^^^^^^^^ F105 error this text stands outside every section
        PRIORITY = 3
        End Queue

        //# text between sections
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = a
        End Queue
        old queues:
        ^^^^^^^^^^^ F105 error this text stands outside every section
        Begin Queue
        QUEUE_NAME = b
        End Queue
        //#
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = a
        End Queue
        # old queues:
        Begin Queue
        QUEUE_NAME = b
        End Queue

        //# end twice
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = a
        End Queue
        End Queue
        ^^^^^^^^^ F105 error `End Queue` closes nothing
            = effect: LSF silently ignores the line
            = help: remove it, or restore the `Begin` line that was lost above it

        //# damaged begin
        //- lsb.queues
        BeginQueue
        ^^^^^^^^^^ F105 error this text stands outside every section
        QUEUE_NAME = a
        End Queue
        //- fixed lsb.queues
        -BeginQueue
        +Begin Queue
        //#
        //- lsb.queues
        Begni Queue
        ^^^^^^^^^^^ F105 error this text stands outside every section
        A = 1
        End Queue
        //- fixed lsb.queues
        -Begni Queue
        +Begin Queue
    "#]];
}
