use lsflint_lint::{FactFindings, FactsContext, Item, rule};
use lsflint_model::{Knowledge, State, View};
use lsflint_spec::{APS_FACTORS, ApsFactor, Confidence, FileKind, aps_factor};
use lsflint_syntax::ast::{ApsPair, ApsPart, ApsPriority};

rule! {
    /// Finds PRIORITY of users, user groups and application profiles in a cluster whose queues give it no weight.
    ///
    /// # Effect
    /// These priorities are the values of the APS_PRIORITY factors USER, UG and APP. No queue gives the factor a
    /// weight, so the priorities have no effect.
    ///
    /// # Example
    /// ```lsb.users
    /// Begin User
    /// USER_NAME MAX_JOBS JL/P PRIORITY
    /// ann       10       -    100
    /// End User
    ///
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// PRIORITY   = 30
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.users
    /// Begin User
    /// USER_NAME MAX_JOBS JL/P PRIORITY
    /// ann       10       -    100
    /// End User
    ///
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// APS_PRIORITY = WEIGHT[[USER, 10]]
    /// End Queue
    /// ```
    pub P404 "priority-without-factor" {
        family: Parameter, scope: OwnFile, severity: Info,
        sources: [
            ibm(
                "lsf_admin/job_priority_aps",
                "APP, USER and UG: PRIORITY of the application profile, the user and the group is used by absolute \
                 priority scheduling",
            ),
        ],
        checks: [Facts(check)],
    }
}

/// The parameter that the factors read.
const PRIORITY: &str = "PRIORITY";

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    let view = context.cluster;
    if view.knowledge(FileKind::LsbQueues) != Knowledge::Complete {
        return;
    }
    for factor in APS_FACTORS {
        let Some((file, section)) = factor.section.split_once(':') else { continue };
        // The priority of a queue has a different meaning.
        if file != context.kind().name() || context.kind() == FileKind::LsbQueues {
            continue;
        }
        let is_set = |it: &lsflint_model::FieldRef<'_>| {
            it.state() == State::Known && it.known().is_some_and(|it| it.trim() != "0")
        };
        let mut set =
            context.all(section).filter(|it| !it.is_broken()).flat_map(|it| it.fields(PRIORITY)).filter(is_set);
        let Some(field) = set.next() else { continue };
        if is_weighed(factor, view) {
            continue;
        }
        let name = factor.name;
        findings
            .report(field.place(), format!("no queue gives the APS_PRIORITY factor `{name}` a weight"))
            .capped(Confidence::Medium)
            .consequence(
                Item::Value.no_effect().possible().called(format!("every `{PRIORITY}` in section `{section}`")),
            )
            .help(format!("add `[{name}, ...]` to WEIGHT in a queue, or remove the priorities"));
    }
}

/// Whether any queue may give a factor a weight.
fn is_weighed(factor: &ApsFactor, view: View<'_>) -> bool {
    view.queues_with(&["APS_PRIORITY"]).flat_map(|it| it.fields("APS_PRIORITY")).any(|field| match field.state() {
        State::Unset => false,
        State::Templated => true,
        State::Known => field.parse().is_none_or(|parse| {
            let parts = parse.typed::<ApsPriority<'_>>().into_iter().flat_map(ApsPriority::parts);
            let mut factors = parts.flat_map(ApsPart::pairs).filter_map(ApsPair::factor);
            // An unknown factor may be a misspelling of this one.
            let may_be = |name: &str| name == factor.name || aps_factor(name).is_none();
            !parse.errors().is_empty() || factors.any(|it| may_be(&it.text().to_ascii_uppercase()))
        }),
    })
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- User of lsb.users
        USER_NAME MAX_JOBS PRIORITY
        u1 5 10
        u2 5 20
        u3 5 -

        //# some queue weighs it
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER PRIORITY
        g (u1) 5
               ^ P404 info no queue gives the APS_PRIORITY factor `UG` a weight
        //- User of lsb.users
        USER_NAME MAX_JOBS PRIORITY
        u1 5 10
             ^^ P404 info no queue gives the APS_PRIORITY factor `USER` a weight
        u2 5 20
        u3 5 -
        //- Queue q: PRIORITY = 30
        //#
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER PRIORITY
        g (u1) 5
               ^ P404 info no queue gives the APS_PRIORITY factor `UG` a weight
        //- Queue q: APS_PRIORITY = WEIGHT[[USER, 10]]
        //#
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER PRIORITY
        g (u1) 5
        //- Queue q: APS_PRIORITY = WEIGHT[[USER, 10] [UG, 5]]
        //#
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER PRIORITY
        g (u1) 5
        //- Queue q: APS_PRIORITY = {{ aps }}
        //#
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER PRIORITY
        g (u1) 5
        //- Queue q: APS_PRIORITY = WEIGHT[[USER, 10] [GROUP, 5]]
        //#
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER PRIORITY
        g (u1) 5
        //#
        //- without lsb.users
        //- lsb.queues
        //- each Application
        PRIORITY = 5
                   ^ P404 info no queue gives the APS_PRIORITY factor `APP` a weight
    "#]];
}
