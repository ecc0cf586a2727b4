use lsflint_lint::{Findings, Part, RequirementContext, rule};
use lsflint_syntax::Token;
use lsflint_syntax::ast::resreq::{RusageSection, UsageAlternative, UsageKind};

use crate::repeated::repeated;
use crate::requirement::common::Judge;
use crate::requirement::content::{canonical, sections};

rule! {
    /// Finds resources that are reserved more than once in one `rusage`: `rusage[mem=10, mem=20]`.
    ///
    /// # Effect
    /// LSF reports an error in the rusage section and rejects the entire string; it does not add up the amounts. The
    /// two sides of `||` are separate alternatives, so a resource can be on both.
    ///
    /// # Example
    /// ```resreq
    /// rusage[mem=10, mem=20]
    /// rusage[swp=10:mem=20:swap=30]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// rusage[mem=20]
    /// rusage[swp=10:mem=20]
    /// rusage[mem=10:lic=1 || mem=20]
    /// ```
    ///
    /// # Notes
    /// Users report "Error in rusage section" for such strings.
    pub R301 "rusage-duplicate-resource" {
        family: Requirement, scope: Cluster, severity: Error,
        sources: [
            manual(
                "Administering Platform LSF 7.3, page 290",
                "usage strings: a resource can be used only once in a string",
            ),
        ],
        checks: [RequirementPart(Part::RUSAGE, check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    if context.parts.usages.len() < 2 {
        return;
    }
    for alternative in sections::<RusageSection<'_>>(context).flat_map(RusageSection::alternatives) {
        for (first, second) in repeated_names(alternative) {
            let (name, before) = (second.text(), first.text());
            let message = if name == before {
                format!("duplicate reservation of `{name}`")
            } else {
                format!("duplicate reservation of `{before}` under its other name `{name}`")
            };
            Judge::of(context)
                .rejects(findings, second.range(), message)
                .help("remove one of the amounts, or write `||` between them if they are alternatives")
                .related(first.range(), "first reserved here");
        }
    }
}

/// The duplicate names, each with its first occurrence.
fn repeated_names(alternative: UsageAlternative<'_>) -> Vec<(Token<'_>, Token<'_>)> {
    let items = alternative.items().filter(|it| it.kind() == Some(UsageKind::Resource));
    let named = items.filter_map(|it| Some((it.name()?, it.locality())));
    // Tokens of one license feature at two sites are different resources.
    let found = repeated(named, |(name, site)| (canonical(&name.text()).to_owned(), site.map(Token::text)));
    found.into_iter().map(|(first, second)| (first.0, second.0)).collect()
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# a resource occurs once
        //- resreq
        rusage[mem=10, mem=20]
                       ^^^ R301 error duplicate reservation of `mem`
        rusage[swap=1:mem=2:swp=3]
                            ^^^ R301 error duplicate reservation of `swap` under its other name `swp`

        //# points into the file
        //- each Queue
        RES_REQ = rusage[lic=1,mem=5,lic=2]
                                     ^^^ R301 error duplicate reservation of `lic`
                                     = effect: LSF rejects the requirement string, so the queue has no resource
                                     =   requirement

        //# alternatives and sites are different requests
        //- resreq
        rusage[mem=10:lic=1 || mem=20]
        1*{rusage[mem=1]} + 2*{rusage[mem=2]}
        rusage[lic@east=1, lic@west=1]
    "#]];
}
