use lsflint_lint::{Findings, SettingContext, rule};
use lsflint_model::{Entity, Knowledge, View};
use lsflint_spec::FileKind;
use lsflint_syntax::ast::{List, ListItem, NameList};

rule! {
    /// Finds PREEMPTABLE_RESOURCES in a cluster where no queue changes what LSF does to a preempted job.
    ///
    /// # Effect
    /// LSF suspends a preempted job, and a suspended program keeps what it holds, for example the tokens of a license
    /// server. A job that was started for them may fail.
    ///
    /// # Example
    /// ```lsb.params
    /// Begin Parameters
    /// PREEMPTABLE_RESOURCES = licA
    /// End Parameters
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = urgent
    /// PRIORITY   = 60
    /// PREEMPTION = PREEMPTIVE[night]
    /// End Queue
    /// Begin Queue
    /// QUEUE_NAME = night
    /// PRIORITY   = 20
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.params
    /// Begin Parameters
    /// PREEMPTABLE_RESOURCES = licA
    /// End Parameters
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = urgent
    /// PRIORITY   = 60
    /// PREEMPTION = PREEMPTIVE[night]
    /// End Queue
    /// Begin Queue
    /// QUEUE_NAME     = night
    /// PRIORITY       = 20
    /// TERMINATE_WHEN = PREEMPT
    /// End Queue
    /// ```
    ///
    /// `JOB_CONTROLS = SUSPEND[brequeue $LSB_JOBID]` requeues the job, `SUSPEND[SIGTSTP]` asks a program that can to
    /// release its licenses. Preemption for `mem` needs neither: the operating system swaps the job out.
    pub Q602 "preemption-keeps-resource" {
        family: Policy, scope: Cluster, severity: Info,
        sources: [
            ibm(
                "lsb.params.preemptable_resources",
                "the default action suspends the job; TERMINATE_WHEN or JOB_CONTROLS of lsb.queues make it release \
                 resources",
            ),
        ],
        checks: [SettingNamed(&["PREEMPTABLE_RESOURCES"], check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(value) = context.setting.known_value().filter(|_| !context.broken) else { return };
    let view = context.file.cluster;
    if !keeps(view) {
        return;
    }
    let list = value.typed::<NameList<'_>>();
    let mut names = list.into_iter().flat_map(NameList::items).filter_map(ListItem::name);
    let is_own = |it: &str| view.resources().get(it).is_none_or(|it| !it.builtin);
    let Some(name) = names.find(|it| is_own(&it.text())) else { return };
    findings
        .report(name.range(), format!("preempted jobs keep `{}` while they are suspended", name.text()))
        .effect("the job that preempts may fail to get the resource, although LSF counts it as free")
        .help("set `TERMINATE_WHEN = PREEMPT`, or an action for `SUSPEND` in `JOB_CONTROLS`, in the preempted queues");
}

/// Whether queues preempt, and no queue or application profile changes what happens to preempted jobs.
fn keeps(view: View<'_>) -> bool {
    let is_known = |it: FileKind| view.knowledge(it) == Knowledge::Complete;
    let acts = |it: &Entity<'_>| it.has("JOB_CONTROLS") || it.has("TERMINATE_WHEN");
    is_known(FileKind::LsbQueues)
        && view.queues_with(&["PREEMPTION"]).any(|it| it.has("PREEMPTION"))
        && !view.queues_with(&["JOB_CONTROLS", "TERMINATE_WHEN"]).any(|it| acts(&it))
        && !view.applications_with(&["SUSPEND_CONTROL"]).any(|it| it.has("SUSPEND_CONTROL"))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- lsb.params
        Begin Parameters
        PREEMPTABLE_RESOURCES = mem licA
        End Parameters

        //# no queue has an action
        //- Queue a: PREEMPTION = PREEMPTIVE

        //# actions, and no preemption
        //- without lsb.params
        //- Parameters of lsb.params: PREEMPTABLE_RESOURCES = licA
        //- Queue a: PREEMPTION = PREEMPTIVE
        //- Queue b: TERMINATE_WHEN = PREEMPT
        //#
        //- without lsb.params
        //- Parameters of lsb.params: PREEMPTABLE_RESOURCES = licA
        //- Queue a: PREEMPTION = PREEMPTIVE
        //- Queue b: JOB_CONTROLS = SUSPEND[brequeue $LSB_JOBID]
        //#
        //- without lsb.params
        //- Parameters of lsb.params: PREEMPTABLE_RESOURCES = licA
        //- Queue a: PRIORITY = 3
        //#
        //- without lsb.params
        //- Parameters of lsb.params: PREEMPTABLE_RESOURCES = mem
        //- Queue a: PREEMPTION = PREEMPTIVE
    "#]];
}
