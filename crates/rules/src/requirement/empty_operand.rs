use lsflint_lint::{ErrorContext, Findings, Item, Part, RequirementContext, rule};
use lsflint_syntax::ast::resreq::Expr;
use lsflint_syntax::{ResReqError, SyntaxKind};

use crate::requirement::common::{Judge, form_error};

rule! {
    /// Finds missing parts of a requirement: an operand of an operator, the content of a section, an item between two
    /// separators, the text between two quotes.
    ///
    /// # Effect
    /// The strict parser rejects the string. The older one ignores a selection that it cannot read, and the queue
    /// accepts every host. Such strings usually come from scripts with an empty variable.
    /// LSF reports: `Error near "<x>" : missing value.`
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
        sources: [ibm("lsf_admin/select_string", "a selection is a complete expression")],
        checks: [SyntaxError(check_form), RequirementPart(Part::SELECT, check)],
    }
}

fn check_form(context: &ErrorContext<'_>, findings: &mut Findings) {
    let text = context.text();
    let (message, help) = match form_error(context) {
        Some(ResReqError::MissingOperand) if text.starts_with('(') => {
            ("empty parentheses".to_owned(), "write a condition, or remove the parentheses".to_owned())
        }
        Some(ResReqError::MissingOperand) => {
            (format!("missing operand of `{text}`"), format!("complete the condition, or remove `{text}`"))
        }
        Some(ResReqError::EmptySection) => {
            (format!("empty section `{text}`"), "remove the section, or add its content".to_owned())
        }
        Some(ResReqError::EmptyItem) if in_selection(context) => {
            (format!("missing value next to `{text}`"), format!("remove `{text}`"))
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

/// Empty strings.
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
                "empty string in a condition",
                Item::String.ignored().called("the selection").or("compare with an empty value"),
            )
            .help("write the required value, or remove the comparison");
    }
}

/// Rules of other sections report their own items.
fn in_selection(context: &ErrorContext<'_>) -> bool {
    context.around().iter().any(|it| matches!(it.kind(), SyntaxKind::SELECT_SECTION | SyntaxKind::IMPLICIT_SELECT))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# an operator has two sides
        //- resreq
        select[mem >]
                   ^ R008 error missing operand of `>`
        select[&& linux]
               ^^ R008 error missing operand of `&&`
        linux && && fs
              ^^ R008 error missing operand of `&&`
        select[!]
               ^ R008 error missing operand of `!`
        select[() && fs]
               ^^ R008 error empty parentheses
               = help: write a condition, or remove the parentheses

        //# a text has characters
        //- resreq
        select[hname!='']
                      ^^ R008 error empty string in a condition
                      = effect: LSF may reject the requirement string, so the submission may fail
                      = help: write the required value, or remove the comparison
        select[hname!='a']

        //# the older parser drops the selection
        //- lsf.conf: LSF_STRICT_RESREQ=N
        //- resreq
        select[linux &&]
                     ^^ R008 error missing operand of `&&`
                     = effect: LSF may ignore the selection, so the requirement accepts every host

        //# a section has a content
        //- resreq
        rusage[]
        ^^^^^^^^ R008 error empty section `rusage[]`
        select[ ] order[ut]
        ^^^^^^^^^ R008 error empty section `select[ ]`

        //# signs without a left side are not operators
        //- resreq: select[-1 < r1m && !linux]
    "#]];
}
