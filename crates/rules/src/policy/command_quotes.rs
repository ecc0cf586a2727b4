use lsflint_lint::{Findings, Origin, SettingContext, rule};
use lsflint_spec::{Confidence, Grammar, ParamSpec};
use lsflint_syntax::{TextRange, TextSize};

rule! {
    /// Finds commands with a double quote that is never closed.
    ///
    /// # Effect
    /// The shell reads on to the end of the line, finds no closing quote and ends with an error: a job starter starts nothing, a pre-execution
    /// command fails and the job pends.
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
    /// POSIX on quotes in the shell.
    pub Q306 "command-quotes" {
        family: Policy, scope: Cluster, severity: Error,
        sources: [ibm("lsb.queues", "JOB_STARTER")],
        checks: [SettingOf(is_command, check)],
    }
}

fn is_command(spec: &ParamSpec) -> bool {
    spec.grammar == Grammar::Command && spec.confidence != Confidence::Low
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    // In lsf.conf quotes belong to the layout of the line, and are judged there.
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
        .report(range, format!("a quote in `{}` is never closed", context.setting.display_name()))
        .capped(spec.confidence)
        .effect("the shell reports a syntax error and does not run the command")
        .help("close the quote, or write `\\\"` for the character itself");
}

/// Where the double quote stands that is still open at the end, for a shell.
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
    // An apostrophe may be part of a name, where the command is for another system.
    open.filter(|it| it.1 == b'"').map(|it| it.0)
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# points at the open quote
        //- each Queue
        JOB_STARTER = csh -c "%USRCMD
                             ^ Q306 error a quote in `JOB_STARTER` is never closed
        PRE_EXEC = /opt/check "a b" "c
                                    ^ Q306 error a quote in `PRE_EXEC` is never closed

        //# is silent about balanced ones and other texts
        //- each Queue
        JOB_STARTER = csh -c "%USRCMD"
        PRE_EXEC = awk '{ print "a }' x
        PRE_EXEC = echo \" it's
        DESCRIPTION = it is 5" wide
        PRE_EXEC = "{{ command }}
    "#]];
}
