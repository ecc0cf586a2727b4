use lsflint_lint::{Consequence, ErrorContext, Findings, Item, rule};
use lsflint_spec::Grammar;

use crate::parameter::owner::{Broken, Owner, owned};
use crate::parameter::wording;

rule! {
    /// Finds more values than a parameter accepts.
    ///
    /// # Effect
    /// The effect depends on the parameter. For run limits, LSF uses the first two values and logs an error for the
    /// rest; for sizes, it uses the first two without a message. LSF ignores the whole line for a task limit with four
    /// numbers, or a single number with a second word.
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
    /// In a queue, RUNLIMIT, CPULIMIT, MEMLIMIT, DATALIMIT, PROCESSLIMIT and THREADLIMIT accept a default and a
    /// maximum. In an application profile, every limit is a single value.
    pub P111 "too-many-values" {
        family: Parameter, scope: OwnFile, severity: Error,
        sources: [
            volclava(
                "lsbatch/lib/lsb.conf.c",
                "parseCpuAndRunLimit",
                "more than two limits: `has extra parameters`, which are ignored",
            ),
            volclava("lsbatch/lib/lsb.conf.c", "parseProcLimit", "more than three task limits: the line is ignored"),
            volclava("lsbatch/lib/lsb.conf.c", "parseDefAndMaxLimits", "only the first two sizes are read"),
            volclava("lsbatch/lib/lsb.conf.c", "my_atoi", "a number followed by other text is refused"),
        ],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let Some(broken) = owned(context, Owner::TooMany) else { return };
    // A name that can contain spaces is one value.
    if broken.spec.name_characters.is_some_and(|it| it.contains(' ')) {
        return;
    }
    let name = broken.setting.display_name();
    let surplus = context.text().trim();
    let (takes, help) = match broken.spec.grammar {
        Grammar::LimitPair | Grammar::RunLimit => {
            ("at most two values", "write a default and a maximum, or only the maximum")
        }
        Grammar::TaskLimit => {
            ("at most three values", "write the minimum, default and maximum, two of them, or only the maximum")
        }
        Grammar::Name(_) => ("one name without spaces", "join the words with `_`, or keep only one word"),
        _ => ("one value", "keep only one value"),
    };
    findings
        .report(context.error.range, format!("unexpected `{surplus}`: `{name}` takes {takes}"))
        .capped(broken.spec.confidence)
        .consequence(consequence(&broken))
        .help(help);
}

fn consequence(broken: &Broken<'_>) -> Consequence {
    let reads = match broken.spec.grammar {
        Grammar::RunLimit | Grammar::LimitPair => "it reads only the first two values",
        Grammar::HourMinute => "it reads only the first value",
        _ => return wording::lost(&broken.setting),
    };
    let rest = Item::Value.ignored().called("the rest");
    // The function that reads two sizes does not look behind them.
    let rest = if broken.spec.grammar == Grammar::LimitPair { rest } else { rest.logged() };
    rest.because(reads).possible_unless(wording::is_sure(broken.spec))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# counts by parameter
        //- each Queue
        RUNLIMIT = 10 20 30
                         ^^ P111 error unexpected `30`: `RUNLIMIT` takes at most two values
                         = effect: LSF logs an error and ignores the rest because it reads only the first two values
                         = help: write a default and a maximum, or only the maximum
          MEMLIMIT = 1 2 3 4
                         ^^^ P111 error unexpected `3 4`: `MEMLIMIT` takes at most two values
                         = effect: LSF ignores the rest because it reads only the first two values
          STACKLIMIT = 100 200
                           ^^^ P111 error unexpected `200`: `STACKLIMIT` takes one value
          TASKLIMIT = 1 2 4 8
                            ^ P111 error unexpected `8`: `TASKLIMIT` takes at most three values
                            = effect: LSF ignores the line
                            = help: write the minimum, default and maximum, two of them, or only the maximum
          PRIORITY = 1 2
                       ^ P111 error unexpected `2`: `PRIORITY` takes one value

        //# a profile takes one value
        //- Application of lsb.applications
        NAME = big job
        RUNLIMIT = 10 60
                      ^^ P111 error unexpected `60`: `RUNLIMIT` takes one value
                      = effect: LSF logs an error and ignores the rest because it reads only the first value
        MEMLIMIT = 10 60
                      ^^ P111 error unexpected `60`: `MEMLIMIT` takes one value
        TASKLIMIT = 1 2 4

        //# a queue name is one word
        //- Queue of lsb.queues
        QUEUE_NAME = big mem
                         ^^^ P111 error unexpected `mem`: `QUEUE_NAME` takes one name without spaces
                         = effect: LSF drops the `Queue` section
                         = help: join the words with `_`, or keep only one word

        //# is silent about pairs
        //- each Queue
        RUNLIMIT = 10 20
          MEMLIMIT = 1 2
          TASKLIMIT = 1 2 4
          DESCRIPTION = two words
    "#]];
}
