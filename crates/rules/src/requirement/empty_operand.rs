use lsflint_lint::{ErrorContext, Findings, Item, Part, RequirementContext, rule};
use lsflint_syntax::ast::resreq::Expr;
use lsflint_syntax::{ResReqError, SyntaxKind};

use crate::requirement::common::{Judge, form_error};

rule! {
    /// Finds what is missing in a requirement: a side of an operator, the content of a section, an item between two
    /// separators, the text between two quotes.
    ///
    /// # Effect
    /// The strict parser refuses the string. The older one takes a selection it cannot read for no selection at all,
    /// and the queue accepts every host. Strings like these are mostly made by scripts, from a variable that was empty.
    ///
    /// LSF says: `Error near "<x>" : missing value.`
    ///
    /// # Example
    /// ```resreq
    /// select[mem > ]
    /// select[linux && ]
    /// rusage[]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// select[mem > 100]
    /// select[linux]
    /// rusage[mem=100]
    /// ```
    pub R008 "empty-operand" {
        family: Requirement, scope: OwnFile, severity: Error,
        sources: [ibm("lsf_admin/select_string", "a selection is a whole expression")],
        checks: [SyntaxError(check_form), RequirementPart(Part::SELECT, check)],
    }
}

fn check_form(context: &ErrorContext<'_>, findings: &mut Findings) {
    let text = context.text();
    let (message, help) = match form_error(context) {
        Some(ResReqError::MissingOperand) if text.starts_with('(') => {
            ("nothing between the parentheses".to_owned(), "write a condition, or remove them".to_owned())
        }
        Some(ResReqError::MissingOperand) => {
            (format!("`{text}` lacks an operand"), format!("complete the condition, or remove `{text}`"))
        }
        Some(ResReqError::EmptySection) => {
            (format!("`{text}` asks for nothing"), "remove the section, or say what it asks for".to_owned())
        }
        Some(ResReqError::EmptyItem) if in_selection(context) => {
            (format!("nothing on one side of `{text}`"), format!("remove `{text}`"))
        }
        _ => return,
    };
    let judge = Judge::of_error(context);
    let found = judge.rejects(findings, context.error.range, message).help(help);
    if !judge.is_strict() && in_selection(context) {
        let ignored = Item::String.ignored().called("the selection").possible();
        found.consequence(ignored.so("the requirement accepts every host"));
    }
}

/// Texts of no character.
fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    if context.broken {
        return;
    }
    let empty = |it: &&Expr<'_>| it.as_text().is_some_and(|it| it.is_empty());
    for text in context.parts.expressions.iter().filter(empty) {
        Judge::of(context)
            .rejects_strictly(
                findings,
                text.range(),
                "nothing between the quotes",
                Item::String.ignored().called("the selection").or("compare with an empty value"),
            )
            .help("write what the resource must be, or remove the comparison");
    }
}

/// Other sections speak for their own items.
fn in_selection(context: &ErrorContext<'_>) -> bool {
    context.around().iter().any(|it| matches!(it.kind(), SyntaxKind::SELECT_SECTION | SyntaxKind::IMPLICIT_SELECT))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check_lenient_string, check_string};

    // covers RR201, ST22
    #[test]
    fn an_operator_has_two_sides() {
        check_string(
            "R008",
            "select[mem >]",
            expect![[r#"
                1:12-1:13 error `>` lacks an operand
                  effect: LSF rejects the requirement string, so the submission fails
                  help: complete the condition, or remove `>`
            "#]],
        );
        check_string(
            "R008",
            "select[&& linux]",
            expect![[r#"
                1:8-1:10 error `&&` lacks an operand
                  effect: LSF rejects the requirement string, so the submission fails
                  help: complete the condition, or remove `&&`
            "#]],
        );
        check_string(
            "R008",
            "linux && && fs",
            expect![[r#"
                1:7-1:9 error `&&` lacks an operand
                  effect: LSF rejects the requirement string, so the submission fails
                  help: complete the condition, or remove `&&`
            "#]],
        );
        check_string(
            "R008",
            "select[!]",
            expect![[r#"
                1:8-1:9 error `!` lacks an operand
                  effect: LSF rejects the requirement string, so the submission fails
                  help: complete the condition, or remove `!`
            "#]],
        );
        check_string(
            "R008",
            "select[() && fs]",
            expect![[r#"
                1:8-1:10 error nothing between the parentheses
                  effect: LSF rejects the requirement string, so the submission fails
                  help: write a condition, or remove them
            "#]],
        );
    }

    // covers users-pain 26, users-pain 27
    #[test]
    fn a_text_has_characters() {
        check_string(
            "R008",
            "select[hname!='']",
            expect![[r#"
                1:15-1:17 error nothing between the quotes
                  effect: LSF may reject the requirement string, so the submission may fail
                  help: write what the resource must be, or remove the comparison
            "#]],
        );
        check_string("R008", "select[hname!='a']", expect![[""]]);
    }

    #[test]
    fn the_older_parser_drops_the_selection() {
        check_lenient_string(
            "R008",
            "select[linux &&]",
            expect![[r#"
                1:14-1:16 error `&&` lacks an operand
                  effect: LSF may ignore the selection, so the requirement accepts every host
                  help: complete the condition, or remove `&&`
            "#]],
        );
    }

    // covers RR110
    #[test]
    fn a_section_has_a_content() {
        check_string(
            "R008",
            "rusage[]",
            expect![[r#"
                1:1-1:9 error `rusage[]` asks for nothing
                  effect: LSF rejects the requirement string, so the submission fails
                  help: remove the section, or say what it asks for
            "#]],
        );
        check_string(
            "R008",
            "select[ ] order[ut]",
            expect![[r#"
                1:1-1:10 error `select[ ]` asks for nothing
                  effect: LSF rejects the requirement string, so the submission fails
                  help: remove the section, or say what it asks for
            "#]],
        );
    }

    #[test]
    fn signs_are_no_operators_without_left_side() {
        check_string("R008", "select[-1 < r1m && !linux]", expect![[""]]);
    }
}
