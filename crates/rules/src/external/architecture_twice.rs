use lsflint_lint::{Findings, Item, SectionContext, rule};
use lsflint_syntax::TextRange;
use lsflint_syntax::ast::{AstNode, Shape};
use rustc_hash::FxHashMap;

use crate::parameter::related;

rule! {
    /// Finds architecture strings that are assigned to more than one host model.
    ///
    /// # Effect
    /// LIM reports the duplicate. Hosts with this architecture get the first model and its CPU factor.
    ///
    /// # Example
    /// ```lsf.shared
    /// Begin HostModel
    /// MODELNAME CPUFACTOR ARCHITECTURE
    /// EpycA     90.0      (x19_4500_AMDEPYC)
    /// EpycB     95.0      (x19_4500_AMDEPYC)
    /// End HostModel
    /// ```
    ///
    /// # Use instead
    /// ```lsf.shared
    /// Begin HostModel
    /// MODELNAME CPUFACTOR ARCHITECTURE
    /// EpycA     90.0      (x19_4500_AMDEPYC)
    /// EpycB     95.0      (x25_4700_AMDEPYC)
    /// End HostModel
    /// ```
    pub E016 "architecture-twice" {
        family: External, scope: Cluster, severity: Warning,
        sources: [
            volclava(
                "lsf/lib/lib.conf.c",
                "addHostModel",
                "`Duplicate host architecture type`: the second assignment is ignored",
            ),
            volclava("lsf/lim/lim.conf.c", "addHostModel", "the same, in LIM"),
            ibm("lsf.shared", "ARCHITECTURE: strings that LIM reports"),
        ],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    if context.spec.is_none_or(|it| it.name != "HostModel") {
        return;
    }
    let Some(header) = context.section.header() else { return };
    let column = |name: &str| header.columns().position(|it| related::says(it, name));
    let (Some(model), Some(strings)) = (column("MODELNAME"), column("ARCHITECTURE")) else { return };
    let mut seen: FxHashMap<String, (String, TextRange)> = FxHashMap::default();
    for row in context.section.unconditional_rows() {
        let (Some(model), Some(cell)) = (row.cells().nth(model), row.cells().nth(strings)) else { continue };
        let Some(model) = model.single_word().filter(|_| !cell.is_unset() && !cell.is_templated()) else { continue };
        for word in cell.content().and_then(Shape::cast).into_iter().flat_map(Shape::tokens) {
            let text = word.text().into_owned();
            match seen.get(&text) {
                Some((other, first)) if *other != model.text() => {
                    findings
                        .report(word.range(), format!("architecture `{text}` is already assigned to `{other}`"))
                        .consequence(
                            Item::Value
                                .ignored()
                                .called("the architecture")
                                .logged()
                                .so(format!("hosts of this architecture get the model `{other}`")),
                        )
                        .help("assign each architecture to one model")
                        .related(*first, "first assigned here");
                }
                Some(_) => {}
                None => {
                    seen.insert(text, (model.text().into_owned(), word.range()));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# names the first model
        //- HostModel of lsf.shared
        MODELNAME CPUFACTOR ARCHITECTURE
        a 90 (x19 x20)
        b 95 (x21 x20)
                  ^^^ E016 warning architecture `x20` is already assigned to `a`
        c 10 ()
        d 10 ()
    "#]];
}
