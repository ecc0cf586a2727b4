use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::Confidence;

rule! {
    /// Finds preemption of exclusive jobs in a cluster in which LIM locks their hosts.
    ///
    /// # Effect
    /// A host with an exclusive job is locked. If LIM locks the host, it stays locked while the exclusive job is
    /// suspended, and the preempting job cannot start there. With LSB_DISABLE_LIMLOCK_EXCL=Y in lsf.conf, the scheduler
    /// locks the host instead.
    ///
    /// # Example
    /// ```lsb.params
    /// Begin Parameters
    /// PREEMPT_JOBTYPE = EXCLUSIVE
    /// End Parameters
    ///
    /// //- lsf.conf
    /// LSF_STRICT_RESREQ=Y
    /// ```
    ///
    /// # Use instead
    /// ```lsb.params
    /// Begin Parameters
    /// PREEMPT_JOBTYPE = EXCLUSIVE
    /// End Parameters
    ///
    /// //- lsf.conf
    /// LSB_DISABLE_LIMLOCK_EXCL=Y
    /// ```
    pub Q525 "locked-exclusive-preemption" {
        family: Policy, scope: Cluster, severity: Warning,
        sources: [ibm("lsb.params", "PREEMPT_JOBTYPE"), ibm("lsf.conf", "LSB_DISABLE_LIMLOCK_EXCL")],
        checks: [SettingNamed(&["PREEMPT_JOBTYPE"], check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(value) = context.setting.known_value().filter(|_| !context.broken) else { return };
    let text = context.file.text(value.range());
    if !text.split_ascii_whitespace().any(|it| it.trim_matches(['"', '\'']).eq_ignore_ascii_case("EXCLUSIVE")) {
        return;
    }
    let unlocked = context.file.cluster.conf("LSB_DISABLE_LIMLOCK_EXCL");
    if unlocked.yes(false) != Some(false) {
        return;
    }
    let found = findings
        .report(value.range(), "exclusive jobs can be preempted, but LIM keeps their hosts locked")
        .capped(Confidence::Medium)
        .consequence(
            Item::Job
                .pending()
                .called("the preempting job")
                .possible()
                .because("the host stays locked while the exclusive job is suspended"),
        )
        .help("set `LSB_DISABLE_LIMLOCK_EXCL=Y` in `lsf.conf`");
    if let Some(field) = unlocked.field() {
        found.related_at(field.place(), "disabled here");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# the scheduler does the locking
        //- lsf.conf: LSB_DISABLE_LIMLOCK_EXCL=n
        //- each Parameters
        PREEMPT_JOBTYPE = BACKFILL EXCLUSIVE
                          ^^^^^^^^^^^^^^^^^^ Q525 warning
                          = exclusive jobs can be preempted, but LIM keeps their hosts locked
                          = related lsf.conf:1:26 disabled here
        //#
        //- lsf.conf: LSB_DISABLE_LIMLOCK_EXCL=Y
        //- each Parameters: PREEMPT_JOBTYPE = EXCLUSIVE
        //#
        //- lsf.conf
        //- each Parameters: PREEMPT_JOBTYPE = BACKFILL
        //#
        //- lsf.conf: LSB_DISABLE_LIMLOCK_EXCL={{ lock }}
        //- each Parameters: PREEMPT_JOBTYPE = EXCLUSIVE
    "#]];
}
