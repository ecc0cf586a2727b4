use lsflint_lint::{Findings, Item, SectionContext, SettingContext, Severity, rule};
use lsflint_spec::{Confidence, Grammar};
use lsflint_syntax::ast::{ExitCode, ExitValues};
use rustc_hash::FxHashMap;

use crate::parameter::related;
use crate::repeated::repeated;

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
    let numbers = values.codes().filter(is_plain).filter_map(|it| Some((it, it.number()?)));
    for ((first, _), (code, number)) in repeated(numbers, |(code, number)| (code.in_exclude(), number)) {
        findings
            .report(code.token().range(), format!("duplicate exit value `{number}`"))
            .severity(Severity::Warning)
            .consequence(Item::Value.ignored().called("the duplicate").logged())
            .help("remove one of the two values")
            .related(first.token().range(), "first listed here");
    }
}

/// Whether it is a value, not an excluded one or `all`.
fn is_plain(code: &ExitCode<'_>) -> bool {
    code.tilde().is_none() && !code.is_all()
}

/// `~1` excludes a value from `all`, but there is no `all` before it in the list or in the same `EXCLUDE( )`.
fn without_all(values: ExitValues<'_>, confidence: Confidence, findings: &mut Findings) {
    let has_all = |inside: bool| values.codes().any(|it| it.is_all() && it.in_exclude() == inside);
    let (outside, inside) = (has_all(false), has_all(true));
    for code in values.codes() {
        let has_all = if code.in_exclude() { inside } else { outside };
        let Some(tilde) = code.tilde().filter(|_| !has_all) else { continue };
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
    let mut first_success: FxHashMap<i64, ExitCode<'_>> = FxHashMap::default();
    for code in successes.codes().filter(is_plain) {
        if let Some(number) = code.number() {
            first_success.entry(number).or_insert(code);
        }
    }
    for code in requeues.codes().filter(is_plain) {
        let Some(number) = code.number() else { continue };
        let Some(other) = first_success.get(&number) else { continue };
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
