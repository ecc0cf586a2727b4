use lsflint_lint::{Findings, Item, Part, RequirementContext, RowContext, SettingContext, Severity, rule};
use lsflint_model::{Knowledge, View};
use lsflint_spec::FileKind;
use lsflint_syntax::ast::resreq::CuSection;
use lsflint_syntax::ast::{AstNode, Exclusive};

use crate::policy::units::Types;
use crate::requirement::content::sections;

rule! {
    /// Finds requests for compute units in a cluster without them: COMPUTE_UNIT_TYPES is not set, or lsb.hosts defines
    /// no compute unit.
    ///
    /// # Effect
    /// LSF rejects jobs with `cu[...]`, and `EXCLUSIVE=CU` has no effect. Without COMPUTE_UNIT_TYPES, LSF also ignores
    /// the ComputeUnit sections in lsb.hosts.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = big
    /// RES_REQ    = cu[type=rack:maxcus=2]
    /// End Queue
    /// //- lsb.params
    /// Begin Parameters
    /// DEFAULT_QUEUE = big
    /// End Parameters
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = big
    /// RES_REQ    = cu[type=rack:maxcus=2]
    /// End Queue
    /// //- lsb.params
    /// Begin Parameters
    /// DEFAULT_QUEUE      = big
    /// COMPUTE_UNIT_TYPES = enclosure! rack
    /// End Parameters
    /// //- lsb.hosts
    /// Begin ComputeUnit
    /// NAME    MEMBER         TYPE
    /// enc1    (hostA hostB)  enclosure
    /// rack1   (enc1)         rack
    /// End ComputeUnit
    /// ```
    pub Q432 "compute-units-not-set-up" {
        family: Policy, scope: Cluster, severity: Error,
        sources: [ibm("lsf_admin/compute_unit_configure_lsf", "Compute units")],
        checks: [SettingNamed(&["EXCLUSIVE"], exclusive), Row(unit), RequirementPart(Part::CU, requirement)],
    }
}

const HELP_TYPES: &str = "list the types in `COMPUTE_UNIT_TYPES` in `lsb.params`, the finest first";

/// What is missing, and how to fix it.
fn missing(view: View<'_>) -> Option<(&'static str, &'static str)> {
    match Types::of(view) {
        Types::Unset => Some(("`COMPUTE_UNIT_TYPES` is not set in `lsb.params`", HELP_TYPES)),
        Types::Unknown => None,
        Types::Listed(_) => {
            let none = view.knowledge(FileKind::LsbHosts) == Knowledge::Complete
                && view.all(FileKind::LsbHosts, "ComputeUnit").next().is_none();
            none.then_some(("`lsb.hosts` defines no compute unit", "define compute units in `lsb.hosts`"))
        }
    }
}

fn exclusive(context: &SettingContext<'_>, findings: &mut Findings) {
    let asks = context.setting.typed::<Exclusive<'_>>().is_some_and(Exclusive::is_compute_unit) && !context.broken;
    if let Some((what, help)) = missing(context.file.cluster).filter(|_| asks) {
        findings
            .report(context.setting.value_range(), format!("compute units are used, but {what}"))
            .consequence(Item::Job.refused().called("jobs that request exclusive compute units"))
            .help(help);
    }
}

fn requirement(context: &RequirementContext<'_>, findings: &mut Findings) {
    let Some(section) = sections::<CuSection<'_>>(context).next() else { return };
    if let Some((what, help)) = missing(context.cluster) {
        findings
            .report(section.node().trimmed_range(), format!("compute units are used, but {what}"))
            .consequence(Item::Job.refused().called("jobs with this requirement"))
            .help(help);
    }
}

/// The first compute unit of a cluster that lists no types.
fn unit(context: &RowContext<'_>, findings: &mut Findings) {
    let section = &context.table.section;
    if section.spec.is_none_or(|it| it.name != "ComputeUnit") || context.broken {
        return;
    }
    let view = section.file.cluster;
    let Some(name) = context.cell("NAME").and_then(|it| it.single_word()) else { return };
    let first = view
        .find(FileKind::LsbHosts, "ComputeUnit", &name.text())
        .is_some_and(|it| it.number() == 0 && it.is_at(&section.file.file.path, name.range()));
    if first && matches!(Types::of(view), Types::Unset) {
        findings
            .report(name.range(), "compute units are defined, but `COMPUTE_UNIT_TYPES` is not set in `lsb.params`")
            .severity(Severity::Warning)
            .consequence(Item::Section.ignored().called("the compute units").because("it does not know their types"))
            .help(HELP_TYPES);
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- ComputeUnit of lsb.hosts
        NAME MEMBER TYPE
        enc1 (hostA) enclosure
        enc2 (hostB) enclosure
        //- Parameters: COMPUTE_UNIT_TYPES = enclosure!

        //# types must be listed
        //- Parameters
        //- each Queue
        RES_REQ = cu[maxcus=2]
                  ^^^^^^^^^^^^ Q432 error compute units are used, but `COMPUTE_UNIT_TYPES` is not set in `lsb.params`
        EXCLUSIVE = CU[rack]
                    ^^^^^^^^ Q432 error compute units are used, but `COMPUTE_UNIT_TYPES` is not set in `lsb.params`
                    = effect: LSF rejects jobs that request exclusive compute units at submission
        //#
        //- each Queue: RES_REQ = cu[maxcus=2]
        //#
        //- Parameters
        //- lsb.hosts
        //- each Queue: EXCLUSIVE = Y
        //#
        //- Parameters: {{ more }}
        //- each Queue: RES_REQ = cu[maxcus=2]

        //# units must be defined
        //- without lsb.hosts
        //- Host of lsb.hosts
        HOST_NAME MXJ
        default !
        //- each Queue
        RES_REQ = cu[maxcus=2]
                  ^^^^^^^^^^^^ Q432 error compute units are used, but `lsb.hosts` defines no compute unit
                  = help: define compute units in `lsb.hosts`

        //# units are of listed types
        //- ComputeUnit of lsb.hosts
        NAME MEMBER TYPE
        enc1 (hostA) enclosure
        ^^^^ Q432 warning compute units are defined, but `COMPUTE_UNIT_TYPES` is not set in `lsb.params`
            = effect: LSF ignores the compute units because it does not know their types
        enc2 (hostB) enclosure
        //- Parameters
        //#
        //- ComputeUnit of lsb.hosts
        NAME MEMBER TYPE
        enc1 (hostA) enclosure
        enc2 (hostB) enclosure
        //#
        //- without lsb.params
        //- ComputeUnit of lsb.hosts
        NAME MEMBER TYPE
        enc1 (hostA) enclosure
        enc2 (hostB) enclosure
    "#]];
}
