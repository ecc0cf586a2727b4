use lsflint_lint::{ErrorContext, Findings, Part, RequirementContext, rule};
use lsflint_syntax::ResReqError;
use lsflint_syntax::ast::resreq::{UsageItem, UsageKind};

use crate::requirement::common::{Judge, form_error};
use crate::requirement::content::{usage_item, usages, written};

rule! {
    /// Finds negative and non-numeric amounts in `rusage`: `rusage[mem=-5]`, `rusage[mem=all]`.
    ///
    /// # Effect
    /// LSF rejects the string, and the queue or application profile has no resource requirement.
    ///
    /// # Example
    /// ```resreq
    /// rusage[mem=-5]
    /// rusage[mem=all]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// rusage[mem=5]
    /// rusage[mem=0.5:swp=2GB]
    /// ```
    pub R308 "rusage-amount" {
        family: Requirement, scope: Cluster, severity: Error,
        sources: [
            volclava("lsf/intlib/resreq.c", "parseUsage", "an amount that is negative or no number is refused"),
            ibm("lsf_admin/usage_string", "an item is the name of a resource, `=` and an amount"),
        ],
        checks: [SyntaxError(check_form), RequirementPart(Part::RUSAGE, check)],
    }
}

fn check_form(context: &ErrorContext<'_>, findings: &mut Findings) {
    let item = usage_item(context).filter(|it| has_amount(*it));
    if let (Some(ResReqError::ExpectedNumber), Some(name)) = (form_error(context), item.and_then(UsageItem::name)) {
        let message = format!("invalid amount `{}` for `{}`", context.text(), name.text());
        Judge::of_error(context)
            .rejects(findings, context.error.range, message)
            .help("write a number, followed by a unit without a space if it is a size");
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    for item in usages(context).filter(|it| has_amount(*it)) {
        for amount in item.amounts().filter(|it| it.minus.is_some() && it.as_f64() != Some(0.0)) {
            Judge::of(context)
                .rejects(findings, amount.range(), format!("negative amount `{}`", written(amount)))
                .help("write the positive amount that the job needs");
        }
    }
}

/// Whether it is the amount of a resource; durations and decays have their own rules.
fn has_amount(item: UsageItem<'_>) -> bool {
    matches!(item.kind(), Some(UsageKind::Resource | UsageKind::Threshold | UsageKind::Gpu))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# amounts are numbers from zero
        //- resreq
        rusage[mem=-5]
                   ^^ R308 error negative amount `-5`
        rusage[mem=all]
                   ^^^ R308 error invalid amount `all` for `mem`
        rusage[mem=(9 x):duration=(3)]
                      ^ R308 error invalid amount `x` for `mem`
        rusage[ngpus_physical=1:gmem=much]
                                     ^^^^ R308 error invalid amount `much` for `gmem`

        //# zero and fractions are fine
        //- resreq: rusage[mem=0, swp=0.5, tmp=2GB]
    "#]];
}
