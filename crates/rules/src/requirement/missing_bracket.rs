use lsflint_lint::{ErrorWords, rule};
use lsflint_syntax::ResReqError;

use crate::requirement::common::words;

rule! {
    /// Finds brackets, parentheses and braces without their partner, and sections that are not written in square
    /// brackets.
    ///
    /// # Effect
    /// LSF cannot tell where the section ends and refuses the whole string. In a queue or a profile it then works
    /// without any requirement, and all that is left of it is a line in the log of mbatchd.
    ///
    /// # Example
    /// ```resreq
    /// rusage[mem=4000
    /// (mem>100
    /// span(hosts=1)
    /// rusage mem=4000
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// rusage[mem=4000]
    /// (mem>100)
    /// span[hosts=1]
    /// ```
    ///
    /// Only the first bracket without a partner is reported: what follows it may be right or wrong, nobody can say.
    pub R002 "missing-bracket" {
        family: Requirement, scope: OwnFile, severity: Error,
        sources: [ibm("lsf_admin/res_req_strings_about", "the square brackets are part of the string")],
        checks: [Errors(WORDS)],
    }
}

const WORDS: &[ErrorWords] = &[
    words(ResReqError::UnclosedBracket, "`{text}` is never closed", "add the `]` that belongs to it"),
    words(ResReqError::UnclosedParenthesis, "`{text}` is never closed", "add the `)` that belongs to it"),
    words(ResReqError::UnclosedBrace, "`{text}` is never closed", "add the `}` that belongs to it"),
    words(ResReqError::StrayBracket, "`{text}` closes nothing", "remove it, or add the `[` that is missing before it"),
    words(
        ResReqError::StrayParenthesis,
        "`{text}` closes nothing",
        "remove it, or add the `(` that is missing before it",
    ),
    words(ResReqError::StrayBrace, "`{text}` closes nothing", "remove it, or add the `{` that is missing before it"),
    words(ResReqError::WrongBracket, "`{text}` where the content of a section begins", "write it in square brackets"),
    words(ResReqError::MissingBracket, "`{text}` has no brackets", "write `{text}[...]`, also around a single item"),
];

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check_string;

    // covers RR101
    #[test]
    fn points_at_the_bracket_without_partner() {
        check_string(
            "R002",
            "rusage[mem=10",
            expect![[r#"
                1:7-1:8 error `[` is never closed
                  effect: LSF rejects the requirement string, so the submission fails
                  help: add the `]` that belongs to it
            "#]],
        );
        check_string(
            "R002",
            "select[(mem>10] rusage[mem=1]",
            expect![[r#"
                1:8-1:9 error `(` is never closed
                  effect: LSF rejects the requirement string, so the submission fails
                  help: add the `)` that belongs to it
            "#]],
        );
        check_string(
            "R002",
            "2*{select[linux]",
            expect![[r#"
                1:3-1:4 error `{` is never closed
                  effect: LSF rejects the requirement string, so the submission fails
                  help: add the `}` that belongs to it
            "#]],
        );
    }

    #[test]
    fn points_at_the_bracket_too_many() {
        check_string(
            "R002",
            "rusage[mem=1]]",
            expect![[r#"
                1:14-1:15 error `]` closes nothing
                  effect: LSF rejects the requirement string, so the submission fails
                  help: remove it, or add the `[` that is missing before it
            "#]],
        );
        check_string(
            "R002",
            "mem>100)",
            expect![[r#"
                1:8-1:9 error `)` closes nothing
                  effect: LSF rejects the requirement string, so the submission fails
                  help: remove it, or add the `(` that is missing before it
            "#]],
        );
        check_string(
            "R002",
            "2*{select[linux]}} + 1*{select[fs]}",
            expect![[r#"
                1:18-1:19 error `}` closes nothing
                  effect: LSF rejects the requirement string, so the submission fails
                  help: remove it, or add the `{` that is missing before it
            "#]],
        );
    }

    // covers RR103, ST16, RR-021
    #[test]
    fn wants_square_brackets() {
        check_string(
            "R002",
            "span(hosts=1)",
            expect![[r#"
                1:5-1:6 error `(` where the content of a section begins
                  effect: LSF rejects the requirement string, so the submission fails
                  help: write it in square brackets
            "#]],
        );
        check_string(
            "R002",
            "select{linux}",
            expect![[r#"
                1:7-1:8 error `{` where the content of a section begins
                  effect: LSF rejects the requirement string, so the submission fails
                  help: write it in square brackets
            "#]],
        );
        check_string(
            "R002",
            "rusage mem=1",
            expect![[r#"
                1:1-1:7 error `rusage` has no brackets
                  effect: LSF rejects the requirement string, so the submission fails
                  help: write `rusage[...]`, also around a single item
            "#]],
        );
    }

    #[test]
    fn reports_one_cause_once() {
        check_string(
            "R002",
            "select[mem>100 order[mem",
            expect![[r#"
                1:7-1:8 error `[` is never closed
                  effect: LSF rejects the requirement string, so the submission fails
                  help: add the `]` that belongs to it
            "#]],
        );
    }

    #[test]
    fn nested_pairs_are_fine() {
        check_string(
            "R002",
            "{select[(mem>100 && (ut<0.5))]} || {2*{rusage[mem=(9 5):duration=(3)]} + {order[ut]}}",
            expect![[""]],
        );
    }
}
