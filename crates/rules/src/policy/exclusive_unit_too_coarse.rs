use lsflint_lint::{Findings, Item, Part, SectionContext, rule};
use lsflint_spec::FileKind;
use lsflint_syntax::Token;
use lsflint_syntax::ast::resreq::{CuKind, CuSection, ResReq};
use lsflint_syntax::ast::{AstNode, Exclusive};

use crate::parameter::related;
use crate::policy::units::{Listed, Types};
use crate::requirement::content::sections_in;

rule! {
    /// Finds requests for exclusive compute units that are coarser than EXCLUSIVE in the queue allows.
    ///
    /// # Effect
    /// `EXCLUSIVE=CU[enclosure]` allows exclusive use of enclosures, but not of the racks that contain them. LSF
    /// rejects the job.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = big
    /// EXCLUSIVE  = CU[enclosure]
    /// RES_REQ    = cu[type=rack:excl]
    /// End Queue
    /// //- lsb.params
    /// Begin Parameters
    /// COMPUTE_UNIT_TYPES = enclosure! rack
    /// End Parameters
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = big
    /// EXCLUSIVE  = CU[rack]
    /// RES_REQ    = cu[type=rack:excl]
    /// End Queue
    /// //- lsb.params
    /// Begin Parameters
    /// COMPUTE_UNIT_TYPES = enclosure! rack
    /// End Parameters
    /// ```
    ///
    /// Without a type, the default type applies: the one with `!` in COMPUTE_UNIT_TYPES.
    pub Q434 "exclusive-unit-too-coarse" {
        family: Policy, scope: Cluster, severity: Error,
        sources: [
            ibm("lsf_admin/exclusive_scheduling_lsf", "Exclusive scheduling"),
            ibm("lsb.params.compute_unit_types", "COMPUTE_UNIT_TYPES"),
        ],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    if context.file.kind() != FileKind::LsbQueues || !context.requires(Part::CU) {
        return;
    }
    let (Some(setting), Some(requirement)) = (context.entry("EXCLUSIVE"), context.entry("RES_REQ")) else { return };
    let Some(exclusive) = setting.typed::<Exclusive<'_>>().filter(|it| it.is_compute_unit()) else { return };
    let Some(asked) = requirement.typed::<ResReq<'_>>() else { return };
    if !related::are_read_together(&setting, &requirement) {
        return;
    }
    let Some(Listed { types, .. }) = Types::of(context.file.cluster).listed() else { return };
    let level = |word: Option<Token<'_>>| word.map_or(Some(types.default), |it| types.level(&it.text()));
    let Some(allowed) = level(exclusive.unit_type()) else { return };
    for section in asked.simples().flat_map(sections_in::<CuSection<'_>>) {
        let Some(excl) = section.find(CuKind::Excl) else { continue };
        let asked = section.find(CuKind::Type);
        let Some(level) = level(asked.and_then(|it| it.word())).filter(|it| *it > allowed) else { continue };
        let (asked, allowed) = (&types.names[level], &types.names[allowed]);
        findings
            .report(
                excl.node().trimmed_range(),
                format!("`excl` requests a whole `{asked}`, but the queue allows a whole `{allowed}`"),
            )
            .consequence(
                Item::Job
                    .refused()
                    .called("jobs of the queue")
                    .because(format!("`{asked}` is coarser than `{allowed}`")),
            )
            .help(format!("write `EXCLUSIVE = CU[{asked}]`, or request `{allowed}`"))
            .related(setting.value_range(), "exclusive compute units of the queue");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# the order of types decides
        //- Parameters: COMPUTE_UNIT_TYPES = enclosure rack! cabinet
        //- each Queue
        EXCLUSIVE = CU[enclosure]
          RES_REQ = cu[type=rack:excl]
                                 ^^^^ Q434 error
                                 = `excl` requests a whole `rack`, but the queue allows a whole `enclosure`
        EXCLUSIVE = CU[enclosure]
          RES_REQ = cu[excl]
                       ^^^^ Q434 error `excl` requests a whole `rack`, but the queue allows a whole `enclosure`
        EXCLUSIVE = CU
          RES_REQ = cu[type=cabinet:excl]
                                    ^^^^ Q434 error
                                    = `excl` requests a whole `cabinet`, but the queue allows a whole `rack`
        EXCLUSIVE = CU[rack]
          RES_REQ = cu[type=enclosure:excl]
        EXCLUSIVE = CU[rack]
          RES_REQ = cu[excl]
        EXCLUSIVE = CU[enclosure]
          RES_REQ = cu[type=rack:maxcus=2]
        EXCLUSIVE = CU[enclosure]
          RES_REQ = cu[type=pod:excl]
    "#]];
}
