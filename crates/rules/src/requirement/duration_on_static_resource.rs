use lsflint_lint::{Findings, Item, Part, RequirementContext, rule};
use lsflint_spec::Reading;
use lsflint_syntax::ast::resreq::{RusageSection, UsageItem, UsageKind};

use crate::requirement::content::sections;

rule! {
    /// Finds a `duration` or `decay` for a shared resource whose number is fixed in the configuration.
    ///
    /// # Effect
    /// LSF does not free part of a static shared resource while the job runs: the amount stays reserved until the job
    /// ends.
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
            manual("Administering Platform LSF 7.3", "usage strings: duration and decay are not supported for static shared resources"),
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
                    .report(word.range(), format!("`{}` for `{text}`, a static shared resource", word.text()))
                    .consequence(
                        Item::String
                            .no_effect()
                            .called(format!("the `{}` of `{text}`", word.text()))
                            .so(format!("`{text}` stays reserved until the job ends")),
                    )
                    .help(format!(
                        "reserve `{text}` in a group of its own, after a comma and without `{}`",
                        word.text()
                    ))
                    .related(name.range(), "reserved here");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::requirement::common::{MAP, SHARED};
    use crate::testing::check_string_with;

    // covers RR413
    #[test]
    fn a_static_shared_resource_stays_reserved() {
        check_string_with(
            "R312",
            "rusage[mem=10:lic=1:duration=5]",
            &[SHARED, MAP],
            expect![[r#"
                1:21-1:29 warning `duration` for `lic`, a static shared resource
                  effect: the `duration` of `lic` has no effect, so `lic` stays reserved until the job ends
                  help: reserve `lic` in a group of its own, after a comma and without `duration`
                  1:15-1:18 reserved here
            "#]],
        );
    }

    #[test]
    fn other_resources_come_back() {
        check_string_with("R312", "rusage[mem=10:scratch=1:duration=5, lic=1]", &[SHARED, MAP], expect![[""]]);
        check_string_with("R312", "rusage[lic=1:duration=5]", &[SHARED], expect![[""]]);
    }
}
