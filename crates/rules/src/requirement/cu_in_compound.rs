use lsflint_lint::{ErrorWords, Findings, Item, Part, RequirementContext, Severity, rule};
use lsflint_spec::{KeywordPlace, requirement_section};
use lsflint_syntax::ast::AstNode;
use lsflint_syntax::ast::resreq::{Compound, CuSection, ResReq, Section};
use lsflint_syntax::{ResReqError, TextRange, Token};

use crate::requirement::common::words;

rule! {
    /// Finds `cu` sections inside of braces that LSF, or an older level of it, does not take there.
    ///
    /// # Effect
    /// `excl` and `balance` are about the job as a whole: LSF refuses them in a term or branch. Other items of `cu` in
    /// a compound are documented for current levels of 10.1 only; older ones and 9.1 refuse the requirement.
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
    /// The page of 9.1 and the overview of requirement strings exclude `cu` from compounds altogether.
    pub R503 "cu-in-compound" {
        family: Requirement, scope: Cluster, severity: Error,
        sources: [ibm("lsf_admin/compute_unit_string", "all items but `excl` and `balance`")],
        checks: [Errors(WORDS), RequirementPart(Part::TERMS, check)],
    }
}

const WORDS: &[ErrorWords] = &[words(
    ResReqError::ExclusiveCuInBraces,
    "`cu[{text}]` inside of braces",
    "remove `{text}`: it is about the whole job, and only simple requirements take it",
)];

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    let Some(requirement) = ResReq::cast(context.node).filter(|_| !context.broken) else { return };
    for term in requirement.compounds().flat_map(Compound::terms) {
        let Some(cu) = term.simple().and_then(|it| it.section::<CuSection<'_>>()) else { continue };
        // Where one item is refused everywhere, nothing else matters.
        if cu.items().filter_map(|it| it.keyword()).any(refused) {
            continue;
        }
        let range = Section::cast(cu.node()).and_then(Section::keyword).map_or(TextRange::default(), |it| it.range());
        findings
            .report(range, "`cu` in a term of a compound")
            .severity(Severity::Warning)
            .consequence(
                Item::String.rejected().because("only current levels of 10.1 accept `cu` in a compound").possible(),
            )
            .help("make sure that every host runs a current level, or use a simple requirement");
    }
}

/// Whether no level of LSF takes the keyword inside of braces.
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
              ^^^^ R503 error `cu[excl]` inside of braces
        {cu[type=rack:balance]} || {linux}
                      ^^^^^^^ R503 error `cu[balance]` inside of braces

        //# other items need a current level
        //- resreq
        2*{cu[maxcus=1:type=rack]} + 2*{linux}
           ^^ R503 warning `cu` in a term of a compound

        //# branches have compute units
        //- resreq
        {cu[type=rack]} || {linux}
        cu[excl:balance]
    "#]];
}
