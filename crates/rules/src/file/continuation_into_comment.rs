use lsflint_lint::{Diagnostic, ErrorContext, ErrorWords, Item, Severity, rule};
use lsflint_syntax::{ErrorKind, StructureError};

rule! {
    /// Finds a backslash at the end of a line that is followed by a comment, an empty line, a directive, or the end of
    /// the file.
    ///
    /// # Effect
    /// The line ends before the comment, empty line or directive, and LSF reads the text after it as a separate line.
    /// If the file ends after the backslash, LSF silently ignores the whole line, even an `End`. That case is an error,
    /// as is a line whose remaining part is invalid.
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
    pub F003 "continuation-into-comment" {
        family: File, scope: OwnFile, severity: Warning,
        sources: [
            volclava(
                "lsf/lib/lib.wconf.c",
                "getNextLineC_conf",
                "a joined line ends at the `#` of a comment and at an empty line; at the end of the file the line is \
                 dropped",
            ),
            volclava("lsf/lib/lib.wconf.c", "ls_getconf", "a directive ends the lines before it"),
        ],
        checks: [Errors(WORDS)],
    }
}

const WORDS: &[ErrorWords] = &[
    ErrorWords {
        error: ErrorKind::Structure(StructureError::ContinuationIntoComment),
        message: "backslash is not followed by a continuation line",
        complete: ends_here,
        help: "remove the backslash, or move the comment above the line",
        fix: None,
    },
    ErrorWords {
        error: ErrorKind::Structure(StructureError::ContinuationAtEnd),
        message: "file ends with a backslash",
        complete: never_ends,
        help: "remove the backslash",
        fix: None,
    },
];

fn ends_here(_: &ErrorContext<'_>, found: &mut Diagnostic) {
    let ended = Item::Value.no_effect().called("the backslash");
    found.consequence(ended.so("the line ends here and LSF reads the following text as a separate line"));
}

fn never_ends(_: &ErrorContext<'_>, found: &mut Diagnostic) {
    found
        .severity(Severity::Error)
        .consequence(Item::Line.ignored().silently().because("the rest of the line is missing"));
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# comment between two lines
        //- each Queue
        HOSTS = a \
                  ^ F003 warning backslash is not followed by a continuation line
        # b \
        c

        //# the line behind is not reported again
        //- also P004
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = q
        HOSTS = a \
                  ^ F003 warning backslash is not followed by a continuation line

        c
        End Queue

        //# end of the file
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = q
        End Queue \␄
                  ^ F003 error file ends with a backslash
                  = effect: LSF silently ignores the line because the rest of the line is missing
                  = help: remove the backslash
        //#
        //- lsf.conf
        LSF_TOP=/opt/lsf \
                         ^ F003 error file ends with a backslash

        //# a comment that ends in a backslash is fine
        //- lsb.queues
        # C:\temp\
        Begin Queue
        QUEUE_NAME = q
        End Queue
    "#]];
}
