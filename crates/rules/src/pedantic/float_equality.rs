use lsflint_lint::select::{Constant, resource};
use lsflint_lint::{Findings, Item, Part, RequirementContext, rule};
use lsflint_spec::{Reading, ResourceType};
use lsflint_syntax::ast::resreq::OperatorKind;

rule! {
    /// Finds load indices that are compared with a number by `==` or `!=`, such as `mem == 100`.
    ///
    /// # Effect
    /// A load index has a fractional value that changes continuously. It is almost never exactly 100, so `==` is almost
    /// never true and `!=` is almost always true.
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
        // Many load indices are often exactly zero.
        if !measured || value == 0.0 {
            continue;
        }
        let outcome = match against.operator {
            OperatorKind::Equal => Item::Job.pending().called("jobs with this condition"),
            _ => Item::String.no_effect().called("the condition"),
        };
        findings
            .report(against.range, format!("load index `{}` is compared for equality", against.name.text()))
            .consequence(outcome.possible().because("a load index is almost never exactly this number"))
            .help("use `>=` or `<=`");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# measured values are never exact
        //- resreq
        mem == 100 && 0.5 != ut
        ^^^^^^^^^^ W106 info load index `mem` is compared for equality
                      ^^^^^^^^^ W106 info load index `ut` is compared for equality
                      = effect: the condition may have no effect because a load index is almost never exactly this
                      =   number
        swp == 0 && ncpus == 4 && mem > 5 && lic == 1
    "#]];
}
