use lsflint_lint::{ErrorContext, Findings, Item, SettingContext, rule};
use lsflint_spec::Grammar;
use lsflint_syntax::ast::{Preemption, PreemptionPart};
use lsflint_syntax::{TextRange, ValueError};
use rustc_hash::FxHashMap;

use crate::parameter::owner::{Owner, owned};
use crate::parameter::wording;

rule! {
    /// Finds syntax errors in PREEMPTION, and parts of it without a meaning.
    ///
    /// # Effect
    /// LSF may ignore the line; then the queue neither preempts other queues nor is preempted.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = urgent
    /// PRIORITY   = 60
    /// PREEMPTION = PREEMPTIVE low idle
    /// End Queue
    ///
    /// Begin Queue
    /// QUEUE_NAME = high
    /// PRIORITY   = 40
    /// PREEMPTION = PREEMPTIVE[low, idle]
    /// End Queue
    ///
    /// Begin Queue
    /// QUEUE_NAME = low
    /// PRIORITY   = 20
    /// End Queue
    ///
    /// Begin Queue
    /// QUEUE_NAME = idle
    /// PRIORITY   = 10
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = urgent
    /// PRIORITY   = 60
    /// PREEMPTION = PREEMPTIVE[low idle+2]
    /// End Queue
    ///
    /// Begin Queue
    /// QUEUE_NAME = high
    /// PRIORITY   = 40
    /// PREEMPTION = PREEMPTIVE[low idle]
    /// End Queue
    ///
    /// Begin Queue
    /// QUEUE_NAME = low
    /// PRIORITY   = 20
    /// End Queue
    ///
    /// Begin Queue
    /// QUEUE_NAME = idle
    /// PRIORITY   = 10
    /// End Queue
    /// ```
    ///
    /// A preference such as `+2` determines which of the lower-priority queues is preempted first. It must be a
    /// positive integer, and is allowed only in the list of PREEMPTIVE.
    ///
    /// # Fix safety
    /// Unsafe: enables preemption that LSF currently ignores.
    ///
    /// # Notes
    /// What LSF does with other values is not documented.
    pub Q103 "preemption-syntax" {
        family: Policy, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [
            ibm("lsb.queues", "PREEMPTION: PREEMPTIVE and PREEMPTABLE with lists of queues in brackets"),
        ],
        checks: [SyntaxError(syntax), SettingWith(|it| *it == Grammar::Preemption, meaning)],
    }
}

const HELP: &str = "write `PREEMPTIVE[queue+preference ...] PREEMPTABLE[queue ...]`; the lists are optional";

fn syntax(context: &ErrorContext<'_>, findings: &mut Findings) {
    let Some(broken) = owned(context, Owner::Preemption) else { return };
    let range = wording::place(context.error.range, &broken.setting);
    let found = findings
        .report(range, format!("{} in `PREEMPTION`", wording::problem(broken.error, context.text())))
        .capped(broken.spec.confidence)
        .consequence(match broken.error {
            ValueError::CommaSeparator | ValueError::BlankAround(_) => Item::Value
                .rejected()
                .called("the queue names")
                .because("it reads names other than the intended ones")
                .possible(),
            _ => wording::lost(&broken.setting).possible(),
        })
        .about(broken.setting.value_range())
        .help(HELP);
    if let Some(fix) = wording::repair(broken.error, range, &broken.setting, &context.file.file.text) {
        found.fix(fix);
    }
}

fn meaning(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(value) = context.setting.typed::<Preemption<'_>>().filter(|_| !context.broken) else { return };
    let mut keywords: [Option<TextRange>; 2] = [None, None];
    for part in value.parts() {
        let Some(keyword) = part.keyword() else { continue };
        if let Some(first) = keywords[usize::from(part.is_preemptive())].replace(keyword.range()) {
            findings
                .report(keyword.range(), format!("duplicate keyword `{}`", keyword.text()))
                .consequence(
                    Item::Value
                        .ignored()
                        .called("one of the two lists")
                        .possible()
                        .because("only one list per keyword is documented"),
                )
                .help("merge the queues into one list")
                .related(first, "first used here");
        }
        queues(part, findings);
    }
}

