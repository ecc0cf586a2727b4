use lsflint_lint::{Findings, Item, Part, RequirementContext, Severity, rule};
use lsflint_syntax::Token;
use lsflint_syntax::ast::resreq::{Simple, SpanKind, SpanSection, Tile};

use crate::requirement::common::Judge;
use crate::requirement::content::{sections_in, simples};
use crate::requirement::ptile_without_same::{per_host_names, same_names};

rule! {
    /// Finds a missing or misplaced `'!'` in a `ptile` list: the number for all other host types or models.
    ///
    /// # Effect
    /// With `same[type:model]` every type and model must be listed, and LSF rejects a `'!'`. With only one of the two,
    /// jobs on a host type or model that is not listed have no number.
    ///
    /// # Example
    /// ```resreq
    /// same[type:model] span[ptile='!',LINUX:2]
    /// span[ptile=LINUX:2,AIX:4] same[type]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// same[type:model] span[ptile=LINUX:2]
    /// span[ptile='!',LINUX:2,AIX:4] same[type]
    /// ```
    pub R415 "ptile-default" {
        family: Requirement, scope: Cluster, severity: Error,
        sources: [
            manual(
                "Platform LSF Administration Guide 6.2, page 437",
                "several values need a `'!'`, which is not possible with `same[type:model]`",
            ),
            manual("Administering Platform LSF 7.3, page 505", "several values need a `'!'`"),
        ],
        checks: [RequirementPart(Part::SPAN, check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    for simple in simples(context) {
        let names = per_host_names(simple);
        let Some(first) = names.first() else { continue };
        let same = same_names(simple);
        let has = |name: &str| same.iter().any(|it| it.text() == name);
        match (has("type") && has("model"), bang(simple)) {
            (true, Some(bang)) => {
                Judge::of(context)
                    .rejects(findings, bang.range(), "`'!'` cannot be combined with `same[type:model]`")
                    .help("list every host type or model, and remove the `'!'`");
            }
            (false, None) if has("type") || has("model") => {
                findings
                    .report(first.range(), "`ptile` list without `'!'`")
                    .severity(Severity::Warning)
                    .consequence(
                        Item::String
                            .no_effect()
                            .called("`ptile`")
                            .because("hosts of other types or models have no number")
                            .possible(),
                    )
                    .help("begin the list with `'!'`, which uses MXJ of `lsb.hosts` for all others");
            }
            _ => {}
        }
    }
}

fn bang(simple: Simple<'_>) -> Option<Token<'_>> {
    let items = sections_in::<SpanSection<'_>>(simple).filter_map(|it| it.find(SpanKind::Ptile));
    items.flat_map(|it| it.tiles().collect::<Vec<_>>()).find_map(|it| match it {
        Tile::Bang(token) => Some(token),
        Tile::Number(_) | Tile::Named { .. } => None,
    })
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# type and model leave no others
        //- resreq
        same[type:model] span[ptile='!',LINUX:2]
                                    ^^^ R415 error `'!'` cannot be combined with `same[type:model]`

        //# a list defines what holds for the others
        //- resreq
        span[ptile=LINUX:2,AIX:4] same[type]
                   ^^^^^ R415 warning `ptile` list without `'!'`

        //# complete lists
        //- resreq
        same[type:model] span[ptile=LINUX:2]
        span[ptile='!',LINUX:2] same[type]
        span[ptile='!'] same[type:model]
        span[ptile=LINUX:2]
    "#]];
}
