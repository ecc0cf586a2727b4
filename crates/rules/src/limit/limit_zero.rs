use lsflint_lint::{Findings, Item, SettingContext, Severity, rule};
use lsflint_spec::ParamSpec;
use lsflint_syntax::ast::number;

rule! {
    /// Finds slot limits of users and queues that are 0.
    ///
    /// # Effect
    /// LSF accepts jobs of the queue or the user, but never dispatches them.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// QJOB_LIMIT = 0
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// QJOB_LIMIT = 200
    /// End Queue
    /// ```
    ///
    /// A closed queue (`badmin qclose`) rejects jobs instead of keeping them pending. `MXJ 0` is commonly used to keep
    /// jobs off a management host and is not reported. For users, the finding is only information, because 0 blocks a
    /// user.
    pub L001 "limit-zero" {
        family: Limit, scope: Cluster, severity: Warning,
        sources: [
            volclava("lsbatch/lib/lsb.conf.c", "do_Queues", "0 is a valid value of QJOB_LIMIT and UJOB_LIMIT"),
            volclava("lsbatch/lib/lsb.conf.c", "do_Users", "0 is a valid value of MAX_JOBS and JL/P"),
            ibm("lsb.users", "MAX_JOBS: the number of job slots that the jobs of a user can use"),
        ],
        checks: [SettingOf(holds_for_every_job, check)],
    }
}

/// Limits of a queue or a user. Hosts without slots are closed intentionally.
fn holds_for_every_job(spec: &ParamSpec) -> bool {
    spec.slots_of.is_some() && spec.section != "Host"
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(token) = context.setting.single_word().filter(|it| number(*it) == Some(0.0)) else { return };
    let name = context.setting.display_name();
    // A row of a user with 0 slots is the usual way to block the user.
    let is_deliberate = context.setting.spec.is_some_and(|it| it.section == "User");
    findings
        .report(token.range(), format!("`{name}` is 0"))
        .severity(if is_deliberate { Severity::Info } else { Severity::Warning })
        .consequence(Item::Job.pending().called("jobs under this limit").but("it accepts them"))
        .help("write the number of slots, or `-` for no limit");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports queues and users
        //- each Queue
        QJOB_LIMIT = 0
                     ^ L001 warning `QJOB_LIMIT` is 0
          PJOB_LIMIT = 0.0
                       ^^^ L001 warning `PJOB_LIMIT` is 0
          UJOB_LIMIT = 5
        //#
        //- User of lsb.users
        USER_NAME MAX_JOBS JL/P
        u1 0 -
           ^ L001 info `MAX_JOBS` is 0
        u2 5 0
             ^ L001 info `JL/P` is 0
        u3 5 1

        //# is silent about hosts
        //- Host of lsb.hosts
        HOST_NAME MXJ
        m1 0
    "#]];
}
