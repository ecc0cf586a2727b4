use lsflint_lint::{ErrorContext, Findings, rule};
use lsflint_syntax::ValueError;

use crate::parameter::owner::{Owner, owned};
use crate::parameter::wording;

rule! {
    /// Finds values with an unclosed quote.
    ///
    /// # Effect
    /// LSF reads the quote as part of the first word, which changes the meaning of the word or makes it invalid.
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
    pub P115 "unclosed-quote" {
        family: Parameter, scope: OwnFile, severity: Error,
        sources: [
            volclava(
                "lsf/lib/lib.words.c",
                "getNextWord_",
                "quotes have no meaning in a list of words: the quote is part of the first word",
            ),
        ],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let Some(broken) = owned(context, Owner::Quote) else { return };
    let ValueError::Unclosed(quote) = broken.error else { return };
    let name = broken.setting.display_name();
    findings
        .report(context.error.range, format!("unclosed `{quote}` in `{name}`"))
        .capped(broken.spec.confidence)
        .consequence(wording::lost(&broken.setting))
        .help("close the quote at the end of the value, or remove it");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# points at the quote
        //- each Queue
        USERS = "user1 user2
                ^ P115 error unclosed `"` in `USERS`
          PRIORITY = "5
                     ^ P115 error unclosed `"` in `PRIORITY`
          GPU_REQ = num=1:mode=shared"
                                     ^ P115 error unclosed `"` in `GPU_REQ`
                                     = effect: LSF ignores the line

        //# is silent about pairs
        //- each Queue
        USERS = "user1 user2"
          PRIORITY = "5"
          GPU_REQ = "num=1:mode=shared"
        GPU_REQ = num=1:mode=shared
    "#]];
}
