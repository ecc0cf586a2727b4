use lsflint_lint::{Findings, Item, RowContext, Severity, rule};
use lsflint_spec::FileKind;

use crate::names::group::columns;

rule! {
    /// Finds host groups with the same name as a host, and hosts with the same name as a queue or the cluster.
    ///
    /// # Effect
    /// LSF ignores a group with the name of a host. If a host has the name of a queue or of the cluster, commands
    /// cannot tell which of the two is meant.
    ///
    /// # Example
    /// ```lsb.hosts
    /// Begin HostGroup
    /// GROUP_NAME GROUP_MEMBER
    /// hostA      (hostA hostB)
    /// End HostGroup
    /// //- lsf.cluster.c1
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// hostA    !     !    1      ()
    /// hostB    !     !    1      ()
    /// End Host
    /// ```
    ///
    /// # Use instead
    /// ```lsb.hosts
    /// Begin HostGroup
    /// GROUP_NAME GROUP_MEMBER
    /// groupA     (hostA hostB)
    /// End HostGroup
    /// //- lsf.cluster.c1
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// hostA    !     !    1      ()
    /// hostB    !     !    1      ()
    /// End Host
    /// ```
    pub X308 "host-name-clash" {
        family: Names, scope: Cluster, severity: Error,
        sources: [
            ibm("lsf_users_guide/hosts_about", "About hosts"),
            volclava("lsbatch/lib/lsb.conf.c", "do_Groups", "`Group name ... conflicts with host name; ignoring line`"),
        ],
        checks: [Row(check)],
    }
}

fn check(context: &RowContext<'_>, findings: &mut Findings) {
    if context.broken {
        return;
    }
    match context.table.section.file.kind() {
        FileKind::LsbHosts => group(context, findings),
        FileKind::LsfCluster => host(context, findings),
        _ => {}
    }
}

fn group(context: &RowContext<'_>, findings: &mut Findings) {
    let Some(name) = columns(&context.table.section).and_then(|it| context.cell(it.0)?.single_word()) else { return };
    let view = context.table.section.file.cluster;
    let Some(host) = view.find(FileKind::LsfCluster, "Host", &name.text()) else { return };
    let ignored = Item::Row.ignored().called("the group");
    findings
        .report(name.range(), format!("group `{}` has the same name as a host", name.text()))
        .consequence(if host.is_conditional() { ignored.possible() } else { ignored })
        .help("rename the group")
        .related_at(host.place(), "the host");
}

fn host(context: &RowContext<'_>, findings: &mut Findings) {
    let Some(name) = context.cell("HOSTNAME").and_then(|it| it.single_word()) else { return };
    let view = context.table.section.file.cluster;
    let queue = view.queue(&name.text());
    let what = match &queue {
        Some(_) => "a queue",
        None if view.cluster_name() == Some(&*name.text()) => "the cluster",
        None => return,
    };
    let found = findings
        .report(name.range(), format!("host `{}` has the same name as {what}", name.text()))
        .severity(Severity::Warning)
        .effect("commands cannot tell which of the two is meant")
        .help("rename one of them");
    if let Some(queue) = queue {
        found.related_at(queue.place(), "the queue");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# groups and hosts
        //- HostGroup of lsb.hosts
        GROUP_NAME GROUP_MEMBER
        hostA (hostA hostB)
        ^^^^^ X308 error group `hostA` has the same name as a host
        grpA (hostA)
        //- Host of lsf.cluster.orion
        HOSTNAME model type server RESOURCES
        hostA ! ! 1 ()
        orion ! ! 1 ()
        ^^^^^ X308 warning host `orion` has the same name as the cluster
            = effect: commands cannot tell which of the two is meant
            = help: rename one of them
        night ! ! 1 ()

        //# hosts queues and the cluster
        //- Host of lsf.cluster.orion
        HOSTNAME model type server RESOURCES
        hostA ! ! 1 ()
        orion ! ! 1 ()
        ^^^^^ X308 warning host `orion` has the same name as the cluster
        night ! ! 1 ()
        ^^^^^ X308 warning host `night` has the same name as a queue
            = related Queue night the queue
        //- Queue night
    "#]];
}
