use lsflint_lint::{Findings, Item, SectionContext, rule};

use crate::parameter::related;

rule! {
    /// Finds exports of hosts of type DLINUX without the amount of swap space to lend.
    ///
    /// # Effect
    /// Hosts of this type are exported only with `SWAP`, so the section lends nothing.
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

/// The selection of such hosts, without whitespace.
const SELECTION: &str = "type==DLINUX";

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let export = context.spec.is_some_and(|it| it.name == "HostExport");
    let Some(select) = context.entry("RES_SELECT").filter(|it| export && it.has_value()) else { return };
    let text: String = context.file.text(select.value_range()).split_whitespace().collect();
    // A longer selection may contain several types, or the opposite.
    if text != SELECTION && text != format!("({SELECTION})") {
        return;
    }
    if context.entry("SWAP").is_some() || related::includes_more(context) {
        return;
    }
    findings
        .report(select.value_range(), "missing `SWAP` in an export of hosts of type `DLINUX`")
        .consequence(
            Item::Section.no_effect().called("the export").because("hosts of this type are exported only with `SWAP`"),
        )
        .help("set `SWAP` to the swap space in MB that each host lends");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# wants swap for the type
        //- HostExport of lsb.resources
        RES_SELECT = type == DLINUX
                     ^^^^^^^^^^^^^^ L309 error missing `SWAP` in an export of hosts of type `DLINUX`
        NHOSTS = 1
        DISTRIBUTION = ([c2, 1])

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
