use lsflint_lint::{Findings, Item, Part, RequirementContext, rule};
use lsflint_syntax::ast::AstNode;
use lsflint_syntax::ast::resreq::ResReq;
use lsflint_syntax::{Node, TextRange};
use rustc_hash::FxHashMap;

rule! {
    /// Finds duplicate alternatives in an alternative requirement.
    ///
    /// # Effect
    /// None: an alternative that did not match the first time does not match the second time. Most likely one of the
    /// two was meant to be changed.
    ///
    /// # Example
    /// ```resreq
    /// {select[linux]} || {select[linux]}
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// {select[linux]} || {select[bigmem]}
    /// ```
    pub R513 "identical-branches" {
        family: Requirement, scope: Cluster, severity: Info, tags: [Unnecessary],
        sources: [ibm("topic=requirements-alternative-resource", "Alternative resource requirements")],
        checks: [RequirementPart(Part::TERMS, check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    let Some(requirement) = ResReq::cast(context.node).filter(|_| !context.broken) else { return };
    let mut seen: FxHashMap<Vec<String>, TextRange> = FxHashMap::default();
    for branch in requirement.branches() {
        let Some(body) = branch.body() else { continue };
        let (words, range) = (words(body.node()), branch.node().trimmed_range());
        match seen.get(&words) {
            Some(earlier) => {
                findings
                    .report(range, "duplicate alternative")
                    .consequence(
                        Item::String
                            .no_effect()
                            .called("the alternative")
                            .because("an earlier alternative has the same requirement"),
                    )
                    .help("change or remove one of the alternatives")
                    .related(*earlier, "the earlier alternative");
            }
            None => {
                seen.insert(words, range);
            }
        }
    }
}

/// The tokens without whitespace.
fn words(node: Node<'_>) -> Vec<String> {
    node.all_tokens().filter(|it| !it.kind().is_trivia()).map(|it| it.text().into_owned()).collect()
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# branches differ
        //- resreq
        {select[linux]} || {select[fs]} || { select[ linux ] }@5
                                           ^^^^^^^^^^^^^^^^^^^^^ R513 info duplicate alternative
        {linux} || {fs}
    "#]];
}
