use lsflint_lint::{Applicability, Diagnostic, EditWords, ErrorContext, ErrorWords, FixWords, Item, Severity, rule};
use lsflint_syntax::{ApsError, ErrorKind};

use crate::aps::common::ignores_line;

rule! {
    /// Finds an APS_PRIORITY that does not have its form: `WEIGHT[[factor, value] ...]`, likewise LIMIT and GRACE_PERIOD.
    ///
    /// # Effect
    /// LSF ignores the line: the queue works without absolute priority.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// APS_PRIORITY = WEIGHT[JPRIORITY, 1]
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// APS_PRIORITY = WEIGHT[[JPRIORITY, 1] [QPRIORITY, 10]] LIMIT[[JPRIORITY, 50]]
    /// End Queue
    /// ```
    ///
    /// Every part has square brackets, every pair in it has its own, and a comma stands between factor and value.
    ///
    /// # Fix safety
    /// Unsafe: a formula that LSF ignores today becomes active.
    pub A001 "aps-syntax" {
        family: Aps, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [ibm("lsb.queues", "APS_PRIORITY")],
        checks: [Errors(WORDS)],
    }
}

const WORDS: &[ErrorWords] = &[
    words(ApsError::MissingList, "a part without its pairs", "write pairs behind the keyword: `WEIGHT[[FS, 1]]`"),
    words(ApsError::WrongBracket, "`{text}` in the place of `[`", "write square brackets: `WEIGHT[[FS, 1]]`"),
    words(ApsError::EmptyList, "a part without a pair", "write pairs of factor and value, or remove the part"),
    ErrorWords {
        fix: Some(fix("add the brackets", EditWords::Replace("[{text}]"))),
        ..words(
            ApsError::PairWithoutBrackets,
            "`{text}` has no brackets of its own",
            "every pair has its own: `[[FS, 1] [MEM, 2]]`",
        )
    },
    words(ApsError::EmptyPair, "nothing in the brackets of a pair", "write factor and value: `[FS, 1]`"),
    words(ApsError::MissingFactor, "a value without a factor", "write factor and value: `[FS, 1]`"),
    ErrorWords {
        fix: Some(fix("insert the comma", EditWords::Before(", "))),
        ..words(ApsError::MissingComma, "no comma before `{text}`", "separate factor and value by a comma")
    },
    words(ApsError::MissingValue, "a factor without a value", "write factor and value: `[FS, 1]`"),
    words(ApsError::SurplusInPair, "`{text}` behind the value", "a pair has one value: remove the rest"),
    words(ApsError::Unclosed, "a `[` that is never closed", "close it with `]`"),
    words(ApsError::Unopened, "a `]` too much", "remove it"),
    ErrorWords {
        complete: may_ignore_line,
        fix: Some(fix("write a blank", EditWords::Replace(" "))),
        ..words(ApsError::CommaBetween, "a comma between pairs or parts", "remove the comma")
    },
];

const fn words(error: ApsError, message: &'static str, help: &'static str) -> ErrorWords {
    ErrorWords { error: ErrorKind::Aps(error), message, complete: ignores_line, help, fix: None }
}

const fn fix(title: &'static str, edit: EditWords) -> FixWords {
    FixWords { applicability: Applicability::Unsafe, title, edit }
}

fn may_ignore_line(_: &ErrorContext<'_>, found: &mut Diagnostic) {
    found
        .severity(Severity::Warning)
        .consequence(Item::Line.ignored().possible().because("only spaces are documented as separators"));
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# parts are in square brackets
        //- each Queue
        APS_PRIORITY = WEIGHT(JPRIORITY, 1)
                             ^ A001 error `(` in the place of `[`
                             = help: write square brackets: `WEIGHT[[FS, 1]]`
        APS_PRIORITY = WEIGHT[[FS, 1]
                             ^ A001 error a `[` that is never closed
                             = help: close it with `]`
        APS_PRIORITY = WEIGHT[[FS, 1]]]
                                      ^ A001 error a `]` too much
                                      = help: remove it
        APS_PRIORITY = WEIGHT LIMIT[[FS, 1]]
                       ^^^^^^ A001 error a part without its pairs
                       = help: write pairs behind the keyword: `WEIGHT[[FS, 1]]`
        APS_PRIORITY = WEIGHT[]
                             ^^ A001 error a part without a pair
                             = help: write pairs of factor and value, or remove the part

        //# every pair has brackets
        //- each Queue
        APS_PRIORITY = WEIGHT[JPRIORITY, 1]
                              ^^^^^^^^^^^^ A001 error `JPRIORITY, 1` has no brackets of its own
            = fixed: APS_PRIORITY = WEIGHT[[JPRIORITY, 1]]

        //# a pair is factor comma value
        //- each Queue
        APS_PRIORITY = WEIGHT[[JPRIORITY 1]]
                                         ^ A001 error no comma before `1`
                                        = help: separate factor and value by a comma
                                        = fix (unsafe): insert the comma
            = fixed: APS_PRIORITY = WEIGHT[[JPRIORITY , 1]]
        APS_PRIORITY = WEIGHT[[JPRIORITY]]
                                        ^ A001 error a factor without a value
                                        = help: write factor and value: `[FS, 1]`
        APS_PRIORITY = WEIGHT[[, 1]]
                               ^ A001 error a value without a factor
        APS_PRIORITY = WEIGHT[[JPRIORITY, 1, 2]]
                                           ^^^ A001 error `, 2` behind the value
                                        = help: a pair has one value: remove the rest
        APS_PRIORITY = WEIGHT[[]]
                              ^^ A001 error nothing in the brackets of a pair

        //# pairs are separated by spaces
        //- each Queue
        APS_PRIORITY = WEIGHT[[FS, 1], [MEM, 2]]
                                     ^ A001 warning a comma between pairs or parts
                                     = effect: LSF may ignore the line because only spaces are documented as separators
                                     = help: remove the comma
                                     = fix (unsafe): write a blank
            = fixed: APS_PRIORITY = WEIGHT[[FS, 1]  [MEM, 2]]

        //# the documented forms
        //- each Queue
        APS_PRIORITY = WEIGHT[[JPRIORITY, 1] [QPRIORITY, 10]]
        APS_PRIORITY = WEIGHT [[FS, 10]] GRACE_PERIOD[[MEM,10h][JPRIORITY,10m][QPRIORITY,10s][RSRC,10]]

        //# writes brackets and commas
        //- each Queue
        APS_PRIORITY = WEIGHT[[FS, 1],[MEM, 2]]
                                     ^ A001 warning a comma between pairs or parts
            = fixed: APS_PRIORITY = WEIGHT[[FS, 1] [MEM, 2]]
    "#]];
}
