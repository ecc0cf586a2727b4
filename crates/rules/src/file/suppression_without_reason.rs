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
    use lsflint_lint::Settings;

    crate::testing::fixture![[r#"
        //# reports a suppression without a code
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = night
        End Qeue # lsflint: ignore[F104]
                            ^^^^^^^^^^^^ F091 warning this suppression does not say why

        //# punctuation is not a reason
        //- lsb.queues
        # lsflint: ignore-file[F104]: -
                   ^^^^^^^^^^^^^^^^^ F091 warning this suppression does not say why
        Begin Queue
        QUEUE_NAME = night
        End Qeue

        //# is silent about one with a reason
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = night
        End Qeue # lsflint: ignore[F104] why
    "#]];

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
