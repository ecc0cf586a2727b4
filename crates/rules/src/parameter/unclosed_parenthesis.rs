use lsflint_lint::{Diagnostic, ErrorContext, ErrorWords, Item, rule};
use lsflint_syntax::{ErrorKind, StructureError};

rule! {
    /// Finds a value that begins with a parenthesis which is never closed.
    ///
    /// # Effect
    /// LSF takes the `(` off without a message and reads the rest. The value is most likely not complete.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// HOSTS      = (hosta hostb
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// HOSTS      = hosta hostb
    /// End Queue
    /// ```
    ///
    /// # Notes
    /// Observed in two open-source readers of the format.
    pub P009 "unclosed-parenthesis" {
        family: Parameter, scope: OwnFile, severity: Warning,
        sources: [],
        checks: [Errors(WORDS)],
    }
}

const WORDS: &[ErrorWords] = &[ErrorWords {
    error: ErrorKind::Structure(StructureError::UnclosedParenthesis),
    message: "this parenthesis is never closed",
    complete: parenthesis_ignored,
    help: "close it, or take it out",
    fix: None,
}];

fn parenthesis_ignored(_: &ErrorContext<'_>, found: &mut Diagnostic) {
    found.consequence(Item::Value.ignored().called("the parenthesis").silently());
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# open parenthesis
        //- each Queue
        HOSTS = (a b
                ^ P009 warning this parenthesis is never closed
        DESCRIPTION = (for a
    "#]];
}
