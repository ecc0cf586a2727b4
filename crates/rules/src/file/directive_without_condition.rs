use lsflint_lint::{Diagnostic, ErrorContext, ErrorWords, Item, rule};
use lsflint_syntax::{ErrorKind, StructureError};

rule! {
    /// Finds `#if` and `#elif` without a condition, and `#define` without a name or condition.
    ///
    /// # Effect
    /// LSF does not read the file at all.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// #if
    /// PRIORITY   = 60
    /// #endif
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// #if time(18:00-7:00)
    /// PRIORITY   = 60
    /// #endif
    /// End Queue
    /// ```
    ///
    /// # Notes
    /// Observed in two open-source readers of the format.
    pub F309 "directive-without-condition" {
        family: File, scope: OwnFile, severity: Error,
        sources: [],
        checks: [Errors(WORDS)],
    }
}

const WORDS: &[ErrorWords] = &[
    ErrorWords {
        error: ErrorKind::Structure(StructureError::DirectiveWithoutCondition),
        message: "`{text}` without a condition",
        complete: file_rejected,
        help: "write `{text} time(...)`",
        fix: None,
    },
    ErrorWords {
        error: ErrorKind::Structure(StructureError::IncompleteDefine),
        message: "`{text}` without a name or a condition",
        complete: file_rejected,
        help: "write `{text} NAME time(...)`",
        fix: None,
    },
];

fn file_rejected(_: &ErrorContext<'_>, found: &mut Diagnostic) {
    found.consequence(Item::File.rejected());
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    #[test]
    fn no_condition() {
        let text = "Begin Queue\nQUEUE_NAME = q\n#if\nNICE = 1\n#elif # later\nNICE = 2\n#else\n#endif\nEnd Queue\n";
        check(
            "F309",
            "lsb.queues",
            text,
            expect![[r#"
            3:1-3:4 error `#if` without a condition
              effect: LSF rejects the file
              help: write `#if time(...)`
            5:1-5:6 error `#elif` without a condition
              effect: LSF rejects the file
              help: write `#elif time(...)`
        "#]],
        );
    }

    #[test]
    fn define() {
        check(
            "F309",
            "lsb.queues",
            "#define\n#define NIGHT\n#define DAY time(8:00-9:00)\n",
            expect![[r#"
            1:1-1:8 error `#define` without a name or a condition
              effect: LSF rejects the file
              help: write `#define NAME time(...)`
            2:1-2:8 error `#define` without a name or a condition
              effect: LSF rejects the file
              help: write `#define NAME time(...)`
        "#]],
        );
    }
}
