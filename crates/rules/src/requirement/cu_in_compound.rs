use lsflint_lint::{ErrorWords, Findings, Item, Part, RequirementContext, Severity, rule};
use lsflint_spec::{KeywordPlace, requirement_section};
use lsflint_syntax::ast::AstNode;
use lsflint_syntax::ast::resreq::{Compound, CuSection, ResReq, Section};
use lsflint_syntax::{ResReqError, TextRange, Token};

use crate::requirement::common::words;

rule! {
    /// Finds `cu` sections inside braces that LSF, or an older fix level of it, does not accept there.
    ///
    /// # Effect
    /// `excl` and `balance` apply to the job as a whole: LSF rejects them in a term or alternative. Other items of `cu`
    /// in a compound requirement are documented only for current fix levels of 10.1; older fix levels and 9.1 reject
    /// the requirement.
    ///
    /// # Example
    /// ```resreq
    /// 2*{cu[excl]} + 2*{select[linux]}
    /// 2*{cu[maxcus=1]} + 2*{select[linux]}
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// cu[excl]
    /// cu[maxcus=1]
    /// ```
    ///
    /// # Notes
    /// The documentation of 9.1 and the overview of requirement strings exclude `cu` from compound requirements
    /// altogether.
    pub R503 "cu-in-compound" {
        family: Requirement, scope: Cluster, severity: Error,
        sources: [ibm("lsf_admin/compute_unit_string", "all items except `excl` and `balance`")],
        checks: [Errors(WORDS), RequirementPart(Part::TERMS, check)],
    }
}

const WORDS: &[ErrorWords] = &[words(
    ResReqError::ExclusiveCuInBraces,
    "`cu[{text}]` inside braces",
    "remove `{text}`; it applies to whole jobs, and only in simple requirements",
)];

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    let Some(requirement) = ResReq::cast(context.node).filter(|_| !context.broken) else { return };
    for term in requirement.compounds().flat_map(Compound::terms) {
        let Some(cu) = term.simple().and_then(|it| it.section::<CuSection<'_>>()) else { continue };
        // If one item is rejected by every level, nothing else matters.
        if cu.items().filter_map(|it| it.keyword()).any(refused) {
            continue;
        }
        let range = Section::cast(cu.node()).and_then(Section::keyword).map_or(TextRange::default(), |it| it.range());
        findings
            .report(range, "`cu` in a term of a compound requirement")
            .severity(Severity::Warning)
            .consequence(Item::String.rejected().because("only current fix levels of 10.1 accept it").possible())
            .help("make sure that all hosts run a current fix level, or write a simple requirement");
    }
}

/// Whether every level of LSF rejects the keyword inside braces.
fn refused(keyword: Token<'_>) -> bool {
    let section = requirement_section("cu");
    section.and_then(|it| it.keyword(KeywordPlace::Item, &keyword.text())).is_some_and(|it| !it.compound)
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# the whole job is exclusive
        //- resreq
        2*{cu[excl]} + 2*{linux}
              ^^^^ R503 error `cu[excl]` inside braces
        {cu[type=rack:balance]} || {linux}
                      ^^^^^^^ R503 error `cu[balance]` inside braces

        //# other items need a current level
        //- resreq
        2*{cu[maxcus=1:type=rack]} + 2*{linux}
           ^^ R503 warning `cu` in a term of a compound requirement

        //# branches have compute units
        //- resreq
        {cu[type=rack]} || {linux}
        cu[excl:balance]
    "#]];
}
