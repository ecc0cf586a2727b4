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
    pub F309 "directive-without-condition" {
        family: File, scope: OwnFile, severity: Error,
        sources: [
            volclava(
                "lsf/lib/lib.wconf.c",
                "ls_getconf",
                "`Condition name expected`: the function fails, and nothing of the file is read",
            ),
        ],
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
    crate::testing::fixture![[r#"
        //# no condition
        //- each Queue
        #if
        ^^^ F309 error `#if` without a condition
          NICE = 1
          #elif # later
          ^^^^^ F309 error `#elif` without a condition
          NICE = 2
          #else
          #endif

        //# define
        //- lsb.queues
        #define
        ^^^^^^^ F309 error `#define` without a name or a condition
        #define NIGHT
        ^^^^^^^ F309 error `#define` without a name or a condition
        #define DAY time(8:00-9:00)
    "#]];
}
