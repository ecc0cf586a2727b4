use lsflint_lint::{Diagnostic, ErrorContext, ErrorWords, rule};
use lsflint_syntax::ErrorKind;
use lsflint_syntax::TimeError::{self, *};

use crate::time::common::condition_false;

rule! {
    /// Finds syntax errors in `#if` and `#elif` conditions.
    ///
    /// # Effect
    /// LSF treats the condition as false and never reads the lines of the branch.
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
    /// A condition is `time(window ...)`, combined with `&&`, `||` and `!`. A comment that begins with `#if` is also
    /// read as a directive: add a space after the `#`.
    pub T101 "time-expression-syntax" {
        family: Time, scope: OwnFile, severity: Error,
        sources: [
            ibm("topic=configuration-automatic-time-based", "the form of time expressions"),
            volclava(
                "lsbatch/daemons/mbd.init.c",
                "createCondNodes",
                "`Bad condition ...; ignored`: the condition is never evaluated",
            ),
            volclava("lsf/lib/lib.wconf.c", "readNextLine", "a condition that was not found true is false"),
        ],
        checks: [Errors(WORDS)],
    }
}

const FORM: &str = "write the condition as `time(8:00-18:00)`, combined with `&&`, `||` and `!`";

/// Other rules report errors inside a window. In `#if needed raise the limit`, the first word shows that the line is
/// prose, which rule F302 reports.
const WORDS: &[ErrorWords] = &[
    ErrorWords { complete: write_call, ..words(MissingTimeCall, "`{text}` is not inside `time( )`", "") },
    words(MissingParenthesis, "missing parentheses after `time`", FORM),
    words(EmptyTime, "empty `time()`", FORM),
    words(UnclosedParenthesis, "unclosed `(`", "add the closing `)`"),
    words(UnopenedParenthesis, "unmatched `)`", "remove it"),
    words(SingleOperator, "invalid operator `{text}`", "write `{text}{text}`"),
    words(MissingOperand, "missing operand of `{text}`", FORM),
    words(
        UnexpectedText,
        "unexpected `{text}` in condition",
        "write `time(...)`; if this is a comment, add a space after `#`",
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
                 ^^^^^^^^^^ T101 error missing parentheses after `time`
          UJOB_LIMIT = 1
          #endif
        #if (8:00-18:00)
            ^^^^^^^^^^^^ T101 error `(8:00-18:00)` is not inside `time( )`
            = help: write `time(8:00-18:00)`
          UJOB_LIMIT = 1
          #endif
        #if time()
                ^^ T101 error empty `time()`
          UJOB_LIMIT = 1
          #endif
        #if time(8:00-18:00
                ^ T101 error unclosed `(`
                = help: add the closing `)`
          UJOB_LIMIT = 1
          #endif
        #if time(8:00-18:00) & time(9:00-10:00)
                             ^ T101 error invalid operator `&`
          UJOB_LIMIT = 1
          #endif
        #if time(8:00-18:00) &&
                             ^^ T101 error missing operand of `&&`
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
