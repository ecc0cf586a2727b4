use lsflint_lint::{ErrorWords, rule};
use lsflint_syntax::ResReqError;

use crate::requirement::common::words;

rule! {
    /// Finds a term without count that is not the last one of its compound requirement.
    ///
    /// # Effect
    /// Only the last term may take what is left of the tasks. LSF refuses the whole requirement.
    ///
    /// # Example
    /// ```resreq
    /// {select[linux]} + 2*{select[bigmem]}
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// 2*{select[bigmem]} + {select[linux]}
    /// ```
    pub R504 "open-term-not-last" {
        family: Requirement, scope: Cluster, severity: Error,
        sources: [ibm("lsf_admin/res_req_strings_about", "the final count of a compound requirement may be left out")],
        checks: [Errors(WORDS)],
    }
}

const WORDS: &[ErrorWords] = &[words(
    ResReqError::MissingCount,
    "a term without count that is not the last one",
    "write the number of its slots: `2*{...}`, or put it last",
)];

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# only the last term is open
        //- resreq
        {linux} + 2*{fs}
        ^ R504 error a term without count that is not the last one
        2*{linux} + {fs}
    "#]];
}
