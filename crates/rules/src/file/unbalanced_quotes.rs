use lsflint_lint::{Diagnostic, ErrorContext, ErrorWords, Item, rule};
use lsflint_syntax::{ErrorKind, StructureError};

rule! {
    /// Finds a double quote without its partner where the quote decides what LSF reads: in lsf.conf, and next to a `#`.
    ///
    /// # Effect
    /// - lsf.conf and lsf.sudoers: the line is a syntax error, and LSF refuses the whole file: no daemon and no command starts.
    /// - lsf.shared and lsf.cluster: an open quote protects the `#` behind it, so the comment is read as values of the line.
    /// - lsb files: quotes protect nothing there. A `#` between quotes cuts the line, and the value ends with an open quote.
    ///
    /// # Example
    /// ```lsf.conf
    /// LSF_LOG_MASK="LOG_WARNING
    /// ```
    ///
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME  = night
    /// DESCRIPTION = "jobs of tier #1"
    /// End Queue
    /// ```
    ///
    /// ```lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// tape         Numeric ()       N          (5" tapes)  # in the vault
    /// End Resource
    /// ```
    ///
    /// # Use instead
    /// ```lsf.conf
    /// LSF_LOG_MASK="LOG_WARNING"
    /// ```
    ///
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME  = night
    /// DESCRIPTION = jobs of tier 1
    /// End Queue
    /// ```
    ///
    /// ```lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// tape         Numeric ()       N          (5 inch tapes)  # in the vault
    /// End Resource
    /// ```
    ///
    /// # Notes
    /// Observed in two open-source readers of the format. The layout of lsf.conf is documented with install.config,
    /// which has the same.
    pub F001 "unbalanced-quotes" {
        family: File, scope: OwnFile, severity: Error,
        sources: [],
        checks: [Errors(WORDS)],
    }
}

const WORDS: &[ErrorWords] = &[
    ErrorWords {
        error: ErrorKind::Structure(StructureError::UnbalancedQuote),
        message: "this quote is never closed",
        complete: file_rejected,
        help: "close the quote at the end of the value",
        fix: None,
    },
    ErrorWords {
        error: ErrorKind::Structure(StructureError::CommentInsideQuotes),
        message: "`#` starts a comment here, even between quotes",
        complete: line_cut,
        help: "write the text without `#`",
        fix: None,
    },
    ErrorWords {
        error: ErrorKind::Structure(StructureError::QuoteHidesComment),
        message: "this quote is never closed, so the `#` behind it starts no comment",
        complete: comment_read,
        help: "close the quote, or take it out",
        fix: None,
    },
];

fn file_rejected(_: &ErrorContext<'_>, found: &mut Diagnostic) {
    found.consequence(Item::File.rejected().because("the line is a syntax error").so("no daemon or command starts"));
}

fn line_cut(_: &ErrorContext<'_>, found: &mut Diagnostic) {
    found.consequence(Item::Value.ignored().called("the rest of the line").so("the value ends with an open quote"));
}

fn comment_read(_: &ErrorContext<'_>, found: &mut Diagnostic) {
    found.effect("LSF reads the comment as part of the line");
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    #[test]
    fn open_quote_in_lsf_conf() {
        check(
            "F001",
            "lsf.conf",
            "LSF_LOGDIR=\"/var/log/lsf\nLSF_TOP=/opt\n",
            expect![[r#"
            1:12-1:13 error this quote is never closed
              effect: LSF rejects the file because the line is a syntax error, so no daemon or command starts
              help: close the quote at the end of the value
        "#]],
        );
        check("F001", "lsf.conf", "LSF_LOGDIR=\"/var/log/lsf\"\n", expect![[""]]);
    }

    // shows trap 5 of the format notes
    #[test]
    fn comment_sign_between_quotes() {
        let queue = |value: &str| format!("Begin Queue\nQUEUE_NAME = q\nDESCRIPTION = {value}\nEnd Queue\n");
        check(
            "F001",
            "lsb.queues",
            &queue("\"tier #1\""),
            expect![[r#"
            3:21-3:22 error `#` starts a comment here, even between quotes
              effect: LSF ignores the rest of the line, so the value ends with an open quote
              help: write the text without `#`
        "#]],
        );
        check("F001", "lsb.queues", &queue("5\" disks # old"), expect![[""]]);
        check("F001", "lsb.queues", &queue("\"tier 1\" # \"x\""), expect![[""]]);
    }

    #[test]
    fn quote_that_hides_a_comment() {
        let table = |row: &str| format!("Begin Resource\nRESOURCENAME TYPE DESCRIPTION\n{row}\nEnd Resource\n");
        check(
            "F001",
            "lsf.shared",
            &table("tape Boolean (5\" tape) # vault"),
            expect![[r#"
            3:16-3:17 error this quote is never closed, so the `#` behind it starts no comment
              effect: LSF reads the comment as part of the line
              help: close the quote, or take it out
        "#]],
        );
        check("F001", "lsf.shared", &table("tape Boolean (5\" tape)"), expect![[""]]);
        check("F001", "lsf.shared", &table("tape Boolean (a) # 5\" tape"), expect![[""]]);
    }
}
