use lsflint_lint::{FileContext, Findings, Item, rule};
use lsflint_syntax::TextRange;
use lsflint_syntax::ast::Shape;
use rustc_hash::FxHashSet;

rule! {
    /// Finds shared resources that are exported to clusters without exported hosts.
    ///
    /// # Effect
    /// A cluster can use a borrowed shared resource only on borrowed hosts. Without a `HostExport` for it, the cluster
    /// cannot use the resource.
    ///
    /// # Example
    /// ```lsb.resources
    /// Begin SharedResourceExport
    /// NAME         = lic
    /// NINSTANCES   = 5
    /// DISTRIBUTION = ([cluster2, 1])
    /// End SharedResourceExport
    /// ```
    ///
    /// # Use instead
    /// ```lsb.resources
    /// Begin HostExport
    /// PER_HOST     = hostA hostB
    /// SLOTS        = 4
    /// DISTRIBUTION = ([cluster2, 1])
    /// End HostExport
    /// Begin SharedResourceExport
    /// NAME         = lic
    /// NINSTANCES   = 5
    /// DISTRIBUTION = ([cluster2, 1])
    /// End SharedResourceExport
    /// ```
    pub L310 "shared-export-without-hosts" {
        family: Limit, scope: Cluster, severity: Warning,
        sources: [ibm("lsb.resources", "SharedResourceExport")],
        checks: [File(check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    let kind = lsflint_spec::FileKind::LsbResources;
    if context.kind() != kind || !context.cluster.has_section(kind, "SharedResourceExport") {
        return;
    }
    if context.has_gaps() {
        return;
    }
    let with_hosts: FxHashSet<String> = clusters(context, "HostExport").into_iter().map(|it| it.0).collect();
    let shared = clusters(context, "SharedResourceExport");
    for (name, range) in shared.into_iter().filter(|it| !with_hosts.contains(&it.0)) {
        findings
            .report(range, format!("cluster `{name}` borrows a shared resource, but no hosts"))
            .consequence(
                Item::Value
                    .no_effect()
                    .called("the export to this cluster")
                    .because("a cluster uses the resource only on borrowed hosts"),
            )
            .help(format!("add a `HostExport` section with `{name}` in its `DISTRIBUTION`"));
    }
}

/// The clusters in DISTRIBUTION of all sections with a name, with their ranges.
fn clusters(context: &FileContext<'_>, section: &str) -> Vec<(String, TextRange)> {
    let mut found = Vec::new();
    let own = context.cluster.all_in(context.kind(), section, &context.file.path);
    for field in own.flat_map(|it| it.fields("DISTRIBUTION")) {
        let Some(parse) = field.parse() else { continue };
        let names = parse.typed::<Shape<'_>>().into_iter().flat_map(Shape::names);
        found.extend(names.map(|it| (it.text().into_owned(), field.place_of(it.range()).range)));
    }
    found
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# wants hosts for the same clusters
        //- SharedResourceExport of lsb.resources
        NAME = lic
        NINSTANCES = 5
        DISTRIBUTION = ([c2, 1])
                         ^^ L310 warning cluster `c2` borrows a shared resource, but no hosts
        //#
        //- HostExport of lsb.resources
        PER_HOST = h1
        SLOTS = 4
        DISTRIBUTION = ([c2, 1] [c3, 2])
        //- SharedResourceExport of lsb.resources
        NAME = lic
        NINSTANCES = 5
        DISTRIBUTION = ([c2, 1] [c4, 1])
                                 ^^ L310 warning cluster `c4` borrows a shared resource, but no hosts

        //# accepts clusters with hosts
        //- HostExport of lsb.resources
        PER_HOST = h1
        SLOTS = 4
        DISTRIBUTION = ([c2, 1] [c3, 2])
        //- SharedResourceExport of lsb.resources
        NAME = lic
        NINSTANCES = 5
        DISTRIBUTION = ([c2, 1] [c3, 1])
        //#
        //- lsb.resources
        #INCLUDE "exports"
        Begin SharedResourceExport
        NAME = lic
        NINSTANCES = 5
        DISTRIBUTION = ([c2, 1])
        End SharedResourceExport
    "#]];
}
