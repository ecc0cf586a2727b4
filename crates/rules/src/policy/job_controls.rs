use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, SettingContext, Severity, rule};
use lsflint_spec::{Confidence, Grammar, JOB_ACTIONS, ParamSpec};
use lsflint_syntax::{TextRange, ValueError};

use crate::parameter::owner::{Broken, Owner, owned};
use crate::parameter::wording;
use crate::policy::action::{Action, CHECKPOINT, actions};
use crate::repeated::repeated;

rule! {
    /// Finds syntax errors in job control actions, and actions that trigger themselves.
    ///
    /// # Effect
    /// LSF drops a queue if it cannot read JOB_CONTROLS. An action that runs the command that triggers it waits for
    /// itself: `bkill` starts the terminate action, which runs `bkill`.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// JOB_CONTROLS = SUSPEND SIGTSTP TERMINATE[bkill $LSB_JOBID]
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// JOB_CONTROLS = SUSPEND[SIGTSTP] TERMINATE[kill -TERM $LSB_JOBPIDS]
    /// End Queue
    /// ```
    ///
    /// The first `]` ends an action, even in quotes: in a command, use `test` instead of the brackets of the shell. In
    /// an application profile, an action has no brackets: `SUSPEND_CONTROL = SIGTSTP`.
    ///
    /// # Fix safety
    /// Unsafe: enables an action that LSF currently ignores.
    pub Q301 "job-controls" {
        family: Policy, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [
            volclava(
                "lsbatch/lib/lsb.conf.c",
                "parseSigActCmd",
                "each action is SUSPEND, RESUME or TERMINATE with a command in brackets; CHKPNT is not valid for \
                 RESUME",
            ),
            volclava(
                "lsbatch/lib/lsb.conf.c",
                "do_Queues",
                "the queue is ignored if this function refuses JOB_CONTROLS",
            ),
            ibm("lsb.queues", "JOB_CONTROLS: an action that calls the command that triggers it is a deadlock"),
        ],
        checks: [SyntaxError(syntax), SettingOf(has_actions, meaning)],
    }
}

/// Whether a parameter holds actions.
pub(crate) fn has_actions(spec: &ParamSpec) -> bool {
    (spec.grammar == Grammar::JobControls || JOB_ACTIONS.iter().any(|it| it.parameter == spec.name))
        && spec.confidence != Confidence::Low
}

fn syntax(context: &ErrorContext<'_>, findings: &mut Findings) {
    let Some(broken) = owned(context, Owner::JobControls) else { return };
    let range = wording::place(context.error.range, &broken.setting);
    let found = findings
        .report(range, format!("{} in `JOB_CONTROLS`", wording::problem(broken.error, context.text())))
        .capped(broken.spec.confidence)
        .consequence(wording::lost(&broken.setting));
    if ends_at_inner_bracket(context, &broken) {
        found.help("use `test` instead of brackets, or call a script; the first `]` ends an action");
    } else {
        found.help("write `SUSPEND[action] RESUME[action] TERMINATE[action]`");
    }
    if matches!(broken.error, ValueError::Expected(what) if what.contains("action"))
        && broken.spec.confidence == Confidence::High
    {
        let word = |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_alphanumeric());
        let next = context.file.text(range).split_ascii_whitespace().next().unwrap_or_default();
        if word(next) && range.len() == lsflint_syntax::TextSize::of(next) && range != broken.setting.value_range() {
            found.fix(Fix::replace(Applicability::Unsafe, "add the brackets", range, format!("[{next}]")));
        }
    }
}

/// Whether the error follows an action that ends early at a bracket inside the action.
fn ends_at_inner_bracket(context: &ErrorContext<'_>, broken: &Broken<'_>) -> bool {
    let value = broken.setting.value_range();
    let before = context.file.text(TextRange::new(value.start(), context.error.range.start().max(value.start())));
    matches!(broken.error, ValueError::Unexpected | ValueError::Unopened(_))
        && before.matches('[').count() > before.matches(']').count()
}

fn meaning(context: &SettingContext<'_>, findings: &mut Findings) {
    let in_queue = context.setting.spec.is_some_and(|it| it.grammar == Grammar::JobControls);
    let actions = actions(context);
    for (first, action) in repeated(&actions, |it| &it.keyword) {
        findings
            .report(action.keyword_range, format!("duplicate keyword `{}`", action.keyword))
            .consequence(
                Item::Value
                    .ignored()
                    .called("one of the two actions")
                    .possible()
                    .because("each keyword may appear only once"),
            )
            .help("remove one of the two actions")
            .related(first.keyword_range, "first used here");
    }
    for action in &actions {
        if let Some(inner) = in_brackets(action).filter(|_| !in_queue) {
            let title = format!("write `{inner}`");
            findings
                .report(action.range, format!("action of `{}` is in brackets", context.setting.display_name()))
                .consequence(Item::Value.read_as(&*action.text).called("the command").so("the brackets are part of it"))
                .help(title.clone())
                .fix(Fix::replace(Applicability::Unsafe, title, action.range, inner));
        } else if action.keyword == "RESUME" && action.text == CHECKPOINT {
            findings
                .report(action.range, "`CHKPNT` is not a valid `RESUME` action")
                .consequence(match in_queue {
                    true => wording::lost(&context.setting),
                    false => Item::Value.rejected().possible(),
                })
                .help("use a signal or a command; only `SUSPEND` and `TERMINATE` allow `CHKPNT`");
        } else if let Some(command) = own_trigger(action) {
            findings
                .report(action.range, format!("`{command}` triggers the action that runs it"))
                .severity(Severity::Warning)
                .effect("the action waits for itself, so the job hangs")
                .help("send signals with `kill` to the processes in `$LSB_JOBPIDS`");
        }
    }
}

