use lsflint_lint::{FactFindings, FactsContext, Item, rule};
use lsflint_model::{Entity, FieldRef, Knowledge, State};
use lsflint_spec::{FileKind, Grammar};
use rustc_hash::FxHashMap;

use crate::limit::pools::consumers;

rule! {
    /// Finds limits in lsb.resources that are never reached because of a limit for `all`.
    ///
    /// # Effect
    /// A limit for `all` users, queues, hosts or application profiles applies to all of them together. A limit for some
    /// of them is never reached unless it is lower.
    ///
    /// # Example
    /// ```lsb.resources
    /// Begin Limit
    /// NAME  = everybody
    /// USERS = all
    /// SLOTS = 100
    /// End Limit
    /// Begin Limit
    /// NAME  = students
    /// USERS = ann bob
    /// SLOTS = 200
    /// End Limit
    /// ```
    ///
    /// # Use instead
    /// ```lsb.resources
    /// Begin Limit
    /// NAME  = everybody
    /// USERS = all
    /// SLOTS = 100
    /// End Limit
    /// Begin Limit
    /// NAME  = students
    /// USERS = ann bob
    /// SLOTS = 20
    /// End Limit
    /// ```
    ///
    /// Limits for each consumer (`PER_USER = all`) are different, and limits with both users and queues are not
    /// compared.
    pub L327 "limit-never-reached" {
        family: Limit, scope: Cluster, severity: Info, tags: [Unnecessary],
        sources: [ibm("lsb.resources", "how several limits combine")],
        checks: [Facts(check)],
    }
}

/// The amount that a limit allows for the consumers of one parameter together.
struct Amount<'a> {
    consumer: FieldRef<'a>,
    resource: FieldRef<'a>,
    number: i64,
}

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    let kind = FileKind::LsbResources;
    if context.kind() != kind || context.cluster.knowledge(kind) != Knowledge::Complete {
        return;
    }
    let limits: Vec<Amount<'_>> = context.all("Limit").flat_map(|it| amounts(&it)).collect();
    let key = |it: &Amount<'_>| (it.consumer.param().map(|it| it.name), it.resource.param().map(|it| it.name));
    let of_all = |it: &&Amount<'_>| it.consumer.known().is_some_and(|it| it.trim() == "all");
    let mut lowest = FxHashMap::default();
    for limit in limits.iter().filter(of_all) {
        let known = lowest.entry(key(limit)).or_insert(limit);
        if limit.number < known.number {
            *known = limit;
        }
    }
    for limit in limits.iter().filter(|it| !of_all(it)) {
        let Some(all) = lowest.get(&key(limit)).filter(|it| it.number <= limit.number) else { continue };
        let name = all.resource.name();
        findings
            .report(limit.resource.place(), format!("limit is not below the limit of {} for `all`", all.number))
            .consequence(
                Item::Value
                    .no_effect()
                    .called("the limit")
                    .because(format!("the limit on {name} for `all` is reached first")),
            )
            .help(format!("write a value below {}, or remove the limit", all.number))
            .related_at(all.resource.place(), "the limit for `all`");
    }
}

/// The amounts of a limit with one kind of consumer, outside of `#if`.
fn amounts<'a>(limit: &Entity<'a>) -> Vec<Amount<'a>> {
    let [consumer] = consumers(limit)[..] else { return Vec::new() };
    let together = consumer.param().is_some_and(|it| !it.name.starts_with("PER_"));
    if !together || limit.is_conditional() || limit.is_broken() || consumer.is_conditional() {
        return Vec::new();
    }
    let amount = |resource: FieldRef<'a>| {
        let counted = resource.param().is_some_and(|it| matches!(it.grammar, Grammar::Integer | Grammar::Percent));
        let known = counted && resource.state() == State::Known && !resource.is_conditional();
        let number = resource.known().filter(|_| known)?.trim().parse().ok()?;
        Some(Amount { consumer, resource, number })
    };
    limit.all_fields().filter_map(amount).collect()
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Limit one
        USERS = u1
        SLOTS = 50

        //# all of them come first
        //- Limit one
        QUEUES = night
        SLOTS = 50
                ^^ L327 info limit is not below the limit of 40 for `all`
        MEM = 10
        //- Limit two
        QUEUES = all
        SLOTS = 40
        MEM = 20
        //#
        //- Limit one
        USERS = u1 u2
        JOBS = 50
               ^^ L327 info limit is not below the limit of 50 for `all`
        //- Limit two
        USERS = all
        JOBS = 50

        //# other limits are not compared
        //- Limit two
        PER_USER = all
        SLOTS = 40
        //#
        //- Limit two
        USERS = all
        QUEUES = q
        SLOTS = 40
        //#
        //- Limit two
        USERS = all
        JOBS = 40
        //#
        //- Limit two
        USERS = all ~u1
        SLOTS = 40
        //#
        //- Limit two
        USERS = all
        #if time(8:00-9:00)
        SLOTS = 40
        #endif
    "#]];
}
