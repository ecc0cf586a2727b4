use lsflint_lint::{FactFindings, FactsContext, Item, rule};
use lsflint_model::{Entity, HostRow, HostRows};
use lsflint_spec::FileKind;
use lsflint_syntax::ast::{HostList, List};

rule! {
    /// Finds hosts in queues and host groups for which the Host section of lsb.hosts has no row.
    ///
    /// # Effect
    /// Without a Host section, LSF runs jobs on all server hosts of the cluster. With one, it runs jobs only on the
    /// hosts, host models and host types of the section, unless the section has a row `default`. LSF ignores other
    /// hosts in queues and host groups.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// HOSTS      = hostA hostB
    /// End Queue
    /// //- lsb.hosts
    /// Begin Host
    /// HOST_NAME MXJ
    /// hostA     8
    /// End Host
    /// //- lsf.cluster.c1
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// hostA    M1    T1   1      ()
    /// hostB    M1    T1   1      ()
    /// End Host
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// HOSTS      = hostA hostB
    /// End Queue
    /// //- lsb.hosts
    /// Begin Host
    /// HOST_NAME MXJ
    /// hostA     8
    /// default   !
    /// End Host
    /// //- lsf.cluster.c1
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// hostA    M1    T1   1      ()
    /// hostB    M1    T1   1      ()
    /// End Host
    /// ```
    ///
    /// Each list reports only its first such host.
    pub X422 "host-not-used-by-batch" {
        family: Names, scope: Cluster, severity: Warning,
        sources: [
            ibm(
                "lsb.hosts",
                "Host section: the hosts that are used as server hosts; all hosts of the cluster without the section",
            ),
            volclava(
                "lsbatch/lib/lsb.conf.c",
                "parseGroups",
                "`Host ... is not used by the batch system; ignored`: a host of HOSTS that lsb.hosts does not have",
            ),
            volclava("lsbatch/lib/lsb.conf.c", "addMember", "the same for a member of a host group"),
        ],
        checks: [Facts(check)],
    }
}

fn check(context: &FactsContext<'_>, findings: &mut FactFindings) {
    let view = context.cluster;
    let (section, list) = match context.kind() {
        FileKind::LsbQueues => ("Queue", "HOSTS"),
        FileKind::LsbHosts => ("HostGroup", "GROUP_MEMBER"),
        _ => return,
    };
    // LSF ignores a section whose header has an unknown column, and then runs jobs on all hosts.
    let first = view.all(FileKind::LsbHosts, "Host").next();
    let may_be_ignored = |row: Entity<'_>| row.is_broken() || row.all_fields().any(|it| it.param().is_none());
    if first.is_some_and(may_be_ignored) {
        return;
    }
    let (rows, hosts) = (HostRows::of(view), view.hosts());
    let unused = |name: &str| hosts.find(name).is_some_and(|it| matches!(rows.get(it), HostRow::NoJobs));
    if !hosts.iter().any(|(id, _)| matches!(rows.get(id), HostRow::NoJobs)) {
        return;
    }
    for field in view.all_with(context.kind(), section, &[list]).filter_map(|it| it.field(list)) {
        let Some(parse) = field.parse().filter(|it| it.errors().is_empty()) else { continue };
        let mut lost = parse
            .typed::<HostList<'_>>()
            .into_iter()
            .flat_map(HostList::items)
            .filter(|it| !it.is_excluded() && it.at().is_none() && it.name().is_some_and(|it| unused(&it.text())));
        let Some(first) = lost.next() else { continue };
        let place = field.place_of(first.name_range());
        let others = match lost.count() {
            0 => String::new(),
            1 => " and one other host".to_owned(),
            others => format!(" and {others} other hosts"),
        };
        findings
            .report(place, format!("no row of the `Host` section in lsb.hosts is for `{}`{others}", first.text()))
            .consequence(Item::Value.ignored().called("the host").possible().because("it runs no jobs there"))
            .help("add a row `default`, or a row for the host, to the `Host` section of lsb.hosts");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        h1 M1 T1 1 ()
        h2 M1 T1 1 ()
        h3 M2 T1 1 ()

        //# hosts without a row
        //- Host of lsb.hosts
        HOST_NAME MXJ
        h1 4
        //- each Queue
        HOSTS = h1 h2 h3
                   ^^ X422 warning no row of the `Host` section in lsb.hosts is for `h2` and one other host
        HOSTS = h1
        HOSTS = all ~h2

        //# members of groups
        //- Host of lsb.hosts
        HOST_NAME MXJ
        h1 4
        //- HostGroup of lsb.hosts
        GROUP_NAME GROUP_MEMBER
        g1 (h1 h2)
               ^^ X422 warning no row of the `Host` section in lsb.hosts is for `h2`
        g2 (h1)

        //# a section that LSF ignores
        //- Host of lsb.hosts
        HOST_NAME MXJ SLOTTS
        h1 4 5
        //- each Queue
        HOSTS = h1 h2

        //# rows of models, default, and no rows
        //- Host of lsb.hosts
        HOST_NAME MXJ
        h1 4
        M1 5
        //- each Queue
        HOSTS = h1 h2
        HOSTS = h3
                ^^ X422 warning no row of the `Host` section in lsb.hosts is for `h3`
        //#
        //- Host of lsb.hosts
        HOST_NAME MXJ
        h1 4
        default !
        //- each Queue
        HOSTS = h1 h2
        //#
        //- HostGroup of lsb.hosts
        GROUP_NAME GROUP_MEMBER
        g1 (h1 h2)
        //- each Queue
        HOSTS = h1 h2
    "#]];
}
