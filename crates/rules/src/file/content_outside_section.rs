use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, rule};
use lsflint_syntax::StructureError;

rule! {
    /// Finds lines outside any section, and `End` lines without a `Begin`.
    ///
    /// # Effect
    /// LSF silently ignores these lines, so their settings do not apply.
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
    /// A comment between sections must begin with `#`.
    ///
    /// # Fix safety
    /// A fix is offered only for a misspelled `Begin`. It is unsafe: it enables the section.
    pub F105 "content-outside-section" {
        family: File, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [
            volclava(
                "lsf/lib/lib.confmisc.c",
                "getBeginLine_conf",
                "all lines are skipped, without a message, until one begins with the word `Begin`",
            ),
        ],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let range = context.error.range;
    match context.structure() {
        Some(StructureError::OutsideSection) => {
            let finding = findings.report(range, "text outside any section").consequence(
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
                    finding.help("restore the missing `Begin` line above it, or comment it out with `#`");
                }
            }
        }
        Some(StructureError::EndWithoutBegin) => {
            findings
                .report(range, format!("`{}` without a `Begin`", context.text().trim()))
                .consequence(Item::Line.ignored().silently())
                .help("remove it, or restore the missing `Begin` line above it");
        }
        _ => {}
    }
}

/// `Begin NAME`, if the line is a misspelled one: `Begni Queue`, `BeginQueue`, `Queue`.
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
        ^^^^^^^^^^^^^^ F105 error text outside any section
        PRIORITY = 3
        End Queue

        //# text between sections
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = a
        End Queue
        old queues:
        ^^^^^^^^^^^ F105 error text outside any section
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
        ^^^^^^^^^ F105 error `End Queue` without a `Begin`
            = effect: LSF silently ignores the line
            = help: remove it, or restore the missing `Begin` line above it

        //# damaged begin
        //- lsb.queues
        BeginQueue
        ^^^^^^^^^^ F105 error text outside any section
        QUEUE_NAME = a
        End Queue
        //- fixed lsb.queues
        -BeginQueue
        +Begin Queue
        //#
        //- lsb.queues
        Begni Queue
        ^^^^^^^^^^^ F105 error text outside any section
        A = 1
        End Queue
        //- fixed lsb.queues
        -Begni Queue
        +Begin Queue
    "#]];
}
