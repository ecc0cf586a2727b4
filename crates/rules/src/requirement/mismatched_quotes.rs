use lsflint_lint::{ErrorWords, rule};
use lsflint_syntax::ResReqError;

use crate::requirement::common::words;

rule! {
    /// Finds unclosed and mismatched quotes in or around a requirement.
    ///
    /// # Effect
    /// LSF cannot determine where the string ends and rejects the entire requirement. The queue or application profile
    /// has no resource requirement.
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
        sources: [ibm("lsf_admin/select_string", "a pair of single or double quotes")],
        checks: [Errors(WORDS)],
    }
}

const WORDS: &[ErrorWords] = &[
    words(ResReqError::UnclosedQuote, "unclosed `{text}`", "add the closing `{text}`"),
    words(
        ResReqError::MismatchedOuterQuotes,
        "closing quote `{text}` does not match the opening quote",
        "use the same quote at the beginning and the end",
    ),
    words(ResReqError::StrayQuote, "unmatched `{text}`", "remove it, or add the opening `{text}`"),
];

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# quotes come in pairs
        //- resreq
        type=='any
              ^ R010 error unclosed `'`
        select[hname=='a' && model=='b]
                                    ^ R010 error unclosed `'`
        //- each Queue
        RES_REQ = "mem>10'
                         ^ R010 error closing quote `'` does not match the opening quote
        RES_REQ = mem>10"
                        ^ R010 error unmatched `"`
                        = help: remove it, or add the opening `"`

        //# pairs are fine
        //- resreq: "select[hname=='a' && model=='b']"
    "#]];
}
