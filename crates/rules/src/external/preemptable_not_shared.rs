use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::Confidence;
use lsflint_syntax::ast::ListItem;

use crate::external::placement::Placement;

rule! {
    /// Finds PREEMPTABLE_RESOURCES that are not shared between hosts.
    ///
    /// # Effect
    /// LSF preempts jobs for shared resources only. It suspends no job for a resource that is mapped to `[default]`, or
    /// that is listed in the rows of hosts.
    ///
    /// # Example
    /// ```lsb.params
    /// Begin Parameters
    /// PREEMPTABLE_RESOURCES = scratch
    /// End Parameters
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// scratch      Numeric 60       N          (free scratch space)
    /// End Resource
    /// //- lsf.cluster.c1
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// h1       !     !    1      ()
    /// h2       !     !    1      ()
    /// End Host
    /// Begin ResourceMap
    /// RESOURCENAME LOCATION
    /// scratch      [default]
    /// End ResourceMap
    /// ```
    ///
    /// # Use instead
    /// ```lsb.params
    /// Begin Parameters
    /// PREEMPTABLE_RESOURCES = scratch
    /// End Parameters
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// scratch      Numeric 60       N          (free scratch space)
    /// End Resource
    /// //- lsf.cluster.c1
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// h1       !     !    1      ()
    /// h2       !     !    1      ()
    /// End Host
    /// Begin ResourceMap
    /// RESOURCENAME LOCATION
    /// scratch      ([h1] [h2])
    /// End ResourceMap
    /// ```
    ///
    /// LSF treats a set with a single host as shared.
    pub E111 "preemptable-not-shared" {
        family: External, scope: Cluster, severity: Warning,
        sources: [
            ibm("lsb.params.preemptable_resources", "shared resources that are numeric, decreasing and releasable"),
            ibm("topic=preemption-requirements-resource", "conditions"),
        ],
        checks: [SettingNamed(&["PREEMPTABLE_RESOURCES"], check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(list) = context.setting.known_value().and_then(|it| it.content()).filter(|_| !context.broken) else {
        return;
    };
    let view = context.file.cluster;
    let Some(placement) = Placement::of(view) else { return };
    for item in ListItem::all_in(list) {
        let name = item.text();
        if view.resources().get(&name).is_none_or(|it| it.builtin) {
            continue;
        }
        let row = placement.row(&name);
        let own = match row {
            Some(row) => row.is_default,
            None => placement.has_value_on_host(&name),
        };
        if !own {
            continue;
        }
        let found = findings
            .report(item.range(), format!("resource `{name}` is not shared between hosts"))
            .capped(Confidence::Medium)
            .consequence(
                Item::Value
                    .no_effect()
                    .called("the name")
                    .possible()
                    .because("LSF suspends jobs only to free shared resources"),
            )
            .help("map it to sets of hosts, such as `([h1] [h2])` with one host each");
        if let Some(row) = row {
            found.related_at(row.place.clone(), "mapped here");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        scratch Numeric 60 N (x)
        lanes Numeric () N (x)
        lic Numeric 60 N (x)

        //# reports what hosts do not share
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        m1 ! ! 1 (lanes=4)
        //- ResourceMap of lsf.cluster.c1
        RESOURCENAME LOCATION
        scratch [default]
        lic ([m1])
        //- each Parameters
        PREEMPTABLE_RESOURCES = scratch lanes lic mem what
                                ^^^^^^^ E111 warning resource `scratch` is not shared between hosts
                                        ^^^^^ E111 warning resource `lanes` is not shared between hosts
        //#
        //- each Parameters: PREEMPTABLE_RESOURCES = scratch lanes lic mem what
    "#]];
}
