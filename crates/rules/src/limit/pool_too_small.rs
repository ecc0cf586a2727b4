use lsflint_lint::{FactFindings, FactsContext, Item, Severity, rule};
use lsflint_model::{Entity, HostId, HostSet, View};
use lsflint_spec::FileKind;
use lsflint_syntax::ast::Shape;

use crate::limit::pools::{hosts_of, plain, pool_type, shares};
use crate::limit::slots;

rule! {
    /// Finds guaranteed resource pools that guarantee more hosts or slots than they have, and slot limits above the
    /// slots of their hosts.
    ///
    /// # Effect
    /// LSF cannot provide the guarantees. A limit above the total slots of its hosts has no effect.
    ///
    /// # Example
    /// ```lsb.resources
    /// Begin GuaranteedResourcePool
    /// NAME         = pool
    /// TYPE         = hosts
    /// HOSTS        = hostA hostB
    /// DISTRIBUTION = ([physics, 2] [biology, 1])
    /// End GuaranteedResourcePool
    ///
    /// //- lsf.cluster.lab
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// hostA    !     !    1      ()
    /// hostB    !     !    1      ()
    /// hostC    !     !    1      ()
    /// End Host
    ///
    /// //- lsf.conf
    /// LSF_STRICT_RESREQ=Y
    ///
    /// //- lsb.hosts
    /// Begin Host
    /// HOST_NAME MXJ
    /// default   8
    /// End Host
    /// ```
    ///
    /// # Use instead
    /// ```lsb.resources
    /// Begin GuaranteedResourcePool
    /// NAME         = pool
    /// TYPE         = hosts
    /// HOSTS        = hostA hostB hostC
    /// DISTRIBUTION = ([physics, 2] [biology, 1])
    /// End GuaranteedResourcePool
    ///
    /// //- lsf.cluster.lab
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// hostA    !     !    1      ()
    /// hostB    !     !    1      ()
    /// hostC    !     !    1      ()
    /// End Host
    ///
    /// //- lsf.conf
    /// LSF_STRICT_RESREQ=Y
    ///
    /// //- lsb.hosts
    /// Begin Host
    /// HOST_NAME MXJ
    /// default   8
    /// End Host
    /// ```
    ///
    /// Slots are counted only if lsb.hosts sets a number for every host in the list; `!` means the number of
    /// processors, which is not in any file.
    pub L324 "more-than-there-is" {
        family: Limit, scope: Cluster, severity: Warning,
        sources: [
            manual(
                "Configuration overview of guaranteed resource pools (LSF 9.1)",
                "DISTRIBUTION: what each service class deserves of the pool",
            ),
            ibm("lsb.resources", "DISTRIBUTION: amounts or percentages of the resources of the pool"),
        ],
        checks: [Facts(check)],
    }
}

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    if context.kind() != FileKind::LsbResources {
        return;
    }
    let mut table = None;
    let mut slots = |hosts: &HostSet| match table.get_or_insert_with(|| slots::Slots::of(context.cluster)) {
        _ if hosts.is_surely_empty() => Some(0),
        table => Some(table.as_ref()?.of_hosts(hosts)?.together),
    };
    context.all("GuaranteedResourcePool").for_each(|it| pool(&it, context.cluster, &mut slots, findings));
    context.all("Limit").filter(|it| !it.is_broken()).for_each(|it| limit(&it, context.cluster, &mut slots, findings));
}

type Slots<'s> = &'s mut dyn FnMut(&HostSet) -> Option<i64>;

