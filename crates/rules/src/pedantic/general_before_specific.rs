use lsflint_lint::{Findings, Item, Part, RequirementContext, rule};
use lsflint_spec::SELECTION_WORDS;
use lsflint_syntax::ast::AstNode;
use lsflint_syntax::ast::resreq::{Compound, Expr, ResReq, Shape, Simple};
use lsflint_syntax::{Element, Node};

rule! {
    /// Finds a term of a compound requirement that is less specific than a later term.
    ///
    /// # Effect
    /// LSF allocates hosts to the terms from left to right and does not reconsider. The less specific term may take
    /// hosts that only the more specific term can use. The job then pends although another order of the terms could be
    /// satisfied.
    ///
    /// # Example
    /// ```resreq
    /// 8*{select[type==any]} + 1*{select[type==any && bigmem]}
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// 1*{select[type==any && bigmem]} + 8*{select[type==any]}
    /// ```
    pub W104 "general-before-specific" {
        family: Pedantic, scope: OwnFile, severity: Info, status: OptIn,
        sources: [ibm("lsf_admin/res_req_strings_about", "the hard terms of a compound requirement come first")],
        checks: [RequirementPart(Part::TERMS, check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    let Some(requirement) = ResReq::cast(context.node).filter(|_| !context.broken) else { return };
    match requirement.shape() {
        Some(Shape::Compound(it)) => compound(it, findings),
        Some(Shape::Alternative(it)) => {
            for body in it.branches().filter_map(|it| it.body()) {
                if let Shape::Compound(it) = body {
                    compound(it, findings);
                }
            }
        }
        _ => {}
    }
}

fn compound(compound: Compound<'_>, findings: &mut Findings) {
    let terms: Vec<(Simple<'_>, Vec<String>)> =
        compound.terms().filter_map(|it| it.simple()).map(|it| (it, conditions(it))).collect();
    for (index, (later, wanted)) in terms.iter().enumerate() {
        let weaker = |it: &&(Simple<'_>, Vec<String>)| {
            it.1.len() < wanted.len() && it.1.iter().all(|condition| wanted.contains(condition))
        };
        if let Some((earlier, _)) = terms[..index].iter().find(weaker) {
            findings
                .report(earlier.node().trimmed_range(), "term is less specific than a later term")
                .consequence(
                    Item::Job.pending().possible().because("this term may take hosts that only the later one can use"),
                )
                .help("put the most specific term first")
                .related(later.node().trimmed_range(), "the more specific term");
            return;
        }
    }
}

/// The conditions of a requirement, one text per operand of `&&`. `type==any` is not a condition.
fn conditions(simple: Simple<'_>) -> Vec<String> {
    let Some(selection) = simple.selection().map(Expr::without_parentheses) else { return Vec::new() };
    let parts = match selection {
        Expr::And(it) => it.operands().collect(),
        _ => vec![selection],
    };
    let any = |expr: &Expr<'_>| match expr.without_parentheses() {
        Expr::Comparison(it) => {
            it.rhs().and_then(Expr::as_text).is_some_and(|it| SELECTION_WORDS.first() == Some(&&*it))
        }
        _ => false,
    };
    parts.into_iter().filter(|it| !any(it)).map(|it| words(simple.node(), it)).collect()
}

/// The text of an expression without whitespace.
fn words(node: Node<'_>, expr: Expr<'_>) -> String {
    let inside = |it: &lsflint_syntax::Token<'_>| expr.range().contains_range(it.range());
    let tokens = node.all_tokens().filter(inside).filter(|it| !Element::Token(*it).kind().is_trivia());
    tokens.map(|it| it.text().into_owned()).collect()
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# hard terms come first
        //- resreq
        8*{select[type==any]} + 2*{select[bigmem]}
           ^^^^^^^^^^^^^^^^^ W104 info term is less specific than a later term
        8*{select[linux]} + 1*{select[ linux && bigmem ]}
           ^^^^^^^^^^^^^ W104 info term is less specific than a later term
        1*{select[linux && bigmem]} + 8*{select[linux]}
        1*{select[linux]} + 8*{select[bigmem]}
    "#]];
}
