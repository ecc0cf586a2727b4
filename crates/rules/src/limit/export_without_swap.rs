use lsflint_lint::{Findings, Item, SectionContext, rule};

use crate::parameter::related;

rule! {
    /// Finds exports of hosts of type DLINUX that do not say how much swap space is lent.
    ///
    /// # Effect
    /// Hosts of this type are exported only with `SWAP`: the section lends nothing.
    ///
    /// # Example
    /// ```lsb.resources
    /// Begin HostExport
    /// RES_SELECT   = type==DLINUX
    /// NHOSTS       = 4
    /// DISTRIBUTION = ([cluster2, 1])
    /// End HostExport
    /// ```
    ///
    /// # Use instead
    /// ```lsb.resources
    /// Begin HostExport
    /// RES_SELECT   = type==DLINUX
    /// NHOSTS       = 4
    /// SWAP         = 100
    /// DISTRIBUTION = ([cluster2, 1])
    /// End HostExport
    /// ```
    pub L309 "export-without-swap" {
        family: Limit, scope: Cluster, severity: Error,
        sources: [ibm("lsf_multicluster/export_policy_create_mc_lsf", "Export policies")],
        checks: [Section(check)],
    }
}

/// What the selection of such hosts comes down to, without blanks.
const SELECTION: &str = "type==DLINUX";

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let export = context.spec.is_some_and(|it| it.name == "HostExport");
    let Some(select) = context.entry("RES_SELECT").filter(|it| export && it.has_value()) else { return };
    let text: String = context.file.text(select.value_range()).split_whitespace().collect();
    // In a longer selection it may be one of several types, or the opposite.
    if text != SELECTION && text != format!("({SELECTION})") {
        return;
    }
    if context.entry("SWAP").is_some() || related::includes_more(context) {
        return;
    }
    findings
        .report(select.value_range(), "hosts of type `DLINUX` are exported without `SWAP`")
        .consequence(
            Item::Section.no_effect().called("the export").because("hosts of this type are exported only with `SWAP`"),
        )
        .help("set `SWAP` to the megabytes of swap space that each host lends");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# wants swap for the type
        //- lsb.resources
        Begin HostExport
        RES_SELECT = type == DLINUX
                     ^^^^^^^^^^^^^^ L309 error hosts of type `DLINUX` are exported without `SWAP`
        NHOSTS = 1
        DISTRIBUTION = ([c2, 1])
        End HostExport

        //# accepts swap and other types
        //- each HostExport of lsb.resources
        RES_SELECT = type==DLINUX
          SWAP = 100
          NHOSTS = 1
          DISTRIBUTION = ([c2, 1])
        RES_SELECT = type==DLINUX
          SWP = 100
          NHOSTS = 1
          DISTRIBUTION = ([c2, 1])
        RES_SELECT = type==LINUX
          NHOSTS = 1
          DISTRIBUTION = ([c2, 1])
        RES_SELECT = type!=DLINUX
          NHOSTS = 1
          DISTRIBUTION = ([c2, 1])
    "#]];
}
