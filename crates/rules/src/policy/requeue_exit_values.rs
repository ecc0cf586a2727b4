use lsflint_lint::{Findings, Item, SectionContext, SettingContext, Severity, rule};
use lsflint_spec::{Confidence, Grammar};
use lsflint_syntax::ast::{ExitCode, ExitValues};

use crate::parameter::related;

rule! {
    /// Finds duplicate exit values, `~` without `all`, and exit values that mean both success and requeue.
    ///
    /// # Effect
    /// LSF logs an error for a duplicate value and ignores it. If a value is in both SUCCESS_EXIT_VALUES and
    /// REQUEUE_EXIT_VALUES, LSF requeues the job, and the job runs repeatedly.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME          = night
    /// REQUEUE_EXIT_VALUES = ~1
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME          = night
    /// REQUEUE_EXIT_VALUES = all ~1
    /// End Queue
    /// ```
    pub Q302 "requeue-exit-values" {
        family: Policy, scope: Cluster, severity: Error,
        sources: [
            ibm("lsb.queues", "REQUEUE_EXIT_VALUES"),
            ibm("lsb.queues", "SUCCESS_EXIT_VALUES"),
            volclava(
                "lsbatch/lib/lsb.conf.c",
                "checkRequeEValues",
                "a value that is not a number from 0 to 255, or is repeated, is ignored",
            ),
        ],
        checks: [SettingWith(|it| *it == Grammar::ExitValues, list), Section(overlap)],
    }
}

const REQUEUE: &str = "REQUEUE_EXIT_VALUES";
const SUCCESS: &str = "SUCCESS_EXIT_VALUES";

fn list(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(spec) = context.setting.spec.filter(|it| it.confidence != Confidence::Low && !context.broken) else {
        return;
    };
    let Some(values) = context.setting.typed::<ExitValues<'_>>() else { return };
    without_all(values, spec.confidence, findings);
    if !context.setting.is_named(REQUEUE) {
        return;
    }
    let plain = |it: &ExitCode<'_>| it.tilde().is_none() && !it.is_all();
    let mut seen: Vec<ExitCode<'_>> = Vec::new();
    for code in values.codes().filter(plain) {
        let Some(number) = code.number() else { continue };
        let same = |it: &&ExitCode<'_>| it.in_exclude() == code.in_exclude() && it.number() == Some(number);
        match seen.iter().find(same) {
            Some(first) => {
                findings
                    .report(code.token().range(), format!("duplicate exit value `{number}`"))
                    .severity(Severity::Warning)
                    .consequence(Item::Value.ignored().called("the duplicate").logged())
                    .help("remove one of the two values")
                    .related(first.token().range(), "first listed here");
            }
            // There are 256 exit values; another rule reports values beyond them.
            None if seen.len() < 512 => seen.push(code),
            None => return,
        }
    }
}

/// `~1` excludes a value from `all`, but there is no `all` before it in the list or in the same `EXCLUDE( )`.
fn without_all(values: ExitValues<'_>, confidence: Confidence, findings: &mut Findings) {
    let has_all = |inside: bool| values.codes().any(|it| it.is_all() && it.in_exclude() == inside);
    for code in values.codes() {
        let Some(tilde) = code.tilde().filter(|_| !has_all(code.in_exclude())) else { continue };
        let range = tilde.range().cover(code.token().range());
        findings
            .report(range, format!("`~{}` requires `all`", code.token().text()))
            .capped(confidence)
            .consequence(
                Item::Value
                    .rejected()
                    .possible_unless(confidence == Confidence::High)
                    .because("there is no `all` to exclude it from"),
            )
            .help(format!("write `all ~{}`", code.token().text()));
    }
}

/// A value that means success, but still requeues the job.
fn overlap(context: &SectionContext<'_>, findings: &mut Findings) {
    let Some(success) = context.entry(SUCCESS) else { return };
    let Some(requeue) = context.entry(REQUEUE) else { return };
    let known = success.known_value().is_some() && requeue.known_value().is_some();
    if !known || !related::are_read_together(&success, &requeue) {
        return;
    }
    let (Some(successes), Some(requeues)) = (success.typed::<ExitValues<'_>>(), requeue.typed::<ExitValues<'_>>())
    else {
        return;
    };
    let plain = |it: &ExitCode<'_>| it.tilde().is_none() && !it.is_all();
    for code in requeues.codes().filter(plain) {
        let Some(number) = code.number() else { continue };
        let Some(other) = successes.codes().filter(plain).find(|it| it.number() == Some(number)) else { continue };
        findings
            .report(code.token().range(), format!("exit value `{number}` means both success and requeue"))
            .severity(Severity::Warning)
            .consequence(
                Item::Job
                    .ignored()
                    .called("the success of such jobs")
                    .because("requeueing takes precedence")
                    .so("they run again"),
            )
            .help("remove the value from one of the two lists")
            .related(other.token().range(), format!("`{SUCCESS}`"));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reads lists
        //- each Queue
        REQUEUE_EXIT_VALUES = 99 1 99
                                   ^^ Q302 warning duplicate exit value `99`
                                   = effect: LSF logs an error and ignores the duplicate
                                   = help: remove one of the two values
                                   = related 1:23 first listed here
        REQUEUE_EXIT_VALUES = ~1
                              ^^ Q302 error `~1` requires `all`
        REQUEUE_EXIT_VALUES = 5 EXCLUDE(~7)
                                        ^^ Q302 error `~7` requires `all`
        SUCCESS_EXIT_VALUES = 4 5
          REQUEUE_EXIT_VALUES = 5 6
                                ^ Q302 warning exit value `5` means both success and requeue
                                = effect: LSF ignores the success of such jobs because requeueing takes precedence, so
                                =   they run again
                                = help: remove the value from one of the two lists
                                = related 1:25 `SUCCESS_EXIT_VALUES`

        //# is silent about documented forms
        //- each Queue
        REQUEUE_EXIT_VALUES = all ~1 ~2 EXCLUDE(1 2)
        SUCCESS_EXIT_VALUES = 5
          REQUEUE_EXIT_VALUES = all ~5
        REQUEUE_EXIT_VALUES = 30 EXCLUDE(20) 40
        #if time(8:00-18:00)
          SUCCESS_EXIT_VALUES = 5
          #else
          REQUEUE_EXIT_VALUES = 5
          #endif
    "#]];
}
