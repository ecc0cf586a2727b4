use std::cmp::Ordering;

use lsflint_lint::{FactFindings, FactsContext, Item, rule};
use lsflint_model::{Entity, FieldRef, View};
use lsflint_spec::{FileKind, lists};

use crate::limit::pools::{consumers, plain};
use crate::parameter::elsewhere::Elsewhere;

rule! {
    /// Finds slot limits in lsb.resources for a single user, host or queue that also has a slot limit in lsb.users,
    /// lsb.hosts or lsb.queues.
    ///
    /// # Effect
    /// Both limits apply, so the lower one takes effect. A change of the other one has no effect.
    ///
    /// # Example
    /// ```lsb.resources
    /// Begin Limit
    /// NAME  = ann
    /// USERS = ann
    /// SLOTS = 20
    /// End Limit
    ///
    /// //- lsb.users
    /// Begin User
    /// USER_NAME MAX_JOBS JL/P
    /// ann       10       -
    /// End User
    /// ```
    ///
    /// # Use instead
    /// ```lsb.resources
    /// Begin Limit
    /// NAME   = ann
    /// USERS  = ann
    /// QUEUES = night
    /// SLOTS  = 20
    /// End Limit
    ///
    /// //- lsb.users
    /// Begin User
    /// USER_NAME MAX_JOBS JL/P
    /// ann       30       -
    /// End User
    /// ```
    pub L322 "repeated-slot-limit" {
        family: Limit, scope: Cluster, severity: Info,
        sources: [ibm("lsb.resources", "how limits of several files combine")],
        checks: [Facts(check)],
    }
}

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    if context.kind() != FileKind::LsbResources {
        return;
    }
    for limit in context.all("Limit").filter(|it| !it.is_broken()) {
        let Some(slots) = plain(&limit, "SLOTS") else { continue };
        let Some(amount) = slots.known().and_then(|it| it.trim().parse::<i64>().ok()) else { continue };
        let Some((name, twin)) = only_consumer(&limit) else { continue };
        let Some((other, number)) = other_limit(&name, &twin, context.cluster) else { continue };
        let outcome = match amount.cmp(&number) {
            // The limit without effect is in the other file.
            Ordering::Less => Item::Value.no_effect().called("the other limit").possible().because("this one is lower"),
            Ordering::Equal => {
                Item::Value.no_effect().called("the limit").because("both limits are currently the same")
            }
            Ordering::Greater => Item::Value.no_effect().called("the limit").because("the other limit is lower"),
        };
        let file = twin.kind.name();
        findings
            .report(slots.place(), format!("`{name}` already has a slot limit in {file}"))
            .consequence(outcome)
            .help("remove one of the limits")
            .related_at(other.place(), format!("`{}` of `{name}`", twin.param.name));
    }
}

/// The name of a limit that applies to a single name, and where else that name has a slot limit.
fn only_consumer(limit: &Entity<'_>) -> Option<(String, Elsewhere)> {
    let [consumer] = consumers(limit)[..] else { return None };
    let twin = Elsewhere::of(consumer.param()?.same_limit)?;
    let value = consumer.known().filter(|_| !consumer.is_conditional())?;
    let name = value.trim();
    let plain = !name.is_empty() && !name.contains([' ', '\t', '~', '[', '*', '@', '(', ')', '!']);
    (plain && !lists::COLLECTIVE_WORDS.contains(&name)).then(|| (name.to_owned(), twin))
}

fn other_limit<'a>(name: &str, twin: &Elsewhere, view: View<'a>) -> Option<(FieldRef<'a>, i64)> {
    let field = plain(&view.find(twin.kind, twin.section.name, name)?, twin.param.name)?;
    let number = field.known()?.trim().parse().ok()?;
    Some((field, number))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- User of lsb.users
        USER_NAME MAX_JOBS JL/P
        u1 10 -
        u2 - 1
        //- Host of lsb.hosts
        HOST_NAME MXJ
        h1 8
        h2 !
        //- Queue q: QJOB_LIMIT = 50

        //# the same consumer in two files
        //- each Limit
        USERS = u1
          SLOTS = 20
                  ^^ L322 info `u1` already has a slot limit in lsb.users
        PER_HOST = h1
          SLOTS = 8
                  ^ L322 info `h1` already has a slot limit in lsb.hosts
                  = effect: the limit has no effect because both limits are currently the same
        QUEUES = q
          SLOTS = 20
                  ^^ L322 info `q` already has a slot limit in lsb.queues
                  = effect: the other limit may have no effect because this one is lower

        //# another consumer is another limit
        //- each Limit
        USERS = u1
          QUEUES = q
          SLOTS = 20
        USERS = u1 u2
          SLOTS = 20
        USERS = u2
          SLOTS = 20
        HOSTS = h2
          SLOTS = 20
        USERS = u1
          JOBS = 20
    "#]];
}
