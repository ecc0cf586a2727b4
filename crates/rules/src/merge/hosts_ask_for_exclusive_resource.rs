use lsflint_lint::{Findings, Item, SectionContext, rule};
use lsflint_model::requirement::Requirement;
use lsflint_model::satisfy::mentions;

use crate::requirement::content::requirement;
use crate::requirement::servers::{Level, servers};

rule! {
    /// Notes a queue all of whose hosts are exclusive, while the queue does not ask for what they want to be asked for.
    ///
    /// # Effect
    /// A host with `!name` among its resources takes only jobs that ask for `name`. Jobs of the queue that do not ask
    /// for it themselves pend.
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
    /// Leave it as it is when the jobs, or their application profiles, are meant to ask.
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
        "ask for the resources in RES_REQ of the queue if all its jobs should run there".to_owned()
    };
    findings
        .report(range, format!("every host of the queue takes only jobs that ask for {}", quoted(&wanted)))
        .consequence(Item::Job.pending().called("jobs of the queue that do not ask for it themselves"))
        .help(help);
}

/// "`a` or `b`"
fn quoted(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|it| format!("`{it}`")).collect();
    names.join(" or ")
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::testing::check_cluster;

    #[track_caller]
    fn check(lines: &str, expect: Expect) {
        let queue = format!("Begin Queue\nQUEUE_NAME = q\n{lines}\nEnd Queue\n");
        let cluster = "Begin Host\nHOSTNAME model type server RESOURCES\na ! ! 1 (!big)\nb ! ! 1 (!fast linux)\nc ! ! 1 ()\nEnd Host\n";
        check_cluster(
            "M104",
            &[("lsb.queues", &queue), ("lsf.conf", "LSF_STRICT_RESREQ=Y\n"), ("lsf.cluster.c", cluster)],
            expect,
        );
    }

    // covers SE-048
    #[test]
    fn queues_of_exclusive_hosts() {
        check(
            "HOSTS = a",
            expect![[r#"
                3:9-3:10 info every host of the queue takes only jobs that ask for `big`
                  effect: LSF never dispatches jobs of the queue that do not ask for it themselves
                  help: write `select[big]` in RES_REQ of the queue if all its jobs should run there
            "#]],
        );
        check(
            "HOSTS = a b\nRES_REQ = select[mem>5]",
            expect![[r#"
                3:9-3:12 info every host of the queue takes only jobs that ask for `big` or `fast`
                  effect: LSF never dispatches jobs of the queue that do not ask for it themselves
                  help: ask for the resources in RES_REQ of the queue if all its jobs should run there
            "#]],
        );
    }

    #[test]
    fn hosts_that_take_other_jobs_or_are_asked() {
        check("HOSTS = a c", expect![[""]]);
        check("", expect![[""]]);
        check("HOSTS = a\nRES_REQ = select[big]", expect![[""]]);
        check("HOSTS = a b\nRES_REQ = select[big || mem>5]", expect![[""]]);
        check("HOSTS = a\nRES_REQ = {{ requirement }}", expect![[""]]);
    }
}
