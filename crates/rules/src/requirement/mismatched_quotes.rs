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
    crate::testing::fixture![[r#"
        //# quotes come in pairs
        //- resreq
        type=='any
              ^ R010 error `'` opens a text that never ends
        select[hname=='a' && model=='b]
                                    ^ R010 error `'` opens a text that never ends
        //- each Queue
        RES_REQ = "mem>10'
                         ^ R010 error the string ends with `'` but begins with the other kind of quote
        RES_REQ = mem>10"
                        ^ R010 error `"` ends a text that never began
                        = help: remove it, or put one before the string too

        //# pairs are fine
        //- resreq
        "select[hname=='a' && model=='b']"
    "#]];
}