/// The action in `TERMINATE[...]` or `[SIGTERM]`, the syntax of a queue. The test command of a shell is not an action
/// in brackets.
fn in_brackets<'a>(action: &'a Action<'_>) -> Option<&'a str> {
    let text = action.text.trim();
    let rest = JOB_ACTIONS.iter().find_map(|it| text.strip_prefix(it.name));
    let inner = rest.unwrap_or(text).trim_start().strip_prefix('[')?.strip_suffix(']')?.trim();
    (rest.is_some() || !inner.contains(char::is_whitespace)).then_some(inner)
}

/// The command in an action that triggers the same action. `bkill -s` sends its own signal and triggers none.
fn own_trigger(action: &Action<'_>) -> Option<&'static str> {
    let commands = JOB_ACTIONS.iter().find(|it| it.name == action.keyword)?.commands;
    let ends = |it: char| it.is_whitespace() || ";&|()`\"'".contains(it);
    let mut words = action.text.split(ends).filter(|it| !it.is_empty()).peekable();
    while let Some(word) = words.next() {
        let program = word.rsplit('/').next().unwrap_or(word);
        if let Some(command) = commands.iter().find(|it| **it == program)
            && words.peek().is_none_or(|it| !it.starts_with("-s"))
        {
            return Some(command);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reads the form
        //- each Queue
        JOB_CONTROLS = SUSPEND SIGTSTP
                               ^^^^^^^ Q301 error expected `[` and an action, found `SIGTSTP` in `JOB_CONTROLS`
            = fixed: JOB_CONTROLS = SUSPEND [SIGTSTP]
        JOB_CONTROLS = SUSPEND SIGTSTP RESUME[SIGCONT]
                               ^^^^^^^ Q301 error expected `[` and an action, found `SIGTSTP` in `JOB_CONTROLS`
            = fixed: JOB_CONTROLS = SUSPEND [SIGTSTP] RESUME[SIGCONT]
        JOB_CONTROLS = SUSPEND
                       ^^^^^^^ Q301 error expected `[` and an action in `JOB_CONTROLS`
        JOB_CONTROLS = SUSPEND[SIGTSTP
                              ^ Q301 error unclosed `[` in `JOB_CONTROLS`
        JOB_CONTROLS = PAUSE[x]
                       ^^^^^ Q301 error expected `SUSPEND`, `RESUME` or `TERMINATE`, found `PAUSE` in `JOB_CONTROLS`
        JOB_CONTROLS = SUSPEND[]
                              ^^ Q301 error empty brackets in `JOB_CONTROLS`
        JOB_CONTROLS = SUSPEND[SIGTSTP], RESUME[SIGCONT]
                                       ^ Q301 error items separated by commas in `JOB_CONTROLS`
        JOB_CONTROLS = SUSPEND[ [ -f /x ] && kill -STOP $LSB_JOBPIDS ]
                                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ Q301 error
                                        = unexpected `&& kill -STOP $LSB_JOBPIDS ]` in `JOB_CONTROLS`
                                        = help: use `test` instead of brackets, or call a script; the first `]` ends an
                                        =   action
        JOB_CONTROLS = SUSPEND[SIGTSTP] SUSPEND[SIGSTOP]
                                        ^^^^^^^ Q301 error duplicate keyword `SUSPEND`
                                        = effect: LSF may ignore one of the two actions because each keyword may appear
                                        =   only once
                                        = help: remove one of the two actions
                                        = related 1:16 first used here

        //# knows what actions may do
        //- each Queue
        JOB_CONTROLS = RESUME[CHKPNT]
                              ^^^^^^ Q301 error `CHKPNT` is not a valid `RESUME` action
                              = help: use a signal or a command; only `SUSPEND` and `TERMINATE` allow `CHKPNT`
        JOB_CONTROLS = TERMINATE[brequeue $LSB_JOBID]
                                 ^^^^^^^^^^^^^^^^^^^ Q301 warning `brequeue` triggers the action that runs it
                                 = effect: the action waits for itself, so the job hangs
                                 = help: send signals with `kill` to the processes in `$LSB_JOBPIDS`
        JOB_CONTROLS = SUSPEND[sleep 5; /opt/lsf/bin/bstop $LSB_JOBID]
                               ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ Q301 warning
                               = `bstop` triggers the action that runs it
        JOB_CONTROLS = SUSPEND[brequeue $LSB_JOBID] TERMINATE[CHKPNT]
        JOB_CONTROLS = TERMINATE[bkill -s SIGUSR2 $LSB_JOBID; bkiller]

        //# reads profiles
        //- each Application
        TERMINATE_CONTROL = TERMINATE[SIGTERM]
                            ^^^^^^^^^^^^^^^^^^ Q301 error action of `TERMINATE_CONTROL` is in brackets
                            = effect: LSF reads the command as `TERMINATE[SIGTERM]`, so the brackets are part of it
                            = fix (unsafe): write `SIGTERM`
            = fixed: TERMINATE_CONTROL = SIGTERM
        SUSPEND_CONTROL = [SIGTSTP]
                          ^^^^^^^^^ Q301 error action of `SUSPEND_CONTROL` is in brackets
            = fixed: SUSPEND_CONTROL = SIGTSTP
        TERMINATE_CONTROL = bkill $LSB_JOBID
                            ^^^^^^^^^^^^^^^^ Q301 warning `bkill` triggers the action that runs it
        RESUME_CONTROL = CHKPNT
                         ^^^^^^ Q301 error `CHKPNT` is not a valid `RESUME` action
                         = effect: LSF may reject the value
        SUSPEND_CONTROL = [ -f /x ] && kill -STOP $LSB_JOBPIDS
        TERMINATE_CONTROL = /opt/stop.sh
    "#]];
}
