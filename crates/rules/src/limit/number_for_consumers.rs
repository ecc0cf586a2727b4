use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::{Grammar, ParamSpec};

rule! {
    /// Finds numbers as values of PER_USER, PER_HOST, PER_QUEUE, PER_PROJECT and the other consumers of a limit.
    ///
    /// # Effect
    /// The parameters name the users, hosts or queues that have the limit. LSF reads `PER_USER = 5` as a limit of the
    /// user `5`, not as a limit of five for each user.
    ///
    /// # Example
    /// ```lsb.resources
    /// Begin Limit
    /// NAME     = small
    /// PER_USER = 5
    /// SLOTS    = 100
    /// End Limit
    /// ```
    ///
    /// # Use instead
    /// ```lsb.resources
    /// Begin Limit
    /// NAME     = small
    /// PER_USER = all
    /// SLOTS    = 5
    /// End Limit
    /// ```
    ///
    /// A number that is a known name is not reported, and neither are unknown hosts, which have a rule of their own.
    pub L331 "number-for-consumers" {
        family: Limit, scope: Cluster, severity: Warning,
        sources: [
            ibm("lsb.resources", "PER_USER, PER_HOST and others: names on which the limit is enforced one by one"),
        ],
        checks: [SettingOf(is_each, check)],
    }
}

fn is_each(spec: &ParamSpec) -> bool {
    spec.section == "Limit" && spec.name.starts_with("PER_")
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    if !is_number(context) {
        return;
    }
    let name = context.setting.display_name();
    findings
        .report(context.setting.value_range(), format!("`{name}` names consumers, not an amount"))
        .consequence(
            Item::Line.no_effect().called("the limit").possible().because("it applies to a consumer with that name"),
        )
        .help(format!("write `{name} = all`, and the amount in `SLOTS`, `JOBS`, `MEM` or another resource"));
}

/// Whether the setting has a number in place of consumers, which is not the name of one.
pub(crate) fn is_number(context: &SettingContext<'_>) -> bool {
    let Some(spec) = context.setting.spec.filter(|it| is_each(it)) else { return false };
    let Some(value) = context.setting.known_value().filter(|_| !context.broken) else { return false };
    let node = value.node().text();
    let text = node.trim();
    let view = context.file.cluster;
    let is_name = match spec.grammar {
        Grammar::HostList => view.hosts().find(text).is_some() || view.is_host_group(text),
        Grammar::UserList => view.is_user_group(text) || view.declares_user(text),
        _ => false,
    };
    !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit()) && !is_name
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# numbers
        //- each Limit
        SLOTS = 100
          PER_USER = 5
                     ^ L331 warning `PER_USER` names consumers, not an amount
        SLOTS = 100
          PER_PROJECT = 20
                        ^^ L331 warning `PER_PROJECT` names consumers, not an amount

        //#
        //- lsf.conf: LSF_TOP=/opt/lsf
        //- lsb.hosts: # no groups
        //- lsf.cluster.c1
        Begin Host
        HOSTNAME model type server RESOURCES
        hostA    !     !    1      ()
        16       !     !    1      ()
        End Host
        //- also X101
        //- each Limit
        SLOTS = 100
          PER_HOST = 8
                     ^ L331 warning `PER_HOST` names consumers, not an amount
        SLOTS = 100
          PER_HOST = 16

        //# names
        //- each Limit
        SLOTS = 100
          PER_USER = all ~5
        SLOTS = 100
          PER_PROJECT = p5
        //#
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER
        5 (u1)
        //- each Limit
        SLOTS = 100
          PER_USER = 5
    "#]];
}
