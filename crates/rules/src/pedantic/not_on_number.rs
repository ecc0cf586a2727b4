use lsflint_lint::select::kind;
use lsflint_lint::{Applicability, Findings, Fix, Item, Part, RequirementContext, rule};
use lsflint_spec::ResourceType;
use lsflint_syntax::ast::resreq::Expr;

rule! {
    /// Finds the operator `!` before a numeric resource, such as `!swp`.
    ///
    /// # Effect
    /// The condition is true if the value is 0. It is valid, but easily misread as "no swap space required".
    ///
    /// # Example
    /// ```resreq
    /// select[!swp]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// select[swp == 0]
    /// ```
    ///
    /// # Fix safety
    /// Safe: both conditions are equivalent.
    pub W105 "not-on-number" {
        family: Pedantic, scope: OwnFile, severity: Hint, fix: Safe, status: OptIn,
        sources: [ibm("lsf_admin/select_string", "the operator `!`")],
        checks: [RequirementPart(Part::SELECT, check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    if context.broken {
        return;
    }
    let resources = context.cluster.resources();
    for expr in context.expressions() {
        let Expr::Unary(not) = expr else { continue };
        let Some(Expr::Name(name)) = not.operand().map(Expr::without_parentheses).filter(|_| not.is_not()) else {
            continue;
        };
        if kind(resources, name) != Some(ResourceType::Numeric) {
            continue;
        }
        let plain = format!("{} == 0", name.text());
        let found = findings
            .report(expr.range(), format!("operator `!` on numeric resource `{}`", name.text()))
            .consequence(Item::String.read_as(plain.as_str()).called("the condition"))
            .help(format!("write `{plain}`"));
        // In parentheses, because `!` binds more strongly than anything around it.
        let text = format!("({plain})");
        found.fix(Fix::replace(Applicability::Safe, format!("write `{text}`"), expr.range(), text));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# numbers are compared
        //- resreq
        !swp && !linux
        ^^^^ W105 hint operator `!` on numeric resource `swp`
            = fixed: (swp == 0) && !linux

        //# compares them
        //- resreq
        !swp && !(mem)
        ^^^^ W105 hint operator `!` on numeric resource `swp`
                ^^^^^^ W105 hint operator `!` on numeric resource `mem`
            = fixed: (swp == 0) && (mem == 0)
    "#]];
}
