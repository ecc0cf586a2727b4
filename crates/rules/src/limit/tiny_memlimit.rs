use lsflint_lint::size::{Unit, readable};
use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_syntax::ast::Amount;

rule! {
    /// Finds memory limits below 10 MB, or below 64 MB if they have no unit and are in KB, usually because of a wrong
    /// unit.
    ///
    /// # Effect
    /// LSF may kill every job as soon as it starts.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// MEMLIMIT   = 4000
    /// End Queue
    /// //- lsf.conf
    /// LSF_LIM_PORT=7869
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// MEMLIMIT   = 4000
    /// End Queue
    /// //- lsf.conf
    /// LSF_LIM_PORT=7869
    /// LSF_UNIT_FOR_LIMITS=MB
    /// ```
    ///
    /// Limits are in KB unless LSF_UNIT_FOR_LIMITS is set. Nothing is reported unless lsf.conf is loaded.
    ///
    /// # Notes
    /// Also based on reports of jobs that were killed immediately.
    pub L105 "tiny-memlimit" {
        family: Limit, scope: Cluster, severity: Warning,
        sources: [
            ibm(
                "lsf_admin/about_resource_usage_limits",
                "jobs that use more than a limit are signaled or have their priority lowered",
            ),
            judgement("no program needs less memory than this"),
        ],
        checks: [SettingNamed(&["MEMLIMIT"], check)],
    }
}

/// The smallest plausible limit, in MB.
const TINY: f64 = 10.0;
/// The smallest plausible limit in KB without a unit, in MB: the number is more likely one of MB, such as 16000.
const TINY_WITHOUT_UNIT: f64 = 64.0;

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(node) = context.setting.known_value().and_then(|it| it.content()) else { return };
    let Some(plain) = Unit::of_limits(context.file.cluster.switches()) else { return };
    if context.broken {
        return;
    }
    for amount in Amount::all_in(node) {
        let unit = amount.unit().map_or(Some(plain), |it| Unit::of(&it.text()));
        let (Some(number), Some(unit)) = (amount.value(), unit) else { continue };
        let size = number * unit.megabytes();
        let by_default = amount.unit().is_none() && unit == Unit::KB;
        let least = if by_default { TINY_WITHOUT_UNIT } else { TINY };
        if size > 0.0 && size < least {
            findings
                .report(amount.range(), format!("`MEMLIMIT` is only {}", readable(size)))
                .consequence(Item::Job.killed().called("jobs as soon as they start").possible())
                .help("write the limit in KB, or in the unit of `LSF_UNIT_FOR_LIMITS`");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# names the amount
        //- lsf.conf: LSF_LIM_PORT=7869
        //- each Queue
        MEMLIMIT = 1000 8000
                   ^^^^ L105 warning `MEMLIMIT` is only 1000 KB
                        ^^^^ L105 warning `MEMLIMIT` is only 7.8 MB
        //#
        //- lsf.conf: LSF_UNIT_FOR_LIMITS=MB
        //- each Queue: MEMLIMIT = 1000 8000

        //# megabytes read as kilobytes
        //- lsf.conf: LSF_LIM_PORT=7869
        //- each Queue
        MEMLIMIT = 16000 128000
                   ^^^^^ L105 warning `MEMLIMIT` is only 15.6 MB
        MEMLIMIT = 16MB 128MB
        MEMLIMIT = 65536
        //#
        //- lsf.conf: LSF_UNIT_FOR_LIMITS=MB
        //- each Queue: MEMLIMIT = 16 128

        //# is silent without lsf.conf
        //- each Queue: MEMLIMIT = 1000 8000
    "#]];
}
