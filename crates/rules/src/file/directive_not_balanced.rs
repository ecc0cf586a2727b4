use lsflint_lint::{Diagnostic, ErrorContext, ErrorWords, Item, rule};
use lsflint_syntax::{ErrorKind, StructureError};

rule! {
    /// Finds `#if` without `#endif`, and `#elif`, `#else` or `#endif` without `#if`.
    ///
    /// # Effect
    /// LSF does not read the file at all. LSF does read a file with a second `#else`, or with an `#elif` after `#else`,
    /// but not as intended.
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
    pub F301 "directive-not-balanced" {
        family: File, scope: OwnFile, severity: Error,
        sources: [
            ibm("topic=configuration-automatic-time-based", "`#endif` is mandatory"),
            volclava(
                "lsf/lib/lib.wconf.c",
                "ls_getconf",
                "`If-less elif`, `If-less else`, `If-less endif`, `Missing endif`: the function fails, and nothing of \
                 the file is read",
            ),
        ],
        checks: [Errors(WORDS)],
    }
}

const WORDS: &[ErrorWords] = &[
    ErrorWords {
        error: ErrorKind::Structure(StructureError::IfWithoutEndif),
        message: "unclosed `{text}`",
        complete: file_rejected,
        help: "add `#endif` after the last line of the block; for a comment, add a space after `#`",
        fix: None,
    },
    ErrorWords {
        error: ErrorKind::Structure(StructureError::DirectiveWithoutIf),
        message: "`{text}` without a preceding `#if`",
        complete: file_rejected,
        help: "remove it, or restore the `#if`; for a comment, add a space after `#`",
        fix: None,
    },
    ErrorWords {
        error: ErrorKind::Structure(StructureError::DirectiveAfterElse),
        message: "`{text}` after `#else`",
        complete: branches_joined,
        help: "write only one `#else`, as the last branch of the `#if`",
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
    crate::testing::fixture![[r#"
        //# missing endif
        //- each Queue
        #if time(1:00-2:00)
        ^^^ F301 error unclosed `#if`
          NICE = 5

        //# missing if
        //- each Queue
        NICE = 5
          #endif
          ^^^^^^ F301 error `#endif` without a preceding `#if`
            = help: remove it, or restore the `#if`; for a comment, add a space after `#`
        #else
        ^^^^^ F301 error `#else` without a preceding `#if`
          NICE = 5

        //# branches after else
        //- each Queue
        #if time(1:00-2:00)
          #else
          NICE = 5
          #elif time(2:00-3:00)
          ^^^^^ F301 error `#elif` after `#else`
            = effect: LSF may ignore the line, so both branches are active
            = help: write only one `#else`, as the last branch of the `#if`
          #else
          ^^^^^ F301 error `#else` after `#else`
          #endif

        //# nesting is fine
        //- each Queue
        #if time(1:00-9:00)
          #if time(2:00-3:00)
          NICE = 5
          #endif
          #endif
    "#]];
}
