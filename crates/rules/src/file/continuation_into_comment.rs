use lsflint_lint::{Diagnostic, ErrorContext, ErrorWords, Item, Severity, rule};
use lsflint_syntax::{ErrorKind, StructureError};

rule! {
    /// Finds a line that is to be continued, but is followed by a comment, an empty line, a directive, or nothing.
    ///
    /// # Effect
    /// The line ends before the comment, the empty line or the directive; what stands behind it is read as a line of its own. When the
    /// file ends behind the backslash, LSF drops the whole line without a message, even an `End`: an error then, as it is where the part
    /// that is left of the line makes no sense.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// HOSTS      = hosta \
    /// #            hostb \
    ///              hostc
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// #            hostb
    /// HOSTS      = hosta \
    ///              hostc
    /// End Queue
    /// ```
    ///
    /// # Notes
    /// Observed in two open-source readers of the format.
    pub F003 "continuation-into-comment" {
        family: File, scope: OwnFile, severity: Warning,
        sources: [],
        checks: [Errors(WORDS)],
    }
}

const WORDS: &[ErrorWords] = &[
    ErrorWords {
        error: ErrorKind::Structure(StructureError::ContinuationIntoComment),
        message: "nothing continues this line",
        complete: ends_here,
        help: "take the backslash out, or move the comment above the line",
        fix: None,
    },
    ErrorWords {
        error: ErrorKind::Structure(StructureError::ContinuationAtEnd),
        message: "the file ends in a backslash",
        complete: never_ends,
        help: "take the backslash out",
        fix: None,
    },
];

fn ends_here(_: &ErrorContext<'_>, found: &mut Diagnostic) {
    let ended = Item::Value.no_effect().called("the backslash");
    found.consequence(ended.so("the line ends here and LSF reads what follows as a line of its own"));
}

fn never_ends(_: &ErrorContext<'_>, found: &mut Diagnostic) {
    found.severity(Severity::Error).consequence(Item::Line.ignored().silently().because("it waits for the rest of it"));
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# comment between two lines
        //- each Queue
        HOSTS = a \
                  ^ F003 warning nothing continues this line
        # b \
        c

        //# the line behind is not reported again
        //- also P004
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = q
        HOSTS = a \
                  ^ F003 warning nothing continues this line

        c
        End Queue

        //# end of the file
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = q
        End Queue \␄
                  ^ F003 error the file ends in a backslash
                  = effect: LSF silently ignores the line because it waits for the rest of it
                  = help: take the backslash out
        //#
        //- lsf.conf
        LSF_TOP=/opt/lsf \
                         ^ F003 error the file ends in a backslash

        //# a comment that ends in a backslash is fine
        //- lsb.queues
        # C:\temp\
        Begin Queue
        QUEUE_NAME = q
        End Queue
    "#]];
}
