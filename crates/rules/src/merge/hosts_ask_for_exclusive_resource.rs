use lsflint_lint::{Findings, Item, SectionContext, rule};
use lsflint_model::requirement::Requirement;
use lsflint_model::satisfy::mentions;

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
    let is_exclusive = || view.hosts().all_facts().iter().any(|it| it.resources.iter().any(|it| it.exclusive));
    if Level::of(context) != Some(Level::Queue) || !is_exclusive() {
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
    let mut wanted: Vec<&str> = Vec::new();
    for host in servers.iter() {
        let resources = &view.hosts().facts(host).resources;
        let Some(unasked) = resources.iter().find(|it| it.exclusive && !names(&it.name)) else { return };
        if !wanted.contains(&&*unasked.name) {
            wanted.push(&unasked.name);
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
