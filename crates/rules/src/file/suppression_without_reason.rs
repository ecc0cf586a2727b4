use lsflint_lint::{Findings, SuppressionContext, rule};

rule! {
    /// Finds suppression comments without a reason.
    ///
    /// The rule is off by default. Select it, or use the profile `ci`, to enable it.
    ///
    /// # Effect
    /// None: LSF reads the line as a comment. However, a finding is hidden, and other administrators cannot tell
    /// whether the configuration is intended or the message was only silenced.
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
    /// No fix: the reason is unknown.
    pub F091 "suppression-without-reason" {
        family: File, scope: Suppressions, severity: Warning, status: OptIn, presets: [Ci],
        sources: [
            judgement("the comments are a convention of lsflint; LSF reads them as comments"),
        ],
        checks: [Suppression(check)],
    }
}

fn check(context: &SuppressionContext<'_>, findings: &mut Findings) {
    for comment in context.comments.iter().filter(|it| it.reason.is_empty()) {
        findings
            .report(comment.range, "suppression without a reason")
            .help("write the reason after the bracket, so that others can check whether it still applies");
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
                            ^^^^^^^^^^^^ F091 warning suppression without a reason

        //# punctuation is not a reason
        //- lsb.queues
        # lsflint: ignore-file[F104]: -
                   ^^^^^^^^^^^^^^^^^ F091 warning suppression without a reason
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
