use lsflint_lint::select::{Use, kind};
use lsflint_lint::{Findings, Part, RequirementContext, rule};
use lsflint_spec::ResourceType;
use lsflint_syntax::Token;
use lsflint_syntax::ast::resreq::{Comparison, Expr};

use crate::requirement::common::Judge;
use crate::requirement::inner_quotes::quotes_section;

rule! {
    /// Finds strings outside of comparisons with a string resource: `type && mem>1`, `!type`, `type * 2`,
    /// `ncpus > hname`, `select['linux']`.
    ///
    /// # Effect
    /// A string resource is only valid on the left side of a comparison. LSF rejects the string, also without
    /// LSF_STRICT_RESREQ=Y.
    ///
    /// # Example
    /// ```resreq
    /// select[type && mem>100]
    /// select[hname * 2 > 1]
    /// select['linux' && mem>100]
    /// select[hname == !'hosta']
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// select[type==any && mem>100]
    /// select[r1m * 2 > 1]
    /// select[linux && mem>100]
    /// select[hname != 'hosta']
    /// ```
    pub R103 "string-misuse" {
        family: Requirement, scope: Cluster, severity: Error,
        sources: [
            ibm("lsf_admin/select_string", "the operators of string resources in the strict syntax"),
            volclava("lsf/intlib/resreq.c", "resToClassNew", "a string resource without an operator is refused"),
        ],
        checks: [RequirementPart(Part::SELECT, check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    if context.broken {
        return;
    }
    for used in context.names() {
        let what = match used.usage {
            Use::Condition => "is used as a condition",
            Use::Negated => "is negated",
            Use::Calculated | Use::Minus => "is used in a calculation",
            Use::Compared(it) if is_right_of_a_number(it, used.name) => "is compared with a number",
            Use::Compared(_) | Use::Defined | Use::Listed => continue,
        };
        if used.kind() != Some(ResourceType::String) {
            continue;
        }
        let name = used.name.text();
        let message = format!("string resource `{name}` {what}");
        Judge::of(context)
            .rejects(findings, used.name.range(), message)
            .help(format!("compare it with a string: `{name} == 'value'`"));
    }
    for expr in context.expressions() {
        match expr {
            Expr::Comparison(it) => negated_value(context, it, findings),
            Expr::And(_) | Expr::Or(_) => expr.operands().for_each(|it| lone_text(context, it, findings)),
            _ => {}
        }
    }
    context.selections().for_each(|it| lone_text(context, it, findings));
}

/// Whether a name is on the right side of a comparison whose left side is a number. A word on the right of anything
/// else may be a text.
fn is_right_of_a_number(comparison: Comparison<'_>, name: Token<'_>) -> bool {
    let right = comparison.rhs().map(Expr::without_parentheses).and_then(Expr::as_name);
    !comparison.is_chained() && right.is_some_and(|it| it.range() == name.range())
}

/// `hname == !'a'`.
fn negated_value(context: &RequirementContext<'_>, comparison: Comparison<'_>, findings: &mut Findings) {
    let (Some(Expr::Name(name)), Some(value @ Expr::Unary(not))) = (comparison.lhs(), comparison.rhs()) else { return };
    let text = matches!(not.operand(), Some(Expr::Text(_) | Expr::Bare(_) | Expr::Name(_)));
    let is_string = kind(context.cluster.resources(), name) == Some(ResourceType::String);
    if !(not.is_not() && text && is_string) || comparison.is_chained() {
        return;
    }
    let name = name.text();
    Judge::of(context)
        .rejects(findings, value.range(), format!("string resource `{name}` is compared with a negation"))
        .help(format!("write `{name} != ...`"));
}

/// A text as a condition: `'linux' && mem>1`. Double quotes and quoted sections are other findings.
fn lone_text(context: &RequirementContext<'_>, expr: Expr<'_>, findings: &mut Findings) {
    let Expr::Text(token) = expr.without_parentheses() else { return };
    if !token.raw().starts_with('\'') || quotes_section(token.raw()) || token.raw().len() < "'x'".len() {
        return;
    }
    Judge::of(context)
        .rejects(findings, token.range(), format!("string `{}` is used as a condition", token.raw()))
        .help("remove the quotes from the name of a resource, or compare a string resource with the string");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Resource of lsf.shared
        RESOURCENAME  TYPE    INTERVAL INCREASING CONSUMABLE DESCRIPTION
        os_version    String  ()       ()         ()         (release)

        //# texts are compared
        //- resreq
        select[type && mem>1]
               ^^^^ R103 error string resource `type` is used as a condition
        select[type * 2 > 1 && !model]
               ^^^^ R103 error string resource `type` is used in a calculation
                                ^^^^^ R103 error string resource `model` is negated
        //#
        //- lsf.conf: LSF_STRICT_RESREQ=N
        //- resreq
        os_version
        ^^^^^^^^^^ R103 error string resource `os_version` is used as a condition

        //# numbers are not compared with strings
        //- resreq
        ut < os_version
             ^^^^^^^^^^ R103 error string resource `os_version` is compared with a number
        select[16 == hname]
                     ^^^^^ R103 error string resource `hname` is compared with a number
        hname == !'a' || type != local
                 ^^^^ R103 error string resource `hname` is compared with a negation
        os_version == hname && unknown > hname

        //# a string is not a condition
        //- resreq
        'linux' && mem>1
        ^^^^^^^ R103 error string `'linux'` is used as a condition
        select[('a b')]
                ^^^^^ R103 error string `'a b'` is used as a condition
        'linux && mem>1'

        //# comparisons are fine
        //- resreq: type==any && os_version >= '4.2' && model != local && hname = abc && defined(os_version)

        //# unknown names are not judged
        //- without lsf.shared
        //- resreq: nodearray && mem>1
    "#]];
}
