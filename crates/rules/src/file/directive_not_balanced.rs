use lsflint_lint::{Diagnostic, ErrorContext, ErrorWords, Item, rule};
use lsflint_syntax::{ErrorKind, StructureError};

rule! {
    /// Finds `#if` without `#endif`, and `#elif`, `#else` or `#endif` where no `#if` is open.
    ///
    /// # Effect
    /// LSF does not read the file at all. A second `#else`, or an `#elif` behind `#else`, is read, but not as anyone would expect.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// #if time(18:00-7:00)
    /// PRIORITY   = 60
    /// #else
    /// PRIORITY   = 20
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// #if time(18:00-7:00)
    /// PRIORITY   = 60
    /// #else
    /// PRIORITY   = 20
    /// #endif
    /// End Queue
    /// ```
    ///
    /// # Notes
    /// The effect was observed in two open-source readers.
    pub F301 "directive-not-balanced" {
        family: File, scope: OwnFile, severity: Error,
        sources: [
            manual("Administering IBM Spectrum LSF", "automatic time-based configuration: `#endif` is mandatory"),
        ],
        checks: [Errors(WORDS)],
    }
}

const WORDS: &[ErrorWords] = &[
    ErrorWords {
        error: ErrorKind::Structure(StructureError::IfWithoutEndif),
        message: "this `{text}` is never closed",
        complete: file_rejected,
        help: "write `#endif` behind the last line it governs; for a comment, put a blank behind the `#`",
        fix: None,
    },
    ErrorWords {
        error: ErrorKind::Structure(StructureError::DirectiveWithoutIf),
        message: "`{text}` without an `#if` before it",
        complete: file_rejected,
        help: "remove it, or restore the `#if`; for a comment, put a blank behind the `#`",
        fix: None,
    },
    ErrorWords {
        error: ErrorKind::Structure(StructureError::DirectiveAfterElse),
        message: "`{text}` after `#else`",
        complete: branches_joined,
        help: "an `#if` has one `#else`, the last of its branches",
        fix: None,
    },
];

fn file_rejected(_: &ErrorContext<'_>, found: &mut Diagnostic) {
    found.consequence(Item::File.rejected());
}

fn branches_joined(_: &ErrorContext<'_>, found: &mut Diagnostic) {
    found.consequence(Item::Line.ignored().possible().so("both branches are active"));
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    fn queue(lines: &str) -> String {
        format!("Begin Queue\nQUEUE_NAME = q\n{lines}End Queue\n")
    }

    // covers timeconf-unbalanced, LSB-X005
    #[test]
    fn missing_endif() {
        check(
            "F301",
            "lsb.queues",
            &queue("#if time(1:00-2:00)\nNICE = 5\n"),
            expect![[r#"
            3:1-3:4 error this `#if` is never closed
              effect: LSF rejects the file
              help: write `#endif` behind the last line it governs; for a comment, put a blank behind the `#`
        "#]],
        );
    }

    #[test]
    fn missing_if() {
        check(
            "F301",
            "lsb.queues",
            &queue("NICE = 5\n#endif\n"),
            expect![[r#"
            4:1-4:7 error `#endif` without an `#if` before it
              effect: LSF rejects the file
              help: remove it, or restore the `#if`; for a comment, put a blank behind the `#`
        "#]],
        );
        check(
            "F301",
            "lsb.queues",
            &queue("#else\nNICE = 5\n"),
            expect![[r#"
            3:1-3:6 error `#else` without an `#if` before it
              effect: LSF rejects the file
              help: remove it, or restore the `#if`; for a comment, put a blank behind the `#`
        "#]],
        );
    }

    #[test]
    fn branches_after_else() {
        let text = queue("#if time(1:00-2:00)\n#else\nNICE = 5\n#elif time(2:00-3:00)\n#else\n#endif\n");
        check(
            "F301",
            "lsb.queues",
            &text,
            expect![[r#"
            6:1-6:6 error `#elif` after `#else`
              effect: LSF may ignore the line, so both branches are active
              help: an `#if` has one `#else`, the last of its branches
            7:1-7:6 error `#else` after `#else`
              effect: LSF may ignore the line, so both branches are active
              help: an `#if` has one `#else`, the last of its branches
        "#]],
        );
    }

    #[test]
    fn nesting_is_fine() {
        let text = queue("#if time(1:00-9:00)\n#if time(2:00-3:00)\nNICE = 5\n#endif\n#endif\n");
        check("F301", "lsb.queues", &text, expect![[""]]);
    }
}
