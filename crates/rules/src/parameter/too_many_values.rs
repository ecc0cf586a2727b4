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
    use expect_test::expect;

    use crate::testing::check;

    // covers limit-too-many-values, limit-single-only, tasklimit-count
    #[test]
    fn counts_by_parameter() {
        check(
            "P111",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nRUNLIMIT = 10 20 30\nMEMLIMIT = 1 2 3 4\nSTACKLIMIT = 100 200\nTASKLIMIT = 1 2 4 8\nPRIORITY = 1 2\nEnd Queue\n",
            expect![[r#"
                3:18-3:20 error `RUNLIMIT` takes at most two values, `30` is left over
                  effect: LSF logs an error and ignores the rest because it reads only the first two values
                  help: write a default and a maximum, or the maximum alone
                4:16-4:19 error `MEMLIMIT` takes at most two values, `3 4` is left over
                  effect: LSF uses the default `unlimited` instead of the value
                  help: write a default and a maximum, or the maximum alone
                5:18-5:21 error `STACKLIMIT` takes one value, `200` is left over
                  effect: LSF uses the default `unlimited` instead of the value
                  help: keep one of them
                6:19-6:20 error `TASKLIMIT` takes at most three values, `8` is left over
                  effect: LSF ignores the line
                  help: write minimum, default and maximum; or two of them; or the maximum
                7:14-7:15 error `PRIORITY` takes one value, `2` is left over
                  effect: LSF uses the default `1` instead of the value
                  help: keep one of them
            "#]],
        );
    }

    // covers app-limit-two-values
    #[test]
    fn a_profile_takes_one_value() {
        check(
            "P111",
            "lsb.applications",
            "Begin Application\nNAME = big job\nRUNLIMIT = 10 60\nMEMLIMIT = 10 60\nTASKLIMIT = 1 2 4\nEnd Application\n",
            expect![[r#"
                3:15-3:17 error `RUNLIMIT` takes one value, `60` is left over
                  effect: LSF logs an error and ignores the rest because it reads only the first value
                  help: keep one of them
                4:15-4:17 error `MEMLIMIT` takes one value, `60` is left over
                  effect: LSF uses the default `unlimited` instead of the value
                  help: keep one of them
            "#]],
        );
    }

    // covers queue-name-charset (blanks)
    #[test]
    fn a_queue_name_is_one_word() {
        check(
            "P111",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = big mem\nEnd Queue\n",
            expect![[r#"
            2:18-2:21 error `QUEUE_NAME` takes one name without blanks, `mem` is left over
              effect: LSF drops the `Queue` section
              help: join the words with `_`, or keep one of them
        "#]],
        );
    }

    #[test]
    fn is_silent_about_pairs() {
        check(
            "P111",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nRUNLIMIT = 10 20\nMEMLIMIT = 1 2\nTASKLIMIT = 1 2 4\nDESCRIPTION = two words\nEnd Queue\n",
            expect![[""]],
        );
    }
}
