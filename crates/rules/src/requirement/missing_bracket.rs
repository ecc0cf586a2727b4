use lsflint_lint::{ErrorContext, Findings, rule};
use lsflint_syntax::ResReqError;

use crate::requirement::common::{Judge, form_error};

rule! {
    /// Finds brackets, parentheses and braces without their partner, and sections that are not written in square brackets.
    ///
    /// # Effect
    /// LSF cannot tell where the section ends and refuses the whole string. In a queue or a profile it then works without any
    /// requirement, and all that is left of it is a line in the log of mbatchd.
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
        family: Requirement,
        scope: OwnFile,
        severity: Error,
        sources: [ibm("lsf_admin/res_req_strings_about", "the square brackets are part of the string")],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let text = context.text();
    let (message, help) = match form_error(context) {
        Some(ResReqError::UnclosedBracket) => unclosed(text, ']'),
        Some(ResReqError::UnclosedParenthesis) => unclosed(text, ')'),
        Some(ResReqError::UnclosedBrace) => unclosed(text, '}'),
        Some(ResReqError::StrayBracket) => stray(text, '['),
        Some(ResReqError::StrayParenthesis) => stray(text, '('),
        Some(ResReqError::StrayBrace) => stray(text, '{'),
        Some(ResReqError::WrongBracket) => {
            (format!("`{text}` where the content of a section begins"), "write it in square brackets".to_owned())
        }
        Some(ResReqError::MissingBracket) => {
            (format!("`{text}` has no brackets"), format!("write `{text}[...]`, also around a single item"))
        }
        _ => return,
    };
    Judge::of_error(context).rejects(findings, context.error.range, message).help(help);
}

fn unclosed(bracket: &str, partner: char) -> (String, String) {
    (format!("`{bracket}` is never closed"), format!("add the `{partner}` that belongs to it"))
}

fn stray(bracket: &str, partner: char) -> (String, String) {
    (format!("`{bracket}` closes nothing"), format!("remove it, or add the `{partner}` that is missing before it"))
}

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
                  effect: LSF rejects the string and refuses the job
                  help: add the `]` that belongs to it
            "#]],
        );
        check_string(
            "R002",
            "select[(mem>10] rusage[mem=1]",
            expect![[r#"
                1:8-1:9 error `(` is never closed
                  effect: LSF rejects the string and refuses the job
                  help: add the `)` that belongs to it
            "#]],
        );
        check_string(
            "R002",
            "2*{select[linux]",
            expect![[r#"
                1:3-1:4 error `{` is never closed
                  effect: LSF rejects the string and refuses the job
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
                  effect: LSF rejects the string and refuses the job
                  help: remove it, or add the `[` that is missing before it
            "#]],
        );
        check_string(
            "R002",
            "mem>100)",
            expect![[r#"
                1:8-1:9 error `)` closes nothing
                  effect: LSF rejects the string and refuses the job
                  help: remove it, or add the `(` that is missing before it
            "#]],
        );
        check_string(
            "R002",
            "2*{select[linux]}} + 1*{select[fs]}",
            expect![[r#"
                1:18-1:19 error `}` closes nothing
                  effect: LSF rejects the string and refuses the job
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
                  effect: LSF rejects the string and refuses the job
                  help: write it in square brackets
            "#]],
        );
        check_string(
            "R002",
            "select{linux}",
            expect![[r#"
                1:7-1:8 error `{` where the content of a section begins
                  effect: LSF rejects the string and refuses the job
                  help: write it in square brackets
            "#]],
        );
        check_string(
            "R002",
            "rusage mem=1",
            expect![[r#"
                1:1-1:7 error `rusage` has no brackets
                  effect: LSF rejects the string and refuses the job
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
                  effect: LSF rejects the string and refuses the job
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
