use lsflint_lint::{Findings, SuppressionContext, rule};

rule! {
    /// Finds suppression comments that do not say why.
    ///
    /// The rule is off by default; the profile `ci` turns it on, and so does selecting it.
    ///
    /// # Effect
    /// None in LSF: to LSF it is a comment. But a finding is hidden, and whoever comes next cannot tell whether the configuration is meant
    /// to be so, or whether somebody only wanted the message to go away.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// End Qeue   # lsflint: ignore[F104]
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// End Qeue   # lsflint: ignore[F104] written by the installer of 2009, which expects it back
    /// ```
    ///
    /// # Fix safety
    /// No fix: only you know the reason.
    ///
    /// # Notes
    /// A convention of lsflint; to LSF these lines are comments.
    pub F091 "suppression-without-reason" {
        family: File, scope: Suppressions, severity: Warning, status: OptIn, presets: [Ci],
        sources: [],
        checks: [Suppression(check)],
    }
}

fn check(context: &SuppressionContext<'_>, findings: &mut Findings) {
    for comment in context.comments.iter().filter(|it| it.reason.is_empty()) {
        findings
            .report(comment.range, "this suppression does not say why")
            .help("write the reason behind the bracket, so that the next reader can judge whether it still holds");
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;
    use lsflint_lint::Settings;

    #[test]
    fn reports_a_suppression_that_says_nothing() {
        check(
            "F091",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = night\nEnd Qeue # lsflint: ignore[F104]\n",
            expect![[r#"
                3:21-3:33 warning this suppression does not say why
                  help: write the reason behind the bracket, so that the next reader can judge whether it still holds
            "#]],
        );
    }

    #[test]
    fn punctuation_is_no_reason() {
        check(
            "F091",
            "lsb.queues",
            "# lsflint: ignore-file[F104]: -\nBegin Queue\nQUEUE_NAME = night\nEnd Qeue\n",
            expect![[r#"
                1:12-1:29 warning this suppression does not say why
                  help: write the reason behind the bracket, so that the next reader can judge whether it still holds
            "#]],
        );
    }

    #[test]
    fn is_silent_about_one_that_says_why() {
        check(
            "F091",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = night\nEnd Qeue # lsflint: ignore[F104] why\n",
            expect![[""]],
        );
    }

    #[test]
    fn it_runs_where_reasons_are_wanted() {
        let rule = crate::all().find("F091").expect("a rule");
        assert!(!Settings::default().enables(&rule.meta));
        let profile = lsflint_lint::PROFILES.iter().find(|it| it.name == "ci").expect("a profile");
        let strict = Settings { profile, ..Settings::default() };
        assert!(strict.enables(&rule.meta));
        let ignore = crate::all().selection(["F091".to_owned()]).expect("a code");
        assert!(!Settings { ignore, ..strict }.enables(&rule.meta));
    }
}
