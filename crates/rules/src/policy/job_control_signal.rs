use lsflint_lint::{Applicability, Findings, Fix, Item, SettingContext, Severity, TextEdit, rule, suggest};
use lsflint_spec::{Confidence, SIGNALS, USUAL_SIGNALS};
use lsflint_syntax::{TextRange, TextSize};

use crate::policy::action::{Action, CHECKPOINT, actions};
use crate::policy::job_controls::has_actions;

rule! {
    /// Finds job control actions that are neither a signal nor an executable command: unknown signals, and quoted
    /// commands.
    ///
    /// # Effect
    /// LSF runs a word that is not a signal as a shell command. If the command does not exist, the action does nothing.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// JOB_CONTROLS = SUSPEND[SIGSUSPEND] TERMINATE["/opt/clean; kill -9 $LSB_JOBPIDS"]
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// JOB_CONTROLS = SUSPEND[SIGTSTP] TERMINATE[/opt/clean; kill -9 $LSB_JOBPIDS]
    /// End Queue
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: enables a command or a signal.
    ///
    /// # Notes
    /// Based on the signals of POSIX and Linux.
    pub Q304 "job-control-signal" {
        family: Policy, scope: Cluster, severity: Warning, fix: Unsafe,
        sources: [
            ibm("lsb.queues", "JOB_CONTROLS: an action is a signal, a command or CHKPNT"),
            volclava("lsf/lib/lib.sig.c", "getSigVal", "a number up to the last signal, or a name with or without SIG"),
        ],
        checks: [SettingOf(has_actions, check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(spec) = context.setting.spec else { return };
    for action in actions(context) {
        if action.is_word() && action.text != CHECKPOINT {
            word(&action, spec.confidence, findings);
        } else if let Some(inner) = action.text.strip_prefix('"').and_then(|it| it.strip_suffix('"'))
            && !inner.contains('"')
            && inner.contains(char::is_whitespace)
        {
            quoted(&action, spec.confidence, findings);
        }
    }
}

fn word(action: &Action<'_>, confidence: Confidence, findings: &mut Findings) {
    let text = &*action.text;
    let upper = text.to_ascii_uppercase();
    let is_signal = |name: &str| {
        let base = name.find(['+', '-']).map_or(name, |at| &name[..at]);
        SIGNALS.contains(&base)
    };
    let (message, severity, meant) = match upper.strip_prefix("SIG") {
        Some(name) if is_signal(name) && text == upper => return,
        Some(name) if is_signal(name) => {
            (format!("signal `{text}` is not in uppercase"), Severity::Info, Some(name.to_owned()))
        }
        Some(name) if text.starts_with("SIG") => {
            let near = suggest::near(name, SIGNALS.iter().copied()).map(|it| it.name.to_owned());
            (format!("unknown signal `{text}`"), Severity::Warning, near)
        }
        _ if USUAL_SIGNALS.contains(&text) => {
            (format!("signal `{text}` has no prefix `SIG`"), Severity::Info, Some(text.to_owned()))
        }
        _ => return,
    };
    let found =
        findings.report(action.range, message).severity(severity).capped(confidence).consequence(
            Item::Value.no_effect().called("the action").possible().because("LSF runs it as a shell command"),
        );
    match meant {
        Some(name) => {
            let title = format!("write `SIG{name}`");
            found.help(title.clone()).fix(Fix::replace(
                Applicability::Unsafe,
                title,
                action.range,
                format!("SIG{name}"),
            ))
        }
        None => found.help("use a signal of the execution hosts, such as `SIGTSTP`, or a command"),
    };
}

fn quoted(action: &Action<'_>, confidence: Confidence, findings: &mut Findings) {
    let one = TextSize::of('"');
    let edit = |at: TextSize| TextEdit { range: TextRange::at(at, one), text: String::new() };
    let edits = vec![edit(action.range.start()), edit(action.range.end() - one)];
    findings
        .report(action.range, format!("command of `{}` is quoted as a whole", action.keyword))
        .capped(confidence)
        .consequence(
            Item::Value
                .no_effect()
                .called("the action")
                .possible()
                .because("the shell reads the whole text as the name of a program"),
        )
        .help("remove the quotes")
        .fix(Fix { applicability: Applicability::Unsafe, title: "remove the quotes".to_owned(), edits });
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# knows signals
        //- each Queue
        JOB_CONTROLS = SUSPEND[SIGSUSPEND]
                               ^^^^^^^^^^ Q304 warning unknown signal `SIGSUSPEND`
        JOB_CONTROLS = SUSPEND[SIGTSPT]
                               ^^^^^^^ Q304 warning unknown signal `SIGTSPT`
                               = help: write `SIGTSTP`
                               = fix (unsafe): write `SIGTSTP`
            = fixed: JOB_CONTROLS = SUSPEND[SIGTSTP]
        JOB_CONTROLS = SUSPEND[sigtstp]
                               ^^^^^^^ Q304 info signal `sigtstp` is not in uppercase
            = fixed: JOB_CONTROLS = SUSPEND[SIGTSTP]
        JOB_CONTROLS = TERMINATE[TERM]
                                 ^^^^ Q304 info signal `TERM` has no prefix `SIG`
            = fixed: JOB_CONTROLS = TERMINATE[SIGTERM]
        JOB_CONTROLS = TERMINATE["/opt/clean; kill -9 $LSB_JOBPIDS"]
                                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ Q304 warning
                                 = command of `TERMINATE` is quoted as a whole
            = fixed: JOB_CONTROLS = TERMINATE[/opt/clean; kill -9 $LSB_JOBPIDS]
        //- each Application
        SUSPEND_CONTROL = SIGSTPO
                          ^^^^^^^ Q304 warning unknown signal `SIGSTPO`
            = fixed: SUSPEND_CONTROL = SIGSTOP

        //# is silent about signals and commands
        //- each Queue
        JOB_CONTROLS = SUSPEND[SIGSTOP] RESUME[SIGCONT] TERMINATE[SIGRTMIN+3]
        JOB_CONTROLS = SUSPEND[CHKPNT] RESUME[resume_it] TERMINATE[/opt/clean "a b"]
    "#]];
}
