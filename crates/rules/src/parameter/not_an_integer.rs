use lsflint_lint::{ErrorContext, Findings, rule, suggest};
use lsflint_syntax::ValueError;

use crate::parameter::owner::{Owner, owned};
use crate::parameter::wording;

rule! {
    /// Finds values that must be whole numbers and are not.
    ///
    /// # Effect
    /// LSF reports the value in the log of the daemon and goes on without it: the default applies. A limit that cannot be read is no limit.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// PRIORITY   = high
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// PRIORITY   = 60
    /// End Queue
    /// ```
    ///
    /// A unit is part of the parameter, not of the value: `NEW_JOB_SCHED_DELAY = 10s` is no number either.
    ///
    /// # Notes
    /// What two open-source readers of the files do with such a value.
    pub P101 "not-an-integer" {
        family: Parameter, scope: OwnFile, severity: Error,
        sources: [facts("parameters")],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let Some(broken) = owned(context, Owner::Integer) else { return };
    let name = broken.setting.display_name();
    let word = wording::word_around(&context.file.file.text, context.error.range);
    let message = match broken.error {
        ValueError::Unit => format!("`{name}` takes a whole number without a unit, not `{word}`"),
        _ => format!("`{name}` is `{word}`, which is not a whole number"),
    };
    let near = suggest::near(word, broken.spec.literals.iter().copied());
    let help = match near {
        Some(near) => suggest::did_you_mean(near.name),
        None => wording::number_help("a whole number", broken.spec),
    };
    findings
        .report(context.error.range, message)
        .capped(broken.spec.confidence)
        .consequence(wording::lost(&broken.setting))
        .help(help);
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    // covers priority-invalid, LSB-U023, LSB-H005, LSB-P008, SHR062, CLU034
    #[test]
    fn reports_words_and_fractions() {
        check(
            "P101",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nPRIORITY = high\nUJOB_LIMIT = 3.5\nNEW_JOB_SCHED_DELAY = 10s\nEnd Queue\n",
            expect![[r#"
                3:12-3:16 error `PRIORITY` is `high`, which is not a whole number
                  effect: LSF uses the default `1` instead of the value
                  help: write a whole number, at least 1
                4:14-4:17 error `UJOB_LIMIT` is `3.5`, which is not a whole number
                  effect: LSF uses the default `unlimited` instead of the value
                  help: write a whole number, at least 0
                5:25-5:26 warning `NEW_JOB_SCHED_DELAY` takes a whole number without a unit, not `10s`
                  effect: LSF may ignore the line
                  help: write a whole number of seconds
            "#]],
        );
    }

    #[test]
    fn the_default_follows_where_it_is_known() {
        check(
            "P101",
            "lsb.params",
            "Begin Parameters\nMBD_SLEEP_TIME = ten\nEnd Parameters\n",
            expect![[r#"
                2:18-2:21 error `MBD_SLEEP_TIME` is `ten`, which is not a whole number
                  effect: LSF ignores the line
                  help: write a whole number of seconds, at least 1
            "#]],
        );
    }

    #[test]
    fn a_row_of_resources_is_lost() {
        check(
            "P101",
            "lsf.shared",
            "Begin Resource\nRESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION\nlic Numeric 1.5 N (x)\nEnd Resource\n",
            expect![[r#"
                3:13-3:16 error `INTERVAL` is `1.5`, which is not a whole number
                  effect: LSF drops the row
                  help: write a whole number of seconds, at least 1
            "#]],
        );
    }

    // covers infinit-spelling
    #[test]
    fn suggests_the_word_that_is_allowed() {
        check(
            "P101",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nMAX_RSCHED_TIME = infinite\nEnd Queue\n",
            expect![[r#"
                3:19-3:27 error `MAX_RSCHED_TIME` is `infinite`, which is not a whole number
                  effect: LSF uses the default `20` instead of the value
                  help: did you mean `infinit`?
            "#]],
        );
    }

    #[test]
    fn is_silent_about_numbers_unset_values_templates_and_words_the_parameter_takes() {
        check(
            "P101",
            "lsb.hosts",
            "Begin Host\nHOST_NAME MXJ JL/U MIG\nh1 ! - ()\nh2 4 2 0\nEnd Host\n",
            expect![[""]],
        );
        check(
            "P101",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nPRIORITY = {{ priority }}\nMAX_RSCHED_TIME = INFINIT\nEnd Queue\n",
            expect![[""]],
        );
    }
}
