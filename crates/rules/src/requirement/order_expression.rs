use lsflint_lint::{Diagnostic, ErrorContext, ErrorWords, Item, rule};
use lsflint_syntax::ResReqError;

use crate::requirement::common::words_with;

rule! {
    /// Notes a key of `order` that is an expression: `order[mem/ncpus]`.
    ///
    /// # Effect
    /// The pages of LSF 10.1 know only names as keys. Whether LSF sorts by the expression or refuses the string is not
    /// documented.
    ///
    /// # Example
    /// ```resreq
    /// order[mem/ncpus]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// order[mem:ncpus]
    /// ```
    pub R404 "order-expression" {
        family: Requirement, scope: Cluster, severity: Info,
        sources: [ibm("lsf_admin/order_string", "shows names with an optional `-` only")],
        checks: [Errors(WORDS)],
    }
}

const WORDS: &[ErrorWords] = &[words_with(
    ResReqError::ExpressionInOrder,
    "`{text}` is an expression; keys are names",
    undocumented,
    "write names of resources, separated by `:`",
)];

fn undocumented(_: &ErrorContext<'_>, found: &mut Diagnostic) {
    found.consequence(Item::String.rejected().or("sort by the expression"));
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# keys are names
        //- resreq
        order[mem/ncpus]
              ^^^^^^^^^ R404 info `mem/ncpus` is an expression; keys are names
        order[-mem:ut]
    "#]];
}
