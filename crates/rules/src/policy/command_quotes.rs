use lsflint_lint::{Findings, Origin, SettingContext, rule};
use lsflint_spec::{Confidence, Grammar, ParamSpec};
use lsflint_syntax::{TextRange, TextSize};

rule! {
    /// Finds commands with an unclosed double quote.
    ///
    /// # Effect
    /// The shell does not find the closing quote and exits with an error. A job starter does not start the job; a
    /// pre-execution command fails and the job pends.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME  = night
    /// JOB_STARTER = csh -c "%USRCMD
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME  = night
    /// JOB_STARTER = csh -c "%USRCMD"
    /// End Queue
    /// ```
    ///
    /// # Notes
    /// See POSIX on quoting in the shell.
    pub Q306 "command-quotes" {
        family: Policy, scope: Cluster, severity: Error,
        sources: [
            ibm("lsb.queues", "JOB_STARTER: the command line that a shell runs"),
        ],
        checks: [SettingOf(is_command, check)],
    }
}

fn is_command(spec: &ParamSpec) -> bool {
    spec.grammar == Grammar::Command && spec.confidence != Confidence::Low
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    // In lsf.conf, quotes are part of the line syntax and are checked there.
    if context.broken || context.setting.origin != Origin::Keyed {
        return;
    }
    let (Some(spec), Some(value)) = (context.setting.spec, context.setting.known_value()) else { return };
    let text = context.file.text(value.range());
    if lsflint_syntax::is_templated(text) {
        return;
    }
    let Some(at) = open_quote(text).and_then(|it| TextSize::try_from(it).ok()) else {
        return;
    };
    let range = TextRange::at(value.range().start() + at, TextSize::of('"'));
    findings
        .report(range, format!("unclosed `\"` in `{}`", context.setting.display_name()))
        .capped(spec.confidence)
        .effect("the shell reports a syntax error and does not run the command")
        .help("close the quote, or write `\\\"` for a literal quote");
}

/// The position of the unclosed double quote of a shell command.
fn open_quote(command: &str) -> Option<usize> {
    let mut open: Option<(usize, u8)> = None;
    let mut escaped = false;
    for (at, byte) in command.bytes().enumerate() {
        match (byte, open) {
            _ if escaped => escaped = false,
            (b'\\', None | Some((_, b'"'))) => escaped = true,
            (b'"' | b'\'', None) => open = Some((at, byte)),
            (_, Some((_, quote))) if quote == byte => open = None,
            _ => {}
        }
    }
    // An apostrophe may be part of a name in a command for another system.
    open.filter(|it| it.1 == b'"').map(|it| it.0)
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# points at the open quote
        //- each Queue
        JOB_STARTER = csh -c "%USRCMD
                             ^ Q306 error unclosed `"` in `JOB_STARTER`
        PRE_EXEC = /opt/check "a b" "c
                                    ^ Q306 error unclosed `"` in `PRE_EXEC`

        //# is silent about balanced ones and other texts
        //- each Queue
        JOB_STARTER = csh -c "%USRCMD"
        PRE_EXEC = awk '{ print "a }' x
        PRE_EXEC = echo \" it's
        DESCRIPTION = it is 5" wide
        PRE_EXEC = "{{ command }}
    "#]];
}
