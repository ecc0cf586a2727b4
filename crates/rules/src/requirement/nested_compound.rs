use lsflint_lint::{ErrorWords, rule};
use lsflint_syntax::ResReqError;

use crate::requirement::common::words;

rule! {
    /// Finds a compound inside of a term, and an alternative inside of a term or branch.
    ///
    /// # Effect
    /// A branch of an alternative may be a compound; nothing else nests. LSF refuses the whole requirement.
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
        "a compound requirement inside of a term",
        "write its terms next to the others, with their counts multiplied",
    ),
    words(
        ResReqError::NestedAlternative,
        "an alternative inside of braces",
        "write its branches next to the others, or alternatives of compounds",
    ),
];

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# only compounds in branches nest
        //- resreq
        2*{1*{linux} + 1*{fs}}
           ^^^^^^^^^^^^^^^^^^ R509 error a compound requirement inside of a term
        {{linux} || {fs}} || {bigmem}
         ^^^^^^^^^^^^^^^ R509 error an alternative inside of braces
        2*{{linux} || {fs}} + 1*{bigmem}
           ^^^^^^^^^^^^^^^ R509 error an alternative inside of braces
        {2*{linux} + 1*{fs}} || {bigmem}
    "#]];
}
