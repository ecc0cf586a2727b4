use lsflint_lint::{Findings, Item, SectionContext, rule};
use lsflint_spec::{ApsValue, aps_factor};
use lsflint_syntax::ast::ApsPair;

use crate::aps::common::{elsewhere, of_queue, pairs};

rule! {
    /// Finds the JPRIORITY factor in a cluster without MAX_USER_PRIORITY, where jobs have no job priority.
    ///
    /// # Effect
    /// Without MAX_USER_PRIORITY in lsb.params, LSF rejects `bsub -sp` and does not increase the priority over time.
    /// The factor has the same value for every job and does not change their order.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// APS_PRIORITY = WEIGHT[[JPRIORITY, 2] [PROC, 1]]
    /// End Queue
    ///
    /// //- lsb.params
    /// Begin Parameters
    /// DEFAULT_QUEUE = night
    /// End Parameters
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// APS_PRIORITY = WEIGHT[[JPRIORITY, 2] [PROC, 1]]
    /// End Queue
    ///
    /// //- lsb.params
    /// Begin Parameters
    /// MAX_USER_PRIORITY      = 100
    /// JOB_PRIORITY_OVER_TIME = 3/20
    /// End Parameters
    /// ```
    pub A207 "jpriority-without-max-user-priority" {
        family: Aps, scope: Cluster, severity: Warning,
        sources: [ibm("lsf_admin/job_priority_behavior", "the default of JPRIORITY is half of MAX_USER_PRIORITY")],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let Some((_, priority)) = of_queue(context) else { return };
    let view = context.file.cluster;
    for factor in pairs(priority, ApsValue::Weight).filter_map(ApsPair::factor) {
        let Some(known) = aps_factor(&factor.text().to_ascii_uppercase()) else { continue };
        // Factors that read a PRIORITY are checked by another rule.
        let needs = known.needs.iter().filter(|_| known.section.is_empty()).filter_map(|it| elsewhere(it));
        for (kind, section, param) in needs {
            if !view.setting(kind, section.name, param).is_absent() {
                continue;
            }
            let file = kind.name();
            findings
                .report(factor.range(), format!("factor `{}` requires `{param}` in `{file}`", known.name))
                .consequence(Item::Value.no_effect().called("the factor").because("jobs have no job priority"))
                .help(format!("set `{param}` in `{file}`, or remove the pair"));
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# priorities need their maximum
        //- Parameters: DEFAULT_QUEUE = night
        //- each Queue
        APS_PRIORITY = WEIGHT[[JPRIORITY, 2] [PROC, 1]]
                               ^^^^^^^^^ A207 warning factor `JPRIORITY` requires `MAX_USER_PRIORITY` in `lsb.params`

        //# what may be set is left in peace
        //- Parameters: MAX_USER_PRIORITY = 100
        //- each Queue: APS_PRIORITY = WEIGHT[[JPRIORITY, 2] [PROC, 1]]
        //#
        //- Parameters: MAX_USER_PRIORITY = {{ max }}
        //- each Queue: APS_PRIORITY = WEIGHT[[JPRIORITY, 2] [PROC, 1]]
        //#
        //- Parameters
        #if time(8:00-9:00)
        MAX_USER_PRIORITY = 100
        #endif
        //- each Queue: APS_PRIORITY = WEIGHT[[JPRIORITY, 2] [PROC, 1]]
        //#
        //- each Queue: APS_PRIORITY = WEIGHT[[JPRIORITY, 2] [PROC, 1]]

        //# other factors need nothing
        //- Parameters
        //- each Queue
        APS_PRIORITY = WEIGHT[[QPRIORITY, 2] [FS, 1]]
          FAIRSHARE = USER_SHARES[[default, 1]]
    "#]];
}
