use lsflint_lint::{ErrorContext, Findings, rule};
use lsflint_syntax::ResReqError;

use crate::requirement::common::{Judge, form_error};

rule! {
    /// Finds a quote without its partner in or around a requirement.
    ///
    /// # Effect
    /// LSF cannot tell where the text ends and refuses the whole string: a queue or profile then works without any requirement.
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
        family: Requirement,
        scope: OwnFile,
        severity: Error,
        sources: [ibm("lsf_admin/select_string", "a pair of single or of double quotes")],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let text = context.text();
    let (message, help) = match form_error(context) {
        Some(ResReqError::UnclosedQuote) => {
            (format!("`{text}` opens a text that never ends"), format!("add the second `{text}`"))
        }
        Some(ResReqError::MismatchedOuterQuotes) => (
            format!("the string ends with `{text}` but begins with the other kind of quote"),
            "use the same quote on both sides".to_owned(),
        ),
        Some(ResReqError::StrayQuote) => {
            (format!("`{text}` ends a text that never began"), "remove it, or put one before the string too".to_owned())
        }
        _ => return,
    };
    Judge::of_error(context).rejects(findings, context.error.range, message).help(help);
}

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
                  effect: LSF rejects the string and refuses the job
                  help: add the second `'`
            "#]],
        );
        check_string(
            "R010",
            "select[hname=='a' && model=='b]",
            expect![[r#"
                1:29-1:30 error `'` opens a text that never ends
                  effect: LSF rejects the string and refuses the job
                  help: add the second `'`
            "#]],
        );
        check(
            "R010",
            "lsb.queues",
            "Begin Queue\nRES_REQ = \"mem>10'\nEnd Queue\n",
            expect![[r#"
            2:18-2:19 error the string ends with `'` but begins with the other kind of quote
              effect: LSF rejects the string: the queue works without any requirement
              help: use the same quote on both sides
        "#]],
        );
        check(
            "R010",
            "lsb.queues",
            "Begin Queue\nRES_REQ = mem>10\"\nEnd Queue\n",
            expect![[r#"
            2:17-2:18 error `"` ends a text that never began
              effect: LSF rejects the string: the queue works without any requirement
              help: remove it, or put one before the string too
        "#]],
        );
    }

    #[test]
    fn pairs_are_fine() {
        check_string("R010", "\"select[hname=='a' && model=='b']\"", expect![[""]]);
    }
}
