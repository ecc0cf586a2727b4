use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_model::{FieldRef, View};
use lsflint_spec::{Confidence, FileKind};
use lsflint_syntax::ast::{List, QueueList};

use crate::limit::pools::plain;

rule! {
    /// Finds queues in a global fairshare policy that cannot take part: children of another queue, queues without fairshare.
    ///
    /// # Effect
    /// The policy synchronises the share accounts of fairshare queues. A queue whose FAIRSHARE comes from a parent has none of its own, and
    /// neither has a queue without FAIRSHARE: the parent takes part.
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
        sources: [manual("Administering IBM Spectrum LSF", "global fairshare scheduling")],
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
        // The parent has its own FAIRSHARE.
        if queue.has("FAIRSHARE") {
            continue;
        }
        let parent = parent_of(&name, view);
        let why = match parent {
            Some(field) => format!("it is a child of queue `{}`", field.entity().name()),
            None => "it has no FAIRSHARE".to_owned(),
        };
        let help = match parent {
            Some(field) => format!("name the parent: `{}@{cluster}`", field.entity().name()),
            None => "give the queue FAIRSHARE, or name another one".to_owned(),
        };
        findings
            .report(item.range(), format!("queue `{name}` cannot take part: {why}"))
            .capped(if parent.is_some() { Confidence::High } else { Confidence::Medium })
            .consequence(
                Item::Value
                    .no_effect()
                    .called("the entry")
                    .possible_unless(parent.is_some())
                    .because("the queue has no share accounts to synchronise"),
            )
            .help(help)
            .related_at(
                parent.map_or(queue.place(), |it| it.place()),
                if parent.is_some() { "the children" } else { "the queue" },
            );
    }
}

/// The name that the cluster file has behind its dot.
fn local_cluster(view: View<'_>) -> Option<String> {
    let path = view.all(FileKind::LsfCluster, "Host").next()?.place().file;
    let name = path.rsplit(['/', '\\']).next()?;
    Some(name.strip_prefix(FileKind::LsfCluster.name())?.strip_prefix('.')?.to_owned())
}

fn parent_of<'a>(child: &str, view: View<'a>) -> Option<FieldRef<'a>> {
    view.queues().find_map(|queue| {
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
        //- lsf.cluster.c1
        Begin Host
        HOSTNAME model type server RESOURCES
        a ! ! 1 ()
        End Host
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = parent
        FAIRSHARE = USER_SHARES[[default, 1]]
        FAIRSHARE_QUEUES = child
        End Queue
        Begin Queue
        QUEUE_NAME = child
        End Queue
        Begin Queue
        QUEUE_NAME = plain
        End Queue
        //- each GlobalFairshare of lsb.globalpolicies
        NAME = g
          PARTICIPANTS = child@c1 plain@c1 parent@c1 child@c2
                         ^^^^^^^^ Q531 warning queue `child` cannot take part: it is a child of queue `parent`
                                  ^^^^^^^^ Q531 warning queue `plain` cannot take part: it has no FAIRSHARE
                                  = effect: the entry may have no effect because the queue has no share accounts to
                                  =   synchronise
                                  = help: give the queue FAIRSHARE, or name another one
                                  = related lsb.queues:10:14 the queue
        NAME = g
          PARTICIPANTS = parent@c1 other@c1
    "#]];
}
