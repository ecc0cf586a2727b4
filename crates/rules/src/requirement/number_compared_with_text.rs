use lsflint_lint::select::{Constant, kind, text_of};
use lsflint_lint::{Findings, Part, RequirementContext, rule};
use lsflint_spec::ResourceType;
use lsflint_syntax::SyntaxKind;
use lsflint_syntax::ast::resreq::{Comparison, Expr};

use crate::requirement::common::Judge;

rule! {
    /// Finds numbers that are compared with a string: `mem > 'big'`, `mem > 1.51.5`, `16 == 'rhel'`.
    ///
    /// # Effect
    /// LSF rejects the string: only string resources have string values.
    ///
    /// # Example
    /// ```resreq
    /// select[mem > '100']
    /// select[16 == 'rhel']
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// select[mem > 100]
    /// select[osname == 'rhel']
    /// ```
    pub R116 "number-compared-with-text" {
        family: Requirement, scope: Cluster, severity: Error,
        sources: [
            ibm("lsf_admin/select_string", "quoted strings are values of string resources"),
            volclava("lsf/intlib/resreq.c", "resToClassNew", "a quote after the operator of a number is refused"),
        ],
        checks: [RequirementPart(Part::SELECT, check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    if context.broken {
        return;
    }
    for against in context.against() {
        if !is_text(against.value) || kind(context.cluster.resources(), against.name) != Some(ResourceType::Numeric) {
            continue;
        }
        let Some((token, text)) = text_of(against.value) else { continue };
        let help = match text.parse::<f64>() {
            Ok(_) => format!("write `{text}` without quotes"),
            Err(_) => "write a number".to_owned(),
        };
        let message = format!("numeric resource `{}` is compared with a string", against.name.text());
        Judge::of(context).rejects(findings, token.range(), message).help(help);
    }
    for expr in context.expressions() {
        if let Expr::Comparison(it) = expr
            && is_number_and_text(it)
        {
            Judge::of(context)
                .rejects(findings, expr.range(), "number is compared with a string")
                .help("compare a string resource with the string");
        }
    }
}

/// A text in single quotes, or a word that cannot be a name. Double quotes are another finding.
fn is_text(value: Constant<'_>) -> bool {
    match value {
        Constant::Quoted(token) => token.raw().starts_with('\''),
        Constant::Word(token) => token.kind() == SyntaxKind::WORD,
        Constant::Number { .. } => false,
    }
}

/// `16 == 'rhel'`.
fn is_number_and_text(comparison: Comparison<'_>) -> bool {
    let quoted = |it: &Expr<'_>| matches!(it, Expr::Text(token) if token.raw().starts_with('\''));
    match [comparison.lhs(), comparison.rhs()].map(|it| it.map(Expr::without_parentheses)) {
        [Some(Expr::Number(_)), Some(text)] | [Some(text), Some(Expr::Number(_))] => {
            !comparison.is_chained() && quoted(&text)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# numbers are not strings
        //- resreq
        mem > '100' || 'big' == swp
              ^^^^^ R116 error numeric resource `mem` is compared with a string
                       ^^^^^ R116 error numeric resource `swp` is compared with a string
                       = help: write a number
        mem>1.51.5
            ^^^^^^ R116 error numeric resource `mem` is compared with a string
        select[16=='rhel' && 5 > mem]
               ^^^^^^^^^^ R116 error number is compared with a string
        type == '100' && x == 'big' && mem > 5 && os_version > 1.2.3
    "#]];
}
