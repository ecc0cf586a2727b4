use lsflint_lint::{ErrorWords, rule};
use lsflint_syntax::ResReqError;

use crate::requirement::common::words;

rule! {
    /// Finds a quote without its partner in or around a requirement.
    ///
    /// # Effect
    /// LSF cannot tell where the text ends and refuses the whole string: a queue or profile then works without any
    /// requirement.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = "select[mem>10]'
    /// End Queue
    /// ```
    /// ```resreq
    /// select[hname != 'node-07]
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = "select[mem>10]"
    /// End Queue
    /// ```
    /// ```resreq
    /// select[hname != 'node-07']
    /// ```
    pub R010 "mismatched-quotes" {
        family: Requirement, scope: OwnFile, severity: Error,
        sources: [ibm("lsf_admin/select_string", "a pair of single or of double quotes")],
        checks: [Errors(WORDS)],
    }
}

const WORDS: &[ErrorWords] = &[
    words(ResReqError::UnclosedQuote, "`{text}` opens a text that never ends", "add the second `{text}`"),
    words(
        ResReqError::MismatchedOuterQuotes,
        "the string ends with `{text}` but begins with the other kind of quote",
        "use the same quote on both sides",
    ),
    words(
        ResReqError::StrayQuote,
        "`{text}` ends a text that never began",
        "remove it, or put one before the string too",
    ),
];

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check, check_string};

    // covers RR101, RR113
    #[test]
    fn quotes_come_in_pairs() {
        check_string(
            "R010",
            "type=='any",
            expect![[r#"
                1:7-1:8 error `'` opens a text that never ends
                  effect: LSF rejects the requirement string, so the submission fails
                  help: add the second `'`
            "#]],
        );
        check_string(
            "R010",
            "select[hname=='a' && model=='b]",
            expect![[r#"
                1:29-1:30 error `'` opens a text that never ends
                  effect: LSF rejects the requirement string, so the submission fails
                  help: add the second `'`
            "#]],
        );
        check(
            "R010",
            "lsb.queues",
            "Begin Queue\nRES_REQ = \"mem>10'\nEnd Queue\n",
            expect![[r#"
                2:18-2:19 error the string ends with `'` but begins with the other kind of quote
                  effect: LSF rejects the requirement string, so the queue has no resource requirement
                  help: use the same quote on both sides
            "#]],
        );
        check(
            "R010",
            "lsb.queues",
            "Begin Queue\nRES_REQ = mem>10\"\nEnd Queue\n",
            expect![[r#"
                2:17-2:18 error `"` ends a text that never began
                  effect: LSF rejects the requirement string, so the queue has no resource requirement
                  help: remove it, or put one before the string too
            "#]],
        );
    }

    #[test]
    fn pairs_are_fine() {
        check_string("R010", "\"select[hname=='a' && model=='b']\"", expect![[""]]);
    }
}
