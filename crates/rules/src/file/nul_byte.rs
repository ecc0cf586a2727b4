use lsflint_lint::{Diagnostic, ErrorContext, ErrorWords, Item, rule};
use lsflint_syntax::{ErrorKind, StructureError};

rule! {
    /// Finds a NUL byte.
    ///
    /// # Effect
    /// The readers take it for the end of the text: the rest of its line does not exist for LSF.
    ///
    /// # Example
    /// `␀` stands for the NUL byte:
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// PRIORITY   = ␀40
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// PRIORITY   = 40
    /// End Queue
    /// ```
    ///
    /// # Notes
    /// Observed in an open-source reader of the format.
    pub F006 "nul-byte" {
        family: File, scope: OwnFile, severity: Error,
        sources: [],
        checks: [Errors(WORDS)],
    }
}

const WORDS: &[ErrorWords] = &[ErrorWords {
    error: ErrorKind::Structure(StructureError::NulByte),
    message: "a NUL byte hides the rest of this line",
    complete: rest_ignored,
    help: "remove it; a file full of them was saved as UTF-16",
    fix: None,
}];

fn rest_ignored(_: &ErrorContext<'_>, found: &mut Diagnostic) {
    found.consequence(Item::Value.ignored().called("the rest of the line"));
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# hides the rest of the line
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = a␀b
                      ^ F006 error a NUL byte hides the rest of this line
        End Queue
    "#]];
}
