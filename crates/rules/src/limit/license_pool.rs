use lsflint_lint::{Findings, Item, SectionContext, rule};
use lsflint_spec::{Confidence, ParamSpec};
use lsflint_syntax::ast::Shape;

use crate::parameter::related;

rule! {
    /// Finds guaranteed resource pools of license tokens that also select hosts.
    ///
    /// # Effect
    /// The amounts of such a pool come from License Scheduler. HOSTS, RES_SELECT and SLOTS_PER_HOST have no effect in
    /// it.
    ///
    /// # Example
    /// ```lsb.resources
    /// Begin GuaranteedResourcePool
    /// NAME         = pool
    /// TYPE         = resource[licA]
    /// HOSTS        = all
    /// DISTRIBUTION = ([physics, 5])
    /// End GuaranteedResourcePool
    /// ```
    ///
    /// # Use instead
    /// ```lsb.resources
    /// Begin GuaranteedResourcePool
    /// NAME         = pool
    /// TYPE         = resource[licA]
    /// DISTRIBUTION = ([physics, 5])
    /// End GuaranteedResourcePool
    /// ```
    pub L308 "license-pool" {
        family: Limit, scope: Cluster, severity: Warning,
        sources: [
            ibm("lsf_admin/guar_res_pools_about", "a set of hosts may be given for pools of hosts, slots and packages"),
        ],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let Some(spec) = context.spec.filter(|it| it.name == "GuaranteedResourcePool") else { return };
    let Some(kind) = related::find(context.entries, "TYPE") else { return };
    let Some(word) =
        kind.typed::<Shape<'_>>().and_then(|it| it.keywords().next()).filter(|it| related::says(*it, "resource"))
    else {
        return;
    };
    let is_void = |it: &&ParamSpec| it.void_conditions().any(|it| it.param == "TYPE" && related::says(word, it.word));
    for setting in spec.params.iter().filter(is_void).filter_map(|it| related::find(context.entries, it.name)) {
        if related::is_on(setting) && related::are_read_together(kind, setting) {
            findings
                .report(
                    related::place(setting),
                    format!("`{}` is set in a pool of license tokens", setting.display_name()),
                )
                .capped(Confidence::Medium)
                .consequence(
                    Item::Line.no_effect().possible().because("the amounts of the pool come from License Scheduler"),
                )
                .help("remove the line")
                .related(word.range(), "the type of the pool");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# looks at the type
        //- each GuaranteedResourcePool
        TYPE = resource[lic1]
          HOSTS = all
          ^^^^^ L308 warning `HOSTS` is set in a pool of license tokens
          DISTRIBUTION = ([s, 5])
        TYPE = slots
          HOSTS = all
          DISTRIBUTION = ([s, 5])
    "#]];
}
