use lsflint_lint::{ErrorContext, Findings, Part, RequirementContext, rule};
use lsflint_syntax::ast::AstNode;
use lsflint_syntax::ast::resreq::Delay;
use lsflint_syntax::{ResReqError, SyntaxKind};

use crate::requirement::common::form_error;

rule! {
    /// Finds delays of alternative branches that are no positive whole number of minutes.
    ///
    /// # Effect
    /// The number behind `@` is how many minutes after submission the branch is tried. It has no unit; LSF refuses anything else.
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
        family: Requirement,
        scope: Cluster,
        severity: Warning,
        sources: [ibm("topic=requirements-alternative-resource", "Alternative resource requirements")],
        checks: [SyntaxError(check_form), RequirementPart(Part::Terms, check)],
    }
}

/// What LSF does with such a delay; the page does not say it in so many words.
const EFFECT: &str = "the delay is a positive whole number of minutes; LSF refuses anything else";

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
    findings.report(context.error.range, message).effect(EFFECT).help(help);
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    if context.broken {
        return;
    }
    let delays = context.node.descendants().filter(|it| it.kind() == SyntaxKind::ALTERNATIVE_DELAY);
    for delay in delays.filter_map(Delay::cast).filter(|it| it.minutes() == Some(0)) {
        let help = "remove it: without a delay the branch is tried at once";
        findings.report(delay.node().range(), "a delay of 0").effect(EFFECT).help(help);
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check_string;

    // covers RR130
    #[test]
    fn delays_are_minutes() {
        check_string(
            "R511",
            "{linux} || {fs}@5m",
            expect![[r#"
            1:17-1:19 warning `5m` is no delay
              effect: the delay is a positive whole number of minutes; LSF refuses anything else
              help: write `@5`: minutes have no unit
        "#]],
        );
        check_string(
            "R511",
            "{linux} || {fs}@2h",
            expect![[r#"
            1:17-1:19 warning `2h` is no delay
              effect: the delay is a positive whole number of minutes; LSF refuses anything else
              help: write the minutes: `@120`
        "#]],
        );
        check_string(
            "R511",
            "{linux} || {fs}@ || {bigmem}@0",
            expect![[r#"
            1:16-1:17 warning `@` without a delay
              effect: the delay is a positive whole number of minutes; LSF refuses anything else
              help: write the minutes: `@5`
        "#]],
        );
        check_string(
            "R511",
            "{linux} || {fs}@0",
            expect![[r#"
            1:16-1:18 warning a delay of 0
              effect: the delay is a positive whole number of minutes; LSF refuses anything else
              help: remove it: without a delay the branch is tried at once
        "#]],
        );
        check_string("R511", "{linux} || {fs}@5", expect![[""]]);
    }
}
