use lsflint_lint::select::Use;
use lsflint_lint::{Findings, Item, Part, RequirementContext, rule};
use lsflint_spec::ResourceType;
use lsflint_syntax::ast::resreq::{Comparison, Expr, OperatorKind};

use crate::requirement::common::Judge;

rule! {
    /// Finds Boolean resources in calculations and comparisons: `linux + 1`, `linux == 1`.
    ///
    /// # Effect
    /// A Boolean resource is a condition by itself; it can be used alone or with `&&`, `||` and `!`. The strict parser
    /// rejects the string. The older one uses 1 for hosts that have the resource and 0 for all others.
    ///
    /// # Example
    /// ```resreq
    /// select[linux == 1 && mem>100]
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// linux        Boolean ()       ()         (Linux)
    /// End Resource
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// select[linux && mem>100]
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// linux        Boolean ()       ()         (Linux)
    /// End Resource
    /// ```
    pub R102 "boolean-in-arithmetic" {
        family: Requirement, scope: Cluster, severity: Error,
        sources: [ibm("lsf_admin/select_string", "the operators of Boolean resources in the strict syntax")],
        checks: [RequirementPart(Part::SELECT, check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    if context.broken {
        return;
    }
    for used in context.names().filter(|it| it.kind() == Some(ResourceType::Boolean)) {
        let name = used.name.text();
        let number = || Item::String.read_as("1` or `0").called(format!("`{name}`")).possible();
        let negation = || Item::String.read_as(format!("!{name}")).called(format!("`-{name}`")).possible();
        let (what, help, today) = match used.usage {
            Use::Compared(it) => ("is used in a comparison", instead(&name, it), number()),
            Use::Calculated => ("is used in a calculation", None, number()),
            Use::Minus => ("has a minus sign", Some(format!("write `!{name}`")), negation()),
            _ => continue,
        };
        let help = help.unwrap_or_else(|| format!("write `{name}` or `!{name}` as a separate condition"));
        let message = format!("Boolean resource `{name}` {what}");
        Judge::of(context).rejects_strictly(findings, used.name.range(), message, today).help(help);
    }
}

/// The condition that is equivalent to a comparison with 0 or 1.
fn instead(name: &str, comparison: Comparison<'_>) -> Option<String> {
    let Some(Expr::Number(number)) = comparison.rhs() else { return None };
    if comparison.is_chained() || comparison.lhs()?.as_name().is_none() {
        return None;
    }
    let value = number.as_f64()?;
    let positive = match comparison.operator()?.kind {
        OperatorKind::Equal | OperatorKind::Assign if value == 1.0 => true,
        OperatorKind::Equal | OperatorKind::Assign if value == 0.0 => false,
        OperatorKind::NotEqual if value == 0.0 => true,
        OperatorKind::NotEqual if value == 1.0 => false,
        OperatorKind::Greater if value == 0.0 => true,
        OperatorKind::GreaterOrEqual if value == 1.0 => true,
        OperatorKind::Less if value == 1.0 => false,
        OperatorKind::LessOrEqual if value == 0.0 => false,
        _ => return None,
    };
    Some(format!("write `{}{name}`", if positive { "" } else { "!" }))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Resource of lsf.shared
        RESOURCENAME  TYPE    INTERVAL INCREASING CONSUMABLE DESCRIPTION
        linux         Boolean ()       ()         ()         (Linux)
        fs            Boolean ()       ()         ()         (file server)
        bigmem        Boolean ()       ()         ()         (much memory)

        //# conditions are not compared
        //- resreq
        select[linux == 1 && !fs]
               ^^^^^ R102 error Boolean resource `linux` is used in a comparison
        linux + fs > 1
        ^^^^^ R102 error Boolean resource `linux` is used in a calculation
            = help: write `linux` or `!linux` as a separate condition
                ^^ R102 error Boolean resource `fs` is used in a calculation
        //#
        //- lsf.conf: LSF_STRICT_RESREQ=N
        //- resreq
        select[fs<1]
               ^^ R102 warning Boolean resource `fs` is used in a comparison
               = effect: LSF may read `fs` as `1` or `0`, but the requirement string is rejected with
               =   LSF_STRICT_RESREQ=Y

        //# a minus is not a negation
        //- lsf.conf: LSF_STRICT_RESREQ=N
        //- resreq
        -fs && mem>5
         ^^ R102 warning Boolean resource `fs` has a minus sign
            = effect: LSF may read `-fs` as `!fs`, but the requirement string is rejected with LSF_STRICT_RESREQ=Y

        //# knows the built in one
        //- resreq
        select[server == 1]
               ^^^^^^ R102 error Boolean resource `server` is used in a comparison

        //# unknown names are not judged
        //- without lsf.shared
        //- resreq: select[port8080 == 1]

        //# conditions are alone
        //- resreq: linux && (!fs || bigmem) && defined(linux)
    "#]];
}
