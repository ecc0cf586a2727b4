use lsflint_lint::{Findings, Part, RequirementContext, rule};
use lsflint_syntax::ast::resreq::{Expr, OperatorKind};

use crate::requirement::common::Judge;

rule! {
    /// Finds division by zero in a `select` section.
    ///
    /// # Effect
    /// The result is not a number that can be compared. The selection fails on every host, and jobs pend.
    ///
    /// # Example
    /// ```resreq
    /// select[mem / 0 > 1]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// select[mem / 2 > 1]
    /// ```
    pub R114 "division-by-zero" {
        family: Requirement, scope: Cluster, severity: Warning,
        sources: [ibm("lsf_admin/select_string", "the operator `/`")],
        checks: [RequirementPart(Part::SELECT, check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    if context.broken {
        return;
    }
    for expr in context.expressions() {
        let Expr::Arithmetic(chain) = expr else { continue };
        let divisors = chain.operators().zip(chain.operands().skip(1));
        for (operator, divisor) in divisors.filter(|(it, _)| it.kind == OperatorKind::Divide) {
            let Expr::Number(number) = divisor.without_parentheses() else { continue };
            if number.as_f64() == Some(0.0) {
                findings
                    .report(operator.token.range().cover(divisor.range()), "division by zero")
                    .consequence(Judge::of(context).unmet("the condition fails on every host"))
                    .help("correct the divisor");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# zero divides nothing
        //- resreq
        mem / 0 > 1
            ^^^ R114 warning division by zero
        mem * 2 / (0.0) > 1
                ^^^^^^^ R114 warning division by zero

        //# other numbers do
        //- resreq: mem / 0.5 > 0 && 0 / mem < 1 && mem * 0 == 0
    "#]];
}
