use lsflint_lint::{Findings, Part, RequirementContext, rule};
use lsflint_syntax::Token;

use crate::repeated::repeated;
use crate::requirement::common::Judge;
use crate::requirement::content::simples;
use crate::requirement::ptile_without_same::per_host_names;

rule! {
    /// Finds duplicate host types and models in `ptile`.
    ///
    /// # Effect
    /// LSF rejects the string, because it cannot determine which number applies.
    ///
    /// # Example
    /// ```resreq
    /// span[ptile='!',LINUX:2,LINUX:4] same[type]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// span[ptile='!',LINUX:2] same[type]
    /// ```
    pub R416 "ptile-name-twice" {
        family: Requirement, scope: Cluster, severity: Warning,
        sources: [
            manual(
                "Platform LSF Administration Guide 6.2, page 437",
                "each type or model of the examples is listed once",
            ),
        ],
        checks: [RequirementPart(Part::SPAN, check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    for names in simples(context).map(per_host_names) {
        for (first, name) in repeated(names, Token::text) {
            findings
                .report(name.range(), format!("duplicate host type or model `{}` in `ptile`", name.text()))
                .consequence(Judge::of(context).rejected().possible())
                .help("remove one of the entries")
                .related(first.range(), "first listed here");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# a type has one number
        //- resreq
        span[ptile='!',LINUX:2,LINUX:4] same[type]
                               ^^^^^ R416 warning duplicate host type or model `LINUX` in `ptile`
        span[ptile='!',LINUX:2,AIX:2] same[type]
    "#]];
}
