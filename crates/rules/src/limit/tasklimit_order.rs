use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::Grammar;
use lsflint_syntax::ast::{Amount, TaskLimit};

use crate::parameter::wording;

rule! {
    /// Finds task limits that do not grow from minimum over default to maximum.
    ///
    /// # Effect
    /// LSF reports the line and ignores it: jobs of any size are accepted.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// TASKLIMIT  = 4 2 8
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// TASKLIMIT  = 2 4 8
    /// End Queue
    /// ```
    ///
    /// Three values are minimum, default and maximum; two are minimum and maximum; one is the maximum.
    ///
    /// # Notes
    /// What two open-source readers of the files do with such values.
    pub L003 "tasklimit-order" {
        family: Limit, scope: Cluster, severity: Error,
        sources: [manual("Administering IBM Spectrum LSF", "limiting the processors of a job")],
        checks: [SettingWith(|it| *it == Grammar::TaskLimit, check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let setting = &context.setting;
    let (Some(spec), Some(limit)) = (setting.spec, setting.typed::<TaskLimit<'_>>()) else { return };
    if context.broken {
        return;
    }
    let roles = [("minimum", limit.minimum()), ("default", limit.default()), ("maximum", limit.maximum())];
    let mut before: Option<(&str, Amount<'_>)> = None;
    for (role, amount) in roles.into_iter().filter_map(|(role, amount)| Some((role, amount?))) {
        if let Some((smaller, first)) = before
            && first.integer() > amount.integer()
            && amount.integer().is_some()
        {
            let (name, a, b) = (setting.display_name(), first.number().text(), amount.number().text());
            findings
                .report(first.range(), format!("the {smaller} of `{name}`, {a}, is above the {role}, {b}"))
                .capped(spec.confidence)
                .consequence(
                    Item::Line
                        .ignored()
                        .logged()
                        .possible_unless(wording::is_sure(spec))
                        .so("jobs of any size are accepted"),
                )
                .help("write minimum, default and maximum in growing order")
                .related(amount.range(), format!("the {role}"));
            return;
        }
        before = Some((role, amount));
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    // covers tasklimit-order
    #[test]
    fn names_the_two_that_are_reversed() {
        check(
            "L003",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nTASKLIMIT = 4 2 8\nEnd Queue\nBegin Queue\nQUEUE_NAME = q2\nTASKLIMIT = 16 8\nEnd Queue\nBegin Queue\nQUEUE_NAME = q3\nPROCLIMIT = 1 8 4\nEnd Queue\n",
            expect![[r#"
                3:13-3:14 error the minimum of `TASKLIMIT`, 4, is above the default, 2
                  effect: LSF logs an error and ignores the line, so jobs of any size are accepted
                  help: write minimum, default and maximum in growing order
                  3:15-3:16 the default
                7:13-7:15 error the minimum of `TASKLIMIT`, 16, is above the maximum, 8
                  effect: LSF logs an error and ignores the line, so jobs of any size are accepted
                  help: write minimum, default and maximum in growing order
                  7:16-7:17 the maximum
                11:15-11:16 error the default of `PROCLIMIT`, 8, is above the maximum, 4
                  effect: LSF logs an error and ignores the line, so jobs of any size are accepted
                  help: write minimum, default and maximum in growing order
                  11:17-11:18 the maximum
            "#]],
        );
    }

    #[test]
    fn is_silent_about_growing_values() {
        check(
            "L003",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nTASKLIMIT = 1 8 16\nEnd Queue\nBegin Queue\nQUEUE_NAME = q2\nTASKLIMIT = 4 4\nEnd Queue\n",
            expect![[""]],
        );
    }
}
