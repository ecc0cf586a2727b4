use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, SettingContext, Severity, rule};
use lsflint_spec::{Confidence, Grammar, JOB_ACTIONS, ParamSpec};
use lsflint_syntax::{TextRange, ValueError};

use crate::parameter::owner::{Broken, Owner, owned};
use crate::parameter::wording;
use crate::policy::action::{Action, CHECKPOINT, actions};

rule! {
    /// Finds job control actions that LSF cannot read, and actions that trigger themselves.
    ///
    /// # Effect
    /// A value of JOB_CONTROLS that LSF cannot read costs the whole queue. An action that runs the command it stands for waits for itself:
    /// `bkill` calls the terminate action, which calls `bkill`.
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
    /// The first `]` ends an action, even in quotes: write `test` in a command instead of the brackets of the shell. In an application
    /// profile the action stands without brackets: `SUSPEND_CONTROL = SIGTSTP`.
    ///
    /// # Fix safety
    /// Unsafe: an action comes alive that LSF does not read today.
    ///
    /// # Notes
    /// What two open-source readers of the file do with such values.
    pub Q301 "job-controls" {
        family: Policy, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [ibm("lsb.queues", ""), manual("Administering IBM Spectrum LSF", "job controls")],
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
        found.help("the first `]` ends an action: use `test` instead of brackets, or call a script");
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

/// Whether the error is what follows an action that was cut off at a bracket of its own.
fn ends_at_inner_bracket(context: &ErrorContext<'_>, broken: &Broken<'_>) -> bool {
    let value = broken.setting.value_range();
    let before = context.file.text(TextRange::new(value.start(), context.error.range.start().max(value.start())));
    matches!(broken.error, ValueError::Unexpected | ValueError::Unopened(_))
        && before.matches('[').count() > before.matches(']').count()
}

fn meaning(context: &SettingContext<'_>, findings: &mut Findings) {
    let in_queue = context.setting.spec.is_some_and(|it| it.grammar == Grammar::JobControls);
    let actions = actions(context);
    for (index, action) in actions.iter().enumerate() {
        let other = actions[..index].iter().find(|it| it.keyword == action.keyword);
        if let Some(first) = other.map(|it| it.keyword_range) {
            findings
                .report(action.keyword_range, format!("`{}` stands here twice", action.keyword))
                .consequence(
                    Item::Value
                        .ignored()
                        .called("one of the two actions")
                        .possible()
                        .because("each keyword may occur only once"),
                )
                .help("keep one of the two actions")
                .related(first, "the first one");
        }
        if let Some(inner) = in_brackets(action).filter(|_| !in_queue) {
            let title = format!("write `{inner}`");
            findings
                .report(action.range, format!("the action of `{}` has brackets", context.setting.display_name()))
                .consequence(Item::Value.read_as(&*action.text).called("the command").so("the brackets are part of it"))
                .help(title.clone())
                .fix(Fix::replace(Applicability::Unsafe, title, action.range, inner));
        } else if action.keyword == "RESUME" && action.text == CHECKPOINT {
            findings
                .report(action.range, "a checkpoint is no way to resume a job")
                .consequence(match in_queue {
                    true => wording::lost(&context.setting),
                    false => Item::Value.rejected().possible(),
                })
                .help("`CHKPNT` belongs to `SUSPEND` and `TERMINATE`; write a signal or a command here");
        } else if let Some(command) = own_trigger(action) {
            findings
                .report(action.range, format!("`{command}` triggers the action that runs it"))
                .severity(Severity::Warning)
                .effect("the action waits for itself, so the job hangs")
                .help("send signals with `kill` to the processes in `$LSB_JOBPIDS`");
        }
    }
}

/// The action inside `TERMINATE[...]` or `[SIGTERM]`, as a queue would write it. The test command of a shell is no such thing.
fn in_brackets<'a>(action: &'a Action<'_>) -> Option<&'a str> {
    let text = action.text.trim();
    let rest = JOB_ACTIONS.iter().find_map(|it| text.strip_prefix(it.name));
    let inner = rest.unwrap_or(text).trim_start().strip_prefix('[')?.strip_suffix(']')?.trim();
    (rest.is_some() || !inner.contains(char::is_whitespace)).then_some(inner)
}

/// The command in an action that calls this very action. `bkill -s` sends a signal of its own and calls none.
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
    use expect_test::{Expect, expect};

    use crate::testing::{check, check_fix};

    fn queue(value: &str, expected: Expect) {
        check(
            "Q301",
            "lsb.queues",
            &format!("Begin Queue\nQUEUE_NAME = q1\nJOB_CONTROLS = {value}\nEnd Queue\n"),
            expected,
        );
    }

    fn profile(line: &str, expected: Expect) {
        check("Q301", "lsb.applications", &format!("Begin Application\nNAME = a\n{line}\nEnd Application\n"), expected);
    }

    // covers job-controls-syntax, job-controls-inner-bracket
    #[test]
    fn reads_the_form() {
        queue(
            "SUSPEND SIGTSTP",
            expect![[r#"
                3:24-3:31 error `[` and an action is expected instead of `SIGTSTP` in `JOB_CONTROLS`
                  effect: LSF drops the `Queue` section
                  help: write `SUSPEND[action] RESUME[action] TERMINATE[action]`
            "#]],
        );
        queue(
            "SUSPEND SIGTSTP RESUME[SIGCONT]",
            expect![[r#"
                3:24-3:31 error `[` and an action is expected instead of `SIGTSTP` in `JOB_CONTROLS`
                  effect: LSF drops the `Queue` section
                  help: write `SUSPEND[action] RESUME[action] TERMINATE[action]`
            "#]],
        );
        queue(
            "SUSPEND",
            expect![[r#"
                3:16-3:23 error `[` and an action is missing in `JOB_CONTROLS`
                  effect: LSF drops the `Queue` section
                  help: write `SUSPEND[action] RESUME[action] TERMINATE[action]`
            "#]],
        );
        queue(
            "SUSPEND[SIGTSTP",
            expect![[r#"
                3:23-3:24 error `[` is never closed in `JOB_CONTROLS`
                  effect: LSF drops the `Queue` section
                  help: write `SUSPEND[action] RESUME[action] TERMINATE[action]`
            "#]],
        );
        queue(
            "PAUSE[x]",
            expect![[r#"
                3:16-3:21 error `SUSPEND`, `RESUME` or `TERMINATE` is expected instead of `PAUSE` in `JOB_CONTROLS`
                  effect: LSF drops the `Queue` section
                  help: write `SUSPEND[action] RESUME[action] TERMINATE[action]`
            "#]],
        );
        queue(
            "SUSPEND[]",
            expect![[r#"
                3:23-3:25 error nothing stands between the brackets in `JOB_CONTROLS`
                  effect: LSF drops the `Queue` section
                  help: write `SUSPEND[action] RESUME[action] TERMINATE[action]`
            "#]],
        );
        queue(
            "SUSPEND[SIGTSTP], RESUME[SIGCONT]",
            expect![[r#"
                3:32-3:33 error commas do not separate items in `JOB_CONTROLS`
                  effect: LSF drops the `Queue` section
                  help: write `SUSPEND[action] RESUME[action] TERMINATE[action]`
            "#]],
        );
        queue(
            "SUSPEND[ [ -f /x ] && kill -STOP $LSB_JOBPIDS ]",
            expect![[r#"
                3:35-3:63 error `&& kill -STOP $LSB_JOBPIDS ]` has no place here in `JOB_CONTROLS`
                  effect: LSF drops the `Queue` section
                  help: the first `]` ends an action: use `test` instead of brackets, or call a script
            "#]],
        );
        queue(
            "SUSPEND[SIGTSTP] SUSPEND[SIGSTOP]",
            expect![[r#"
                3:33-3:40 error `SUSPEND` stands here twice
                  effect: LSF may ignore one of the two actions because each keyword may occur only once
                  help: keep one of the two actions
                  3:16-3:23 the first one
            "#]],
        );
    }

    // covers job-controls-resume-chkpnt, job-controls-self, R-JC1
    #[test]
    fn knows_what_actions_may_do() {
        queue(
            "RESUME[CHKPNT]",
            expect![[r#"
                3:23-3:29 error a checkpoint is no way to resume a job
                  effect: LSF drops the `Queue` section
                  help: `CHKPNT` belongs to `SUSPEND` and `TERMINATE`; write a signal or a command here
            "#]],
        );
        queue(
            "TERMINATE[brequeue $LSB_JOBID]",
            expect![[r#"
                3:26-3:45 warning `brequeue` triggers the action that runs it
                  effect: the action waits for itself, so the job hangs
                  help: send signals with `kill` to the processes in `$LSB_JOBPIDS`
            "#]],
        );
        queue(
            "SUSPEND[sleep 5; /opt/lsf/bin/bstop $LSB_JOBID]",
            expect![[r#"
                3:24-3:62 warning `bstop` triggers the action that runs it
                  effect: the action waits for itself, so the job hangs
                  help: send signals with `kill` to the processes in `$LSB_JOBPIDS`
            "#]],
        );
        queue("SUSPEND[brequeue $LSB_JOBID] TERMINATE[CHKPNT]", expect![[""]]);
        queue("TERMINATE[bkill -s SIGUSR2 $LSB_JOBID; bkiller]", expect![[""]]);
    }

    // covers app-control-brackets, app-control-self, app-resume-chkpnt, R-JC3
    #[test]
    fn reads_profiles() {
        profile(
            "TERMINATE_CONTROL = TERMINATE[SIGTERM]",
            expect![[r#"
                3:21-3:39 error the action of `TERMINATE_CONTROL` has brackets
                  effect: LSF reads the command as `TERMINATE[SIGTERM]`, so the brackets are part of it
                  help: write `SIGTERM`
            "#]],
        );
        profile(
            "SUSPEND_CONTROL = [SIGTSTP]",
            expect![[r#"
                3:19-3:28 error the action of `SUSPEND_CONTROL` has brackets
                  effect: LSF reads the command as `[SIGTSTP]`, so the brackets are part of it
                  help: write `SIGTSTP`
            "#]],
        );
        profile(
            "TERMINATE_CONTROL = bkill $LSB_JOBID",
            expect![[r#"
                3:21-3:37 warning `bkill` triggers the action that runs it
                  effect: the action waits for itself, so the job hangs
                  help: send signals with `kill` to the processes in `$LSB_JOBPIDS`
            "#]],
        );
        profile(
            "RESUME_CONTROL = CHKPNT",
            expect![[r#"
                3:18-3:24 error a checkpoint is no way to resume a job
                  effect: LSF may reject the value
                  help: `CHKPNT` belongs to `SUSPEND` and `TERMINATE`; write a signal or a command here
            "#]],
        );
        profile("SUSPEND_CONTROL = [ -f /x ] && kill -STOP $LSB_JOBPIDS", expect![[""]]);
        profile("TERMINATE_CONTROL = /opt/stop.sh", expect![[""]]);
    }

    #[test]
    fn adds_brackets() {
        check_fix(
            "Q301",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nJOB_CONTROLS = SUSPEND SIGTSTP RESUME[SIGCONT]\nEnd Queue\n",
            "Begin Queue\nQUEUE_NAME = q1\nJOB_CONTROLS = SUSPEND [SIGTSTP] RESUME[SIGCONT]\nEnd Queue\n",
        );
    }

    #[test]
    fn takes_brackets_out() {
        check_fix(
            "Q301",
            "lsb.applications",
            "Begin Application\nNAME = a\nTERMINATE_CONTROL = TERMINATE[SIGTERM]\nEnd Application\n",
            "Begin Application\nNAME = a\nTERMINATE_CONTROL = SIGTERM\nEnd Application\n",
        );
    }
}
