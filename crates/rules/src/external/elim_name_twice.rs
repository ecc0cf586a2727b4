use lsflint_lint::{ElimContext, Findings, Item, rule};
use rustc_hash::FxHashMap;

rule! {
    /// Finds duplicate names in one output line of an elim.
    ///
    /// # Effect
    /// The last value wins; LSF never uses the earlier one.
    ///
    /// # Example
    /// ```elim
    /// 2 scratch 120 scratch 80
    /// ```
    ///
    /// # Use instead
    /// ```elim
    /// 1 scratch 80
    /// ```
    pub E206 "elim-name-twice" {
        family: External, scope: Cluster, severity: Warning,
        sources: [ibm("lsf_admin/load_indices_external", "of several values of a resource, MELIM reports the latest")],
        checks: [ElimLine(check)],
    }
}

fn check(context: &ElimContext<'_>, findings: &mut Findings) {
    let mut seen = FxHashMap::default();
    for pair in context.pairs() {
        let name = pair.name.text();
        let Some(first) = seen.insert(name.clone(), pair.name.range()) else { continue };
        findings
            .report(pair.name.range(), format!("duplicate name `{name}`"))
            .consequence(Item::Value.ignored().called("the earlier value"))
            .help("report each resource once")
            .related(first, "first reported here");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# the later value wins
        //- elim
        3 a 1 b 2 a 3
                  ^ E206 warning duplicate name `a`
        3 a 1 b 2 A 3
    "#]];
}
