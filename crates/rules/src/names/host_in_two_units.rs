use lsflint_lint::{FactFindings, FactsContext, Item, rule};
use lsflint_model::{Bits, Entity, HostId, View};
use lsflint_spec::FileKind;
use lsflint_syntax::ast::HostList;
use rustc_hash::FxHashMap;

use crate::policy::units::{Listed, Types};

rule! {
    /// Finds hosts that are in more than one compute unit of the finest type.
    ///
    /// # Effect
    /// A unit of the finest type is a location, and a host has one location. LSF does not add the host to a second
    /// unit.
    ///
    /// # Example
    /// ```lsb.hosts
    /// Begin ComputeUnit
    /// NAME   MEMBER         TYPE
    /// encl1  (hostA hostB)  enclosure
    /// encl2  (hostB)        enclosure
    /// End ComputeUnit
    /// //- lsb.params
    /// Begin Parameters
    /// COMPUTE_UNIT_TYPES = enclosure
    /// End Parameters
    /// //- lsf.cluster.c
    /// Begin Host
    /// HOSTNAME  model  type  server  RESOURCES
    /// hostA     !      !     1       ()
    /// hostB     !      !     1       ()
    /// End Host
    /// ```
    ///
    /// # Use instead
    /// ```lsb.hosts
    /// Begin ComputeUnit
    /// NAME   MEMBER         TYPE
    /// encl1  (hostA)        enclosure
    /// encl2  (hostB)        enclosure
    /// End ComputeUnit
    /// //- lsb.params
    /// Begin Parameters
    /// COMPUTE_UNIT_TYPES = enclosure
    /// End Parameters
    /// //- lsf.cluster.c
    /// Begin Host
    /// HOSTNAME  model  type  server  RESOURCES
    /// hostA     !      !     1       ()
    /// hostB     !      !     1       ()
    /// End Host
    /// ```
    pub X111 "host-in-two-units" {
        family: Names, scope: Cluster, severity: Error,
        sources: [
            ibm("lsf_admin/compute_unit_lsf", "a host is a member of at most one unit of the finest type"),
        ],
        checks: [Facts(check)],
    }
}

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    if context.kind() != FileKind::LsbHosts || !context.cluster.has_section(FileKind::LsbHosts, "ComputeUnit") {
        return;
    }
    let view = context.cluster;
    let Some(Listed { types, .. }) = Types::of(view).listed() else { return };
    let Some(finest) = types.names.first() else { return };
    let mut units: Vec<(Entity<'_>, Bits)> = Vec::new();
    // The number of the first unit of each host.
    let mut first_of: FxHashMap<usize, usize> = FxHashMap::default();
    let mut seen = Bits::default();
    for unit in view.all(FileKind::LsbHosts, "ComputeUnit") {
        if unit.is_conditional() || unit.is_broken() || unit.value("TYPE").is_none_or(|it| it != *finest) {
            continue;
        }
        let Some(hosts) = hosts_of(&unit, view) else { continue };
        let mut both = hosts.clone();
        both.intersect_with(&seen);
        if let Some(first) = both.iter().filter_map(|it| first_of.get(&it)).min() {
            report(&unit, &hosts, &units[*first], context, findings);
        }
        let mut new = hosts.clone();
        new.subtract(&seen);
        first_of.extend(new.iter().map(|it| (it, units.len())));
        seen.union_with(&hosts);
        units.push((unit, hosts));
    }
}

/// The hosts that are certainly in a unit.
fn hosts_of(unit: &Entity<'_>, view: View<'_>) -> Option<Bits> {
    let parse = unit.parse("MEMBER")?;
    let list = parse.typed::<HostList<'_>>()?;
    Some(view.hosts_of(list).surely)
}

fn report(
    unit: &Entity<'_>,
    hosts: &Bits,
    first: &(Entity<'_>, Bits),
    context: &FactsContext<'_>,
    findings: &mut FactFindings,
) {
    let (other, its) = first;
    let Some(place) = unit.field("MEMBER").map(|it| it.place()) else { return };
    let mut both = hosts.clone();
    both.intersect_with(its);
    let Some(host) = both.iter().next() else { return };
    // A duplicate name is another finding.
    if unit.name() == other.name() {
        return;
    }
    let all = context.cluster.hosts();
    let host = &all.get(HostId(host as u32)).name;
    let who = match both.len() {
        1 => format!("`{host}` is"),
        2 => format!("`{host}` and one more host are"),
        count => format!("`{host}` and {} more hosts are", count - 1),
    };
    findings
        .report(place, format!("{who} already in compute unit `{}`", other.name()))
        .consequence(
            Item::Value
                .ignored()
                .called("the host")
                .possible()
                .because("a host is in at most one unit of the finest type"),
        )
        .help("remove the host from one of the units")
        .related_at(other.place(), "the other unit");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Parameters: COMPUTE_UNIT_TYPES = encl rack
        //- Host of lsf.cluster.c
        HOSTNAME model type server RESOURCES
        h1 ! ! 1 ()
        h2 ! ! 1 ()
        h3 ! ! 1 ()

        //# a host is in one place
        //- ComputeUnit of lsb.hosts
        NAME MEMBER TYPE
        e1 (h1 h2 h3) encl
        e2 (h[2-3]) encl
            ^^^^^^ X111 error `h2` and one more host are already in compute unit `e1`
        e3 (h1) encl
            ^^ X111 error `h1` is already in compute unit `e1`

        //# accepts separate units and other levels
        //- each ComputeUnit of lsb.hosts
        NAME MEMBER TYPE
          e1 (h1 h2) encl
          e2 (h3) encl
          r1 (e1 e2) rack
        NAME MEMBER TYPE
          e1 (h1 h2) encl
          r1 (h1) rack
    "#]];
}
