use lsflint_lint::{Findings, JobContext, rule};
use lsflint_model::Membership;
use lsflint_model::job::{Asked, may_use};

use crate::job::common::{in_every_queue, queues_in_words, refused};

rule! {
    /// Finds jobs in queues that the user may not use, according to USERS.
    ///
    /// # Effect
    /// LSF rejects the job: "User cannot use the queue".
    ///
    /// # Example
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -q design
    /// ./simulate
    /// //- lsflint.toml
    /// user = "cid"
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = design
    /// USERS      = designers
    /// End Queue
    /// //- lsb.users
    /// Begin UserGroup
    /// GROUP_NAME GROUP_MEMBER
    /// designers  (ann bob)
    /// End UserGroup
    /// //- lsf.cluster.one
    /// Begin ClusterAdmins
    /// ADMINISTRATORS = lsfadmin
    /// End ClusterAdmins
    /// ```
    ///
    /// # Use instead
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -q normal
    /// ./simulate
    /// //- lsflint.toml
    /// user = "cid"
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = normal
    /// End Queue
    /// //- lsf.cluster.one
    /// Begin ClusterAdmins
    /// ADMINISTRATORS = lsfadmin
    /// End ClusterAdmins
    /// ```
    ///
    /// The user is that of `user` in lsflint.toml or of `--user`; without one, nothing is reported. Nor is it where a
    /// name in USERS may be a group of the operating system, and about administrators, who may use every queue.
    pub J207 "job-user-not-allowed" {
        family: Job, scope: Cluster, severity: Error,
        sources: [
            ibm("lsf_command_ref/bsub.q.1", "a queue cannot be used because of the accessibility to it"),
            volclava("lsbatch/daemons/mbd.job.c", "acceptJob", "a user who is not in USERS is LSBE_QUEUE_USE"),
        ],
        checks: [Job(check)],
    }
}

fn check(context: &JobContext<'_>, findings: &mut Findings) {
    let view = context.cluster();
    let (Some(user), Asked::Yes(given)) = (&view.submitter().user, context.submission().asked("q")) else { return };
    let refuses = |queue: &_| (may_use(view, queue, user) == Membership::No).then_some(());
    let Some(queues) = in_every_queue(context, refuses) else { return };
    let found = findings
        .report(given.range(), format!("user `{user}` may not use {}", queues_in_words(&queues)))
        .severity(context.refused())
        .consequence(refused(context))
        .help("choose a queue that the user may use");
    if let Some((queue, ())) = queues.first()
        && let Some(field) = queue.field("USERS")
    {
        found.related_at(field.place(), format!("the users of queue `{}`", queue.name()));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Queue design: USERS = designers
        //- Queue open
        //- Queue all: USERS = all ~cid
        //- Queue group: USERS = unixgroup
        //- Queue own
        USERS = designers
        ADMINISTRATORS = designers cid
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER
        designers (ann bob)
        others (cid)
        //- ClusterAdmins of lsf.cluster.c
        ADMINISTRATORS = lsfadmin root

        //# users who are not in the list
        //- job.sh
        #BSUB -q design
                 ^^^^^^ J207 error user `cid` may not use queue `design`
        bsub -q 'design design' job
                ^^^^^^^^^^^^^^^ J207 error user `cid` may not use queues `design` and `design`
        bsub -q all job
                ^^^ J207 error user `cid` may not use queue `all`
        //- lsflint.toml: user = "cid"

        //# users who are and what is not known
        //- job.sh
        #BSUB -q open
        bsub -q 'design open' job
        bsub -q group job
        bsub -q own job
        bsub -q $QUEUE job
        //- lsflint.toml: user = "cid"
        //#
        //- each job.sh: bsub -q design job
        //- lsflint.toml: user = "ann"
        //#
        //- each job.sh: bsub -q design job
        //- lsflint.toml: user = "lsfadmin"
        //#
        //- each job.sh: bsub -q design job
    "#]];
}
