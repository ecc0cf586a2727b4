use lsflint_lint::suggest::near;
use lsflint_lint::{Applicability, Findings, Fix, SettingContext, rule};
use lsflint_spec::{APS_FACTORS, aps_respelling};
use lsflint_syntax::ast::{ApsPair, ApsPart};

use crate::aps::common::{is_priority, line_ignored, priority};

rule! {
    /// Finds unknown factors in APS_PRIORITY.
    ///
    /// # Effect
    /// LSF may ignore the line; then the queue does not use absolute priority scheduling.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// APS_PRIORITY = WEIGHT[[SWP, 1] [APP_PRIORITY, 2] [CPU, 3]]
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// APS_PRIORITY = WEIGHT[[SWAP, 1] [APP, 2] [PROC, 3]]
    /// End Queue
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: enables a line that LSF currently ignores.
    ///
    /// # Notes
    /// The text of the administration guide uses longer names, which LSF does not accept.
    pub A003 "aps-unknown-factor" {
        family: Aps, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [
            ibm("lsf_admin/job_priority_aps", "the table of factors and sub-factors"),
        ],
        checks: [SettingOf(is_priority, check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(priority) = priority(context) else { return };
    let known = || APS_FACTORS.iter().filter(|it| it.configurable).map(|it| it.name);
    for factor in priority.parts().flat_map(ApsPart::pairs).filter_map(ApsPair::factor) {
        let text = factor.text();
        if APS_FACTORS.iter().any(|it| it.name.eq_ignore_ascii_case(&text)) {
            continue;
        }
        let found = findings
            .report(factor.range(), format!("unknown `APS_PRIORITY` factor `{text}`"))
            .consequence(line_ignored());
        let respelling = aps_respelling(&text).map(|it| it.right);
        match respelling.or_else(|| near(&text, known()).filter(|it| it.unique).map(|it| it.name)) {
            Some(right) => {
                let help = match respelling {
                    Some(_) => format!("write `{right}`"),
                    None => format!("did you mean `{right}`?"),
                };
                let title = format!("write `{right}`");
                found.help(help).fix(Fix::replace(Applicability::Unsafe, title, factor.range(), right));
            }
            None => {
                let known: Vec<String> = known().map(|it| format!("`{it}`")).collect();
                found.help(format!("use one of {}", known.join(", ")));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# factors are listed
        //- each Queue
        APS_PRIORITY = WEIGHT[[CPU, 1]]
                               ^^^ A003 error unknown `APS_PRIORITY` factor `CPU`
        APS_PRIORITY = WEIGHT[[JPRIORTY, 1]]
                               ^^^^^^^^ A003 error unknown `APS_PRIORITY` factor `JPRIORTY`
                               = help: did you mean `JPRIORITY`?
            = fixed: APS_PRIORITY = WEIGHT[[JPRIORITY, 1]]
        APS_PRIORITY = WEIGHT[[SWP, 1] [USER_PRIORITY, 2]]
                               ^^^ A003 error unknown `APS_PRIORITY` factor `SWP`
                                        ^^^^^^^^^^^^^ A003 error unknown `APS_PRIORITY` factor `USER_PRIORITY`
            = fixed: APS_PRIORITY = WEIGHT[[SWAP, 1] [USER, 2]]

        //# names of the prose
        //- each Queue
        APS_PRIORITY = WEIGHT[[SWP, 1] [APP_PRIORITY, 1]] LIMIT[[UG_PRIORITY, 9]]
                               ^^^ A003 error unknown `APS_PRIORITY` factor `SWP`
                                        ^^^^^^^^^^^^ A003 error unknown `APS_PRIORITY` factor `APP_PRIORITY`
                                                                 ^^^^^^^^^^^ A003 error
                                        = unknown `APS_PRIORITY` factor `UG_PRIORITY`
            = fixed: APS_PRIORITY = WEIGHT[[SWAP, 1] [APP, 1]] LIMIT[[UG, 9]]

        //# every factor is known
        //- each Queue
        APS_PRIORITY = WEIGHT[[FS, 1] [RSRC, 1] [PROC, 1] [MEM, 1] [SWAP, 1] [WORK, 1] \
          [JPRIORITY, 1] [QPRIORITY, 1] [APP, 1] [USER, 1] [UG, 1]]
        APS_PRIORITY = WEIGHT[[ADMIN, 1] [fs, 1]]
    "#]];
}
