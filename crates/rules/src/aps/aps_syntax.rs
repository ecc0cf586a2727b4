use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Severity, rule};
use lsflint_syntax::{ApsError, ErrorKind, TextRange};

use crate::aps::common::IGNORED;

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
        family: Aps,
        scope: Cluster,
        severity: Error,
        fix: Unsafe,
        sources: [ibm("lsb.queues", "APS_PRIORITY")],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let ErrorKind::Aps(error) = context.error.kind else { return };
    let (text, range) = (context.text(), context.error.range);
    let (message, help) = match error {
        ApsError::MissingList => {
            ("a part without its pairs".to_owned(), "write pairs behind the keyword: `WEIGHT[[FS, 1]]`")
        }
        ApsError::WrongBracket => (format!("`{text}` in the place of `[`"), "write square brackets: `WEIGHT[[FS, 1]]`"),
        ApsError::EmptyList => {
            ("a part without a pair".to_owned(), "write pairs of factor and value, or remove the part")
        }
        ApsError::PairWithoutBrackets => {
            (format!("`{text}` has no brackets of its own"), "every pair has its own: `[[FS, 1] [MEM, 2]]`")
        }
        ApsError::EmptyPair => ("nothing in the brackets of a pair".to_owned(), "write factor and value: `[FS, 1]`"),
        ApsError::MissingFactor => ("a value without a factor".to_owned(), "write factor and value: `[FS, 1]`"),
        ApsError::MissingComma => (format!("no comma before `{text}`"), "separate factor and value by a comma"),
        ApsError::MissingValue => ("a factor without a value".to_owned(), "write factor and value: `[FS, 1]`"),
        ApsError::SurplusInPair => (format!("`{text}` behind the value"), "a pair has one value: remove the rest"),
        ApsError::Unclosed => ("a `[` that is never closed".to_owned(), "close it with `]`"),
        ApsError::Unopened => ("a `]` too much".to_owned(), "remove it"),
        ApsError::CommaBetween => return comma(range, findings),
        ApsError::UnknownPart | ApsError::NotANumber => return,
    };
    let found = findings.report(range, message).effect(IGNORED).help(help);
    match error {
        ApsError::PairWithoutBrackets => {
            found.fix(Fix::replace(Applicability::Unsafe, "add the brackets", range, format!("[{text}]")));
        }
        ApsError::MissingComma => {
            let before = TextRange::empty(range.start());
            found.fix(Fix::replace(Applicability::Unsafe, "insert the comma", before, ", "));
        }
        _ => {}
    }
}

/// Between pairs stand blanks; no page says what a comma does.
fn comma(range: TextRange, findings: &mut Findings) {
    findings
        .report(range, "a comma between pairs or parts")
        .severity(Severity::Warning)
        .effect("the documented separator is a blank: LSF may ignore the line")
        .help("remove the comma")
        .fix(Fix::replace(Applicability::Unsafe, "write a blank", range, " "));
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
              effect: LSF ignores the line: the queue works without absolute priority
              help: write square brackets: `WEIGHT[[FS, 1]]`
        "#]],
        );
        check_value(
            "WEIGHT[[FS, 1]",
            expect![[r#"
            3:22-3:23 error a `[` that is never closed
              effect: LSF ignores the line: the queue works without absolute priority
              help: close it with `]`
        "#]],
        );
        check_value(
            "WEIGHT[[FS, 1]]]",
            expect![[r#"
            3:31-3:32 error a `]` too much
              effect: LSF ignores the line: the queue works without absolute priority
              help: remove it
        "#]],
        );
        check_value(
            "WEIGHT LIMIT[[FS, 1]]",
            expect![[r#"
            3:16-3:22 error a part without its pairs
              effect: LSF ignores the line: the queue works without absolute priority
              help: write pairs behind the keyword: `WEIGHT[[FS, 1]]`
        "#]],
        );
        check_value(
            "WEIGHT[]",
            expect![[r#"
            3:22-3:24 error a part without a pair
              effect: LSF ignores the line: the queue works without absolute priority
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
              effect: LSF ignores the line: the queue works without absolute priority
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
              effect: LSF ignores the line: the queue works without absolute priority
              help: separate factor and value by a comma
        "#]],
        );
        check_value(
            "WEIGHT[[JPRIORITY]]",
            expect![[r#"
            3:33-3:34 error a factor without a value
              effect: LSF ignores the line: the queue works without absolute priority
              help: write factor and value: `[FS, 1]`
        "#]],
        );
        check_value(
            "WEIGHT[[, 1]]",
            expect![[r#"
            3:24-3:25 error a value without a factor
              effect: LSF ignores the line: the queue works without absolute priority
              help: write factor and value: `[FS, 1]`
        "#]],
        );
        check_value(
            "WEIGHT[[JPRIORITY, 1, 2]]",
            expect![[r#"
            3:36-3:39 error `, 2` behind the value
              effect: LSF ignores the line: the queue works without absolute priority
              help: a pair has one value: remove the rest
        "#]],
        );
        check_value(
            "WEIGHT[[]]",
            expect![[r#"
            3:23-3:25 error nothing in the brackets of a pair
              effect: LSF ignores the line: the queue works without absolute priority
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
              effect: the documented separator is a blank: LSF may ignore the line
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
