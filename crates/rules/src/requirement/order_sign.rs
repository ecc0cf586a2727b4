use lsflint_lint::{ErrorWords, rule};
use lsflint_syntax::ResReqError;

use crate::requirement::common::words;

rule! {
    /// Finds a `!` or `-` of `order` that stands in the wrong place.
    ///
    /// # Effect
    /// LSF refuses the string: a queue or profile then works without any requirement.
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
    /// A `!` once and as the first character: the hosts are sorted again just before a job is dispatched. A `-` before
    /// a name turns the order of that key round.
    pub R402 "order-sign" {
        family: Requirement, scope: Cluster, severity: Error,
        sources: [ibm("lsf_admin/order_string", "Order string"), manual("Administering Platform LSF 9.1", "`!`")],
        checks: [Errors(WORDS)],
    }
}

const WORDS: &[ErrorWords] = &[
    words(
        ResReqError::BangNotFirst,
        "a `!` that is not the first character of `order`",
        "write it once, directly behind the bracket; it counts for all keys",
    ),
    words(
        ResReqError::MissingOrderKey,
        "`{text}` without a name behind it",
        "write one sign and the name of a resource",
    ),
];

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# the `!` is first and only once
        //- resreq
        order[ut:!mem]
                 ^ R402 error a `!` that is not the first character of `order`
        order[!!mem]
               ^ R402 error a `!` that is not the first character of `order`
        order[!ut:mem]

        //# a sign has a name
        //- resreq
        order[-]
              ^ R402 error `-` without a name behind it
        order[--mem]
               ^ R402 error `-` without a name behind it
        order[!]
              ^ R402 error `!` without a name behind it
        order[-slots:maxslots:-mem]
    "#]];
}
