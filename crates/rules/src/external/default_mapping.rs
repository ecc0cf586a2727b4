use lsflint_lint::{Findings, SectionContext, rule};
use lsflint_model::Entity;
use lsflint_spec::FileKind;

use crate::external::placement::{is_default, is_dynamic, is_in, is_map};

rule! {
    /// Finds clusters where `[default]` for one dynamic resource starts the elims of all others on every host, too.
    ///
    /// # Effect
    /// LSF does not know which elim reports which resource. One row with `[default]` makes every server host start every elim of
    /// LSF_SERVERDIR, also those that only the management host or the first host of a set would need.
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
    /// `[default]` is right where every elim looks into LSF_RESOURCES when it starts and leaves with ELIM_ABORT_VALUE when nothing there is
    /// its own. `lsflint elim plan` shows what each host starts.
    pub E102 "default-mapping-starts-all-elims" {
        family: External, scope: Cluster, severity: Info,
        sources: [
            manual("Administering IBM Spectrum LSF", "external load indices: which hosts start elims, and the checking header"),
        ],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    if !is_map(context) {
        return;
    }
    let view = context.file.cluster;
    let name = |row: &Entity<'_>| row.value("RESOURCENAME").unwrap_or_default().into_owned();
    let dynamic = |row: &Entity<'_>| view.resources().get(&name(row)).is_some_and(|it| is_dynamic(&it));
    let rows = view.all(FileKind::LsfCluster, "ResourceMap").filter(dynamic);
    let (default, others): (Vec<Entity<'_>>, Vec<Entity<'_>>) = rows.partition(is_default);
    let (Some(first), Some(other)) = (default.first(), others.first()) else { return };
    let servers = view.hosts().iter().filter(|it| view.hosts().facts(it.0).server != Some(false)).count();
    let place = first.place();
    if servers < 2 || !is_in(context, &place) {
        return;
    }
    let more = match others.len() - 1 {
        0 => String::new(),
        1 => " and one more".to_owned(),
        more => format!(" and {more} more"),
    };
    let (name, other_name) = (name(first), name(other));
    findings
        .report(place.range, format!("`{name}` is mapped to `[default]`, so all elims start on {servers} hosts"))
        .effect(format!("the elims of `{other_name}`{more} also start on hosts that need no value from them"))
        .help("let each elim look into LSF_RESOURCES and leave with ELIM_ABORT_VALUE, or name the hosts")
        .related_at(other.place(), "expected from fewer hosts");
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check_cluster;

    const SHARED: &str = "Begin Resource\nRESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION\nscratch Numeric 60 N (x)\nlic Numeric 60 N (x)\ntok Numeric 60 N (x)\nlanes Numeric () N (x)\nEnd Resource\n";
    const HOSTS: &str =
        "Begin Host\nHOSTNAME model type server RESOURCES\nm1 ! ! 1 ()\nc1 ! ! 1 ()\nl1 ! ! 0 ()\nEnd Host\n";

    #[track_caller]
    fn rows(rows: &str, expected: expect_test::Expect) {
        let cluster = format!("{HOSTS}Begin ResourceMap\nRESOURCENAME LOCATION\n{rows}\nEnd ResourceMap\n");
        check_cluster("E102", &[("lsf.cluster.c1", &cluster), ("lsf.shared", SHARED)], expected);
    }

    // covers ELM004, EL-028, EL-044
    #[test]
    fn all_elims_start_everywhere() {
        rows(
            "lic [all]\nscratch [default]\ntok ([c1 m1])",
            expect![[r#"
                10:1-10:8 info `scratch` is mapped to `[default]`, so all elims start on 2 hosts
                  effect: the elims of `lic` and one more also start on hosts that need no value from them
                  help: let each elim look into LSF_RESOURCES and leave with ELIM_ABORT_VALUE, or name the hosts
                  9:1-9:4 expected from fewer hosts
            "#]],
        );
    }

    #[test]
    fn is_silent_where_no_elim_starts_for_nothing() {
        rows("scratch [default]\nlic [default]\nlanes 4@[c1]", expect![[""]]);
        rows("scratch ([c1] [m1])\nlic [all]", expect![[""]]);
    }
}
