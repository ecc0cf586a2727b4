use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_model::Knowledge;
use lsflint_spec::FileKind;

use crate::policy::action::{CHECKPOINT, actions};
use crate::policy::job_controls::has_actions;

rule! {
    /// Finds the job control action CHKPNT for jobs that are not checkpointable.
    ///
    /// # Effect
    /// The action makes a checkpoint and then stops or ends the job. Only jobs with a checkpoint directory are
    /// checkpointable: it comes from CHKPNT of the queue, from CHKPNT_DIR of the application profile, or from
    /// `bsub -k`.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// JOB_CONTROLS = SUSPEND[CHKPNT]
    /// End Queue
    ///
    /// //- lsb.applications
    /// Begin Application
    /// NAME = sim
    /// End Application
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// CHKPNT       = /share/chkpnt
    /// JOB_CONTROLS = SUSPEND[CHKPNT]
    /// End Queue
    ///
    /// //- lsb.applications
    /// Begin Application
    /// NAME = sim
    /// End Application
    /// ```
    ///
    /// # Notes
    /// One queue or one application profile with a checkpoint directory is enough, because jobs may use both.
    pub Q310 "checkpoint-action-without-checkpoint" {
        family: Policy, scope: Cluster, severity: Hint,
        sources: [
            ibm("lsb.queues", "JOB_CONTROLS: CHKPNT is an action for checkpointable jobs"),
            ibm("lsb.applications", "SUSPEND_CONTROL: CHKPNT is an action for checkpointable jobs"),
        ],
        checks: [SettingOf(has_actions, check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let view = context.file.cluster;
    if context.file.file.template || context.file.has_gaps() {
        return;
    }
    let is_other = |it: &FileKind| *it != context.file.kind();
    let kinds = [FileKind::LsbQueues, FileKind::LsbApplications];
    let is_unknown = |it| view.knowledge(it) != Knowledge::Complete;
    let given = view.mentions(FileKind::LsbQueues, "Queue", CHECKPOINT)
        || view.mentions(FileKind::LsbApplications, "Application", "CHKPNT_DIR");
    if given || kinds.into_iter().filter(is_other).any(is_unknown) {
        return;
    }
    // CHKPNT for RESUME is wrong anyway.
    let actions = actions(context);
    let checkpoints = actions.iter().filter(|it| it.text.trim() == CHECKPOINT && it.keyword != "RESUME");
    for action in checkpoints {
        findings
            .report(action.range, format!("`{}` of jobs that are not checkpointable", action.keyword))
            .consequence(
                Item::Value
                    .no_effect()
                    .called("the action")
                    .possible()
                    .because("only jobs that are submitted with `bsub -k` have a checkpoint directory"),
            )
            .help("set `CHKPNT` in the queue or `CHKPNT_DIR` in the application profile, unless the jobs request it");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# wants a checkpoint directory
        //- Application a: RERUNNABLE = yes
        //- each Queue
        JOB_CONTROLS = SUSPEND[CHKPNT] RESUME[SIGCONT] TERMINATE[CHKPNT]
                               ^^^^^^ Q310 hint `SUSPEND` of jobs that are not checkpointable
                                                                 ^^^^^^ Q310 hint
                                        = `TERMINATE` of jobs that are not checkpointable
        JOB_CONTROLS = SUSPEND[SIGTSTP]
        //#
        //- Queue q: RERUNNABLE = yes
        //- each Application
        SUSPEND_CONTROL = CHKPNT
                          ^^^^^^ Q310 hint `SUSPEND` of jobs that are not checkpointable
        TERMINATE_CONTROL = CHKPNT
                            ^^^^^^ Q310 hint `TERMINATE` of jobs that are not checkpointable
        TERMINATE_CONTROL = SIGTERM

        //# is silent without lsb.applications
        //- each Queue
        JOB_CONTROLS = SUSPEND[CHKPNT]

        //# accepts either way
        //- each Queue
        JOB_CONTROLS = SUSPEND[CHKPNT]
          CHKPNT = /share/chk
        //#
        //- Application a: CHKPNT_DIR = /share/chk
        //- each Queue: JOB_CONTROLS = SUSPEND[CHKPNT]
        //#
        //- Queue q: CHKPNT = /share/chk
        //- each Application: TERMINATE_CONTROL = CHKPNT
    "#]];
}
