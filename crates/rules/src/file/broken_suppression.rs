use lsflint_lint::{CodeState, Findings, SuppressionContext, rule};

rule! {
    /// Finds comments that were meant to suppress a finding and suppress nothing.
    ///
    /// A colon or a bracket is missing, a word is misspelled, no rule has the code, or the comment stands where it does not count:
    /// `ignore-file` below the first 20 lines, `ignore-section` outside a section, any of them inside quotes, where LSF takes no comment.
    ///
    /// # Effect
    /// None in LSF. lsflint goes on to report what the comment was written for, or, worse, everybody believes that a finding is known and
    /// looked at while nothing is recorded anywhere. Inside quotes the text becomes part of the value that LSF reads.
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
    /// No fix: what was meant is a guess.
    ///
    /// # Notes
    /// A convention of lsflint; to LSF these lines are comments.
    pub F092 "broken-suppression" {
        family: File, scope: Suppressions, severity: Warning,
        sources: [],
        checks: [Suppression(check)],
    }
}

fn check(context: &SuppressionContext<'_>, findings: &mut Findings) {
    const HELP: &str = "a suppression reads `# lsflint: ignore[F104] reason`, with the code or the name of a rule";
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
    use expect_test::{Expect, expect};

    use crate::testing::check;

    /// What is said about a comment above a line of a queue.
    #[track_caller]
    fn check_line(line: &str, expected: Expect) {
        check("F092", "lsb.queues", &format!("Begin Queue\nQUEUE_NAME = night\n{line}\nEnd Queue\n"), expected);
    }

    #[test]
    fn reports_a_missing_colon() {
        check_line(
            "# lsflint ignore[F104] why",
            expect![[r#"
            3:3-3:27 warning `:` must stand directly behind `lsflint`
              help: a suppression reads `# lsflint: ignore[F104] reason`, with the code or the name of a rule
        "#]],
        );
    }

    #[test]
    fn reports_codes_that_no_rule_has() {
        check_line(
            "# lsflint: ignore[X11, F999, unused-supression] why",
            expect![[r#"
            3:24-3:28 warning no rule has the code or name `F999`; did you mean `F009`?
              help: a suppression reads `# lsflint: ignore[F104] reason`, with the code or the name of a rule
            3:30-3:47 warning no rule has the code or name `unused-supression`; did you mean `unused-suppression`?
              help: a suppression reads `# lsflint: ignore[F104] reason`, with the code or the name of a rule
        "#]],
        );
    }

    #[test]
    fn reports_one_that_stands_where_it_does_not_count() {
        check(
            "F092",
            "lsb.queues",
            "# lsflint: ignore-section[F104] x\nBegin Queue\nEnd Queue\n",
            expect![[r#"
            1:12-1:32 warning `ignore-section` must stand between `Begin` and `End` of the section
              help: a suppression reads `# lsflint: ignore[F104] reason`, with the code or the name of a rule
        "#]],
        );
        let text = format!("{}# lsflint: ignore-file[F104] x\n", "\n".repeat(20));
        check(
            "F092",
            "lsb.queues",
            &text,
            expect![[r#"
            21:12-21:29 warning `ignore-file` counts only in the first 20 lines
              help: a suppression reads `# lsflint: ignore[F104] reason`, with the code or the name of a rule
        "#]],
        );
    }

    #[test]
    fn reports_one_inside_quotes() {
        check(
            "F092",
            "lsf.conf",
            "LSF_A=\"x # lsflint: ignore[F104] x\"\n",
            expect![[r#"
                1:10-1:36 warning this is part of a value: LSF takes no comment inside quotes
                  help: a suppression reads `# lsflint: ignore[F104] reason`, with the code or the name of a rule
            "#]],
        );
    }

    #[test]
    fn is_silent_about_good_ones_and_other_comments() {
        check_line("# lsflint: ignore[F1, end-name-mismatch] why\n# lsflint finds nothing here", expect![[""]]);
    }

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
