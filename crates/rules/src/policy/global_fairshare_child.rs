use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_model::{FieldRef, View};
use lsflint_spec::{Confidence, FileKind};
use lsflint_syntax::ast::{List, QueueList};

use crate::limit::pools::plain;

rule! {
    /// Finds queues in a global fairshare policy that cannot participate: child queues, and queues without fairshare.
    ///
    /// # Effect
    /// The policy synchronizes the share accounts of fairshare queues. A child queue uses the FAIRSHARE of its parent
    /// and a queue without FAIRSHARE has no shares, so neither has share accounts. The parent queue participates.
    ///
    /// # Example
    /// ```lsb.globalpolicies
    /// Begin GlobalFairshare
    /// NAME         = all_sites
    /// PARTICIPANTS = short@lab night@other
    /// End GlobalFairshare
    ///
    /// //- lsf.cluster.lab
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// hostA    !     !    1      ()
    /// End Host
    ///
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME       = long
    /// FAIRSHARE        = USER_SHARES[[default, 1]]
    /// FAIRSHARE_QUEUES = short
    /// End Queue
    /// Begin Queue
    /// QUEUE_NAME = short
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.globalpolicies
    /// Begin GlobalFairshare
    /// NAME         = all_sites
    /// PARTICIPANTS = long@lab night@other
    /// End GlobalFairshare
    ///
    /// //- lsf.cluster.lab
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// hostA    !     !    1      ()
    /// End Host
    ///
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME       = long
    /// FAIRSHARE        = USER_SHARES[[default, 1]]
    /// FAIRSHARE_QUEUES = short
    /// End Queue
    /// Begin Queue
    /// QUEUE_NAME = short
    /// End Queue
    /// ```
    pub Q531 "global-fairshare-queue" {
        family: Policy, scope: Cluster, severity: Warning,
        sources: [
            ibm(
                "lsf_admin/fairshare_syncmode_global_policy",
                "the share accounts of participating queues are synchronized",
            ),
        ],
        checks: [SettingNamed(&["PARTICIPANTS"], check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let view = context.file.cluster;
    let Some(list) = context.setting.typed::<QueueList<'_>>().filter(|_| !context.broken) else { return };
    let Some(cluster) = local_cluster(view) else { return };
    for item in list.items().filter(|it| it.cluster().is_some_and(|it| it.text() == cluster)) {
        let name = item.text();
        let Some(queue) = view.queue(&name).filter(|it| !it.is_conditional()) else { continue };
        // A parent queue has its own FAIRSHARE.
        if queue.has("FAIRSHARE") {
            continue;
        }
        let parent = parent_of(&name, view);
        let why = match parent {
            Some(field) => format!("is a child of `{}`", field.entity().name()),
            None => "does not set `FAIRSHARE`".to_owned(),
        };
        let help = match parent {
            Some(field) => format!("list the parent queue: `{}@{cluster}`", field.entity().name()),
            None => "set `FAIRSHARE` in the queue, or list another queue".to_owned(),
        };
        findings
            .report(item.range(), format!("queue `{name}` {why}"))
            .capped(if parent.is_some() { Confidence::High } else { Confidence::Medium })
            .consequence(
                Item::Value
                    .no_effect()
                    .called("the entry")
                    .possible_unless(parent.is_some())
                    .because("the queue has no share accounts to synchronize"),
            )
            .help(help)
            .related_at(
                parent.map_or(queue.place(), |it| it.place()),
                if parent.is_some() { "the child queues are listed here" } else { "the queue is defined here" },
            );
    }
}

/// The cluster name: the suffix of the cluster file.
fn local_cluster(view: View<'_>) -> Option<String> {
    let path = view.all(FileKind::LsfCluster, "Host").next()?.place().file;
    let name = path.rsplit(['/', '\\']).next()?;
    Some(name.strip_prefix(FileKind::LsfCluster.name())?.strip_prefix('.')?.to_owned())
}

fn parent_of<'a>(child: &str, view: View<'a>) -> Option<FieldRef<'a>> {
    view.queues_with(&["FAIRSHARE_QUEUES"]).find_map(|queue| {
        let field = plain(&queue, "FAIRSHARE_QUEUES")?;
        let parse = field.parse()?;
        let list = parse.typed::<QueueList<'_>>()?;
        list.items().any(|it| it.text() == child).then_some(field)
    })
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# local queues have shares of their own
        //- Host of lsf.cluster.c1
        HOSTNAME model type server RESOURCES
        a ! ! 1 ()
        //- Queue parent
        FAIRSHARE = USER_SHARES[[default, 1]]
        FAIRSHARE_QUEUES = child
        //- Queue child
        //- Queue plain
        //- each GlobalFairshare of lsb.globalpolicies
        NAME = g
          PARTICIPANTS = child@c1 plain@c1 parent@c1 child@c2
                         ^^^^^^^^ Q531 warning queue `child` is a child of `parent`
                                  ^^^^^^^^ Q531 warning queue `plain` does not set `FAIRSHARE`
                                  = effect: the entry may have no effect because the queue has no share accounts to
                                  =   synchronize
                                  = help: set `FAIRSHARE` in the queue, or list another queue
                                  = related Queue plain the queue is defined here
        NAME = g
          PARTICIPANTS = parent@c1 other@c1
    "#]];
}
