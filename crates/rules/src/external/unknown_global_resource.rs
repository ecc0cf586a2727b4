use lsflint_lint::suggest::{KnownNames, did_you_mean};
use lsflint_lint::{FactFindings, FactsContext, Item, rule};
use lsflint_model::{Entity, Knowledge};
use lsflint_spec::FileKind;

rule! {
    /// Finds resources in ResourceMap and ReservationUsage of lsb.globalpolicies that the Resource section does not
    /// define.
    ///
    /// # Effect
    /// The file defines the global resources in its Resource section, as lsf.shared does for those of a cluster. LSF
    /// may ignore a row about another one.
    ///
    /// # Example
    /// ```lsb.globalpolicies
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// global_lic   Numeric ()       N          (tokens)
    /// End Resource
    /// Begin ResourceMap
    /// RESOURCENAME LOCATION
    /// global_lik   (5@[all])
    /// End ResourceMap
    /// ```
    ///
    /// # Use instead
    /// ```lsb.globalpolicies
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// global_lic   Numeric ()       N          (tokens)
    /// End Resource
    /// Begin ResourceMap
    /// RESOURCENAME LOCATION
    /// global_lic   (5@[all])
    /// End ResourceMap
    /// ```
    pub E403 "unknown-global-resource" {
        family: External, scope: Cluster, severity: Warning,
        sources: [
            ibm(
                "lsf_resource_sharing/lsf_global_resource_config",
                "global resources are defined in the Resource section of lsb.globalpolicies, as local ones in lsf.shared",
            ),
        ],
        checks: [Facts(check)],
    }
}

/// The sections about global resources, and the columns with their names.
const USES: [(&str, &str); 2] = [("ResourceMap", "RESOURCENAME"), ("ReservationUsage", "RESOURCE")];

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    let (kind, view) = (FileKind::LsbGlobalPolicies, context.cluster);
    if context.kind() != kind || view.knowledge(kind) != Knowledge::Complete {
        return;
    }
    let name = |it: &Entity<'_>, column: &str| Some(it.field(column)?.known()?.trim().to_owned());
    let defined: Option<KnownNames> = view.all(kind, "Resource").map(|it| name(&it, "RESOURCENAME")).collect();
    let Some(defined) = defined else { return };
    for (section, column) in USES {
        for row in context.all(section).filter(|it| !it.is_broken()) {
            let Some(field) = row.field(column) else { continue };
            let Some(name) = name(&row, column).filter(|it| !defined.contains(it)) else { continue };
            let found = findings
                .report(field.place(), format!("unknown global resource `{name}`"))
                .consequence(Item::Row.ignored().possible());
            match defined.near(&name) {
                Some(near) => found.help(did_you_mean(near.name)),
                None => found.help("define it in the Resource section of this file"),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# rows about defined resources
        //- Resource of lsb.globalpolicies
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        lic Numeric () N (x)
        //- ResourceMap of lsb.globalpolicies
        RESOURCENAME LOCATION
        lic (5@[all])
        lik (5@[all])
        ^^^ E403 warning unknown global resource `lik`
        //- ReservationUsage of lsb.globalpolicies
        RESOURCE METHOD RESERVE
        lic PER_JOB N
        other PER_JOB N
        ^^^^^ E403 warning unknown global resource `other`
            = help: define it in the Resource section of this file
    "#]];
}
