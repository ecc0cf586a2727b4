use lsflint_lint::{ErrorWords, rule};
use lsflint_syntax::ResReqError;

use crate::requirement::common::words;

rule! {
    /// Finds nested compound and alternative requirements: a compound requirement in a term, an alternative one in a
    /// term or alternative.
    ///
    /// # Effect
    /// An alternative may be a compound requirement; no other nesting is allowed. LSF rejects the entire requirement.
    ///
    /// # Example
    /// ```resreq
    /// 2*{1*{select[linux]} + 1*{select[bigmem]}}
    /// {{select[a]} || {select[b]}} || {select[c]}
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// 1*{select[linux]} + 1*{select[bigmem]}
    /// {select[a]} || {select[b]} || {select[c]}
    /// ```
    pub R509 "nested-compound" {
        family: Requirement, scope: Cluster, severity: Error,
        sources: [ibm("lsf_admin/res_req_strings_about", "compound and alternative requirements")],
        checks: [Errors(WORDS)],
    }
}

const WORDS: &[ErrorWords] = &[
    words(
        ResReqError::NestedCompound,
        "compound requirement inside a term",
        "move its terms to the outer requirement and multiply their counts",
    ),
    words(
        ResReqError::NestedAlternative,
        "alternative requirement inside braces",
        "move its alternatives to the top level, or write alternatives of compound requirements",
    ),
];

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# only compounds in branches nest
        //- resreq
        2*{1*{linux} + 1*{fs}}
           ^^^^^^^^^^^^^^^^^^ R509 error compound requirement inside a term
        {{linux} || {fs}} || {bigmem}
         ^^^^^^^^^^^^^^^ R509 error alternative requirement inside braces
        2*{{linux} || {fs}} + 1*{bigmem}
           ^^^^^^^^^^^^^^^ R509 error alternative requirement inside braces
        {2*{linux} + 1*{fs}} || {bigmem}
    "#]];
}
