use lsflint_lint::{Findings, Item, SectionContext, rule};
use lsflint_model::requirement::Requirement;
use lsflint_model::satisfy::mentions;
use lsflint_model::{HostId, View};
use rustc_hash::FxHashSet;

use crate::requirement::content::requirement;
use crate::requirement::servers::{Level, servers};

rule! {
    /// Finds queues all of whose hosts have an exclusive resource that the queue does not request.
    ///
    /// # Effect
    /// A host with `!name` among its resources accepts only jobs that request `name`. Jobs of the queue that do not
    /// request it themselves pend.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = large
    /// HOSTS      = hostA
    /// End Queue
    /// //- lsf.conf
    /// LSF_STRICT_RESREQ=Y
    /// //- lsf.cluster.one
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// hostA    !     !    1      (!bigmem)
    /// hostB    !     !    1      ()
    /// End Host
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = large
    /// HOSTS      = hostA
    /// RES_REQ    = select[bigmem]
    /// End Queue
    /// //- lsf.conf
    /// LSF_STRICT_RESREQ=Y
    /// //- lsf.cluster.one
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// hostA    !     !    1      (!bigmem)
    /// hostB    !     !    1      ()
    /// End Host
    /// ```
    ///
    /// Ignore this finding if the jobs or their application profiles are meant to request the resource.
    pub M104 "hosts-ask-for-exclusive-resource" {
        family: Merge, scope: Cluster, severity: Info,
        sources: [ibm("lsf_admin/select_string", "exclusive resources")],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let view = context.file.cluster;
    if Level::of(context) != Some(Level::Queue) {
        return;
    }
    let Some(all) = view.once("exclusive resources of hosts", OfAllHosts::of) else { return };
    if !all.any {
        return;
    }
    let asked = match context.entry("RES_REQ") {
        None => None,
        Some(_) => match requirement(context).and_then(|it| Requirement::of(it.1)) {
            Some(it) => Some(it),
            None => return,
        },
    };
    let names = |name: &str| {
        let simples = asked.iter().flat_map(Requirement::simples);
        simples.flat_map(|it| &it.select).any(|it| mentions(it, name))
    };
    let Some(servers) = servers(context, Level::Queue) else { return };
    // Most queues have all hosts, whose resources are the same for each.
    let of_named = if servers.are_all() { None } else { Some(combinations(view, servers.iter())) };
    let Some(combinations) = of_named.as_ref().unwrap_or(&all.combinations) else { return };
    let mut wanted: Vec<&str> = Vec::new();
    for resources in combinations {
        let Some(unasked) = resources.iter().find(|it| !names(it)) else { return };
        if !wanted.contains(&&**unasked) {
            wanted.push(unasked);
        }
    }
    let [first, others @ ..] = &wanted[..] else { return };
    let range = context.entry("HOSTS").map_or_else(|| context.begin_range(), |it| it.value_range());
    let help = if others.is_empty() {
        format!("write `select[{first}]` in RES_REQ of the queue if all its jobs should run there")
    } else {
        "request the resources in RES_REQ of the queue if all its jobs should run there".to_owned()
    };
    findings
        .report(range, format!("all hosts of the queue accept only jobs that request {}", quoted(&wanted)))
        .consequence(Item::Job.pending().called("jobs of the queue that do not request it themselves"))
        .help(help);
}

/// The exclusive resources of a host.
type Exclusive = Box<[Box<str>]>;

/// The exclusive resources of the hosts that run jobs.
#[derive(Default)]
struct OfAllHosts {
    /// Whether a host has any.
    any: bool,
    /// Those of the hosts, each combination once; `None` if a host has none.
    combinations: Option<Vec<Exclusive>>,
}

impl OfAllHosts {
    fn of(view: View<'_>) -> OfAllHosts {
        let hosts = view.hosts();
        let servers = hosts.iter().map(|it| it.0).filter(|it| hosts.facts(*it).server != Some(false));
        let any = hosts.all_facts().iter().any(|it| it.resources.iter().any(|it| it.exclusive));
        OfAllHosts { any, combinations: combinations(view, servers) }
    }
}

/// The exclusive resources of hosts, each combination once; `None` if one has none.
fn combinations(view: View<'_>, hosts: impl Iterator<Item = HostId>) -> Option<Vec<Exclusive>> {
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    for host in hosts {
        let resources = view.hosts().facts(host).resources.iter().filter(|it| it.exclusive);
        let resources: Exclusive = resources.map(|it| it.name.clone()).collect();
        if resources.is_empty() {
            return None;
        }
        if seen.insert(resources.clone()) {
            found.push(resources);
        }
    }
    Some(found)
}

/// "`a` or `b`"
fn quoted(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|it| format!("`{it}`")).collect();
    names.join(" or ")
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- lsf.conf: LSF_STRICT_RESREQ=Y
        //- Host of lsf.cluster.c
        HOSTNAME model type server RESOURCES
        a ! ! 1 (!big)
        b ! ! 1 (!fast linux)
        c ! ! 1 ()

        //# queues of exclusive hosts
        //- each Queue
        HOSTS = a
                ^ M104 info all hosts of the queue accept only jobs that request `big`
        HOSTS = a b
                ^^^ M104 info all hosts of the queue accept only jobs that request `big` or `fast`
                = help: request the resources in RES_REQ of the queue if all its jobs should run there
          RES_REQ = select[mem>5]

        //# hosts that take other jobs or are asked
        //- each Queue
        HOSTS = a c
        HOSTS = a
          RES_REQ = select[big]
        HOSTS = a b
          RES_REQ = select[big || mem>5]
        HOSTS = a
          RES_REQ = {{ requirement }}
        //#
        //- Queue q
    "#]];
}
