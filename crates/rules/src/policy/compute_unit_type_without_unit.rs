use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_model::{Knowledge, State};
use lsflint_spec::{Confidence, FileKind};
use lsflint_syntax::ast::ListItem;
use rustc_hash::FxHashSet;

rule! {
    /// Finds types in COMPUTE_UNIT_TYPES of which lsb.hosts has no unit.
    ///
    /// # Effect
    /// Jobs that ask for units of that type never start, and neither do those of a queue with `EXCLUSIVE=CU` of the type.
    ///
    /// # Example
    /// ```lsb.params
    /// Begin Parameters
    /// COMPUTE_UNIT_TYPES = enclosure! rack
    /// End Parameters
    /// //- lsb.hosts
    /// Begin ComputeUnit
    /// NAME    MEMBER         TYPE
    /// enc1    (hostA hostB)  enclosure
    /// End ComputeUnit
    /// ```
    ///
    /// # Use instead
    /// ```lsb.params
    /// Begin Parameters
    /// COMPUTE_UNIT_TYPES = enclosure!
    /// End Parameters
    /// //- lsb.hosts
    /// Begin ComputeUnit
    /// NAME    MEMBER         TYPE
    /// enc1    (hostA hostB)  enclosure
    /// End ComputeUnit
    /// ```
    pub Q433 "compute-unit-type-without-unit" {
        family: Policy, scope: Cluster, severity: Warning,
        sources: [ibm("lsb.params.compute_unit_types", "COMPUTE_UNIT_TYPES")],
        checks: [SettingNamed(&["COMPUTE_UNIT_TYPES"], check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let view = context.file.cluster;
    let Some(list) = context.setting.known_value().and_then(|it| it.content()).filter(|_| !context.broken) else {
        return;
    };
    if view.knowledge(FileKind::LsbHosts) != Knowledge::Complete {
        return;
    }
    let types = || view.all(FileKind::LsbHosts, "ComputeUnit").filter_map(|it| it.field("TYPE"));
    let has_unit: FxHashSet<_> = types().filter_map(|it| it.known()).collect();
    // Without any unit the list may be a preparation, and one finding at those who ask for units says it.
    if has_unit.is_empty() || types().any(|it| it.state() == State::Templated) {
        return;
    }
    for item in ListItem::all_in(list).filter(|it| it.name().is_some()) {
        let name = item.text();
        if has_unit.contains(&name) {
            continue;
        }
        findings
            .report(item.name_range(), format!("no compute unit is of the type `{name}`"))
            .capped(Confidence::Medium)
            .consequence(Item::Job.pending().called("jobs that request compute units of this type").possible())
            .help("define units of the type in lsb.hosts, or take the type out");
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check_cluster;

    // covers LSB-P014
    #[test]
    fn every_type_has_a_unit() {
        let params = "Begin Parameters\nCOMPUTE_UNIT_TYPES = enclosure! rack cabinet\nEnd Parameters\n";
        let hosts = |rows: &str| format!("Begin ComputeUnit\nNAME MEMBER TYPE\n{rows}End ComputeUnit\n");
        let enclosure = "e1 (hostA) enclosure\n";
        check_cluster(
            "Q433",
            &[("lsb.params", params), ("lsb.hosts", &hosts(enclosure))],
            expect![[r#"
                2:33-2:37 warning no compute unit is of the type `rack`
                  effect: LSF may never dispatch jobs that request compute units of this type
                  help: define units of the type in lsb.hosts, or take the type out
                2:38-2:45 warning no compute unit is of the type `cabinet`
                  effect: LSF may never dispatch jobs that request compute units of this type
                  help: define units of the type in lsb.hosts, or take the type out
            "#]],
        );
        let all = format!("{enclosure}r1 (e1) rack\nc1 (r1) cabinet\n");
        check_cluster("Q433", &[("lsb.params", params), ("lsb.hosts", &hosts(&all))], expect![[""]]);
        let templated = format!("{enclosure}r1 (e1) {{{{ type }}}}\n");
        check_cluster("Q433", &[("lsb.params", params), ("lsb.hosts", &hosts(&templated))], expect![[""]]);
        check_cluster("Q433", &[("lsb.params", params)], expect![[""]]);
    }
}
