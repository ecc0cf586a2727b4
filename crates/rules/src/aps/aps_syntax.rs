use lsflint_lint::{Applicability, Diagnostic, EditWords, ErrorContext, ErrorWords, FixWords, Item, Severity, rule};
use lsflint_syntax::{ApsError, ErrorKind};

use crate::aps::common::ignores_line;

rule! {
    /// Finds syntax errors in APS_PRIORITY. The syntax is `WEIGHT[[factor, value] ...]`, and the same for LIMIT and
    /// GRACE_PERIOD.
    ///
    /// # Effect
    /// LSF may ignore the line; then the queue does not use absolute priority scheduling.
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
    /// Each part is enclosed in square brackets, and so is each pair in it. A comma separates the factor from the
    /// value.
    ///
    /// # Fix safety
    /// Unsafe: enables a line that LSF currently ignores.
    pub A001 "aps-syntax" {
        family: Aps, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [
            ibm(
                "lsf_admin/job_priority_aps",
                "the syntax: WEIGHT, LIMIT and GRACE_PERIOD, each with pairs of factor and value in brackets",
            ),
        ],
        checks: [Errors(WORDS)],
    }
}

const WORDS: &[ErrorWords] = &[
    words(ApsError::MissingList, "missing pairs after the keyword", "add pairs after the keyword: `WEIGHT[[FS, 1]]`"),
    words(ApsError::WrongBracket, "expected `[`, found `{text}`", "use square brackets: `WEIGHT[[FS, 1]]`"),
    words(ApsError::EmptyList, "part has no pairs", "add pairs of factor and value, or remove the part"),
    ErrorWords {
        fix: Some(fix("add the brackets", EditWords::Replace("[{text}]"))),
        ..words(
            ApsError::PairWithoutBrackets,
            "pair `{text}` is not enclosed in brackets",
            "enclose each pair in brackets: `[[FS, 1] [MEM, 2]]`",
        )
    },
    words(ApsError::EmptyPair, "empty pair", "write factor and value: `[FS, 1]`"),
    words(ApsError::MissingFactor, "missing factor", "write factor and value: `[FS, 1]`"),
    ErrorWords {
        fix: Some(fix("insert the comma", EditWords::Before(", "))),
        ..words(ApsError::MissingComma, "missing comma before `{text}`", "separate factor and value with a comma")
    },
    words(ApsError::MissingValue, "factor has no value", "write factor and value: `[FS, 1]`"),
    words(ApsError::SurplusInPair, "unexpected `{text}` after the value", "keep one value in each pair"),
    words(ApsError::Unclosed, "unclosed `[`", "add the closing `]`"),
    words(ApsError::Unopened, "unmatched `]`", "remove it"),
    ErrorWords {
        complete: may_ignore_line,
        fix: Some(fix("replace the comma with a space", EditWords::Replace(" "))),
        ..words(ApsError::CommaBetween, "unexpected comma between pairs or parts", "remove the comma")
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
                             ^ A001 error expected `[`, found `(`
                             = help: use square brackets: `WEIGHT[[FS, 1]]`
        APS_PRIORITY = WEIGHT[[FS, 1]
                             ^ A001 error unclosed `[`
                             = help: add the closing `]`
        APS_PRIORITY = WEIGHT[[FS, 1]]]
                                      ^ A001 error unmatched `]`
                                      = help: remove it
        APS_PRIORITY = WEIGHT LIMIT[[FS, 1]]
                       ^^^^^^ A001 error missing pairs after the keyword
                       = help: add pairs after the keyword: `WEIGHT[[FS, 1]]`
        APS_PRIORITY = WEIGHT[]
                             ^^ A001 error part has no pairs
                             = help: add pairs of factor and value, or remove the part

        //# every pair has brackets
        //- each Queue
        APS_PRIORITY = WEIGHT[JPRIORITY, 1]
                              ^^^^^^^^^^^^ A001 error pair `JPRIORITY, 1` is not enclosed in brackets
            = fixed: APS_PRIORITY = WEIGHT[[JPRIORITY, 1]]

        //# a pair is factor comma value
        //- each Queue
        APS_PRIORITY = WEIGHT[[JPRIORITY 1]]
                                         ^ A001 error missing comma before `1`
                                        = help: separate factor and value with a comma
                                        = fix (unsafe): insert the comma
            = fixed: APS_PRIORITY = WEIGHT[[JPRIORITY , 1]]
        APS_PRIORITY = WEIGHT[[JPRIORITY]]
                                        ^ A001 error factor has no value
                                        = help: write factor and value: `[FS, 1]`
        APS_PRIORITY = WEIGHT[[, 1]]
                               ^ A001 error missing factor
        APS_PRIORITY = WEIGHT[[JPRIORITY, 1, 2]]
                                           ^^^ A001 error unexpected `, 2` after the value
                                        = help: keep one value in each pair
        APS_PRIORITY = WEIGHT[[]]
                              ^^ A001 error empty pair

        //# pairs are separated by spaces
        //- each Queue
        APS_PRIORITY = WEIGHT[[FS, 1], [MEM, 2]]
                                     ^ A001 warning unexpected comma between pairs or parts
                                     = effect: LSF may ignore the line because only spaces are documented as separators
                                     = help: remove the comma
                                     = fix (unsafe): replace the comma with a space
            = fixed: APS_PRIORITY = WEIGHT[[FS, 1]  [MEM, 2]]
        APS_PRIORITY = WEIGHT[[FS, 1],[MEM, 2]]
                                     ^ A001 warning unexpected comma between pairs or parts
            = fixed: APS_PRIORITY = WEIGHT[[FS, 1] [MEM, 2]]

        //# the documented forms
        //- each Queue
        APS_PRIORITY = WEIGHT[[JPRIORITY, 1] [QPRIORITY, 10]]
        APS_PRIORITY = WEIGHT [[FS, 10]] GRACE_PERIOD[[MEM,10h][JPRIORITY,10m][QPRIORITY,10s][RSRC,10]]
    "#]];
}
