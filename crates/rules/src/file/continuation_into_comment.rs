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
    use expect_test::expect;

    use crate::testing::check;

    #[test]
    fn comment_between_two_lines() {
        let text = "Begin Queue\nQUEUE_NAME = q\nHOSTS = a \\\n# b \\\nc\nEnd Queue\n";
        check(
            "F003",
            "lsb.queues",
            text,
            expect![[r#"
            3:11-3:12 warning nothing continues this line
              effect: the backslash has no effect, so the line ends here and LSF reads what follows as a line of its own
              help: take the backslash out, or move the comment above the line
        "#]],
        );
    }

    #[test]
    fn the_line_behind_is_not_reported_again() {
        let text = "Begin Queue\nQUEUE_NAME = q\nHOSTS = a \\\n\nc\nEnd Queue\n";
        check(
            "F003",
            "lsb.queues",
            text,
            expect![[r#"
            3:11-3:12 warning nothing continues this line
              effect: the backslash has no effect, so the line ends here and LSF reads what follows as a line of its own
              help: take the backslash out, or move the comment above the line
        "#]],
        );
        check("P004", "lsb.queues", text, expect![[""]]);
    }

    #[test]
    fn end_of_the_file() {
        check(
            "F003",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q\nEnd Queue \\",
            expect![[r#"
            3:11-3:12 error the file ends in a backslash
              effect: LSF silently ignores the line because it waits for the rest of it
              help: take the backslash out
        "#]],
        );
        check(
            "F003",
            "lsf.conf",
            "LSF_TOP=/opt/lsf \\\n",
            expect![[r#"
            1:18-1:19 error the file ends in a backslash
              effect: LSF silently ignores the line because it waits for the rest of it
              help: take the backslash out
        "#]],
        );
    }

    #[test]
    fn a_comment_that_ends_in_a_backslash_is_fine() {
        check("F003", "lsb.queues", "# C:\\temp\\\nBegin Queue\nQUEUE_NAME = q\nEnd Queue\n", expect![[""]]);
    }
}
