use lsflint_lint::{ErrorWords, rule};
use lsflint_syntax::ResReqError;

use crate::requirement::common::words;

rule! {
    /// Finds a misplaced `!` or `-` in `order`.
    ///
    /// # Effect
    /// LSF rejects the string, and the queue or application profile has no resource requirement.
    ///
    /// # Example
    /// ```resreq
    /// order[ut:!mem]
    /// order[-]
    /// order[--mem]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// order[!ut:mem]
    /// order[-mem]
    /// ```
    ///
    /// A `!` can appear once, as the first character: the hosts are then sorted again just before a job is dispatched.
    /// A `-` before a name reverses the order of that key.
    pub R402 "order-sign" {
        family: Requirement, scope: Cluster, severity: Error,
        sources: [ibm("lsf_admin/order_string", "Order string"), manual("Administering Platform LSF 9.1", "`!`")],
        checks: [Errors(WORDS)],
    }
}

const WORDS: &[ErrorWords] = &[
    words(
        ResReqError::BangNotFirst,
        "`!` is not the first character of `order`",
        "write it once, directly after the bracket; it applies to all keys",
    ),
    words(ResReqError::MissingOrderKey, "missing name after `{text}`", "write one sign and the name of a resource"),
];

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# the `!` is first and only once
        //- resreq
        order[ut:!mem]
                 ^ R402 error `!` is not the first character of `order`
        order[!!mem]
               ^ R402 error `!` is not the first character of `order`
        order[!ut:mem]

        //# a sign has a name
        //- resreq
        order[-]
              ^ R402 error missing name after `-`
        order[--mem]
               ^ R402 error missing name after `-`
        order[!]
              ^ R402 error missing name after `!`
        order[-slots:maxslots:-mem]
    "#]];
}
