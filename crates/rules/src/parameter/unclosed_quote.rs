use lsflint_lint::{ErrorContext, Findings, rule};
use lsflint_syntax::ValueError;

use crate::parameter::owner::{Owner, owned};
use crate::parameter::wording;

rule! {
    /// Finds values with a quote that is never closed.
    ///
    /// # Effect
    /// LSF takes the quote for a part of the first word, which then means something else or nothing.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// USERS      = "user1 user2
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// USERS      = "user1 user2"
    /// End Queue
    /// ```
    ///
    /// # Notes
    /// The reference pages of the parameters that take quoted values.
    pub P115 "unclosed-quote" {
        family: Parameter, scope: OwnFile, severity: Error,
        sources: [],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let Some(broken) = owned(context, Owner::Quote) else { return };
    let ValueError::Unclosed(quote) = broken.error else { return };
    let name = broken.setting.display_name();
    findings
        .report(context.error.range, format!("the quote `{quote}` in `{name}` is never closed"))
        .capped(broken.spec.confidence)
        .consequence(wording::lost(&broken.setting))
        .help("close it at the end of the value, or leave both quotes out");
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    // covers quotes-unbalanced (values with a structure)
    #[test]
    fn points_at_the_quote() {
        check(
            "P115",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nUSERS = \"user1 user2\nPRIORITY = \"5\nEnd Queue\n",
            expect![[r#"
                3:9-3:10 error the quote `"` in `USERS` is never closed
                  effect: LSF uses the default `all` instead of the value
                  help: close it at the end of the value, or leave both quotes out
                4:12-4:13 error the quote `"` in `PRIORITY` is never closed
                  effect: LSF uses the default `1` instead of the value
                  help: close it at the end of the value, or leave both quotes out
            "#]],
        );
    }

    #[test]
    fn is_silent_about_pairs() {
        check(
            "P115",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nUSERS = \"user1 user2\"\nPRIORITY = \"5\"\nEnd Queue\n",
            expect![[""]],
        );
    }
}
