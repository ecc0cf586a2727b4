use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, Part, RequirementContext, rule};
use lsflint_syntax::ast::resreq::{Expr, Section};
use lsflint_syntax::{ResReqError, SyntaxKind};

use crate::requirement::common::{Judge, form_error, with_whitespace_before};
use crate::requirement::content::section_around;

rule! {
    /// Finds missing parts of a requirement: an operand of an operator, the content of a section, an item between two
    /// separators, a term or an alternative, the text between two quotes.
    ///
    /// # Effect
    /// The strict parser rejects the string. The older one ignores a selection that it cannot read, and the queue
    /// accepts every host; an empty `select`, `order`, `rusage` or `span` section has no effect in it. Such strings
    /// usually come from scripts with an empty variable.
    /// LSF reports: `Error near "<x>" : missing value.`
    ///
    /// # Example
    /// ```resreq
    /// select[mem > ]
    /// select[linux && ]
    /// rusage[]
    /// {select[linux]} || {select[bigmem]} ||
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// select[mem > 100]
    /// select[linux]
    /// rusage[mem=100]
    /// {select[linux]} || {select[bigmem]}
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: enables a requirement that LSF currently rejects.
    pub R008 "empty-operand" {
        family: Requirement, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [
            ibm("lsf_admin/select_string", "a selection is a complete expression"),
            volclava("lsf/intlib/resreq.c", "parseOrder", "an empty `order` section is accepted"),
            volclava("lsf/intlib/resreq.c", "parseUsage", "an empty `rusage` section is accepted"),
            ibm("lsf_admin/res_req_strings_about", "each `+` and each `||` is between two parts in braces"),
        ],
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
        Some(ResReqError::EmptyItem) if section_around(context).is_none() => return missing_part(context, findings),
        _ => return,
    };
    let judge = Judge::of_error(context);
    if form_error(context) == Some(ResReqError::EmptySection) {
        empty_section(context, judge, findings, message, help);
        return;
    }
    let found = judge.rejects(findings, context.error.range, message).help(help);
    if !judge.is_strict() && in_selection(context) {
        let ignored = Item::String.ignored().called("the selection").possible();
        found.consequence(ignored.so("the requirement accepts every host"));
    }
}

/// The strict parser needs a content. The older one accepts an empty section of the kinds that it knows.
fn empty_section(context: &ErrorContext<'_>, judge: Judge, findings: &mut Findings, message: String, help: String) {
    let found = findings.report(context.error.range, message).help(help);
    match section_around(context) {
        Some(Section::Select(_) | Section::Order(_) | Section::Rusage(_) | Section::Span(_)) => {
            judge.strictly(found, Item::String.no_effect().called("the section"));
        }
        _ => {
            found.consequence(judge.rejected());
        }
    }
}

/// `||` or `+` without a part in braces on one of its sides.
fn missing_part(context: &ErrorContext<'_>, findings: &mut Findings) {
    let (text, range) = (context.text(), context.error.range);
    let part = if text == "+" { "term" } else { "alternative" };
    Judge::of_error(context)
        .rejects(findings, range, format!("missing {part} next to `{text}`"))
        .help(format!("write the {part} in braces, or remove `{text}`"))
        .fix(Fix::replace(
            Applicability::Unsafe,
            format!("remove `{text}`"),
            with_whitespace_before(&context.file.file.text, range),
            "",
        ));
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
        //#
        //- lsf.conf: LSF_STRICT_RESREQ=N
        //- resreq
        rusage[] order[] cu[]
        ^^^^^^^^ R008 warning empty section `rusage[]`
            = effect: the section has no effect, but the requirement string is rejected with LSF_STRICT_RESREQ=Y
                 ^^^^^^^ R008 warning empty section `order[]`
                         ^^^^ R008 error empty section `cu[]`

        //# terms and alternatives have two sides
        //- resreq
        {linux} || {fs} ||
                        ^^ R008 error missing alternative next to `||`
            = fixed: {linux} || {fs}
        || {linux}
        ^^ R008 error missing alternative next to `||`
            = fixed:  {linux}
        {linux} || || {fs}
                   ^^ R008 error missing alternative next to `||`
            = fixed: {linux} || {fs}
        2*{linux} +
                  ^ R008 error missing term next to `+`
                  = help: write the term in braces, or remove `+`
            = fixed: 2*{linux}
        2*{linux} + 1*{fs} || {cs}
        {linux} || {fs}@5

        //# signs without a left side are not operators
        //- resreq: select[-1 < r1m && !linux]
    "#]];
}
