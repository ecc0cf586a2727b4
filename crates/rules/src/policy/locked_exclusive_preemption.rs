use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::Confidence;

rule! {
    /// Finds preemption of exclusive jobs in a cluster where LIM keeps their hosts locked.
    ///
    /// # Effect
    /// A host with an exclusive job is locked. As long as LIM does the locking, the host stays locked while the job is suspended, so the
    /// preempting job cannot start there. LSB_DISABLE_LIMLOCK_EXCL=Y in lsf.conf leaves the locking to the scheduler.
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
        .report(value.range(), "exclusive jobs may be preempted, but LIM keeps their hosts locked")
        .capped(Confidence::Medium)
        .consequence(
            Item::Job
                .pending()
                .called("the preempting job")
                .possible()
                .because("the host stays locked while the exclusive job is suspended"),
        )
        .help("set LSB_DISABLE_LIMLOCK_EXCL=Y in lsf.conf");
    if let Some(field) = unlocked.field() {
        found.related_at(field.place(), "switched off here");
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::check_cluster;

    fn params(value: &str, conf: &str, expect: Expect) {
        let params = format!("Begin Parameters\nPREEMPT_JOBTYPE = {value}\nEnd Parameters\n");
        check_cluster("Q525", &[("lsb.params", &params), ("lsf.conf", conf)], expect);
    }

    // covers LSB-P026
    #[test]
    fn the_scheduler_does_the_locking() {
        params(
            "BACKFILL EXCLUSIVE",
            "LSB_DISABLE_LIMLOCK_EXCL=n\n",
            expect![[r#"
                2:19-2:37 warning exclusive jobs may be preempted, but LIM keeps their hosts locked
                  effect: LSF may never dispatch the preempting job because the host stays locked while the exclusive job is suspended
                  help: set LSB_DISABLE_LIMLOCK_EXCL=Y in lsf.conf
                  lsf.conf:1:26-1:27 switched off here
            "#]],
        );
        params("EXCLUSIVE", "LSB_DISABLE_LIMLOCK_EXCL=Y\n", expect![[""]]);
        params("BACKFILL", "", expect![[""]]);
        params("EXCLUSIVE", "LSB_DISABLE_LIMLOCK_EXCL={{ lock }}\n", expect![[""]]);
    }
}
