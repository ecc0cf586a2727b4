use lsflint_lint::select::Use;
use lsflint_lint::{Applicability, Findings, Fix, Item, Part, RequirementContext, rule};
use lsflint_spec::{Direction, ResourceType};
use lsflint_syntax::ast::resreq::{Comparison, Expr, OperatorKind};

rule! {
    /// Finds `=` between a resource and a number in a `select` section: `ncpus = 4`.
    ///
    /// # Effect
    /// `=` is documented for strings only. The older parser reads it as in the old list syntax, where it does not mean
    /// equality: `mem = 100` means at least 100, `r1m = 1` means at most 1.
    ///
    /// # Example
    /// ```resreq
    /// select[ncpus = 4]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// select[ncpus == 4]
    /// select[ncpus >= 4]
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: `==` is what is written, but not what the older parser reads.
    pub R113 "equals-with-number" {
        family: Requirement, scope: Cluster, severity: Warning, fix: Unsafe,
        sources: [
            ibm("lsf_admin/select_string", "`=` is listed only with the operators of string resources"),
            volclava(
                "lsf/intlib/resreq.c",
                "resToClassOld",
                "`name=value` is `<=` for a resource that increases with load, and `>=` for others",
            ),
        ],
        checks: [RequirementPart(Part::SELECT, check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    if context.broken {
        return;
    }
    for used in context.names() {
        // In the old list syntax, the finding about the colon explains it.
        let Use::Compared(comparison) = used.usage else { continue };
        let Some(operator) = comparison.operator().filter(|it| it.kind == OperatorKind::Assign) else { continue };
        let resource = used.resource;
        let kind = resource.as_ref().and_then(|it| it.kind);
        let numeric = kind == Some(ResourceType::Numeric) || kind.is_none() && is_number(comparison);
        // A Boolean resource has its own finding; each comparison is reported once, at its first name.
        if !numeric || comparison.lhs().and_then(Expr::as_name).is_none_or(|it| it.range() != used.name.range()) {
            continue;
        }
        let name = used.name.text();
        let old = match resource.and_then(|it| it.direction) {
            Some(Direction::Increasing) => Some("<="),
            Some(Direction::Decreasing) => Some(">="),
            None => None,
        };
        let found = findings.report(
            operator.token.range(),
            format!("operator `=` compares strings, but `{name}` is compared with a number"),
        );
        match old {
            Some(old) => found
                .consequence(
                    Item::String.read_as(old).called("`=`").because("only `==` is documented for numbers").possible(),
                )
                .help(format!("write `==`, or `{old}` to keep the old meaning")),
            None => found
                .consequence(Item::String.rejected().because("only `==` is documented for numbers").possible())
                .help("write `==`"),
        };
        found.fix(Fix::replace(Applicability::Unsafe, "write `==`", operator.token.range(), "=="));
    }
}

fn is_number(comparison: Comparison<'_>) -> bool {
    matches!(comparison.rhs(), Some(Expr::Number(_)))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# numbers are compared with two signs
        //- resreq
        select[ncpus = 4]
                     ^ R113 warning operator `=` compares strings, but `ncpus` is compared with a number
            = fixed: select[ncpus == 4]
        r1m=0.5
           ^ R113 warning operator `=` compares strings, but `r1m` is compared with a number
            = fixed: r1m==0.5
        port8080=1
                ^ R113 warning operator `=` compares strings, but `port8080` is compared with a number
                = effect: LSF may reject the requirement string because only `==` is documented for numbers
                = help: write `==`
            = fixed: port8080==1

        //# texts have both
        //- Resource of lsf.shared
        RESOURCENAME  TYPE    INTERVAL INCREASING CONSUMABLE DESCRIPTION
        os_version    String  ()       ()         ()         (release)
        //- resreq: type=any && hname = 'a' && os_version='4' && rack=7a
        //#
        //- resreq: rack=abc

        //# the old list is another finding
        //- resreq: linux:swp=20
    "#]];
}
