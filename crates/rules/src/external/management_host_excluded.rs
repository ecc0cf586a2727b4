use lsflint_lint::{Findings, RowContext, rule};
use lsflint_spec::{Confidence, FileKind};
use lsflint_syntax::ast::Location;

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
    let Some(list) = view.conf("LSF_MASTER_LIST").value() else { return };
    if !view.resources().get(&name).is_some_and(|it| is_dynamic(&it)) {
        return;
    }
    let is_candidate = |host: &str| {
        let mut names = list.split(|it: char| it.is_ascii_whitespace() || it == '"').filter(|it| !it.is_empty());
        names.any(|it| it == host || view.hosts().find(it).is_some_and(|id| view.hosts().find(host) == Some(id)))
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
