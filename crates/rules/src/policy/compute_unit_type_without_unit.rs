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
    let Some(has_unit) = view.once("types of compute units", types_of_units) else { return };
    // Without any compute unit, the list may be a preparation; requests for compute units are reported instead.
    let Some(has_unit) = has_unit.as_ref().as_ref().filter(|it| !it.is_empty()) else { return };
    for item in ListItem::all_in(list).filter(|it| it.name().is_some()) {
        let name = item.text();
        if has_unit.contains(&*name) {
            continue;
        }
        // Types may be listed before the first unit is built, as long as nothing asks for them.
        let requested = view.once("words of requirements", requested_words).is_some_and(|it| it.contains(&*name));
        let severity = if requested { Severity::Warning } else { Severity::Info };
        findings
            .report(item.name_range(), format!("no compute unit has the type `{name}`"))
            .severity(severity)
            .capped(Confidence::Medium)
            .consequence(Item::Job.pending().called("jobs that request compute units of this type").possible())
            .help("define compute units of this type in `lsb.hosts`, or remove the type");
    }
}

/// The types of all compute units; `None` if a template fills in one of them.
fn types_of_units(view: View<'_>) -> Option<FxHashSet<String>> {
    let types = || view.all(FileKind::LsbHosts, "ComputeUnit").filter_map(|it| it.field("TYPE"));
    let any_templated = types().any(|it| it.state() == State::Templated);
    (!any_templated).then(|| types().filter_map(|it| Some(it.known()?.into_owned())).collect())
}

/// The words in the requirements of queues and application profiles, and in EXCLUSIVE of queues.
fn requested_words(view: View<'_>) -> FxHashSet<String> {
    let queues = view.all(FileKind::LsbQueues, "Queue").flat_map(|it| [it.field("RES_REQ"), it.field("EXCLUSIVE")]);
    let profiles = view.all(FileKind::LsbApplications, "Application").map(|it| it.field("RES_REQ"));
    let mut found = FxHashSet::default();
    for text in queues.chain(profiles).flatten().filter_map(|it| it.known()) {
        found.extend(text.split(|it: char| !(it.is_alphanumeric() || "_-.".contains(it))).map(str::to_owned));
    }
    found
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
