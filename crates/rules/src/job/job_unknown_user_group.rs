use lsflint_lint::{Findings, JobContext, rule};
use lsflint_model::job::{Asked, is_in_group};
use lsflint_model::{Membership, Referent};

use crate::job::common::{refused, report_undefined};

rule! {
    /// Finds user groups in `bsub -G` that lsb.users does not define, or that the user is not a member of.
    ///
    /// # Effect
    /// LSF may reject the job. A group that lsb.users does not define may still be one of the operating system.
    ///
    /// # Example
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -G desingers
    /// ./simulate
    /// //- lsb.users
    /// Begin UserGroup
    /// GROUP_NAME  GROUP_MEMBER
    /// designers   (ann bob)
    /// End UserGroup
    /// ```
    ///
    /// # Use instead
    /// ```job.sh
    /// #!/bin/sh
    /// #BSUB -G designers
    /// ./simulate
    /// //- lsb.users
    /// Begin UserGroup
    /// GROUP_NAME  GROUP_MEMBER
    /// designers   (ann bob)
    /// End UserGroup
    /// ```
    ///
    /// The members are checked only if `user` of lsflint.toml or `--user` names the user who submits the job.
    pub J104 "job-unknown-user-group" {
        family: Job, scope: Cluster, severity: Warning,
        sources: [ibm("lsf_command_ref/bsub.__g.1", "you must be a direct member of the group")],
        checks: [Job(check)],
    }
}

fn check(context: &JobContext<'_>, findings: &mut Findings) {
    let view = context.cluster();
    let Asked::Yes(given) = context.submission().asked("G") else { return };
    for named in context.job.names_of(given, Referent::UserGroup) {
        if report_undefined(context, &named, Referent::UserGroup, findings).is_some() {
            continue;
        }
        let Some(user) = &view.submitter().user else { return };
        let name = &named.name;
        if is_in_group(view, user, name) == Membership::No {
            findings
                .report(named.range, format!("user `{user}` is not a member of user group `{name}`"))
                .consequence(refused(context).possible())
                .help("name a group of the user, or add the user to the group in lsb.users");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER
        designers (ann bob)
        all_staff (all)

        //# groups that lsb.users does not define
        //- each job.sh
        #BSUB -G desingers
                 ^^^^^^^^^ J104 info `desingers` is not defined in these files
        bsub -G nogroup job
                ^^^^^^^ J104 info `nogroup` is not defined in these files
                = help: correct the name, or define it in lsb.users

        //# members
        //- job.sh
        bsub -G designers job
                ^^^^^^^^^ J104 warning user `cid` is not a member of user group `designers`
                = help: name a group of the user, or add the user to the group in lsb.users
        bsub -G all_staff job
        //- lsflint.toml: user = "cid"

        //# groups and what cannot be judged
        //- job.sh
        #BSUB -G designers
        bsub -G "~nogroup" job
        bsub -G "$GROUP" job
        bsub -G "<group>" job
        //- lsflint.toml: user = "ann"
        //#
        //- without lsb.users
        //- lsb.queues
        //- each job.sh: bsub -G nogroup job
    "#]];
}
