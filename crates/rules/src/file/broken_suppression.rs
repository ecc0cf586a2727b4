use lsflint_lint::{CodeState, Findings, SuppressionContext, rule};

rule! {
    /// Finds suppression comments that have no effect because of an error.
    ///
    /// A colon or a bracket is missing, a word is misspelled, no rule has the code, or the comment is in the wrong
    /// place: `ignore-file` below the first 20 lines, `ignore-section` outside a section, or any of them inside quotes,
    /// where LSF does not recognize comments.
    ///
    /// # Effect
    /// None in LSF. lsflint reports the finding that the comment is meant to suppress, or a finding that seems to be
    /// documented as known is not. Inside quotes, the text becomes part of the value that LSF reads.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// # lsflint ignore F104 the installer wrote it so
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// # lsflint: ignore[F104] the installer wrote it so
    /// End Qeue
    /// ```
    ///
    /// # Fix safety
    /// No fix: the intended suppression is unknown.
    pub F092 "broken-suppression" {
        family: File, scope: Suppressions, severity: Warning,
        sources: [
            judgement("the comments are a convention of lsflint; LSF reads them as comments"),
        ],
        checks: [Suppression(check)],
    }
}

fn check(context: &SuppressionContext<'_>, findings: &mut Findings) {
    const HELP: &str = "write `# lsflint: ignore[F104] reason`, with the code or name of a rule";
    for (range, message) in context.mistakes {
        findings.report(*range, message.as_str()).help(HELP);
    }
    for code in context.comments.iter().flat_map(|it| &it.codes) {
        if let CodeState::Unknown(message) = &code.state {
            findings.report(code.range, message.as_str()).help(HELP);
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports a missing colon
        //- each Queue
        # lsflint ignore[F104] why
          ^^^^^^^^^^^^^^^^^^^^^^^^ F092 warning missing `:` directly after `lsflint`

        //# reports codes that no rule has
        //- each Queue
        # lsflint: ignore[X11, F999, unused-supression] why
                               ^^^^ F092 warning unknown rule `F999`; did you mean `F009`?
                                     ^^^^^^^^^^^^^^^^^ F092 warning
                                     = unknown rule `unused-supression`; did you mean `unused-suppression`?

        //# reports one in a place where it does not count
        //- lsb.queues
        # lsflint: ignore-section[F104] x
                   ^^^^^^^^^^^^^^^^^^^^ F092 warning `ignore-section` must be between `Begin` and `End` of a section
        Begin Queue
        End Queue
        //#
        //- lsb.queues




















        # lsflint: ignore-file[F104] x
                   ^^^^^^^^^^^^^^^^^ F092 warning `ignore-file` must be in the first 20 lines

        //# reports one inside quotes
        //- each lsf.conf
        LSF_A="x # lsflint: ignore[F104] x"
                 ^^^^^^^^^^^^^^^^^^^^^^^^^^ F092 warning suppression is part of a quoted value, not a comment

        //# is silent about good ones and other comments
        //- each Queue
        # lsflint: ignore[F1, end-name-mismatch] why
          # lsflint finds nothing here
    "#]];

    #[test]
    fn every_form_of_file_has_them() {
        for (name, text) in [
            ("lsf.conf", "LSF_LIM_PORT=1 # lsflint ignore[P101] x\n"),
            ("lsb.hosts", "Begin Host\nHOST_NAME MXJ\nh1 1 # lsflint ignore[P101] x\nEnd Host\n"),
            ("lsf.task", "Begin RemoteTasks\na/select[mem>1] # lsflint ignore[P101] x\nEnd RemoteTasks\n"),
            ("hosts", "1.2.3.4 h1 # lsflint ignore[P101] x\n"),
            ("lsb.queues", "#if time(1:0-2:0) # lsflint ignore[P101] x\n#endif\n"),
        ] {
            let settings = crate::testing::everything();
            let found = crate::testing::check_files(
                &[(name, text)],
                &settings,
                &lsflint_lint::Registry::new(crate::all(), &settings),
            );
            assert!(found.iter().any(|it| it.rule.code == "F092"), "{name}");
        }
    }
}
