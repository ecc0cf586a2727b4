use lsflint_lint::{ErrorContext, Findings, Item, SettingContext, rule};
use lsflint_spec::Grammar;
use lsflint_syntax::ast::{Preemption, PreemptionPart};
use lsflint_syntax::{TextRange, ValueError};
use rustc_hash::FxHashMap;

use crate::parameter::owner::{Owner, owned};
use crate::parameter::wording;

rule! {
    /// Finds PREEMPTION values that LSF cannot read, and words in them that have no meaning.
    ///
    /// # Effect
    /// LSF ignores the line: the queue neither preempts nor is preempted.
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
    /// A preference such as `+2` says which of the lower queues is preempted first. It is a positive whole number and belongs to the list of
    /// PREEMPTIVE.
    ///
    /// # Fix safety
    /// Unsafe: preemption comes alive that LSF ignores today.
    ///
    /// # Notes
    /// What two open-source readers of the file do with such values.
    pub Q103 "preemption-syntax" {
        family: Policy, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [ibm("lsb.queues", "")],
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
            ValueError::CommaSeparator | ValueError::BlankAround(_) => {
                Item::Value.rejected().called("the queue names").because("it reads names other than the intended ones")
            }
            _ => wording::lost(&broken.setting),
        })
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
                .report(keyword.range(), format!("`{}` stands here twice", keyword.text()))
                .consequence(
                    Item::Value
                        .ignored()
                        .called("one of the two lists")
                        .possible()
                        .because("only one list per keyword is documented"),
                )
                .help("write all queues into one list")
                .related(first, "the first one");
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
                    .report(queue.range(), format!("`{name}` has a preference in the list of PREEMPTABLE"))
                    .consequence(
                        Item::Value
                            .ignored()
                            .called("the preference")
                            .logged()
                            .possible()
                            .because("preferences choose among the queues that are preempted"),
                    )
                    .help(format!("write `{name}`"));
            } else if value.is_some_and(|it| it < 1) {
                findings
                    .report(preference.range(), format!("the preference of `{name}` is not positive"))
                    .consequence(Item::Value.ignored().called("the preference").logged().possible())
                    .help("write a whole number of at least 1");
            }
        }
        if let Some(first) = seen.insert(name.clone().into_owned(), queue.range()) {
            findings
                .report(queue.range(), format!("`{name}` is listed twice"))
                .consequence(Item::Value.ignored().called("the duplicate").logged())
                .help("name the queue once")
                .related(first, "the first one");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reads the form
        //- each Queue
        PREEMPTION = PREEMPT[low]
                     ^^^^^^^ Q103 error `PREEMPTIVE` or `PREEMPTABLE` is expected instead of `PREEMPT` in `PREEMPTION`
        PREEMPTION = PREEMPTIVE low idle
                                ^^^ Q103 error `[` is expected instead of `low` in `PREEMPTION`
        PREEMPTION = PREEMPTIVE[low, idle]
                                   ^ Q103 error commas do not separate items in `PREEMPTION`
            = fixed: PREEMPTION = PREEMPTIVE[low idle]
        PREEMPTION = PREEMPTIVE[low
                               ^ Q103 error `[` is never closed in `PREEMPTION`
        PREEMPTION = PREEMPTIVE[low + 2]
                                   ^^^ Q103 error blanks around `+` in `PREEMPTION`
                                   = fix (unsafe): remove the blanks
            = fixed: PREEMPTION = PREEMPTIVE[low+2]

        //# knows where preferences belong
        //- each Queue
        PREEMPTION = PREEMPTABLE[high+1]
                                 ^^^^^^ Q103 error `high` has a preference in the list of PREEMPTABLE
                                 = effect: LSF may log an error and ignore the preference because preferences choose
                                 =   among the queues that are preempted
                                 = help: write `high`
        PREEMPTION = PREEMPTIVE[low+0]
                                    ^ Q103 error the preference of `low` is not positive
                                    = effect: LSF may log an error and ignore the preference
                                    = help: write a whole number of at least 1
        PREEMPTION = PREEMPTIVE[low low]
                                    ^^^ Q103 error `low` is listed twice
                                    = effect: LSF logs an error and ignores the duplicate
                                    = help: name the queue once
                                    = related 1:25 the first one
        PREEMPTION = PREEMPTIVE[low] PREEMPTIVE[idle]
                                     ^^^^^^^^^^ Q103 error `PREEMPTIVE` stands here twice
                                     = effect: LSF may ignore one of the two lists because only one list per keyword is
                                     =   documented
                                     = help: write all queues into one list

        //# is silent about documented forms
        //- each Queue
        PREEMPTION = PREEMPTIVE
        PREEMPTION = PREEMPTABLE
        PREEMPTION = PREEMPTIVE PREEMPTABLE
        PREEMPTION = PREEMPTIVE[low+2 idle] PREEMPTABLE[high]
        PREEMPTION = preemptive[[low]]
    "#]];
}
