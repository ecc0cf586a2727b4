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
    crate::testing::fixture![[r#"
        //# points at the quote
        //- each Queue
        USERS = "user1 user2
                ^ P115 error the quote `"` in `USERS` is never closed
          PRIORITY = "5
                     ^ P115 error the quote `"` in `PRIORITY` is never closed

        //# is silent about pairs
        //- each Queue
        USERS = "user1 user2"
          PRIORITY = "5"
    "#]];
}
