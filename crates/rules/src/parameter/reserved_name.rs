use lsflint_lint::{Findings, SettingContext, rule};
use lsflint_spec::ParamSpec;

use crate::parameter::wording;

rule! {
    /// Finds definitions that take a reserved name.
    ///
    /// # Effect
    /// LSF drops the queue or the row. `default`, `all` and `others` have a meaning of their own in the lists that would name it.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = default
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = normal
    /// End Queue
    /// ```
    ///
    /// # Notes
    /// What two open-source readers of the files do with such names.
    pub P122 "reserved-name" {
        family: Parameter, scope: OwnFile, severity: Error,
        sources: [ibm("lsb.queues", ""), ibm("lsb.users", ""), ibm("lsb.hosts", "")],
        checks: [SettingOf(has_reserved, check)],
    }
}

fn has_reserved(spec: &ParamSpec) -> bool {
    !spec.reserved.is_empty()
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let setting = &context.setting;
    let (Some(spec), Some(token)) = (setting.spec, setting.single_word()) else { return };
    let word = token.text();
    if context.broken || !spec.reserved.contains(&&*word) {
        return;
    }
    findings
        .report(token.range(), format!("`{word}` is reserved and cannot be a `{}`", spec.name))
        .capped(spec.confidence)
        .consequence(wording::lost(setting))
        .help("choose another name");
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    // covers queue-name-reserved
    #[test]
    fn reports_a_queue_named_default() {
        check(
            "P122",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = default\nEnd Queue\n",
            expect![[r#"
            2:14-2:21 error `default` is reserved and cannot be a `QUEUE_NAME`
              effect: LSF drops the `Queue` section
              help: choose another name
        "#]],
        );
        check("P122", "lsb.queues", "Begin Queue\nQUEUE_NAME = defaultq\nEnd Queue\n", expect![[""]]);
    }

    // covers LSB-U003
    #[test]
    fn reports_groups() {
        check(
            "P122",
            "lsb.users",
            "Begin UserGroup\nGROUP_NAME GROUP_MEMBER\nothers (user1)\nrest (user2)\nEnd UserGroup\n",
            expect![[r#"
                3:1-3:7 error `others` is reserved and cannot be a `GROUP_NAME`
                  effect: LSF drops the row
                  help: choose another name
            "#]],
        );
        check(
            "P122",
            "lsb.hosts",
            "Begin HostGroup\nGROUP_NAME GROUP_MEMBER\nall (h1)\nEnd HostGroup\n",
            expect![[r#"
                3:1-3:4 error `all` is reserved and cannot be a `GROUP_NAME`
                  effect: LSF drops the row
                  help: choose another name
            "#]],
        );
    }
}
