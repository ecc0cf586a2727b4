use lsflint_lint::{Findings, SectionContext, rule};
use lsflint_model::{Entity, Place, View};
use lsflint_spec::FileKind;

use crate::external::placement::{is_default, is_dynamic, is_in, is_map};

rule! {
    /// Finds dynamic resources mapped to `[default]`, which starts the elims of all other resources on every host.
    ///
    /// # Effect
    /// LSF does not know which elim reports which resource. With one `[default]` row, every server host starts every
    /// elim in LSF_SERVERDIR, including those that only the management host or the first host of a set needs.
    ///
    /// # Example
    /// ```lsf.cluster.c1
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// m1       !     !    1      ()
    /// n1       !     !    1      ()
    /// End Host
    /// Begin ResourceMap
    /// RESOURCENAME LOCATION
    /// scratch      [default]
    /// lic          [all]
    /// End ResourceMap
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// scratch      Numeric 60       N          (free scratch space)
    /// lic          Numeric 60       N          (free licences)
    /// End Resource
    /// ```
    ///
    /// # Use instead
    /// ```lsf.cluster.c1
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// m1       !     !    1      ()
    /// n1       !     !    1      ()
    /// End Host
    /// Begin ResourceMap
    /// RESOURCENAME LOCATION
    /// scratch      ([m1] [n1])
    /// lic          [all]
    /// End ResourceMap
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// scratch      Numeric 60       N          (free scratch space)
    /// lic          Numeric 60       N          (free licences)
    /// End Resource
    /// ```
    ///
    /// `[default]` is correct if every elim checks LSF_RESOURCES when it starts, and exits with ELIM_ABORT_VALUE if it
    /// reports none of them. `lsflint elim plan` shows what each host starts.
    pub E102 "default-mapping-starts-all-elims" {
        family: External, scope: Cluster, severity: Info,
        sources: [
            ibm(
                "lsf_admin/load_indices_external",
                "one row `[default]`: all elims run on all hosts, and a checking header ends those that are not needed",
            ),
        ],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    if !is_map(context) {
        return;
    }
    let view = context.file.cluster;
    let found = view.once_with_places("elims that start on all hosts", FileKind::LsfCluster, Started::of);
    let Some(Started { first, other, more, servers }) = found.as_deref().and_then(Option::as_ref) else { return };
    if *servers < 2 || !is_in(context, &first.1) {
        return;
    }
    let more = match more {
        0 => String::new(),
        1 => " and one more".to_owned(),
        more => format!(" and {more} more"),
    };
    let (name, other_name) = (&first.0, &other.0);
    findings
        .report(first.1.range, format!("`{name}` is mapped to `[default]`, so all elims start on {servers} hosts"))
        .effect(format!("the elims of `{other_name}`{more} also start on hosts that need no value from them"))
        .help("let each elim check `LSF_RESOURCES` and exit with `ELIM_ABORT_VALUE`, or list the hosts")
        .related_at(other.1.clone(), "expected from fewer hosts");
}

/// A resource that all hosts have their own value of, and others.
struct Started {
    /// The first resource that is mapped to `[default]`, and its row.
    first: (String, Place),
    /// The first other one.
    other: (String, Place),
    /// The number of further other ones.
    more: usize,
    /// The number of hosts on which elims start.
    servers: usize,
}

impl Started {
    fn of(view: View<'_>) -> Option<Started> {
        let name = |row: &Entity<'_>| row.value("RESOURCENAME").unwrap_or_default().into_owned();
        let dynamic = |row: &Entity<'_>| view.resources().get(&name(row)).is_some_and(|it| is_dynamic(&it));
        let rows = view.all(FileKind::LsfCluster, "ResourceMap").filter(dynamic);
        let (default, others): (Vec<Entity<'_>>, Vec<Entity<'_>>) = rows.partition(is_default);
        let servers = || view.hosts().iter().filter(|it| view.hosts().facts(it.0).server != Some(false)).count();
        let of = |row: &Entity<'_>| (name(row), row.place());
        let (first, other) = (of(default.first()?), of(others.first()?));
        Some(Started { first, other, more: others.len() - 1, servers: servers() })
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        scratch Numeric 60 N (x)
        lic Numeric 60 N (x)
        tok Numeric 60 N (x)
        lanes Numeric () N (x)
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        m1 ! ! 1 ()
        c1 ! ! 1 ()
        l1 ! ! 0 ()

        //# all elims start everywhere
        //- ResourceMap of lsf.cluster.c1
        RESOURCENAME LOCATION
        lic [all]
        scratch [default]
        ^^^^^^^ E102 info `scratch` is mapped to `[default]`, so all elims start on 2 hosts
            = effect: the elims of `lic` and one more also start on hosts that need no value from them
        tok ([c1 m1])

        //# is silent where no elim starts for nothing
        //- ResourceMap of lsf.cluster.c1
        RESOURCENAME LOCATION
        scratch [default]
        lic [default]
        lanes 4@[c1]
        //#
        //- ResourceMap of lsf.cluster.c1
        RESOURCENAME LOCATION
        scratch ([c1] [m1])
        lic [all]
    "#]];
}
