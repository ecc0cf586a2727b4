use lsflint_lint::{Findings, Part, RequirementContext, rule};
use lsflint_spec::{Confidence, Reading};

rule! {
    /// Finds guaranteed resource pools that select hosts by dynamic resources.
    ///
    /// # Effect
    /// LSF assigns hosts to a pool when it reads the file. With load that changes every few seconds, the hosts of the
    /// pool are arbitrary.
    ///
    /// # Example
    /// ```lsb.resources
    /// Begin GuaranteedResourcePool
    /// NAME         = pool
    /// TYPE         = slots
    /// RES_SELECT   = ut < 0.5
    /// DISTRIBUTION = ([physics, 5])
    /// End GuaranteedResourcePool
    /// ```
    ///
    /// # Use instead
    /// ```lsb.resources
    /// Begin GuaranteedResourcePool
    /// NAME         = pool
    /// TYPE         = slots
    /// RES_SELECT   = maxmem > 16000
    /// DISTRIBUTION = ([physics, 5])
    /// End GuaranteedResourcePool
    /// ```
    pub L326 "pool-selects-by-load" {
        family: Limit, scope: Cluster, severity: Warning,
        sources: [
            ibm("lsb.resources", "RES_SELECT: the requirement that selects the hosts of the pool"),
        ],
        checks: [RequirementPart(Part::SELECT, check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    let pool = context.setting.and_then(|it| it.section_spec()).is_some_and(|it| it.name == "GuaranteedResourcePool");
    if !pool || context.broken {
        return;
    }
    let dynamic =
        |name: &str| context.cluster.resources().get(name).is_some_and(|it| it.reading == Some(Reading::Dynamic));
    let Some(found) = context.names().find(|it| dynamic(&it.name.text())) else { return };
    findings
        .report(found.name.range(), format!("pool selects hosts by dynamic resource `{}`", found.name.text()))
        .capped(Confidence::Low)
        .effect("LSF selects the hosts when it reads the file, so they depend on the load at that time")
        .help("select by static resources: `maxmem`, `ncpus`, `type` or site resources");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# static resources only
        //- each GuaranteedResourcePool
        TYPE = slots
          RES_SELECT = maxmem > 16000 && mem > 500
                                         ^^^ L326 info pool selects hosts by dynamic resource `mem`
          DISTRIBUTION = ([s, 5])
        TYPE = slots
          RES_SELECT = maxmem > 16000 && type == any
          DISTRIBUTION = ([s, 5])
    "#]];
}
