use lsflint_lint::{Findings, Item, SectionContext, rule};
use lsflint_spec::FileKind;
use lsflint_syntax::ast::{HostList, List};

use crate::parameter::related;

rule! {
    /// Finds queues that forward jobs to another cluster and also use leased hosts of other clusters.
    ///
    /// # Effect
    /// A queue can either forward jobs (SNDJOBS_TO) or use leased hosts (`allremote`, `all@cluster`, `host@cluster` in
    /// HOSTS). With both, LSF uses the hosts and does not forward jobs.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = wide
    /// HOSTS      = all allremote
    /// SNDJOBS_TO = receive@cluster2
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = wide
    /// HOSTS      = all
    /// SNDJOBS_TO = receive@cluster2
    /// End Queue
    /// ```
    pub Q412 "forwarding-without-effect" {
        family: Policy, scope: Cluster, severity: Warning,
        sources: [
            ibm("lsf_multicluster/queue_enable_mc_lsf", "SNDJOBS_TO is ignored if HOSTS names hosts of other clusters"),
        ],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    if context.file.kind() != FileKind::LsbQueues {
        return;
    }
    let (Some(forward), Some(hosts)) = (context.entry("SNDJOBS_TO"), context.entry("HOSTS")) else { return };
    if !forward.has_value() || !related::are_read_together(&forward, &hosts) {
        return;
    }
    let Some(list) = hosts.typed::<HostList<'_>>().filter(|_| hosts.known_value().is_some()) else { return };
    let mut remote = list.items().filter(|it| !it.is_excluded() && (it.is("allremote") || it.cluster().is_some()));
    let Some(word) = remote.next() else { return };
    findings
        .report(related::place(&forward), "`SNDJOBS_TO` conflicts with leased hosts in `HOSTS`")
        .consequence(Item::Line.ignored().because("the queue uses leased hosts").so("it forwards no jobs"))
        .help("remove the remote hosts from `HOSTS`, or remove the line")
        .related(word.range(), "leased hosts are listed here");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# leased hosts win
        //- each Queue
        HOSTS = all allremote
          SNDJOBS_TO = rq@c2
          ^^^^^^^^^^ Q412 warning `SNDJOBS_TO` conflicts with leased hosts in `HOSTS`
        HOSTS = h1 all@c2
          SNDJOBS_TO = rq@c2
          ^^^^^^^^^^ Q412 warning `SNDJOBS_TO` conflicts with leased hosts in `HOSTS`
        HOSTS = all ~h1@c2
          SNDJOBS_TO = rq@c2
        HOSTS = none
          SNDJOBS_TO = rq@c2
    "#]];
}
