use lsflint_lint::{Findings, Item, Part, RequirementContext, rule};
use lsflint_syntax::ast::resreq::{Amount, RusageSection, UsageItem, UsageKind};

use crate::requirement::content::{sections, written};

rule! {
    /// Finds a reservation that ends before LSF has read the resource again.
    ///
    /// # Effect
    /// A reservation stands in for the use that the next reading will show. When it ends earlier, LSF sees the old
    /// value once more and starts another job on what is used already.
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
            manual("Platform LSF 6.2", "usage strings: the duration should not be shorter than the interval at which the resource is updated"),
        ],
        checks: [RequirementPart(Part::USAGE_TIME, check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    let groups = sections::<RusageSection<'_>>(context)
        .flat_map(RusageSection::alternatives)
        .flat_map(|it| it.groups().collect::<Vec<_>>());
    for group in groups {
        // Of several phases only all together could be compared.
        let Some(duration) = group.find(UsageKind::Duration).and_then(UsageItem::amount) else { continue };
        let Some(length) = seconds(duration).filter(|it| *it > 0) else { continue };
        for name in group.resources().filter_map(UsageItem::name) {
            let text = name.text();
            let interval = context.cluster.resources().get(&text).and_then(|it| it.interval);
            let Some(interval) = interval.filter(|it| length < u64::from(*it)) else { continue };
            findings
                .report(
                    duration.range(),
                    format!("`{text}` is read every {interval} seconds, but reserved for {length} only"),
                )
                .consequence(
                    Item::String
                        .no_effect()
                        .called("the reservation")
                        .because("it ends before LSF reads the resource again")
                        .possible()
                        .so("another job can start on what this one already uses"),
                )
                .help(format!("write a duration of at least `{interval}s` in the place of `{}`", written(duration)));
        }
    }
}

/// The seconds of a duration; minutes when it has no unit.
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
        //- lsf.shared
        Begin Resource
        RESOURCENAME  TYPE    INTERVAL INCREASING CONSUMABLE DESCRIPTION
        linux         Boolean ()       ()         ()         (Linux)
        fs            Boolean ()       ()         ()         (file server)
        bigmem        Boolean ()       ()         ()         (much memory)
        os_version    String  ()       ()         ()         (release)
        lic           Numeric ()       N          Y          (licences)
        scratch       Numeric 30       N          ()         (free MB)
        nio           Numeric 15       Y          ()         (network load)
        nano_lic      Numeric ()       N          Y          (licences)
        End Resource

        //# a reservation lasts until the next reading
        //- resreq
        rusage[scratch=1:duration=5s]
                                  ^^ R313 warning `scratch` is read every 30 seconds, but reserved for 5 only
        //#
        //- resreq
        rusage[tmp=100:duration=1]
                                ^ R313 warning `tmp` is read every 120 seconds, but reserved for 60 only

        //# minutes are long enough
        //- resreq
        rusage[scratch=1:duration=1, lic=1:duration=1s]
        //#
        //- without lsf.shared
        //- resreq
        rusage[tmp=100:duration=2m]
        rusage[mem=(9 5):duration=(1s)]
    "#]];
}
