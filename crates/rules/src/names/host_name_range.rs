use lsflint_lint::{Findings, Item, RowContext, rule};
use lsflint_spec::{Confidence, FileKind, Switch};

rule! {
    /// Finds patterns of host names in the Host section of lsf.cluster: `node*`, and before LSF 10.1 ranges.
    ///
    /// # Effect
    /// LSF 10.1 documents ranges for this section, and no version documents `*`. LIM takes such a value for the name of
    /// a single host, which does not resolve.
    ///
    /// # Example
    /// ```lsf.cluster.west
    /// Begin Host
    /// HOSTNAME   model type server RESOURCES
    /// node*      !     !    1      ()
    /// End Host
    /// ```
    ///
    /// # Use instead
    /// ```lsf.cluster.west
    /// Begin Host
    /// HOSTNAME   model type server RESOURCES
    /// node1      !     !    1      ()
    /// node2      !     !    1      ()
    /// End Host
    /// ```
    pub X122 "host-name-range" {
        family: Names, scope: Cluster, severity: Info,
        sources: [
            ibm(
                "topic=101-host-related-features",
                "condensed names such as `hostA[1,3]B[1-3]`, also in the HOSTNAME column of lsf.cluster",
            ),
        ],
        checks: [Row(check)],
    }
}

fn check(context: &RowContext<'_>, findings: &mut Findings) {
    let section = &context.table.section;
    let hosts = section.file.kind() == FileKind::LsfCluster && section.spec.is_some_and(|it| it.name == "Host");
    if !hosts || context.broken {
        return;
    }
    let Some(cell) = context.cell("HOSTNAME").filter(|it| it.known_value().is_some()) else { return };
    let text = section.file.text(cell.value_range());
    let has_ranges = section.file.cluster.switches().target.reads(Switch::HostPatterns);
    if text.contains('*') || text.contains('[') && !has_ranges {
        findings
            .report(cell.value_range(), format!("`{text}` is not a host name"))
            .capped(Confidence::Low)
            .consequence(Item::Row.ignored().possible().because("LIM takes the pattern for a single name"))
            .help("write one row per host");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# one row for each host
        //- each Host of lsf.cluster.west
        HOSTNAME model type server RESOURCES
          node* ! ! 1 ()
          ^^^^^ X122 info `node*` is not a host name
        HOSTNAME model type server RESOURCES
          node[1-4] ! ! 1 ()
        HOSTNAME model type server RESOURCES
          node1.site.org ! ! 1 ()
        HOSTNAME model type server RESOURCES
          {{ hosts[0] }} ! ! 1 ()
    "#]];
}
