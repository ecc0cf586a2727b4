use lsflint_lint::{Findings, Item, Part, RequirementContext, rule};
use lsflint_spec::KeywordPlace;
use lsflint_syntax::ast::resreq::{AffinityOption, AffinityOptionKind, AffinitySection, AffinityUnit, ProcessorUnit};

use crate::requirement::content::{choice, keyword, sections};

rule! {
    /// Finds invalid levels in `affinity`: levels not above the processor unit that they enclose, or that `exclusive`
    /// does not allow.
    ///
    /// # Effect
    /// `same=level` keeps the processor units of a task inside one unit of a higher level; the same or a lower level
    /// has nothing to keep together. `exclusive` takes `numa`, `socket` or `core`. LSF rejects the string or ignores
    /// the option.
    ///
    /// # Example
    /// ```resreq
    /// affinity[socket(2,same=core)]
    /// affinity[core(2,exclusive=(host,injob))]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// affinity[core(2,same=socket)]
    /// affinity[core(2,exclusive=(socket,injob))]
    /// ```
    ///
    /// # Notes
    /// On hosts whose sockets contain several NUMA nodes the order of levels differs, so `socket` and `numa` are not
    /// compared.
    pub R421 "affinity-level" {
        family: Requirement, scope: Cluster, severity: Warning,
        sources: [ibm("lsf_admin/affinity_res_req_string", "Affinity string")],
        checks: [RequirementPart(Part::AFFINITY, check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    for unit in sections::<AffinitySection<'_>>(context).filter_map(AffinitySection::unit) {
        for option in unit.options() {
            match option.kind() {
                Some(AffinityOptionKind::Same) => same(unit, option, findings),
                Some(AffinityOptionKind::Exclusive) => exclusive(option, findings),
                _ => {}
            }
        }
    }
}

fn same(unit: AffinityUnit<'_>, option: AffinityOption<'_>, findings: &mut Findings) {
    let (Some(value), Some(inner), Some(word)) = (option.value(), unit.unit(), unit.keyword()) else { return };
    let Some(outer) = ProcessorUnit::of(&value.text()) else { return };
    let unordered = inner != outer && inner >= ProcessorUnit::Socket && outer >= ProcessorUnit::Socket;
    if outer > inner || unordered {
        return;
    }
    findings
        .report(value.range(), format!("`same={}` is not above `{}`", value.text(), word.text()))
        .consequence(
            Item::String
                .ignored()
                .called("the option")
                .or("reject the requirement string")
                .because("it has nothing to keep together"),
        )
        .help("use a higher level; from low to high: `thread`, `core`, `socket`, `numa`");
}

fn exclusive(option: AffinityOption<'_>, findings: &mut Findings) {
    let Some(level) = option.arguments().next().or_else(|| option.value()) else { return };
    let Some(spec) = keyword("affinity", KeywordPlace::UnitOption, "exclusive") else { return };
    if spec.values.contains(&&*level.text()) {
        return;
    }
    findings
        .report(level.range(), format!("invalid level `{}` for `exclusive`", level.text()))
        .consequence(Item::String.ignored().called("the option").or("reject the requirement string"))
        .help(format!("write {}", choice(spec.values.iter().copied())));
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# same is a higher level
        //- resreq
        affinity[socket(2,same=core)]
                               ^^^^ R421 warning `same=core` is not above `socket`
        affinity[cpu(2,same=thread)]
                            ^^^^^^ R421 warning `same=thread` is not above `cpu`

        //# exclusive owns enclosing units
        //- resreq
        affinity[core(2,exclusive=(host,injob))]
                                   ^^^^ R421 warning invalid level `host` for `exclusive`

        //# fitting levels
        //- resreq
        affinity[core(2,same=socket,exclusive=(socket,injob))]
        affinity[thread(1,exclusive=(core,intask))*18]
        affinity[numa(2,same=socket)]
    "#]];
}