fn queues(part: PreemptionPart<'_>, findings: &mut Findings) {
    let mut seen: FxHashMap<String, TextRange> = FxHashMap::default();
    for queue in part.queues() {
        let name = queue.text();
        if let Some(preference) = queue.preference() {
            let value = lsflint_syntax::ast::integer(preference);
            if !part.is_preemptive() {
                findings
                    .report(queue.range(), format!("preference of `{name}` is not allowed in `PREEMPTABLE`"))
                    .consequence(
                        Item::Value
                            .ignored()
                            .called("the preference")
                            .logged()
                            .possible()
                            .because("a preference selects among the queues that are preempted"),
                    )
                    .help(format!("write `{name}`"));
            } else if value.is_some_and(|it| it < 1) {
                findings
                    .report(preference.range(), format!("preference of `{name}` must be a positive integer"))
                    .consequence(Item::Value.ignored().called("the preference").logged().possible())
                    .help("write a whole number of at least 1");
            }
        }
        if let Some(first) = seen.insert(name.clone().into_owned(), queue.range()) {
            findings
                .report(queue.range(), format!("duplicate queue `{name}`"))
                .consequence(Item::Value.ignored().called("the duplicate").logged().possible())
                .help("remove one of the two names")
                .related(first, "first listed here");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reads the form
        //- each Queue
        PREEMPTION = PREEMPT[low]
                     ^^^^^^^ Q103 error expected `PREEMPTIVE` or `PREEMPTABLE`, found `PREEMPT` in `PREEMPTION`
        PREEMPTION = PREEMPTIVE low idle
                                ^^^ Q103 error expected `[`, found `low` in `PREEMPTION`
        PREEMPTION = PREEMPTIVE[low, idle]
                                   ^ Q103 error items separated by commas in `PREEMPTION`
            = fixed: PREEMPTION = PREEMPTIVE[low idle]
        PREEMPTION = PREEMPTIVE[low
                               ^ Q103 error unclosed `[` in `PREEMPTION`
        PREEMPTION = PREEMPTIVE[low + 2]
                                   ^^^ Q103 error whitespace around `+` in `PREEMPTION`
                                   = fix (unsafe): remove the whitespace
            = fixed: PREEMPTION = PREEMPTIVE[low+2]

        //# knows where preferences belong
        //- each Queue
        PREEMPTION = PREEMPTABLE[high+1]
                                 ^^^^^^ Q103 error preference of `high` is not allowed in `PREEMPTABLE`
                                 = effect: LSF may log an error and ignore the preference because a preference selects
                                 =   among the queues that are preempted
                                 = help: write `high`
        PREEMPTION = PREEMPTIVE[low+0]
                                    ^ Q103 error preference of `low` must be a positive integer
                                    = effect: LSF may log an error and ignore the preference
                                    = help: write a whole number of at least 1
        PREEMPTION = PREEMPTIVE[low low]
                                    ^^^ Q103 error duplicate queue `low`
                                    = effect: LSF may log an error and ignore the duplicate
                                    = help: remove one of the two names
                                    = related 1:25 first listed here
        PREEMPTION = PREEMPTIVE[low] PREEMPTIVE[idle]
                                     ^^^^^^^^^^ Q103 error duplicate keyword `PREEMPTIVE`
                                     = effect: LSF may ignore one of the two lists because only one list per keyword is
                                     =   documented
                                     = help: merge the queues into one list
                                     = related 1:14 first used here

        //# is silent about documented forms
        //- each Queue
        PREEMPTION = PREEMPTIVE
        PREEMPTION = PREEMPTABLE
        PREEMPTION = PREEMPTIVE PREEMPTABLE
        PREEMPTION = PREEMPTIVE[low+2 idle] PREEMPTABLE[high]
        PREEMPTION = preemptive[[low]]
    "#]];
}
