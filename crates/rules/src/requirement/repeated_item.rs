use lsflint_lint::{Findings, Item, Part, RequirementContext, rule};
use lsflint_syntax::Token;
use lsflint_syntax::ast::resreq::{AffinityOption, AffinitySection, AffinityUnit, CuItem, OrderKey, Section, SpanItem};

use crate::repeated::repeated;
use crate::requirement::content::{canonical, simples};

rule! {
    /// Finds duplicate items in a section: a key of `order`, a name of `same`, a keyword of `span`, `cu` or `affinity`.
    ///
    /// # Effect
    /// The second item adds nothing or contradicts the first. Which one applies is not documented.
    ///
    /// # Example
    /// ```resreq
    /// order[ut:mem:ut]
    /// same[type:type]
    /// cu[maxcus=1:maxcus=2]
    /// affinity[core:cpubind=core:cpubind=socket]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// order[ut:mem]
    /// same[type]
    /// cu[maxcus=2]
    /// affinity[core:cpubind=core]
    /// ```
    pub R405 "repeated-item" {
        family: Requirement, scope: Cluster, severity: Warning, tags: [Unnecessary],
        sources: [ibm("lsf_admin/compute_unit_string", "cu")],
        checks: [Requirement(check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    if !context.parts.has(Part::ORDER | Part::SAME | Part::SPAN | Part::CU | Part::AFFINITY) {
        return;
    }
    for section in simples(context).flat_map(|it| it.sections().collect::<Vec<_>>()) {
        for list in lists(section) {
            for (first, second) in repeated(list, |it| canonical(&it.text()).to_owned()) {
                findings
                    .report(second.range(), format!("duplicate item `{}`", second.text()))
                    .consequence(Item::String.ignored().called("one of the two items").possible())
                    .help("remove one of the items")
                    .related(first.range(), "first used here");
            }
        }
    }
}

/// The words of a section that must differ; an affinity section has two lists.
fn lists(section: Section<'_>) -> Vec<Vec<Token<'_>>> {
    match section {
        Section::Order(it) => {
            vec![it.keys().filter(|it| it.expression().is_none()).filter_map(OrderKey::name).collect()]
        }
        Section::Same(it) => vec![it.names().collect()],
        Section::Span(it) => vec![it.items().filter_map(SpanItem::keyword).collect()],
        Section::Cu(it) => vec![it.items().filter_map(CuItem::keyword).collect()],
        Section::Affinity(it) => affinity(it),
        Section::Select(_) | Section::Rusage(_) | Section::Unknown(_) => Vec::new(),
    }
}

fn affinity(section: AffinitySection<'_>) -> Vec<Vec<Token<'_>>> {
    let inner = section.unit().into_iter().flat_map(AffinityUnit::options);
    vec![
        inner.filter_map(AffinityOption::keyword).collect(),
        section.options().filter_map(AffinityOption::keyword).collect(),
    ]
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# keys of order
        //- resreq
        order[ut:mem:-ut]
                      ^^ R405 warning duplicate item `ut`
        order[swap:mem:swp]
                       ^^^ R405 warning duplicate item `swp`

        //# names of same
        //- resreq
        same[type:type]
                  ^^^^ R405 warning duplicate item `type`

        //# keywords of cu
        //- resreq
        cu[maxcus=1:maxcus=2]
                    ^^^^^^ R405 warning duplicate item `maxcus`

        //# options of affinity
        //- resreq
        affinity[core:cpubind=core:cpubind=core]
                                   ^^^^^^^ R405 warning duplicate item `cpubind`
        affinity[core(2,same=socket,same=numa)]
                                    ^^^^ R405 warning duplicate item `same`

        //# each term has its own sections
        //- resreq
        1*{order[ut]} + 2*{order[ut:mem]}
        span[ptile='!',A:2,A:3] cu[type=rack:pref=config]
    "#]];
}
