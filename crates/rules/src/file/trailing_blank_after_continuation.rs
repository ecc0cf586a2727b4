use lsflint_lint::{Applicability, FileContext, Findings, Fix, Item, Reads, Severity, TextEdit, rule};
use lsflint_spec::LexerFamily;
use lsflint_syntax::{ErrorKind, StructureError, TextRange, TextSize};

rule! {
    /// Finds blanks, or the carriage return of a Windows line end, behind the backslash that is to continue a line.
    ///
    /// # Effect
    /// - lsf.shared, lsf.cluster, lsf.conf, lsf.task: the backslash must be the very last character. With a blank behind it the line
    ///   ends there, and the next line is read as a line of its own.
    /// - lsb files: trailing blanks are cut first, so the lines still join. There it is only a trap for whoever copies the line.
    ///
    /// # Example
    /// `␠` stands for a blank:
    /// ```lsf.cluster
    /// Begin ClusterAdmins
    /// ADMINISTRATORS = lsfadmin \␠
    ///     operator
    /// End ClusterAdmins
    /// ```
    ///
    /// # Use instead
    /// ```lsf.cluster
    /// Begin ClusterAdmins
    /// ADMINISTRATORS = lsfadmin \
    ///     operator
    /// End ClusterAdmins
    /// ```
    ///
    /// # Fix safety
    /// Safe in lsb files, where nothing changes. Unsafe in the others: the lines become one.
    ///
    /// # Notes
    /// Observed in two open-source readers of the format.
    pub F002 "trailing-blank-after-continuation" {
        family: File, scope: OwnFile, severity: Error, fix: Mixed,
        sources: [],
        checks: [PartsOfFile(Reads::ERRORS.union(Reads::RETURNS), check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    let kind = ErrorKind::Structure(StructureError::BlankAfterContinuation);
    let errors = context.file.parse.errors().iter().filter(|it| it.kind == kind);
    let (returns, blanks): (Vec<TextRange>, Vec<TextRange>) =
        errors.map(|it| it.range).partition(|it| context.text(*it) == "\\\r");
    for range in blanks {
        let shown = TextRange::new(range.start(), range.start() + TextSize::of('\\'));
        report(context, findings, shown, "blanks follow the backslash".to_owned(), &[range]);
    }
    // Windows line ends are one mistake, however many lines they break.
    if let Some(&first) = returns.first() {
        let shown = TextRange::new(first.start(), first.start() + TextSize::of('\\'));
        let message = match returns.len() - 1 {
            0 => "a carriage return follows the backslash".to_owned(),
            1 => "a carriage return follows the backslash, here and on one more line".to_owned(),
            more => format!("a carriage return follows the backslash, here and on {more} more lines"),
        };
        report(context, findings, shown, message, &returns);
    }
}

fn report(context: &FileContext<'_>, findings: &mut Findings, shown: TextRange, message: String, all: &[TextRange]) {
    let batch = context.kind().spec().lexer == LexerFamily::Batch;
    let (severity, applicability) =
        if batch { (Severity::Info, Applicability::Safe) } else { (Severity::Error, Applicability::Unsafe) };
    let consequence = match batch {
        true => Item::Value
            .no_effect()
            .called("the whitespace")
            .because("LSF joins the lines in this file, unlike in lsf.shared and lsf.cluster"),
        false => Item::Value
            .no_effect()
            .called("the backslash")
            .so("the line ends here and LSF reads the next one as a line of its own"),
    };
    let edit = |it: &TextRange| TextEdit { range: *it, text: "\\".to_owned() };
    let fix =
        Fix { applicability, title: "end the line with the backslash".into(), edits: all.iter().map(edit).collect() };
    findings
        .report(shown, message)
        .severity(severity)
        .consequence(consequence)
        .help("end the line with the backslash")
        .fix(fix);
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check, check_fix};

    const ADMINS: &str = "Begin ClusterAdmins\nADMINISTRATORS = a \\ \n  b\nEnd ClusterAdmins\n";

    #[test]
    fn breaks_the_line_in_base_files() {
        check(
            "F002",
            "lsf.cluster.c1",
            ADMINS,
            expect![[r#"
            2:20-2:21 error blanks follow the backslash
              effect: the backslash has no effect, so the line ends here and LSF reads the next one as a line of its own
              help: end the line with the backslash
        "#]],
        );
        check("F002", "lsf.cluster.c1", &ADMINS.replace("\\ \n", "\\\n"), expect![[""]]);
    }

    #[test]
    fn is_a_trap_only_in_batch_files() {
        check(
            "F002",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q\nUSERS = a \\ \n b\nEnd Queue\n",
            expect![[r#"
            3:11-3:12 info blanks follow the backslash
              effect: the whitespace has no effect because LSF joins the lines in this file, unlike in lsf.shared and lsf.cluster
              help: end the line with the backslash
        "#]],
        );
    }

    // shows trap 1 of the format notes
    #[test]
    fn windows_line_ends_are_one_finding() {
        let text = "Begin ClusterAdmins\r\nADMINISTRATORS = a \\\r\n b \\\r\n c\r\nEnd ClusterAdmins\r\n";
        check(
            "F002",
            "lsf.cluster.c1",
            text,
            expect![[r#"
                2:20-2:21 error a carriage return follows the backslash, here and on one more line
                  effect: the backslash has no effect, so the line ends here and LSF reads the next one as a line of its own
                  help: end the line with the backslash
            "#]],
        );
        check(
            "F002",
            "lsb.queues",
            "Begin Queue\r\nQUEUE_NAME = q\r\nUSERS = a \\\r\n b\r\nEnd Queue\r\n",
            expect![[""]],
        );
    }

    #[test]
    fn ends_the_line_with_the_backslash() {
        check_fix("F002", "lsf.cluster.c1", ADMINS, &ADMINS.replace("\\ \n", "\\\n"));
    }
}
