use lsflint_lint::{ErrorWords, rule};
use lsflint_syntax::ResReqError;

use crate::requirement::common::words;

rule! {
    /// Finds a term without a count that is not the last term of a compound requirement.
    ///
    /// # Effect
    /// Only the last term can take the remaining tasks. LSF rejects the entire requirement.
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
        sources: [ibm("lsf_admin/res_req_strings_about", "the final count of a compound requirement is optional")],
        checks: [Errors(WORDS)],
    }
}

const WORDS: &[ErrorWords] = &[words(
    ResReqError::MissingCount,
    "term without a count is not the last term",
    "add the number of slots, such as `2*{...}`, or move the term to the end",
)];

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# only the last term is open
        //- resreq
        {linux} + 2*{fs}
        ^ R504 error term without a count is not the last term
        2*{linux} + {fs}
    "#]];
}
