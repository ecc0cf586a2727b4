use lsflint_lint::select::{Constant, kind};
use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, Part, RequirementContext, rule};
use lsflint_spec::ResourceType;
use lsflint_syntax::ast::resreq::Expr;
use lsflint_syntax::{ResReqError, TextRange};

use crate::requirement::common::form_error;

rule! {
    /// Finds texts in a comparison that LSF does not read as one, because they have a hyphen, a dot or the like and no
    /// quotes.
    ///
    /// # Effect
    /// Without quotes a text ends where a name would end. In `hname != node-07` LSF subtracts 07 from `node`; from
    /// `rhel8.6` it takes `rhel8`; `8.6` is a number to it.
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
    /// Unsafe: the comparison is with another value than today.
    ///
    /// # Notes
    /// Observed in two open-source readers: the value is cut, or the string refused.
    pub R112 "value-needs-quotes" {
        family: Requirement, scope: Cluster, severity: Warning, fix: Unsafe,
        sources: [ibm("lsf_command_ref/bsub.__r.1", "values with special characters stand in single quotes")],
        checks: [SyntaxError(check_form), RequirementPart(Part::SELECT, check)],
    }
}

fn check_form(context: &ErrorContext<'_>, findings: &mut Findings) {
    if form_error(context) != Some(ResReqError::BareStringNeedsQuotes) {
        return;
    }
    let text = context.text();
    report(text, context.error.range, format!("`{text}` is no single word to LSF"), findings);
}

/// A number or a calculation in the place of a text.
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
        // A sign in front is part of the text.
        let text = if range.len() > number.range().len() { format!("-{text}") } else { text.into_owned() };
        report(&text, range, format!("`{text}` is a number to LSF, and `{name}` is a string resource"), findings);
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
        // A sign before a number is found with the numbers.
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
        let message = format!("`{text}` is a calculation to LSF, and `{}` is a string resource", name.text());
        report(text, value.range(), message, findings);
    }
}

fn report(text: &str, range: TextRange, message: String, findings: &mut Findings) {
    let quoted = format!("'{text}'");
    findings
        .report(range, message)
        .consequence(Item::String.rejected().or("compare with another value"))
        .help(format!("write `{quoted}`"))
        .fix(Fix::replace(Applicability::Unsafe, "put it in single quotes", range, quoted));
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- lsf.shared
        Begin Resource
        RESOURCENAME  TYPE    INTERVAL INCREASING CONSUMABLE DESCRIPTION
        linux         Boolean ()       ()         ()         (Linux)
        fs            Boolean ()       ()         ()         (file server)
        bigmem        Boolean ()       ()         ()         (much memory)
        os_version    String  ()       ()         ()         (release)
        lic           Numeric ()       N          Y          (licences)
        scratch       Numeric 30       N          ()         (free MB)
        nio           Numeric 15       Y          ()         (network load)
        nano_lic      Numeric ()       N          Y          (licences)
        End Resource

        //# special characters need quotes
        //- resreq
        select[hname != node-07]
                        ^^^^^^^ R112 warning `node-07` is no single word to LSF
            = fixed: select[hname != 'node-07']
        os_version == rhel8.6 && mem>10
                      ^^^^^^^ R112 warning `rhel8.6` is no single word to LSF
            = fixed: os_version == 'rhel8.6' && mem>10

        //# numbers are not strings
        //- resreq
        os_version == 8.6 || os_version != 7
                      ^^^ R112 warning `8.6` is a number to LSF, and `os_version` is a string resource
                                           ^ R112 warning `7` is a number to LSF, and `os_version` is a string resource
            = fixed: os_version == '8.6' || os_version != '7'

        //# calculations are not strings
        //- resreq
        os_version == x-y && os_version != -y
                      ^^^ R112 warning `x-y` is a calculation to LSF, and `os_version` is a string resource
                                           ^^ R112 warning
                                        = `-y` is a calculation to LSF, and `os_version` is a string resource
            = fixed: os_version == 'x-y' && os_version != '-y'

        //# words need none
        //- without lsf.shared
        //- resreq
        hname!=cn001 && type==X86_64 && mem > swp - 5 && os_version == 8.6

        //# quotes them
        //- resreq
        hname!=node-07.example.com
               ^^^^^^^^^^^^^^^^^^^ R112 warning `node-07.example.com` is no single word to LSF
            = fixed: hname!='node-07.example.com'
    "#]];
}
