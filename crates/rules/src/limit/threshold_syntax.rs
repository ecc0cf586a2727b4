use lsflint_lint::{ErrorContext, Findings, rule};
use lsflint_syntax::ValueError;

use crate::limit::ut_as_percent::is_percent_sign;
use crate::parameter::owner::{Owner, owned};
use crate::parameter::wording;

rule! {
    /// Finds load thresholds that LSF cannot read: words, units, blanks around the slash.
    ///
    /// # Effect
    /// LSF reports the threshold and ignores it. In lsf.cluster a word is read as 0.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// io         = 30 / 50
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// io         = 30/50
    /// End Queue
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: a threshold that LSF ignores today becomes active.
    ///
    /// # Notes
    /// What two open-source readers of the files do with such values.
    pub L205 "threshold-syntax" {
        family: Limit, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [ibm("lsb.queues", "")],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let Some(broken) = owned(context, Owner::Threshold) else { return };
    if is_percent_sign(context) {
        return;
    }
    let range = wording::place(context.error.range, &broken.setting);
    let problem = match broken.error {
        ValueError::Expected(_) => format!("`{}` is not a number", context.text()),
        error => wording::problem(error, context.text()),
    };
    let found = findings
        .report(range, format!("{problem} in the threshold on `{}`", broken.setting.display_name()))
        .capped(broken.spec.confidence)
        .consequence(wording::lost(&broken.setting))
        .help("write `schedule/stop`, numbers without blanks and units in between");
    if let Some(fix) = wording::repair(broken.error, range, &broken.setting, &context.file.file.text) {
        found.fix(fix);
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check, check_fix};

    // covers threshold-not-number, LSB-H007, R-TH4
    #[test]
    fn reports_words_blanks_and_units() {
        check(
            "L205",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nswp = big/50\nio = 30 / 50\nmem = 4G/100\nut = 70%/90%\nEnd Queue\n",
            expect![[r#"
                3:7-3:10 error `big` is not a number in the threshold on `swp`
                  effect: LSF ignores the line
                  help: write `schedule/stop`, numbers without blanks and units in between
                4:8-4:11 error blanks around `/` in the threshold on `io`
                  effect: LSF ignores the line
                  help: write `schedule/stop`, numbers without blanks and units in between
                5:8-5:9 error the unit `G` has no place here in the threshold on `mem`
                  effect: LSF ignores the line
                  help: write `schedule/stop`, numbers without blanks and units in between
            "#]],
        );
        check(
            "L205",
            "lsf.cluster.c1",
            "Begin Host\nHOSTNAME model type server r1m RESOURCES\nm1 ! ! 1 high ()\nEnd Host\n",
            expect![[r#"
                3:10-3:14 error `high` is not a number in the threshold on `r1m`
                  effect: LSF reads the value as `0`
                  help: write `schedule/stop`, numbers without blanks and units in between
            "#]],
        );
    }

    #[test]
    fn is_silent_about_documented_forms() {
        check(
            "L205",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nswp = 200/50\nio = 30\nmem = /100\nut = -/0.9\nEnd Queue\n",
            expect![[""]],
        );
    }

    #[test]
    fn removes_the_blanks() {
        check_fix(
            "L205",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nio = 30 / 50\nEnd Queue\n",
            "Begin Queue\nQUEUE_NAME = q1\nio = 30/50\nEnd Queue\n",
        );
    }
}
