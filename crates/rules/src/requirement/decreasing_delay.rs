use lsflint_lint::{Findings, Item, Part, RequirementContext, rule};
use lsflint_syntax::ast::AstNode;
use lsflint_syntax::ast::resreq::{Delay, ResReq};

rule! {
    /// Finds delays of alternatives that decrease from left to right.
    ///
    /// # Effect
    /// LSF tries the alternatives in order, and each delay is measured from submission. A later alternative is not
    /// tried before the one on its left, so the shorter delay has no effect.
    ///
    /// # Example
    /// ```resreq
    /// {select[a]} || {select[b]}@9 || {select[c]}@3
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// {select[a]} || {select[b]}@3 || {select[c]}@9
    /// ```
    pub R512 "decreasing-delay" {
        family: Requirement, scope: Cluster, severity: Warning,
        sources: [ibm("topic=requirements-alternative-resource", "Alternative resource requirements")],
        checks: [RequirementPart(Part::TERMS, check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    let Some(requirement) = ResReq::cast(context.node).filter(|_| !context.broken) else { return };
    let mut longest: Option<(Delay<'_>, u64)> = None;
    for delay in requirement.branches().skip(1).filter_map(|it| it.delay()) {
        let Some(minutes) = delay.minutes() else { continue };
        match longest {
            Some((earlier, before)) if minutes < before => {
                findings
                    .report(
                        delay.node().range(),
                        format!("delay of {minutes} minutes is shorter than the earlier delay of {before}"),
                    )
                    .consequence(
                        Item::String
                            .no_effect()
                            .called("the shorter delay")
                            .because("LSF does not try this alternative before the one on its left"),
                    )
                    .help("order the alternatives by their delays")
                    .related(earlier.node().range(), "the longer delay");
            }
            _ => longest = Some((delay, minutes)),
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# delays do not decrease
        //- resreq
        {linux} || {fs}@9 || {bigmem}@3
                                     ^^ R512 warning delay of 3 minutes is shorter than the earlier delay of 9
        {linux} || {fs}@3 || {bigmem} || {x}@9 || {y}@9
    "#]];
}
