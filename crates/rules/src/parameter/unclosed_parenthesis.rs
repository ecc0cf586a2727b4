use lsflint_lint::{Diagnostic, ErrorContext, ErrorWords, Item, rule};
use lsflint_syntax::{ErrorKind, StructureError};

rule! {
    /// Finds values that begin with an unclosed parenthesis.
    ///
    /// # Effect
    /// LSF silently ignores the `(` and reads the rest. The value is most likely incomplete.
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
    pub P009 "unclosed-parenthesis" {
        family: Parameter, scope: OwnFile, severity: Warning,
        sources: [
            volclava(
                "lsbatch/lib/lsb.conf.c",
                "readHvalues_conf",
                "a `(` at the beginning of a value is dropped, with or without a `)`",
            ),
        ],
        checks: [Errors(WORDS)],
    }
}

const WORDS: &[ErrorWords] = &[ErrorWords {
    error: ErrorKind::Structure(StructureError::UnclosedParenthesis),
    message: "unclosed `(`",
    complete: parenthesis_ignored,
    help: "add the closing `)`, or remove the `(`",
    fix: None,
}];

fn parenthesis_ignored(_: &ErrorContext<'_>, found: &mut Diagnostic) {
    found.consequence(Item::Value.ignored().called("the parenthesis").silently());
    found.as_parsed();
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# open parenthesis
        //- each Queue
        HOSTS = (a b
                ^ P009 warning unclosed `(`
        DESCRIPTION = (for a
    "#]];
}
