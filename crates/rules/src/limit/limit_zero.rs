use lsflint_lint::{Findings, Item, SettingContext, rule};
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
    /// jobs off a management host and is not reported.
    ///
    /// # Notes
    /// Based on two open-source parsers of the files.
    pub L001 "limit-zero" {
        family: Limit, scope: Cluster, severity: Warning,
        sources: [ibm("lsb.queues", ""), ibm("lsb.users", "")],
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
    findings
        .report(token.range(), format!("`{name}` is 0"))
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
           ^ L001 warning `MAX_JOBS` is 0
        u2 5 1

        //# is silent about hosts
        //- Host of lsb.hosts
        HOST_NAME MXJ
        m1 0
    "#]];
}
