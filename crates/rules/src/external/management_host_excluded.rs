use lsflint_lint::{Findings, RowContext, rule};
use lsflint_model::View;
use lsflint_spec::{Confidence, FileKind};
use lsflint_syntax::ast::Location;
use rustc_hash::FxHashSet;

use crate::external::placement::is_dynamic;

rule! {
    /// Finds dynamic resources that exclude the host that should report them: a management host candidate after `~`.
    ///
    /// # Effect
    /// The management host reports the resources that all hosts share. What LSF does if this host itself is excluded is
    /// not documented.
    ///
    /// # Example
    /// ```lsf.cluster.c1
    /// Begin ResourceMap
    /// RESOURCENAME LOCATION
    /// scr          ([all ~m1])
    /// End ResourceMap
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// scr          Numeric 60       N          (shared scratch space)
    /// End Resource
    /// //- lsf.conf
    /// LSF_MASTER_LIST="m1 m2"
    /// ```
    ///
    /// # Use instead
    /// ```lsf.cluster.c1
    /// Begin ResourceMap
    /// RESOURCENAME LOCATION
    /// scr          ([all ~c4])
    /// End ResourceMap
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// scr          Numeric 60       N          (shared scratch space)
    /// End Resource
    /// //- lsf.conf
    /// LSF_MASTER_LIST="m1 m2"
    /// ```
    pub E109 "management-host-excluded" {
        family: External, scope: Cluster, severity: Info,
        sources: [
            ibm(
                "lsf_admin/load_indices_external",
                "`[all ~host]`: the management host starts the elims; it does not say what happens if it is excluded",
            ),
            volclava(
                "lsf/lim/lim.conf.c",
                "doresourcemap",
                "a list with `all ~host` is expanded to a list of the other hosts",
            ),
        ],
        checks: [Row(check)],
    }
}

fn check(context: &RowContext<'_>, findings: &mut Findings) {
    let section = &context.table.section;
    let map = section.file.kind() == FileKind::LsfCluster && section.spec.is_some_and(|it| it.name == "ResourceMap");
    if !map || context.broken {
        return;
    }
    let Some(location) = context.cell("LOCATION").and_then(|it| it.typed::<Location<'_>>()) else { return };
    let items = location.instances().filter_map(|it| it.hosts()).flat_map(|it| it.items());
    let mut excluded = items.filter(|it| it.is_excluded()).peekable();
    if excluded.peek().is_none() {
        return;
    }
    let view = section.file.cluster;
    let Some(name) = context.cell("RESOURCENAME").and_then(|it| it.single_word()).map(|it| it.text()) else { return };
    if !view.resources().get(&name).is_some_and(|it| is_dynamic(&it)) {
        return;
    }
    let Some(candidates) = view.once("management host candidates", Candidates::of) else { return };
    let is_candidate = |host: &str| {
        candidates.names.contains(host) || view.hosts().find(host).is_some_and(|it| candidates.hosts.contains(&it.0))
    };
    for host in excluded.filter(|it| is_candidate(&it.text())) {
        let shown = host.text();
        findings
            .report(host.range(), format!("management host candidate `{shown}` is excluded from `{name}`"))
            .capped(Confidence::Low)
            .effect(format!("which host reports `{name}` while `{shown}` is the management host is not documented"))
            .help("include it, or list the hosts that share the value");
    }
}

/// The hosts in LSF_MASTER_LIST.
struct Candidates {
    names: FxHashSet<String>,
    /// Their numbers: a host may have several names.
    hosts: FxHashSet<u32>,
}

impl Candidates {
    fn of(view: View<'_>) -> Candidates {
        let list = view.conf("LSF_MASTER_LIST").value().unwrap_or_default();
        let names = list.split(|it: char| it.is_ascii_whitespace() || it == '"').filter(|it| !it.is_empty());
        let names: FxHashSet<String> = names.map(str::to_owned).collect();
        let hosts = names.iter().filter_map(|it| Some(view.hosts().find(it)?.0)).collect();
        Candidates { names, hosts }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        scr Numeric 60 N (x)
        lanes Numeric () N (x)

        //# the reporter is left out
        //- ResourceMap of lsf.cluster.c1
        RESOURCENAME LOCATION
        scr ([all ~m2 ~c4])
                  ^^^ E109 info management host candidate `m2` is excluded from `scr`
        lanes (4@[all ~m1])
        //- lsf.conf: LSF_MASTER_LIST="m1 m2"

        //# is silent where the candidates are not known
        //- ResourceMap of lsf.cluster.c1
        RESOURCENAME LOCATION
        scr ([all ~m2 ~c4])
        lanes (4@[all ~m1])
        //#
        //- ResourceMap of lsf.cluster.c1
        RESOURCENAME LOCATION
        scr ([all ~m2 ~c4])
        lanes (4@[all ~m1])
        //- lsf.conf: LSF_MASTER_LIST="m1"
    "#]];
}
