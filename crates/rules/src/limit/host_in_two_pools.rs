use lsflint_lint::{FactFindings, FactsContext, Item, rule};
use lsflint_model::FieldRef;
use lsflint_spec::FileKind;

use crate::limit::pools::{hosts_of, plain, pool_type};

rule! {
    /// Finds hosts that are listed in more than one guaranteed resource pool.
    ///
    /// # Effect
    /// A host belongs to the first pool that selects it. The other pool has fewer hosts than its list contains.
    ///
    /// # Example
    /// ```lsb.resources
    /// Begin GuaranteedResourcePool
    /// NAME         = one
    /// TYPE         = slots
    /// HOSTS        = hostA
    /// DISTRIBUTION = ([physics, 5])
    /// End GuaranteedResourcePool
    /// Begin GuaranteedResourcePool
    /// NAME         = two
    /// TYPE         = hosts
    /// HOSTS        = hostA hostB
    /// DISTRIBUTION = ([biology, 1])
    /// End GuaranteedResourcePool
    ///
    /// //- lsf.cluster.lab
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// hostA    !     !    1      ()
    /// hostB    !     !    1      ()
    /// End Host
    /// ```
    ///
    /// # Use instead
    /// ```lsb.resources
    /// Begin GuaranteedResourcePool
    /// NAME         = one
    /// TYPE         = slots
    /// HOSTS        = hostA
    /// DISTRIBUTION = ([physics, 5])
    /// End GuaranteedResourcePool
    /// Begin GuaranteedResourcePool
    /// NAME         = two
    /// TYPE         = hosts
    /// HOSTS        = hostB
    /// DISTRIBUTION = ([biology, 1])
    /// End GuaranteedResourcePool
    ///
    /// //- lsf.cluster.lab
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// hostA    !     !    1      ()
    /// hostB    !     !    1      ()
    /// End Host
    /// ```
    ///
    /// Pools for `all` hosts and pools with RES_SELECT are not checked, because they are intended to use the remaining
    /// hosts.
    pub L325 "host-in-two-pools" {
        family: Limit, scope: Cluster, severity: Warning,
        sources: [
            manual(
                "Platform LSF 8.0.1, Configure resource-based service classes",
                "a host can be in one guaranteed resource pool only",
            ),
        ],
        checks: [Facts(check)],
    }
}

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    if context.kind() != FileKind::LsbResources
        || !context.cluster.has_section(context.kind(), "GuaranteedResourcePool")
    {
        return;
    }
    let view = context.cluster;
    let mut first: Vec<Option<(String, FieldRef<'_>)>> = vec![None; view.hosts().len()];
    for pool in context.all("GuaranteedResourcePool").filter(|it| !it.has("RES_SELECT") && !it.name().is_empty()) {
        let by_hosts = pool_type(&pool).is_some_and(|it| it != "resource");
        let Some((hosts, true)) = hosts_of(&pool, "HOSTS", view).filter(|_| by_hosts) else { continue };
        let Some(field) = plain(&pool, "HOSTS") else { continue };
        let mut shared: Option<((String, FieldRef<'_>), usize)> = None;
        let mut count = 0;
        for host in hosts.surely.iter() {
            match &first[host] {
                // The same pool more than once is another finding.
                Some((name, _)) if *name == *pool.name() => {}
                Some(other) => {
                    count += 1;
                    shared.get_or_insert_with(|| (other.clone(), host));
                }
                None => first[host] = Some((pool.name().into_owned(), field)),
            }
        }
        let Some(((other, place), host)) = shared else { continue };
        let name = view.hosts().iter().nth(host).map_or("", |it| &it.1.name);
        let who =
            if count > 1 { format!("host `{name}` and {} more are", count - 1) } else { format!("host `{name}` is") };
        findings
            .report(field.place(), format!("{who} already in pool `{other}`"))
            .consequence(
                Item::Value
                    .ignored()
                    .called("the host in this pool")
                    .possible()
                    .because("a host serves only the first pool that selects it"),
            )
            .help("list each host in one pool only")
            .related_at(place.place(), format!("the hosts of pool `{other}`"));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Host of lsf.cluster.x
        HOSTNAME model type server RESOURCES
        a ! ! 1 ()
        b ! ! 1 ()
        c ! ! 1 ()
        //- HostGroup of lsb.hosts
        GROUP_NAME GROUP_MEMBER
        ab (a b)
        //- GuaranteedResourcePool one
        TYPE = slots
        HOSTS = a
        DISTRIBUTION = ([s, 1])

        //# each host serves one pool
        //- GuaranteedResourcePool one
        TYPE = slots
        HOSTS = a b
        DISTRIBUTION = ([s, 1])
        //- GuaranteedResourcePool two
        TYPE = hosts
        HOSTS = ab c
                ^^^^ L325 warning host `a` and 1 more are already in pool `one`
        DISTRIBUTION = ([s, 1])
        //#
        //- GuaranteedResourcePool two
        TYPE = slots
        HOSTS = ab ~a
        DISTRIBUTION = ([s, 1])

        //# what takes the rest is left alone
        //- GuaranteedResourcePool two
        TYPE = slots
        HOSTS = all
        DISTRIBUTION = ([s, 1])
        //#
        //- GuaranteedResourcePool two
        TYPE = slots
        HOSTS = a
        RES_SELECT = big
        DISTRIBUTION = ([s, 1])
        //#
        //- GuaranteedResourcePool two
        TYPE = resource[lic]
        HOSTS = a
        DISTRIBUTION = ([s, 1])
    "#]];
}
