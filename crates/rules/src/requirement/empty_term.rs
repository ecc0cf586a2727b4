use lsflint_lint::{Diagnostic, ErrorContext, ErrorWords, Item, rule};
use lsflint_syntax::ResReqError;

use crate::requirement::common::words_with;

rule! {
    /// Finds empty braces in a compound or alternative requirement.
    ///
    /// # Effect
    /// Not documented. Most likely the term accepts any host, like a job without a requirement.
    ///
    /// # Example
    /// ```resreq
    /// 1*{select[bigmem]} + 2*{}
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// 1*{select[bigmem]} + 2*{select[type==any]}
    /// ```
    pub R514 "empty-term" {
        family: Requirement, scope: Cluster, severity: Info,
        sources: [ibm("lsf_admin/res_req_strings_about", "examples, none of which has an empty term")],
        checks: [Errors(WORDS)],
    }
}

const WORDS: &[ErrorWords] = &[words_with(
    ResReqError::EmptyBraces,
    "empty braces",
    any_host,
    "write a requirement, such as `{select[type==any]}` for any host",
)];

fn any_host(_: &ErrorContext<'_>, found: &mut Diagnostic) {
    found.consequence(Item::String.read_as("{select[type==any]}").called("the empty braces").possible());
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# braces hold something
        //- resreq
        1*{linux} + 2*{}
                      ^^ R514 info empty braces
    "#]];
}
