use lsflint_lint::select::{Constant, kind};
use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, Part, RequirementContext, rule};
use lsflint_spec::ResourceType;
use lsflint_syntax::ast::resreq::Expr;
use lsflint_syntax::{Element, ResReqError, SyntaxKind, TextRange};

use crate::requirement::common::{form_error, innermost};

rule! {
    /// Finds unquoted strings in a comparison that need quotes, because they contain a hyphen, a dot or a similar
    /// character.
    ///
    /// # Effect
    /// Without quotes, a string ends where a name would end. In `hname != node-07`, LSF subtracts 07 from `node`; it
    /// reads `rhel8.6` as `rhel8`, and `8.6` as a number.
    ///
    /// # Example
    /// ```resreq
    /// select[hname != node-07]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// select[hname != 'node-07']
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: changes the value of the comparison.
    pub R112 "value-needs-quotes" {
        family: Requirement, scope: Cluster, severity: Warning, fix: Unsafe,
        sources: [
            ibm("lsf_command_ref/bsub.__r.1", "values with special characters are in single quotes"),
            volclava(
                "lsf/intlib/resreq.c",
                "resToClassNew",
                "an unquoted string ends at the first character that a name cannot have",
            ),
        ],
        checks: [SyntaxError(check_form), RequirementPart(Part::SELECT, check)],
    }
}

fn check_form(context: &ErrorContext<'_>, findings: &mut Findings) {
    if form_error(context) != Some(ResReqError::BareStringNeedsQuotes) {
        return;
    }
    // A number needs no quotes: that is another finding.
    let comparison = innermost(context, SyntaxKind::COMPARISON).and_then(|it| Expr::cast(Element::Node(it)));
    if let Some(Expr::Comparison(it)) = comparison
        && let Some(Expr::Name(name)) = it.lhs()
        && kind(context.file.cluster.resources(), name) == Some(ResourceType::Numeric)
    {
        return;
    }
    let text = context.text();
    report(text, context.error.range, format!("unquoted string `{text}` with special characters"), findings);
}

/// A number or a calculation instead of a string.
fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    if context.broken {
        return;
    }
    calculations(context, findings);
    for against in context.against() {
        let Constant::Number { number, range, .. } = against.value else { continue };
        if number.unit.is_some() || kind(context.cluster.resources(), against.name) != Some(ResourceType::String) {
            continue;
        }
        let (text, name) = (number.value.text(), against.name.text());
        // A sign before the number is part of the string.
        let text = if range.len() > number.range().len() { format!("-{text}") } else { text.into_owned() };
        report(&text, range, format!("string resource `{name}` is compared with the number `{text}`"), findings);
    }
}

/// `rack == a-7`, when `rack` is known to be a string resource.
fn calculations(context: &RequirementContext<'_>, findings: &mut Findings) {
    for expr in context.expressions() {
        let Expr::Comparison(comparison) = expr else { continue };
        let (Some(Expr::Name(name)), Some(value @ (Expr::Arithmetic(_) | Expr::Unary(_)))) =
            (comparison.lhs(), comparison.rhs())
        else {
            continue;
        };
        // A sign before a number is handled with the numbers.
        let number = matches!(value, Expr::Unary(it) if matches!(it.operand(), Some(Expr::Number(_))));
        if comparison.is_chained() || number || kind(context.cluster.resources(), name) != Some(ResourceType::String) {
            continue;
        }
        let Some(text) = context
            .source
            .get(std::ops::Range::<usize>::from(value.range()))
            .filter(|it| !it.contains([' ', '\'', '(', ')']))
        else {
            continue;
        };
        let message = format!("string resource `{}` is compared with the calculation `{text}`", name.text());
        report(text, value.range(), message, findings);
    }
}

fn report(text: &str, range: TextRange, message: String, findings: &mut Findings) {
    let quoted = format!("'{text}'");
    findings
        .report(range, message)
        .consequence(Item::String.rejected().or("compare with another value"))
        .help(format!("write `{quoted}`"))
        .fix(Fix::replace(Applicability::Unsafe, "write the value in single quotes", range, quoted));
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Resource of lsf.shared
        RESOURCENAME  TYPE    INTERVAL INCREASING CONSUMABLE DESCRIPTION
        os_version    String  ()       ()         ()         (release)

        //# special characters need quotes
        //- resreq
        select[hname != node-07]
                        ^^^^^^^ R112 warning unquoted string `node-07` with special characters
            = fixed: select[hname != 'node-07']
        os_version == rhel8.6 && mem>10
                      ^^^^^^^ R112 warning unquoted string `rhel8.6` with special characters
            = fixed: os_version == 'rhel8.6' && mem>10
        hname!=node-07.example.com
               ^^^^^^^^^^^^^^^^^^^ R112 warning unquoted string `node-07.example.com` with special characters
            = fixed: hname!='node-07.example.com'

        //# numbers are not strings
        //- resreq
        os_version == 8.6 || os_version != 7
                      ^^^ R112 warning string resource `os_version` is compared with the number `8.6`
                                           ^ R112 warning string resource `os_version` is compared with the number `7`
            = fixed: os_version == '8.6' || os_version != '7'

        //# calculations are not strings
        //- resreq
        os_version == x-y && os_version != -y
                      ^^^ R112 warning string resource `os_version` is compared with the calculation `x-y`
                                           ^^ R112 warning
                                        = string resource `os_version` is compared with the calculation `-y`
            = fixed: os_version == 'x-y' && os_version != '-y'

        //# words need none
        //- without lsf.shared
        //- resreq: hname!=cn001 && type==X86_64 && mem > swp - 5 && os_version == 8.6
    "#]];
}
