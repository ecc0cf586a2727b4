use lsflint_lint::{ErrorWords, rule};
use lsflint_syntax::ResReqError;

use crate::requirement::common::words;

rule! {
    /// Finds `||` in the `rusage` section of a compound term.
    ///
    /// # Effect
    /// A term has only one reservation. LSF rejects the entire requirement.
    ///
    /// # Example
    /// ```resreq
    /// 1*{rusage[lic=1 || other=1]} + 3*{select[linux]}
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// {1*{rusage[lic=1]} + 3*{select[linux]}} || {1*{rusage[other=1]} + 3*{select[linux]}}
    /// ```
    ///
    /// # Notes
    /// The error of the batch library about `||` in compound requirements.
    pub R502 "or-in-compound" {
        family: Requirement, scope: Cluster, severity: Error,
        sources: [ibm("lsf_admin/res_req_strings_about", "compound requirements")],
        checks: [Errors(WORDS)],
    }
}

const WORDS: &[ErrorWords] = &[words(
    ResReqError::UsageAlternativesInCompound,
    "`||` in `rusage` of a compound term",
    "write an alternative requirement: `{...} || {...}`",
)];

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# a term has one reservation
        //- resreq
        1*{rusage[l1=1 || l2=1]} + 3*{linux}
                       ^^ R502 error `||` in `rusage` of a compound term

        //# others have alternatives
        //- resreq
        rusage[l1=1 || l2=1]
        {rusage[l1=1 || l2=1]} || {linux || fs}
    "#]];
}
