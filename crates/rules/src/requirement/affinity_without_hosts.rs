use std::borrow::Cow;

use lsflint_lint::{FactFindings, FactsContext, Item, rule};
use lsflint_model::{Knowledge, Place, State, View};
use lsflint_spec::{Confidence, FileKind};
use lsflint_syntax::{TextRange, TextSize};

use crate::requirement::reserved::level_of;

rule! {
    /// Finds requirements with `affinity[...]` in a cluster where no host has AFFINITY enabled.
    ///
    /// # Effect
    /// LSF dispatches jobs with processor affinity only to hosts that have AFFINITY enabled in lsb.hosts. If no host
    /// has it, the jobs pend forever.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = bound
    /// RES_REQ    = affinity[core(1)]
    /// End Queue
    ///
    /// //- lsb.hosts
    /// Begin Host
    /// HOST_NAME MXJ
    /// default   !
    /// End Host
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = bound
    /// RES_REQ    = affinity[core(1)]
    /// End Queue
    ///
    /// //- lsb.hosts
    /// Begin Host
    /// HOST_NAME MXJ AFFINITY
    /// default   !   (Y)
    /// End Host
    /// ```
    pub R470 "affinity-without-hosts" {
        family: Requirement, scope: Cluster, severity: Warning,
        sources: [
            ibm("lsb.hosts", "AFFINITY"),
            ibm(
                "lsf_admin/numa_cpu_mem_affinity_support_lsf",
                "affinity scheduling is enabled with AFFINITY of lsb.hosts, and needs schmod_affinity in lsb.modules",
            ),
        ],
        checks: [Facts(check)],
    }
}

/// The start of an `affinity` section.
const SECTION: &str = "affinity[";

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    let Some(section) = level_of(context.kind()) else { return };
    if offers_affinity(context.cluster) {
        return;
    }
    for field in context.all(section).flat_map(|it| it.fields("RES_REQ")) {
        let Some(text) = field.known() else { continue };
        let Some(at) = text.find(SECTION) else { continue };
        let place = field.place();
        let value = place.range;
        // In a value on several lines the offset in the text is not the offset in the file.
        let range = match text {
            Cow::Borrowed(_) => {
                let start = value.start() + TextSize::new(u32::try_from(at).unwrap_or(0));
                TextRange::at(start, TextSize::of(SECTION.trim_end_matches('[')))
            }
            Cow::Owned(_) => value,
        };
        findings
            .report(Place { range, ..place }, "no host in `lsb.hosts` has AFFINITY enabled")
            .capped(Confidence::Medium)
            .consequence(Item::Job.pending().called("jobs that request processor affinity").possible())
            .help("in `lsb.hosts`, write `(Y)` in the AFFINITY column for the hosts of these jobs");
    }
}

/// Whether a host may run jobs with affinity.
fn offers_affinity(view: View<'_>) -> bool {
    if view.knowledge(FileKind::LsbHosts) != Knowledge::Complete || !view.has_section(FileKind::LsbHosts, "Host") {
        return true;
    }
    let on = |it: lsflint_model::FieldRef<'_>| match it.state() {
        State::Templated => true,
        State::Unset => false,
        State::Known => !it.known().is_some_and(|it| it.trim().eq_ignore_ascii_case("n")),
    };
    view.all(FileKind::LsbHosts, "Host").any(|it| it.fields("AFFINITY").into_iter().any(on))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# some host offers processors
        //- Host of lsb.hosts
        HOST_NAME MXJ␠
        default !
        //- each Queue
        RES_REQ = select[mem>1] affinity[core(1)]
                                ^^^^^^^^ R470 warning no host in `lsb.hosts` has AFFINITY enabled
        //#
        //- Host of lsb.hosts
        HOST_NAME MXJ AFFINITY
        default ! ()
        a 4 N
        //- each Queue
        RES_REQ = select[mem>1] affinity[core(1)]
                                ^^^^^^^^ R470 warning no host in `lsb.hosts` has AFFINITY enabled
        //#
        //- Host of lsb.hosts
        HOST_NAME MXJ AFFINITY
        default ! ()
        a 4 (Y)
        //- each Queue: RES_REQ = select[mem>1] affinity[core(1)]
        //#
        //- Host of lsb.hosts
        HOST_NAME MXJ AFFINITY
        default ! (0,2-4)
        //- each Queue: RES_REQ = select[mem>1] affinity[core(1)]
        //#
        //- Host of lsb.hosts
        HOST_NAME MXJ AFFINITY
        default ! {{ affinity }}
        //- each Queue: RES_REQ = select[mem>1] affinity[core(1)]
    "#]];
}
