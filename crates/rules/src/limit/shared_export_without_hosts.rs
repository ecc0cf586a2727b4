use lsflint_lint::{FileContext, FileSection, Findings, rule};
use lsflint_syntax::Token;
use lsflint_syntax::ast::{AstNode, Entry, Shape};
use rustc_hash::FxHashSet;

rule! {
    /// Finds shared resources that are lent to clusters which are lent no host.
    ///
    /// # Effect
    /// A cluster uses a borrowed shared resource on borrowed hosts only: without a `HostExport` for it, it cannot use the resource.
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
        family: Limit,
        scope: Cluster,
        severity: Warning,
        sources: [ibm("lsb.resources", "SharedResourceExport")],
        checks: [File(check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    let kind = lsflint_spec::FileKind::LsbResources;
    if context.kind() != kind || !context.cluster.has_section(kind, "SharedResourceExport") {
        return;
    }
    let sections = context.sections();
    let named = |name: &'static str| {
        sections.iter().filter(move |it| it.spec.is_some_and(|it| it.name == name)).flat_map(clusters)
    };
    let with_hosts: FxHashSet<String> = named("HostExport").map(|it| it.text().into_owned()).collect();
    if context.has_gaps() {
        return;
    }
    for cluster in named("SharedResourceExport").filter(|it| !with_hosts.contains(&*it.text())) {
        let name = cluster.text();
        findings
            .report(cluster.range(), format!("`{name}` is lent a shared resource, but no host"))
            .effect("it uses the resource on borrowed hosts only, so it cannot use it")
            .help(format!("add a `HostExport` section with `{name}` in its `DISTRIBUTION`"));
    }
}

/// The clusters that a section lends to.
fn clusters<'a>(section: &FileSection<'a>) -> Vec<Token<'a>> {
    let entries = section.section.node().descendants().filter_map(Entry::cast);
    let lists = entries.filter(|it| it.key().is_some_and(|key| key.text().eq_ignore_ascii_case("DISTRIBUTION")));
    let shapes = lists.filter_map(|it| it.value()?.typed::<Shape<'a>>());
    shapes.flat_map(Shape::names).collect()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::check;

    #[track_caller]
    fn check_exports(hosts: &str, shared: &str, expect: Expect) {
        let text = format!(
            "{hosts}Begin SharedResourceExport\nNAME = lic\nNINSTANCES = 5\nDISTRIBUTION = {shared}\nEnd SharedResourceExport\n"
        );
        check("L310", "lsb.resources", &text, expect);
    }

    const HOSTS: &str =
        "Begin HostExport\nPER_HOST = h1\nSLOTS = 4\nDISTRIBUTION = ([c2, 1] [c3, 2])\nEnd HostExport\n";

    // covers LSB-R047
    #[test]
    fn wants_hosts_for_the_same_clusters() {
        check_exports(
            "",
            "([c2, 1])",
            expect![[r#"
            4:18-4:20 warning `c2` is lent a shared resource, but no host
              effect: it uses the resource on borrowed hosts only, so it cannot use it
              help: add a `HostExport` section with `c2` in its `DISTRIBUTION`
        "#]],
        );
        check_exports(
            HOSTS,
            "([c2, 1] [c4, 1])",
            expect![[r#"
            9:26-9:28 warning `c4` is lent a shared resource, but no host
              effect: it uses the resource on borrowed hosts only, so it cannot use it
              help: add a `HostExport` section with `c4` in its `DISTRIBUTION`
        "#]],
        );
    }

    #[test]
    fn accepts_clusters_with_hosts() {
        check_exports(HOSTS, "([c2, 1] [c3, 1])", expect![[""]]);
        check_exports("#INCLUDE \"exports\"\n", "([c2, 1])", expect![[""]]);
    }
}