fn pool(pool: &Entity<'_>, view: View<'_>, slots: Slots<'_>, findings: &mut FactFindings) {
    // A selection only reduces the hosts, so the number is an upper bound.
    let Some(kind) = pool_type(pool) else { return };
    let Some((hosts, _)) = hosts_of(pool, "HOSTS", view).filter(|it| it.0.is_exact()) else { return };
    let Some(available) = (match kind.as_str() {
        "hosts" => servers(&hosts, view),
        "slots" => slots(&hosts),
        _ => None,
    }) else {
        return;
    };
    let Some(field) = plain(pool, "DISTRIBUTION") else { return };
    let Some(parse) = field.parse().filter(|it| it.errors().is_empty()) else { return };
    let Some(shape) = parse.typed::<Shape<'_>>() else { return };
    let guaranteed: i64 = shares(shape).iter().filter(|it| !it.percent).filter_map(|it| it.amount).sum();
    if guaranteed > available {
        findings
            .report(field.place(), format!("pool guarantees {guaranteed} {kind}, but has only {available}"))
            .consequence(
                Item::Value
                    .ignored()
                    .called("some of the guarantees")
                    .possible()
                    .because("it cannot provide all of them at the same time"),
            )
            .help(format!("guarantee at most {available}, or add hosts"))
            .related_at(pool.field("HOSTS").unwrap_or(field).place(), "the hosts of the pool");
    }
}

/// The number of server hosts in a set; `None` if it is uncertain.
fn servers(set: &HostSet, view: View<'_>) -> Option<i64> {
    let hosts = view.hosts();
    let mut count = 0;
    for host in set.surely.iter() {
        count += i64::from(hosts.facts(HostId(u32::try_from(host).ok()?)).server?);
    }
    Some(count)
}

fn limit(limit: &Entity<'_>, view: View<'_>, slots: Slots<'_>, findings: &mut FactFindings) {
    let Some(field) = plain(limit, "SLOTS") else { return };
    let Some(amount) = field.known().and_then(|it| it.trim().parse::<i64>().ok()) else { return };
    // With `PER_HOST` the limit applies to each host, and hosts may differ.
    let Some((hosts, true)) = hosts_of(limit, "HOSTS", view) else { return };
    let Some(available) = slots(&hosts).filter(|it| (1..amount).contains(it)) else { return };
    findings
        .report(field.place(), format!("limit is {amount} slots, but its hosts have only {available}"))
        .severity(Severity::Info)
        .consequence(Item::Value.no_effect().called("the limit"))
        .help(format!("write a value below {available}, or remove the limit"))
        .related_at(limit.field("HOSTS").unwrap_or(field).place(), "the hosts of the limit");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Host of lsf.cluster.x
        HOSTNAME model type server RESOURCES
        a ! ! 1 ()
        b ! ! 1 ()
        c ! ! 0 ()
        //- lsf.conf
        //- Host of lsb.hosts
        HOST_NAME MXJ
        default 8

        //# pools have so many hosts and slots
        //- each GuaranteedResourcePool
        TYPE = hosts
          HOSTS = all
          DISTRIBUTION = ([s, 2] [t, 1])
                          ^^^^^^^^^^^^^ L324 warning pool guarantees 3 hosts, but has only 2
        TYPE = hosts
          HOSTS = all
          DISTRIBUTION = ([s, 2] [t, 50%])
        //#
        //- Host of lsb.hosts
        HOST_NAME MXJ
        default 8
        a 4
        //- each GuaranteedResourcePool
        TYPE = slots
          HOSTS = a b
          DISTRIBUTION = ([s, 20])
                          ^^^^^^^ L324 warning pool guarantees 20 slots, but has only 12
        TYPE = slots
          HOSTS = a b
          DISTRIBUTION = ([s, 12])
        //#
        //- Host of lsb.hosts
        HOST_NAME MXJ
        default !
        a 4
        //- each GuaranteedResourcePool
        TYPE = slots
          HOSTS = a b
          DISTRIBUTION = ([s, 20])
        //#
        //- Host of lsb.hosts
        HOST_NAME MXJ
        X86 8
        default 4
        //- each GuaranteedResourcePool
        TYPE = slots
          HOSTS = a b
          DISTRIBUTION = ([s, 20])

        //# limits lie below what there is
        //- each Limit
        HOSTS = a b
          SLOTS = 20
                  ^^ L324 info limit is 20 slots, but its hosts have only 16
                  = effect: the limit has no effect
                  = help: write a value below 16, or remove the limit
                  = related 1:9 the hosts of the limit
        HOSTS = a b
          SLOTS = 16
        PER_HOST = a b
          SLOTS = 20
        HOSTS = a unknown@c2
          SLOTS = 20
    "#]];
}
