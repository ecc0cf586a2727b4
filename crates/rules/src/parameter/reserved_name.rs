use lsflint_lint::{Findings, SettingContext, rule};
use lsflint_spec::{Grammar, ParamSpec};
use lsflint_syntax::Token;

use crate::parameter::wording;

rule! {
    /// Finds definitions that use a reserved name.
    ///
    /// # Effect
    /// LSF drops the queue or the row. `default`, `all` and `others` have a special meaning in the lists that would
    /// contain the name.
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
    pub P122 "reserved-name" {
        family: Parameter, scope: OwnFile, severity: Error,
        sources: [
            volclava(
                "lsbatch/lib/lsb.conf.c",
                "do_Queues",
                "a queue named `default`: `is a reserved word; ignoring the queue section`",
            ),
            volclava(
                "lsbatch/lib/lsb.conf.c",
                "do_Groups",
                "a group named `all`, `default` or `others`: the line is ignored",
            ),
            ibm("lsb.queues", "QUEUE_NAME: the reserved word `default` is not allowed"),
        ],
        checks: [SettingOf(has_reserved, check)],
    }
}

fn has_reserved(spec: &ParamSpec) -> bool {
    !spec.reserved.is_empty()
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let setting = &context.setting;
    let (Some(spec), Some(value)) = (setting.spec, setting.known_value()) else { return };
    let is_reserved = |it: &Token<'_>| spec.reserved.contains(&&*it.text());
    let found = match spec.grammar {
        Grammar::Names(_) => value.node().all_tokens().find(is_reserved),
        _ => value.single_word().filter(is_reserved),
    };
    let Some(token) = found.filter(|_| !context.broken) else { return };
    let word = token.text();
    findings
        .report(token.range(), format!("`{word}` is reserved and cannot be used as `{}`", spec.name))
        .capped(spec.confidence)
        .consequence(wording::lost(setting))
        .help("choose another name");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports a queue named default
        //- Queue of lsb.queues
        QUEUE_NAME = default
                     ^^^^^^^ P122 error `default` is reserved and cannot be used as `QUEUE_NAME`
        //#
        //- Queue defaultq

        //# reports words of a list
        //- each lsf.conf
        LSB_ECHKPNT_METHOD="mine default"
                                 ^^^^^^^ P122 error `default` is reserved and cannot be used as `LSB_ECHKPNT_METHOD`
                                 = effect: LSF ignores the value
        LSB_ECHKPNT_METHOD="mine"
        //- each Parameters
        JOB_SPOOL_DIR = /
        JOB_SPOOL_DIR = /a

        //# reports groups
        //- UserGroup of lsb.users
        GROUP_NAME GROUP_MEMBER
        others (user1)
        ^^^^^^ P122 error `others` is reserved and cannot be used as `GROUP_NAME`
            = effect: LSF drops the row
        rest (user2)
        //#
        //- HostGroup of lsb.hosts
        GROUP_NAME GROUP_MEMBER
        all (h1)
        ^^^ P122 error `all` is reserved and cannot be used as `GROUP_NAME`
    "#]];
}
