use lsflint_lint::{Diagnostic, ErrorContext, ErrorWords, rule};
use lsflint_syntax::ErrorKind;
use lsflint_syntax::TimeError::{self, *};

use crate::time::common::condition_false;

rule! {
    /// Finds conditions of `#if` and `#elif` that LSF cannot read.
    ///
    /// # Effect
    /// LSF takes the condition as false: the lines of the branch are never read.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// #if time 8:00-18:00
    /// UJOB_LIMIT = 5
    /// #endif
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// #if time(8:00-18:00)
    /// UJOB_LIMIT = 5
    /// #endif
    /// End Queue
    /// ```
    ///
    /// A condition is `time(window ...)`, combined with `&&`, `||` and `!`. A line of prose that begins with `#if` is a directive too: write
    /// a blank after the `#`.
    ///
    /// # Notes
    /// The effect was seen in the code of two open-source readers.
    pub T101 "time-expression-syntax" {
        family: Time, scope: OwnFile, severity: Error,
        sources: [ibm("topic=configuration-automatic-time-based", "")],
        checks: [Errors(WORDS)],
    }
}

const FORM: &str = "write the condition as `time(8:00-18:00)`, combined with `&&`, `||` and `!`";

/// Errors inside a window have rules of their own. In `#if needed raise the limit` the first word gives the prose away;
/// rule F302 speaks for it.
const WORDS: &[ErrorWords] = &[
    ErrorWords { complete: write_call, ..words(MissingTimeCall, "`{text}` stands outside `time( )`", "") },
    words(MissingParenthesis, "`time` is not followed by windows in parentheses", FORM),
    words(EmptyTime, "`time()` holds no window", FORM),
    words(UnclosedParenthesis, "this parenthesis is never closed", "write the closing `)`"),
    words(UnopenedParenthesis, "this parenthesis was never opened", "remove it"),
    words(SingleOperator, "`{text}` is no operator of a condition", "write `{text}{text}`"),
    words(MissingOperand, "`{text}` has nothing to combine", FORM),
    words(
        UnexpectedText,
        "`{text}` has no place in a condition",
        "write `time(...)`; a comment needs a blank after its `#`, or it is read as a directive",
    ),
];

const fn words(error: TimeError, message: &'static str, help: &'static str) -> ErrorWords {
    ErrorWords { error: ErrorKind::Time(error), message, complete: never_true, help, fix: None }
}

fn never_true(_: &ErrorContext<'_>, found: &mut Diagnostic) {
    found.consequence(condition_false());
}

fn write_call(context: &ErrorContext<'_>, found: &mut Diagnostic) {
    never_true(context, found);
    found.help(format!("write `time({})`", context.text().trim_matches(['(', ')'])));
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# explains what is wrong
        //- each Queue
        #if time 8:00-18:00
                 ^^^^^^^^^^ T101 error `time` is not followed by windows in parentheses
          UJOB_LIMIT = 1
          #endif
        #if (8:00-18:00)
            ^^^^^^^^^^^^ T101 error `(8:00-18:00)` stands outside `time( )`
            = help: write `time(8:00-18:00)`
          UJOB_LIMIT = 1
          #endif
        #if time()
                ^^ T101 error `time()` holds no window
          UJOB_LIMIT = 1
          #endif
        #if time(8:00-18:00
                ^ T101 error this parenthesis is never closed
                = help: write the closing `)`
          UJOB_LIMIT = 1
          #endif
        #if time(8:00-18:00) & time(9:00-10:00)
                             ^ T101 error `&` is no operator of a condition
          UJOB_LIMIT = 1
          #endif
        #if time(8:00-18:00) &&
                             ^^ T101 error `&&` has nothing to combine
          UJOB_LIMIT = 1
          #endif

        //# accepts every documented form
        //- each Queue
        #if time(8:00-18:00)
          UJOB_LIMIT = 1
          #endif
        #if time (12-13)
          UJOB_LIMIT = 1
          #endif
        #if time(5:16:30-1:8:30 EDT 20:00-8:30 EDT)
          UJOB_LIMIT = 1
          #endif
        #if time(8:00-18:00) && !time(6:0:00-0:23:59) || time(1-2)
          UJOB_LIMIT = 1
          #endif
    "#]];
}
