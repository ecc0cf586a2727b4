use lsflint_lint::{Consequence, ErrorContext, Findings, Item, Part, RequirementContext, rule};
use lsflint_syntax::ResReqError;
use lsflint_syntax::ast::AstNode;
use lsflint_syntax::ast::resreq::{AlternativeBranch, ResReq};

use crate::requirement::common::form_error;

rule! {
    /// Finds invalid delays in alternative requirements: delays that are not a positive whole number of minutes.
    ///
    /// # Effect
    /// The number after `@` is the number of minutes after submission when LSF tries the alternative. It has no unit;
    /// LSF rejects anything else.
    ///
    /// # Example
    /// ```resreq
    /// {select[bigmem]} || {select[linux]}@5m
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// {select[bigmem]} || {select[linux]}@5
    /// ```
    pub R511 "alternative-delay" {
        family: Requirement, scope: Cluster, severity: Warning,
        sources: [ibm("topic=requirements-alternative-resource", "Alternative resource requirements")],
        checks: [SyntaxError(check_form), RequirementPart(Part::TERMS, check)],
    }
}

/// What LSF does with such a delay; the documentation does not say it explicitly.
fn rejected() -> Consequence {
    Item::String.rejected().because("a delay must be a positive whole number of minutes").possible()
}

fn check_form(context: &ErrorContext<'_>, findings: &mut Findings) {
    if form_error(context) != Some(ResReqError::BadDelay) {
        return;
    }
    let text = context.text();
    let message = match text {
        "@" => "missing delay after `@`".to_owned(),
        _ => format!("invalid delay `{text}`"),
    };
    let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
    let help = match (digits.is_empty(), text.strip_prefix(&*digits)) {
        (false, Some("m")) => format!("write `@{digits}`, without a unit"),
        (false, Some("h")) => digits.parse::<u32>().map_or_else(
            |_| "write a number of minutes, such as `@5`".to_owned(),
            |hours| format!("write the number of minutes: `@{}`", u64::from(hours) * 60),
        ),
        _ => "write a number of minutes, such as `@5`".to_owned(),
    };
    findings.report(context.error.range, message).consequence(rejected()).help(help);
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    let Some(requirement) = ResReq::cast(context.node).filter(|_| !context.broken) else { return };
    let delays = requirement.branches().filter_map(AlternativeBranch::delay);
    for delay in delays.filter(|it| it.minutes() == Some(0)) {
        let help = "remove the delay; LSF then tries the alternative immediately";
        findings.report(delay.node().range(), "invalid delay of 0 minutes").consequence(rejected()).help(help);
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# delays are minutes
        //- resreq
        {linux} || {fs}@5m
                        ^^ R511 warning invalid delay `5m`
        {linux} || {fs}@2h
                        ^^ R511 warning invalid delay `2h`
                        = help: write the number of minutes: `@120`
        {linux} || {fs}@ || {bigmem}@0
                       ^ R511 warning missing delay after `@`
                       = help: write a number of minutes, such as `@5`
        {linux} || {fs}@0
                       ^^ R511 warning invalid delay of 0 minutes
                       = help: remove the delay; LSF then tries the alternative immediately
        {linux} || {fs}@5
    "#]];
}
