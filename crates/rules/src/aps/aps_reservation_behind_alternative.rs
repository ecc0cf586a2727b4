use lsflint_lint::{Findings, SectionContext, breaks_tree, rule};
use lsflint_spec::{APS_FACTORS, ApsFactor, builtin_resource};
use lsflint_syntax::Token;
use lsflint_syntax::ast::resreq::{ResReq, RusageSection, Section, UsageAlternative, UsageItem};
use lsflint_syntax::ast::{ApsPriority, Value};

use crate::aps::common::{are_read_together, is_weighted, of_queue};

rule! {
    /// Finds resource reservations that the MEM or SWAP factor of APS_PRIORITY does not use because they follow `||` in
    /// `rusage`.
    ///
    /// # Effect
    /// LSF calculates the factors from the part of `rusage` before the first `||`. An amount after it does not affect
    /// the priority.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// APS_PRIORITY = WEIGHT[[MEM, 0.1]]
    /// RES_REQ      = rusage[lic=1 || mem=900]
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// APS_PRIORITY = WEIGHT[[MEM, 0.1]]
    /// RES_REQ      = rusage[mem=900 || lic=1]
    /// End Queue
    /// ```
    pub A206 "aps-reservation-behind-alternative" {
        family: Aps, scope: Cluster, severity: Info,
        sources: [ibm("lsf_admin/job_priority_behavior", "Absolute priority scheduling")],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let Some((aps, priority)) = of_queue(context) else { return };
    let Some(setting) = context.entry("RES_REQ").filter(|it| are_read_together(aps, *it)) else { return };
    let Some(value) = setting.known_value() else { return };
    if context.file.file.parse.errors_in(value.node().range()).iter().any(|it| breaks_tree(it.kind)) {
        return;
    }
    let Some(requirement) = Value::content(value).and_then(lsflint_syntax::ast::AstNode::cast) else { return };
    for section in usages(requirement) {
        report(priority, section, findings);
    }
}

fn usages(requirement: ResReq<'_>) -> impl Iterator<Item = RusageSection<'_>> {
    requirement.simples().flat_map(|it| it.sections().collect::<Vec<_>>()).filter_map(|it| match it {
        Section::Rusage(it) => Some(it),
        _ => None,
    })
}

fn report(priority: ApsPriority<'_>, section: RusageSection<'_>, findings: &mut Findings) {
    let mut alternatives = section.alternatives();
    let Some(first) = alternatives.next() else { return };
    let later: Vec<UsageAlternative<'_>> = alternatives.collect();
    for ApsFactor { name: factor, resource, .. } in APS_FACTORS.iter().filter(|it| !it.resource.is_empty()) {
        if !is_weighted(priority, factor) || names(first).any(|it| is(it, resource)) {
            continue;
        }
        if let Some(hidden) = later.iter().flat_map(|it| names(*it)).find(|it| is(*it, resource)) {
            findings
                .report(hidden.range(), format!("factor `{factor}` ignores `{}` after `||`", hidden.text()))
                .effect("the amount does not affect the priority of the job")
                .help("put the alternative with the amount first if it is the most common one");
        }
    }
}

fn names(alternative: UsageAlternative<'_>) -> impl Iterator<Item = Token<'_>> {
    alternative.items().filter_map(UsageItem::name)
}

fn is(name: Token<'_>, resource: &str) -> bool {
    builtin_resource(&name.text()).is_some_and(|it| it.name == resource)
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# factors read the first alternative
        //- each Queue
        APS_PRIORITY = WEIGHT[[MEM, 1]]
          RES_REQ = rusage[a=1 || mem=9]
                                  ^^^ A206 info factor `MEM` ignores `mem` after `||`
        APS_PRIORITY = WEIGHT[[SWAP, 1]]
          RES_REQ = rusage[a=1 || swap=9]
                                  ^^^^ A206 info factor `SWAP` ignores `swap` after `||`

        //# the first alternative is seen
        //- each Queue
        APS_PRIORITY = WEIGHT[[MEM, 1]]
          RES_REQ = rusage[mem=9 || a=1]
        APS_PRIORITY = WEIGHT[[PROC, 1]]
          RES_REQ = rusage[a=1 || mem=9]
    "#]];
}
