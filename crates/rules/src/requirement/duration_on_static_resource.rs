use lsflint_lint::{Findings, Item, Part, RequirementContext, rule};
use lsflint_spec::Reading;
use lsflint_syntax::ast::resreq::{RusageSection, UsageItem, UsageKind};

use crate::requirement::content::sections;

rule! {
    /// Finds `duration` and `decay` on static shared resources.
    ///
    /// # Effect
    /// LSF does not release part of a static shared resource while the job runs: the amount stays reserved until the
    /// job ends.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = rusage[lic=1:duration=5]
    /// End Queue
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING CONSUMABLE DESCRIPTION
    /// lic          Numeric ()       N          Y          (licences)
    /// End Resource
    /// //- lsf.cluster.one
    /// Begin ResourceMap
    /// RESOURCENAME LOCATION
    /// lic          (5@[all])
    /// End ResourceMap
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = rusage[lic=1]
    /// End Queue
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING CONSUMABLE DESCRIPTION
    /// lic          Numeric ()       N          Y          (licences)
    /// End Resource
    /// //- lsf.cluster.one
    /// Begin ResourceMap
    /// RESOURCENAME LOCATION
    /// lic          (5@[all])
    /// End ResourceMap
    /// ```
    pub R312 "duration-on-static-resource" {
        family: Requirement, scope: Cluster, severity: Warning,
        sources: [
            manual("Administering Platform LSF 7.3", "usage strings: duration and decay are not supported for \
             static shared resources"),
        ],
        checks: [RequirementPart(Part::USAGE_TIME, check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    let groups = sections::<RusageSection<'_>>(context)
        .flat_map(RusageSection::alternatives)
        .flat_map(|it| it.groups().collect::<Vec<_>>());
    for group in groups {
        let Some(duration) = group.find(UsageKind::Duration).or_else(|| group.find(UsageKind::Decay)) else { continue };
        let Some(word) = duration.name() else { continue };
        for name in group.resources().filter_map(UsageItem::name) {
            let text = name.text();
            let fixed = context
                .cluster
                .resources()
                .get(&text)
                .is_some_and(|it| !it.builtin && it.reading == Some(Reading::Static) && it.shared == Some(true));
            if fixed {
                findings
                    .report(word.range(), format!("`{}` on static shared resource `{text}`", word.text()))
                    .consequence(
                        Item::String
                            .no_effect()
                            .called(format!("the `{}` of `{text}`", word.text()))
                            .so(format!("`{text}` stays reserved until the job ends")),
                    )
                    .help(format!("reserve `{text}` in a separate group, after a comma and without `{}`", word.text()))
                    .related(name.range(), "reserved here");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Resource of lsf.shared
        RESOURCENAME  TYPE    INTERVAL INCREASING CONSUMABLE DESCRIPTION
        lic           Numeric ()       N          Y          (licences)
        scratch       Numeric 30       N          ()         (free MB)
        //- ResourceMap of lsf.cluster.c
        RESOURCENAME LOCATION
        os_version   ('4.2'@[a b] '4.0'@[c])
        lic          (5@[all])

        //# a static shared resource stays reserved
        //- resreq
        rusage[mem=10:lic=1:duration=5]
                            ^^^^^^^^ R312 warning `duration` on static shared resource `lic`

        //# other resources come back
        //- resreq: rusage[mem=10:scratch=1:duration=5, lic=1]
        //#
        //- without lsf.cluster.c
        //- resreq: rusage[lic=1:duration=5]
    "#]];
}
