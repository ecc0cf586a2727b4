use lsflint_lint::{Findings, Item, SettingContext, Severity, rule};
use lsflint_model::{Knowledge, State, View};
use lsflint_spec::{Confidence, FileKind};
use lsflint_syntax::ast::ListItem;
use rustc_hash::FxHashSet;

rule! {
    /// Finds types in COMPUTE_UNIT_TYPES without a compute unit in lsb.hosts.
    ///
    /// # Effect
    /// Jobs that request compute units of this type never start. The same applies to jobs in a queue with
    /// `EXCLUSIVE=CU` of this type. Without such a queue or a requirement with this type, it is only information.
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
    // Without any compute unit, the list may be a preparation; requests for compute units are reported instead.
    if has_unit.is_empty() || types().any(|it| it.state() == State::Templated) {
        return;
    }
    for item in ListItem::all_in(list).filter(|it| it.name().is_some()) {
        let name = item.text();
        if has_unit.contains(&name) {
            continue;
        }
        // Types may be listed before the first unit is built, as long as nothing asks for them.
        let severity = if is_requested(view, &name) { Severity::Warning } else { Severity::Info };
        findings
            .report(item.name_range(), format!("no compute unit has the type `{name}`"))
            .severity(severity)
            .capped(Confidence::Medium)
            .consequence(Item::Job.pending().called("jobs that request compute units of this type").possible())
            .help("define compute units of this type in `lsb.hosts`, or remove the type");
    }
}

/// Whether the requirement of a queue or application profile, or EXCLUSIVE of a queue, names a type.
fn is_requested(view: View<'_>, name: &str) -> bool {
    let names = |text: &str| text.split(|it: char| !(it.is_alphanumeric() || "_-.".contains(it))).any(|it| it == name);
    let queues = view.all(FileKind::LsbQueues, "Queue").flat_map(|it| [it.field("RES_REQ"), it.field("EXCLUSIVE")]);
    let profiles = view.all(FileKind::LsbApplications, "Application").map(|it| it.field("RES_REQ"));
    queues.chain(profiles).flatten().filter_map(|it| it.known()).any(|it| names(&it))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# every type has a unit
        //- ComputeUnit of lsb.hosts
        NAME MEMBER TYPE
        e1 (hostA) enclosure
        //- each Parameters
        COMPUTE_UNIT_TYPES = enclosure! rack cabinet
                                        ^^^^ Q433 info no compute unit has the type `rack`
                                             ^^^^^^^ Q433 info no compute unit has the type `cabinet`
        //#
        //- ComputeUnit of lsb.hosts
        NAME MEMBER TYPE
        e1 (hostA) enclosure
        //- Queue a: RES_REQ = cu[type=rack]
        //- Queue b: EXCLUSIVE = CU[cabinet]
        //- each Parameters
        COMPUTE_UNIT_TYPES = enclosure! rack cabinet room
                                        ^^^^ Q433 warning no compute unit has the type `rack`
                                             ^^^^^^^ Q433 warning no compute unit has the type `cabinet`
                                                     ^^^^ Q433 info no compute unit has the type `room`
        //#
        //- ComputeUnit of lsb.hosts
        NAME MEMBER TYPE
        e1 (hostA) enclosure
        r1 (e1) rack
        c1 (r1) cabinet
        //- each Parameters: COMPUTE_UNIT_TYPES = enclosure! rack cabinet
        //#
        //- ComputeUnit of lsb.hosts
        NAME MEMBER TYPE
        e1 (hostA) enclosure
        r1 (e1) {{ type }}
        //- each Parameters: COMPUTE_UNIT_TYPES = enclosure! rack cabinet
        //#
        //- each Parameters: COMPUTE_UNIT_TYPES = enclosure! rack cabinet
    "#]];
}
