use lsflint_lint::{Findings, Item, Part, RequirementContext, rule};
use lsflint_syntax::ast::resreq::{Amount, RusageSection, UsageItem, UsageKind};

use crate::requirement::content::{sections, written};

rule! {
    /// Finds reservations that end before LSF updates the value of the resource.
    ///
    /// # Effect
    /// A reservation represents use that the next update will show. If it ends earlier, LSF still sees the old value
    /// and dispatches another job although the resource is already used.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = rusage[scratch=100:duration=5s]
    /// End Queue
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING CONSUMABLE DESCRIPTION
    /// scratch      Numeric 60       N          Y          (free MB)
    /// End Resource
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = rusage[scratch=100:duration=2]
    /// End Queue
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING CONSUMABLE DESCRIPTION
    /// scratch      Numeric 60       N          Y          (free MB)
    /// End Resource
    /// ```
    pub R313 "duration-below-interval" {
        family: Requirement, scope: Cluster, severity: Warning,
        sources: [
            manual(
                "Platform LSF Administration Guide 6.2, page 269",
                "usage strings: the duration should not be shorter than the interval at which the resource is updated",
            ),
        ],
        checks: [RequirementPart(Part::USAGE_TIME, check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    let groups = sections::<RusageSection<'_>>(context)
        .flat_map(RusageSection::alternatives)
        .flat_map(|it| it.groups().collect::<Vec<_>>());
    for group in groups {
        // Several phases could only be compared in total.
        let Some(duration) = group.find(UsageKind::Duration).and_then(UsageItem::amount) else { continue };
        let Some(length) = seconds(duration).filter(|it| *it > 0) else { continue };
        for name in group.resources().filter_map(UsageItem::name) {
            let text = name.text();
            let interval = context.cluster.resources().get(&text).and_then(|it| it.interval);
            let Some(interval) = interval.filter(|it| length < u64::from(*it)) else { continue };
            findings
                .report(
                    duration.range(),
                    format!("`{text}` is reserved for {length} seconds, but updated every {interval}"),
                )
                .consequence(
                    Item::String
                        .no_effect()
                        .called("the reservation")
                        .because("it ends before LSF updates the resource")
                        .possible()
                        .so("another job can start although the resource is already used"),
                )
                .help(format!("write a duration of at least `{interval}s` instead of `{}`", written(duration)));
        }
    }
}

/// The seconds of a duration, which is in minutes when it has no unit.
fn seconds(amount: Amount<'_>) -> Option<u64> {
    let number = u64::try_from(amount.as_i64()?).ok()?;
    match &*amount.unit_text() {
        "s" => Some(number),
        "" | "m" => number.checked_mul(60),
        "h" => number.checked_mul(3600),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Resource of lsf.shared
        RESOURCENAME  TYPE    INTERVAL INCREASING CONSUMABLE DESCRIPTION
        lic           Numeric ()       N          Y          (licences)
        scratch       Numeric 30       N          ()         (free MB)

        //# a reservation lasts until the next reading
        //- resreq
        rusage[scratch=1:duration=5s]
                                  ^^ R313 warning `scratch` is reserved for 5 seconds, but updated every 30
        //#
        //- resreq
        rusage[tmp=100:duration=1]
                                ^ R313 warning `tmp` is reserved for 60 seconds, but updated every 120

        //# minutes are long enough
        //- resreq: rusage[scratch=1:duration=1, lic=1:duration=1s]
        //#
        //- without lsf.shared
        //- resreq
        rusage[tmp=100:duration=2m]
        rusage[mem=(9 5):duration=(1s)]
    "#]];
}
