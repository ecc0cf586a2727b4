use lsflint_lint::{Findings, FlatContext, SectionContext, Setting, rule};
use lsflint_spec::{Condition, Confidence};

use crate::operations::eauth_not_in_use;
use crate::parameter::{overridden_by_cgroups, related, wording};

rule! {
    /// Finds parameters that have no effect because of the value of another parameter.
    ///
    /// # Effect
    /// LSF ignores the value: the size of a queue for messages that are not queued, the details of a framework that is
    /// disabled.
    ///
    /// # Example
    /// ```lsf.conf
    /// LSF_LOG_THREAD=N
    /// LSF_LOG_QUEUE_SIZE=20000
    /// ```
    ///
    /// # Use instead
    /// ```lsf.conf
    /// LSF_LOG_THREAD=Y
    /// LSF_LOG_QUEUE_SIZE=20000
    /// ```
    pub P309 "switched-off-by-value" {
        family: Parameter, scope: OwnFile, severity: Warning,
        sources: [facts("parameters, and values of others with which they have no effect")],
        checks: [Section(section), Flat(flat)],
    }
}

fn section(context: &SectionContext<'_>, findings: &mut Findings) {
    check(context.entries, findings);
}

fn flat(context: &FlatContext<'_>, findings: &mut Findings) {
    check(context.entries, findings);
}

fn check(entries: &[Setting<'_>], findings: &mut Findings) {
    for setting in entries.iter().filter(|it| it.spec.is_some_and(|it| !it.void_with.is_empty())) {
        let Some(spec) = setting.spec.filter(|it| it.confidence != Confidence::Low) else { continue };
        if !related::is_on(setting) {
            continue;
        }
        let mut causes = spec.void_conditions().filter_map(|it| Some((it, cause(it, setting, entries)?)));
        let Some((condition, other)) = causes.next() else { continue };
        let (name, rival) = (setting.display_name(), other.display_name());
        let message = match condition.has {
            true => format!("`{name}` has no effect with `{rival}={}`", condition.word),
            false => format!("`{name}` has no effect without `{rival}={}`", condition.word),
        };
        findings
            .report(related::place(setting), message)
            .capped(spec.confidence)
            .consequence(
                related::item(setting)
                    .ignored()
                    .possible_unless(wording::is_sure(spec) && related::is_read_with(setting, other)),
            )
            .help(format!("remove the line, or change `{rival}`"))
            .related(other.value_range(), format!("`{rival}` is set here"));
    }
}

/// The setting that makes the condition true.
fn cause<'s, 'a>(condition: Condition, setting: &Setting<'a>, entries: &'s [Setting<'a>]) -> Option<&'s Setting<'a>> {
    // These have rules of their own: cgroups, authentication, and what another file sets. The words of goals and of the
    // types of pools are in brackets.
    if condition.param == overridden_by_cgroups::PARAMETER
        || condition.param.contains(':')
        || condition.word == eauth_not_in_use::METHOD
    {
        return None;
    }
    let other = related::find(entries, condition.param)?;
    let token = other.single_word()?;
    let word = token.text();
    let same = match lsflint_spec::yes_no(condition.word) {
        Some(wanted) => lsflint_spec::yes_no(&word) == Some(wanted),
        None => word.eq_ignore_ascii_case(condition.word),
    };
    (same == condition.has && !word.contains('$') && related::are_read_together(setting, other)).then_some(other)
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# goes by the value
        //- lsf.conf
        LSF_LOG_THREAD=n
        LSF_LOG_QUEUE_SIZE=20000
        ^^^^^^^^^^^^^^^^^^ P309 warning `LSF_LOG_QUEUE_SIZE` has no effect with `LSF_LOG_THREAD=N`
        LSF_DISCARD_LOG=Y
        ^^^^^^^^^^^^^^^ P309 warning `LSF_DISCARD_LOG` has no effect with `LSF_LOG_THREAD=N`
        LSF_LIC_SCHED_HOSTS=hosta
        LSF_LIC_SCHED_PREEMPT_REQUEUE=y
        LSF_LIC_SCHED_PREEMPT_SLOT_RELEASE=y
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ P309 warning
            = `LSF_LIC_SCHED_PREEMPT_SLOT_RELEASE` has no effect with `LSF_LIC_SCHED_PREEMPT_REQUEUE=Y`
            = effect: LSF may ignore the line
        LSF_AUTH=eauth
        LSF_ID_PORT=113
        ^^^^^^^^^^^ P309 warning `LSF_ID_PORT` has no effect without `LSF_AUTH=ident`
        //#
        //- each Application
        DJOB_DISABLED = Y
          DJOB_HB_INTERVAL = 30
          ^^^^^^^^^^^^^^^^ P309 warning `DJOB_HB_INTERVAL` has no effect with `DJOB_DISABLED=Y`
          DJOB_RU_INTERVAL = 30
          ^^^^^^^^^^^^^^^^ P309 warning `DJOB_RU_INTERVAL` has no effect with `DJOB_DISABLED=Y`
          DJOB_COMMFAIL_ACTION = KILL_TASKS
          ^^^^^^^^^^^^^^^^^^^^ P309 warning `DJOB_COMMFAIL_ACTION` has no effect with `DJOB_DISABLED=Y`
          DJOB_ENV_SCRIPT = /lsf/openmpi.sh
          ^^^^^^^^^^^^^^^ P309 warning `DJOB_ENV_SCRIPT` has no effect with `DJOB_DISABLED=Y`
          DJOB_TASK_BIND = Y
          ^^^^^^^^^^^^^^ P309 warning `DJOB_TASK_BIND` has no effect with `DJOB_DISABLED=Y`
          DJOB_RESIZE_GRACE_PERIOD = 10
          ^^^^^^^^^^^^^^^^^^^^^^^^ P309 warning `DJOB_RESIZE_GRACE_PERIOD` has no effect with `DJOB_DISABLED=Y`
          RTASK_GONE_ACTION = KILLJOB_TASKEXIT
          ^^^^^^^^^^^^^^^^^ P309 warning `RTASK_GONE_ACTION` has no effect with `DJOB_DISABLED=Y`

        //# is silent about other values, branches, and what is off
        //- lsf.conf
        LSF_LOG_THREAD=Y
        LSF_LOG_QUEUE_SIZE=20000
        LSF_LIC_SCHED_HOSTS=hosta
        LSF_LIC_SCHED_PREEMPT_REQUEUE=y
        LSF_LIC_SCHED_PREEMPT_SLOT_RELEASE=n
        LSF_AUTH=ident
        LSF_ID_PORT=113
        //#
        //- lsf.conf
        LSF_ID_PORT=113
        LSF_DISCARD_LOG=Y
        LSF_LOG_THREAD={{ threads }}
        //#
        //- each Application
        DJOB_DISABLED = N
          DJOB_HB_INTERVAL = 30
        #if time(8-9)
          DJOB_DISABLED = Y
          #else
          DJOB_HB_INTERVAL = 30
          #endif
    "#]];
}
