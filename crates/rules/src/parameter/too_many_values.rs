use lsflint_lint::{Consequence, ErrorContext, Findings, Item, rule};
use lsflint_spec::Grammar;

use crate::parameter::owner::{Broken, Owner, owned};
use crate::parameter::wording;

rule! {
    /// Finds more values than a parameter takes.
    ///
    /// # Effect
    /// It depends on the parameter: of run limits LSF reads the first two and reports the rest; a task limit with four numbers, a size
    /// limit or a single number with a second word is ignored as a whole.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// STACKLIMIT = 100 200
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// STACKLIMIT = 200
    /// End Queue
    /// ```
    ///
    /// In a queue RUNLIMIT, CPULIMIT, MEMLIMIT, DATALIMIT, PROCESSLIMIT and THREADLIMIT take a default and a maximum; in an application
    /// profile every limit is one value.
    ///
    /// # Notes
    /// What two open-source readers of the files do with the surplus.
    pub P111 "too-many-values" {
        family: Parameter, scope: OwnFile, severity: Error,
        sources: [ibm("lsb.queues", ""), ibm("lsb.applications", "")],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let Some(broken) = owned(context, Owner::TooMany) else { return };
    // A name that may hold blanks is one value.
    if broken.spec.name_characters.is_some_and(|it| it.contains(' ')) {
        return;
    }
    let name = broken.setting.display_name();
    let surplus = context.text().trim();
    let (takes, help) = match broken.spec.grammar {
        Grammar::LimitPair | Grammar::RunLimit => {
            ("at most two values", "write a default and a maximum, or the maximum alone")
        }
        Grammar::TaskLimit => {
            ("at most three values", "write minimum, default and maximum; or two of them; or the maximum")
        }
        Grammar::Name(_) => ("one name without blanks", "join the words with `_`, or keep one of them"),
        _ => ("one value", "keep one of them"),
    };
    findings
        .report(context.error.range, format!("`{name}` takes {takes}, `{surplus}` is left over"))
        .capped(broken.spec.confidence)
        .consequence(consequence(&broken))
        .help(help);
}

fn consequence(broken: &Broken<'_>) -> Consequence {
    let reads = match broken.spec.grammar {
        Grammar::RunLimit => "it reads only the first two values",
        Grammar::HourMinute => "it reads only the first value",
        _ => return wording::lost(&broken.setting),
    };
    let rest = Item::Value.ignored().called("the rest").logged();
    rest.because(reads).possible_unless(wording::is_sure(broken.spec))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# counts by parameter
        //- each Queue
        RUNLIMIT = 10 20 30
                         ^^ P111 error `RUNLIMIT` takes at most two values, `30` is left over
                         = effect: LSF logs an error and ignores the rest because it reads only the first two values
                         = help: write a default and a maximum, or the maximum alone
          MEMLIMIT = 1 2 3 4
                         ^^^ P111 error `MEMLIMIT` takes at most two values, `3 4` is left over
          STACKLIMIT = 100 200
                           ^^^ P111 error `STACKLIMIT` takes one value, `200` is left over
          TASKLIMIT = 1 2 4 8
                            ^ P111 error `TASKLIMIT` takes at most three values, `8` is left over
                            = effect: LSF ignores the line
                            = help: write minimum, default and maximum; or two of them; or the maximum
          PRIORITY = 1 2
                       ^ P111 error `PRIORITY` takes one value, `2` is left over

        //# a profile takes one value
        //- lsb.applications
        Begin Application
        NAME = big job
        RUNLIMIT = 10 60
                      ^^ P111 error `RUNLIMIT` takes one value, `60` is left over
                      = effect: LSF logs an error and ignores the rest because it reads only the first value
        MEMLIMIT = 10 60
                      ^^ P111 error `MEMLIMIT` takes one value, `60` is left over
        TASKLIMIT = 1 2 4
        End Application

        //# a queue name is one word
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = big mem
                         ^^^ P111 error `QUEUE_NAME` takes one name without blanks, `mem` is left over
                         = effect: LSF drops the `Queue` section
                         = help: join the words with `_`, or keep one of them
        End Queue

        //# is silent about pairs
        //- each Queue
        RUNLIMIT = 10 20
          MEMLIMIT = 1 2
          TASKLIMIT = 1 2 4
          DESCRIPTION = two words
    "#]];
}
