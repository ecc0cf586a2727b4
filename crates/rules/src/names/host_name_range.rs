use lsflint_lint::{Findings, Item, RowContext, rule};
use lsflint_spec::{Confidence, FileKind};

rule! {
    /// Finds ranges of host names in the Host section of lsf.cluster.
    ///
    /// # Effect
    /// Ranges are not documented for this section. LIM takes the value for the name of a single host, which does not
    /// resolve.
    ///
    /// # Example
    /// ```lsf.cluster.west
    /// Begin Host
    /// HOSTNAME   model type server RESOURCES
    /// node[1-2]  !     !    1      ()
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
        sources: [ibm("lsf.cluster", "no such notation, unlike in lsb.hosts")],
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
    if text.contains(['[', '*']) {
        findings
            .report(cell.value_range(), format!("`{text}` is not a host name"))
            .capped(Confidence::Low)
            .consequence(Item::Row.ignored().possible().because("LIM takes the range for a single name"))
            .help("write one row per host");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# one row for each host
        //- each Host of lsf.cluster.west
        HOSTNAME model type server RESOURCES
          node[1-4] ! ! 1 ()
          ^^^^^^^^^ X122 info `node[1-4]` is not a host name
        HOSTNAME model type server RESOURCES
          node1.site.org ! ! 1 ()
        HOSTNAME model type server RESOURCES
          {{ hosts[0] }} ! ! 1 ()
    "#]];
}
