use lsflint_lint::select::{Constant, resource};
use lsflint_lint::{Findings, Item, Part, RequirementContext, rule};
use lsflint_spec::{Reading, ResourceType};
use lsflint_syntax::ast::resreq::OperatorKind;

rule! {
    /// Finds load indices that are compared for equality with a number: `mem == 100`.
    ///
    /// # Effect
    /// A measured value has fractions and changes all the time: it is hardly ever exactly 100, and hardly ever not.
    ///
    /// # Example
    /// ```resreq
    /// select[mem == 100]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// select[mem >= 100]
    /// ```
    pub W106 "float-equality" {
        family: Pedantic, scope: OwnFile, severity: Info, status: OptIn,
        sources: [ibm("lsf_admin/load_indices", "the intervals at which values are measured")],
        checks: [RequirementPart(Part::SELECT, check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    if context.broken {
        return;
    }
    for against in context.against() {
        let equality = matches!(against.operator, OperatorKind::Equal | OperatorKind::NotEqual);
        let Constant::Number { value, .. } = against.value else { continue };
        let Some(resource) = resource(context.cluster.resources(), against.name).filter(|_| equality) else {
            continue;
        };
        let measured = resource.kind == Some(ResourceType::Numeric) && resource.reading == Some(Reading::Dynamic);
        // Nothing at all is something that a resource often is exactly.
        if !measured || value == 0.0 {
            continue;
        }
        let outcome = match against.operator {
            OperatorKind::Equal => Item::Job.pending().called("jobs with this condition"),
            _ => Item::String.no_effect().called("the condition"),
        };
        findings
            .report(against.range, format!("`{}` is measured, and compared for equality", against.name.text()))
            .consequence(outcome.possible().because("a measured value is hardly ever exactly this number"))
            .help("write `>=` or `<=`");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# measured values are never exact
        //- resreq
        mem == 100 && 0.5 != ut
        ^^^^^^^^^^ W106 info `mem` is measured, and compared for equality
                      ^^^^^^^^^ W106 info `ut` is measured, and compared for equality
                      = effect: the condition may have no effect because a measured value is hardly ever exactly this
                      =   number
        swp == 0 && ncpus == 4 && mem > 5 && lic == 1
    "#]];
}
