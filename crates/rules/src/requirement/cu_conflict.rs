use lsflint_lint::{Findings, Item, Part, RequirementContext, Severity, rule};
use lsflint_spec::{KeywordPlace, RequirementKeyword};
use lsflint_syntax::ast::AstNode;
use lsflint_syntax::ast::resreq::{CuItem, CuKind, CuSection};

use crate::requirement::common::Judge;
use crate::requirement::content::{keyword, sections};

rule! {
    /// Finds conflicting items in `cu`: `balance` with `usablecuslots` or with `pref`.
    ///
    /// # Effect
    /// LSF rejects `balance` with `usablecuslots`. `pref=bestfit` does not work with `balance`, and `balance` overrides
    /// any other `pref`.
    ///
    /// # Example
    /// ```resreq
    /// cu[balance:usablecuslots=4]
    /// cu[pref=bestfit:balance]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// cu[balance]
    /// cu[pref=bestfit]
    /// cu[usablecuslots=4:pref=maxavail]
    /// ```
    pub R419 "cu-conflict" {
        family: Requirement, scope: Cluster, severity: Error,
        sources: [
            ibm("lsf_admin/compute_unit_string", "Compute unit string"),
            manual("lsbatch.h, LSBE_CU_BALANCE_USABLECUSLOTS (404)", "balance and usablecuslots exclude each other"),
        ],
        checks: [RequirementPart(Part::CU, check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    for section in sections::<CuSection<'_>>(context) {
        // The first of each documented keyword: there are few, but a string may repeat one.
        let mut before: Vec<Keyed<'_>> = Vec::new();
        for item in section.items().filter_map(keyed) {
            excluded(context, &before, item, findings);
            if !before.iter().any(|it| std::ptr::eq(it.1, item.1)) {
                before.push(item);
            }
        }
        if let (Some(balance), Some(pref)) = (section.find(CuKind::Balance), section.find(CuKind::Pref)) {
            overruled(balance, pref, findings);
        }
    }
}

/// An item with a documented keyword.
type Keyed<'t> = (CuItem<'t>, &'static RequirementKeyword);

fn keyed(item: CuItem<'_>) -> Option<Keyed<'_>> {
    Some((item, keyword("cu", KeywordPlace::Item, &item.keyword()?.text())?))
}

/// Keywords that exclude each other.
fn excluded(context: &RequirementContext<'_>, before: &[Keyed<'_>], item: Keyed<'_>, findings: &mut Findings) {
    let (item, spec) = item;
    let Some((other, earlier)) = before.iter().find(|it| spec.conflicts.contains(&it.1.name)) else { return };
    Judge::of(context)
        .rejects(
            findings,
            item.node().trimmed_range(),
            format!("`{}` cannot be combined with `{}`", spec.name, earlier.name),
        )
        .help("remove one of the two items")
        .related(other.node().trimmed_range(), "the conflicting item");
}

/// A preference together with `balance`.
fn overruled(balance: CuItem<'_>, pref: CuItem<'_>, findings: &mut Findings) {
    let Some(word) = pref.word() else { return };
    let range = pref.node().trimmed_range();
    let found = if word.text() == "bestfit" {
        findings
            .report(range, "`pref=bestfit` cannot be combined with `balance`")
            .severity(Severity::Warning)
            .consequence(Item::String.no_effect().called("`pref=bestfit`").possible())
    } else {
        findings
            .report(range, format!("`pref={}` is overridden by `balance`", word.text()))
            .severity(Severity::Info)
            .consequence(
                Item::String
                    .no_effect()
                    .called("the preference")
                    .because("it decides only between compute units that `balance` considers equal")
                    .possible(),
            )
    };
    found.help("remove one of the two items").related(balance.node().trimmed_range(), "`balance`");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# balance excludes usable slots
        //- resreq
        cu[balance:usablecuslots=4]
                   ^^^^^^^^^^^^^^^ R419 error `usablecuslots` cannot be combined with `balance`
        cu[usablecuslots=4:type=rack:balance]
                                     ^^^^^^^ R419 error `balance` cannot be combined with `usablecuslots`

        //# balance beats preferences
        //- resreq
        cu[pref=bestfit:balance]
           ^^^^^^^^^^^^ R419 warning `pref=bestfit` cannot be combined with `balance`
        cu[balance:pref=maxavail]
                   ^^^^^^^^^^^^^ R419 info `pref=maxavail` is overridden by `balance`
                   = effect: the preference may have no effect because it decides only between compute units that
                   =   `balance` considers equal

        //# everything else goes together
        //- resreq: cu[type=rack:pref=bestfit:maxcus=2:usablecuslots=4:excl]
    "#]];
}
