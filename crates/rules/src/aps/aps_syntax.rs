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
    use expect_test::expect;

    use crate::aps::common::queue;
    use crate::testing::{check, check_fix};

    #[track_caller]
    fn check_value(value: &str, expect: expect_test::Expect) {
        check("A001", "lsb.queues", &queue(&format!("APS_PRIORITY = {value}")), expect);
    }

    // covers AP101, AP-012
    #[test]
    fn parts_stand_in_square_brackets() {
        check_value(
            "WEIGHT(JPRIORITY, 1)",
            expect![[r#"
                3:22-3:23 error `(` in the place of `[`
                  effect: LSF ignores the line, so the queue works without absolute priority
                  help: write square brackets: `WEIGHT[[FS, 1]]`
            "#]],
        );
        check_value(
            "WEIGHT[[FS, 1]",
            expect![[r#"
                3:22-3:23 error a `[` that is never closed
                  effect: LSF ignores the line, so the queue works without absolute priority
                  help: close it with `]`
            "#]],
        );
        check_value(
            "WEIGHT[[FS, 1]]]",
            expect![[r#"
                3:31-3:32 error a `]` too much
                  effect: LSF ignores the line, so the queue works without absolute priority
                  help: remove it
            "#]],
        );
        check_value(
            "WEIGHT LIMIT[[FS, 1]]",
            expect![[r#"
                3:16-3:22 error a part without its pairs
                  effect: LSF ignores the line, so the queue works without absolute priority
                  help: write pairs behind the keyword: `WEIGHT[[FS, 1]]`
            "#]],
        );
        check_value(
            "WEIGHT[]",
            expect![[r#"
                3:22-3:24 error a part without a pair
                  effect: LSF ignores the line, so the queue works without absolute priority
                  help: write pairs of factor and value, or remove the part
            "#]],
        );
    }

    // covers AP102
    #[test]
    fn every_pair_has_brackets() {
        check_value(
            "WEIGHT[JPRIORITY, 1]",
            expect![[r#"
                3:23-3:35 error `JPRIORITY, 1` has no brackets of its own
                  effect: LSF ignores the line, so the queue works without absolute priority
                  help: every pair has its own: `[[FS, 1] [MEM, 2]]`
            "#]],
        );
    }

    // covers AP103
    #[test]
    fn a_pair_is_factor_comma_value() {
        check_value(
            "WEIGHT[[JPRIORITY 1]]",
            expect![[r#"
                3:34-3:35 error no comma before `1`
                  effect: LSF ignores the line, so the queue works without absolute priority
                  help: separate factor and value by a comma
            "#]],
        );
        check_value(
            "WEIGHT[[JPRIORITY]]",
            expect![[r#"
                3:33-3:34 error a factor without a value
                  effect: LSF ignores the line, so the queue works without absolute priority
                  help: write factor and value: `[FS, 1]`
            "#]],
        );
        check_value(
            "WEIGHT[[, 1]]",
            expect![[r#"
                3:24-3:25 error a value without a factor
                  effect: LSF ignores the line, so the queue works without absolute priority
                  help: write factor and value: `[FS, 1]`
            "#]],
        );
        check_value(
            "WEIGHT[[JPRIORITY, 1, 2]]",
            expect![[r#"
                3:36-3:39 error `, 2` behind the value
                  effect: LSF ignores the line, so the queue works without absolute priority
                  help: a pair has one value: remove the rest
            "#]],
        );
        check_value(
            "WEIGHT[[]]",
            expect![[r#"
                3:23-3:25 error nothing in the brackets of a pair
                  effect: LSF ignores the line, so the queue works without absolute priority
                  help: write factor and value: `[FS, 1]`
            "#]],
        );
    }

    #[test]
    fn pairs_are_separated_by_blanks() {
        check_value(
            "WEIGHT[[FS, 1], [MEM, 2]]",
            expect![[r#"
                3:30-3:31 warning a comma between pairs or parts
                  effect: LSF may ignore the line because only spaces are documented as separators
                  help: remove the comma
            "#]],
        );
    }

    // covers AP-013, AP-050
    #[test]
    fn the_documented_forms() {
        check_value("WEIGHT[[JPRIORITY, 1] [QPRIORITY, 10]]", expect![[""]]);
        check_value("WEIGHT [[FS, 10]] GRACE_PERIOD[[MEM,10h][JPRIORITY,10m][QPRIORITY,10s][RSRC,10]]", expect![[""]]);
    }

    #[test]
    fn writes_brackets_and_commas() {
        let line = |value: &str| queue(&format!("APS_PRIORITY = {value}"));
        check_fix("A001", "lsb.queues", &line("WEIGHT[JPRIORITY, 1]"), &line("WEIGHT[[JPRIORITY, 1]]"));
        check_fix("A001", "lsb.queues", &line("WEIGHT[[FS, 1],[MEM, 2]]"), &line("WEIGHT[[FS, 1] [MEM, 2]]"));
    }
}
