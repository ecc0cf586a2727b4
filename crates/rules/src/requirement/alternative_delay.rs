use lsflint_lint::{Consequence, ErrorContext, Findings, Item, Part, RequirementContext, rule};
use lsflint_syntax::ResReqError;
use lsflint_syntax::ast::AstNode;
use lsflint_syntax::ast::resreq::{AlternativeBranch, ResReq};

use crate::requirement::common::form_error;

rule! {
    /// Finds delays of alternative branches that are no positive whole number of minutes.
    ///
    /// # Effect
    /// The number behind `@` is how many minutes after submission the branch is tried. It has no unit; LSF refuses
    /// anything else.
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

/// What LSF does with such a delay; the page does not say it in so many words.
fn rejected() -> Consequence {
    Item::String.rejected().because("a delay is a positive whole number of minutes").possible()
}

fn check_form(context: &ErrorContext<'_>, findings: &mut Findings) {
    if form_error(context) != Some(ResReqError::BadDelay) {
        return;
    }
    let text = context.text();
    let message = match text {
        "@" => "`@` without a delay".to_owned(),
        _ => format!("`{text}` is no delay"),
    };
    let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
    let help = match (digits.is_empty(), text.strip_prefix(&*digits)) {
        (false, Some("m")) => format!("write `@{digits}`: minutes have no unit"),
        (false, Some("h")) => digits.parse::<u32>().map_or_else(
            |_| "write the minutes: `@5`".to_owned(),
            |hours| format!("write the minutes: `@{}`", u64::from(hours) * 60),
        ),
        _ => "write the minutes: `@5`".to_owned(),
    };
    findings.report(context.error.range, message).consequence(rejected()).help(help);
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    let Some(requirement) = ResReq::cast(context.node).filter(|_| !context.broken) else { return };
    let delays = requirement.branches().filter_map(AlternativeBranch::delay);
    for delay in delays.filter(|it| it.minutes() == Some(0)) {
        let help = "remove it: without a delay the branch is tried at once";
        findings.report(delay.node().range(), "a delay of 0").consequence(rejected()).help(help);
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# delays are minutes
        //- resreq
        {linux} || {fs}@5m
                        ^^ R511 warning `5m` is no delay
        {linux} || {fs}@2h
                        ^^ R511 warning `2h` is no delay
                        = help: write the minutes: `@120`
        {linux} || {fs}@ || {bigmem}@0
                       ^ R511 warning `@` without a delay
        {linux} || {fs}@0
                       ^^ R511 warning a delay of 0
                       = help: remove it: without a delay the branch is tried at once
        {linux} || {fs}@5
    "#]];
}
