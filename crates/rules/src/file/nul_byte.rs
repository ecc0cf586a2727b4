use lsflint_lint::{Diagnostic, ErrorContext, ErrorWords, Item, rule};
use lsflint_syntax::{ErrorKind, StructureError};

rule! {
    /// Finds NUL bytes.
    ///
    /// # Effect
    /// The open-source parsers treat a NUL byte as the end of the text, so LSF ignores the rest of the line.
    ///
    /// # Example
    /// `␀` represents the NUL byte:
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
    pub F006 "nul-byte" {
        family: File, scope: OwnFile, severity: Error,
        sources: [
            volclava(
                "lsf/lib/lib.words.c",
                "getNextLineD_",
                "a NUL byte is copied into the line, which is a C string: all functions that read the line stop there",
            ),
        ],
        checks: [Errors(WORDS)],
    }
}

const WORDS: &[ErrorWords] = &[ErrorWords {
    error: ErrorKind::Structure(StructureError::NulByte),
    message: "unexpected NUL byte",
    complete: rest_ignored,
    help: "remove it; if the file has many, it was saved as UTF-16: save it as UTF-8",
    fix: None,
}];

fn rest_ignored(_: &ErrorContext<'_>, found: &mut Diagnostic) {
    found.consequence(Item::Value.ignored().called("the rest of the line"));
    found.as_parsed();
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# hides the rest of the line
        //- Queue of lsb.queues
        QUEUE_NAME = a␀b
                      ^ F006 error unexpected NUL byte
    "#]];
}
