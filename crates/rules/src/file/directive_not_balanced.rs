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
    crate::testing::fixture![[r#"
        //# missing endif
        //- each Queue
        #if time(1:00-2:00)
        ^^^ F301 error this `#if` is never closed
          NICE = 5

        //# missing if
        //- each Queue
        NICE = 5
          #endif
          ^^^^^^ F301 error `#endif` without an `#if` before it
            = help: remove it, or restore the `#if`; for a comment, put a blank behind the `#`
        #else
        ^^^^^ F301 error `#else` without an `#if` before it
          NICE = 5

        //# branches after else
        //- each Queue
        #if time(1:00-2:00)
          #else
          NICE = 5
          #elif time(2:00-3:00)
          ^^^^^ F301 error `#elif` after `#else`
            = effect: LSF may ignore the line, so both branches are active
            = help: an `#if` has one `#else`, the last of its branches
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
