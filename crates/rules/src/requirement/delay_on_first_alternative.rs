use lsflint_lint::{Diagnostic, ErrorContext, ErrorWords, Item, rule};
use lsflint_syntax::ResReqError;

use crate::requirement::common::words_with;

rule! {
    /// Finds a delay on the first alternative of an alternative requirement.
    ///
    /// # Effect
    /// LSF tries the first alternative at submission. A delay sets how long to wait before a later alternative is
    /// tried; on the first one it has no effect.
    ///
    /// # Example
    /// ```resreq
    /// {select[bigmem]}@5 || {select[linux]}
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// {select[bigmem]} || {select[linux]}@5
    /// ```
    pub R506 "delay-on-first-alternative" {
        family: Requirement, scope: Cluster, severity: Warning,
        sources: [ibm("topic=requirements-alternative-resource", "Alternative resource requirements")],
        checks: [Errors(WORDS)],
    }
}

const WORDS: &[ErrorWords] = &[words_with(
    ResReqError::DelayOnFirstBranch,
    "delay on the first alternative",
    no_effect,
    "move the delay to the alternative that must wait",
)];

fn no_effect(_: &ErrorContext<'_>, found: &mut Diagnostic) {
    found.consequence(
        Item::String.no_effect().called("the delay").because("LSF tries the first alternative immediately"),
    );
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# the first branch does not wait
        //- resreq
        {linux}@5 || {fs}
               ^^ R506 warning delay on the first alternative
        {linux} || {fs}@5 || {bigmem}@9
    "#]];
}
