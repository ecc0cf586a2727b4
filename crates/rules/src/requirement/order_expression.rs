use lsflint_lint::{Diagnostic, ErrorContext, ErrorWords, Item, rule};
use lsflint_syntax::ResReqError;

use crate::requirement::common::words_with;

rule! {
    /// Finds expressions as keys of `order`: `order[mem/ncpus]`.
    ///
    /// # Effect
    /// LSF 10.1 documents only names as keys. Whether LSF sorts by the expression or rejects the string is not
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
        sources: [ibm("lsf_admin/order_string", "only names with an optional `-` are shown")],
        checks: [Errors(WORDS)],
    }
}

const WORDS: &[ErrorWords] = &[words_with(
    ResReqError::ExpressionInOrder,
    "expression `{text}` as a key of `order`",
    undocumented,
    "write resource names, separated by `:`",
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
              ^^^^^^^^^ R404 info expression `mem/ncpus` as a key of `order`
        order[-mem:ut]
    "#]];
}
