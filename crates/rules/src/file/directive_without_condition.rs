use lsflint_lint::{ErrorContext, Findings, rule};
use lsflint_syntax::StructureError;

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
        family: File,
        scope: OwnFile,
        severity: Error,
        sources: [],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let word = context.text();
    let (message, help) = match context.structure() {
        Some(StructureError::DirectiveWithoutCondition) => {
            (format!("`{word}` without a condition"), format!("write `{word} time(...)`"))
        }
        Some(StructureError::IncompleteDefine) => {
            (format!("`{word}` without a name or a condition"), format!("write `{word} NAME time(...)`"))
        }
        _ => return,
    };
    findings.report(context.error.range, message).effect("LSF does not read the file").help(help);
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
              effect: LSF does not read the file
              help: write `#if time(...)`
            5:1-5:6 error `#elif` without a condition
              effect: LSF does not read the file
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
              effect: LSF does not read the file
              help: write `#define NAME time(...)`
            2:1-2:8 error `#define` without a name or a condition
              effect: LSF does not read the file
              help: write `#define NAME time(...)`
        "#]],
        );
    }
}
