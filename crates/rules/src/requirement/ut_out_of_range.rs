use lsflint_lint::select::{Against, Constant};
use lsflint_lint::{Applicability, Findings, Fix, Part, RequirementContext, rule};
use lsflint_spec::builtin_resource;
use lsflint_syntax::ast::resreq::OperatorKind;

use crate::requirement::common::{Judge, always_met, as_certain_as};

rule! {
    /// Finds comparisons with a value outside the range of a resource: `ut < 50`, where `ut` ranges from 0.0 to 1.0.
    ///
    /// # Effect
    /// The condition is always true or always false. `lsload` and load thresholds show `ut` as a percentage, but in a
    /// requirement it is a fraction, so `ut < 50` accepts every host, including the busiest one.
    ///
    /// # Example
    /// ```resreq
    /// select[ut < 50]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// select[ut < 0.5]
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: the condition then excludes hosts.
    ///
    /// # Notes
    /// Manuals of LSF 4 and earlier required an integer from 0 to 100.
    pub R104 "ut-out-of-range" {
        family: Requirement, scope: Cluster, severity: Warning, fix: Unsafe,
        sources: [ibm("lsf_admin/select_string", "`ut` is specified as a value between 0.0 and 1.0")],
        checks: [RequirementPart(Part::SELECT, check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    if context.broken {
        return;
    }
    for against in context.against() {
        let Constant::Number { number, value, range } = against.value else { continue };
        let name = against.name.text();
        let Some(builtin) = builtin_resource(&name) else { continue };
        // A site may define its own resource with a name that is not reserved.
        if number.unit.is_some() || context.cluster.resources().get(&name).is_none_or(|it| !it.builtin) {
            continue;
        }
        let (Some(low), Some(high)) = builtin.range else { continue };
        if (low..=high).contains(&value) {
            continue;
        }
        let Some(holds) = holds(&against, value, low, high) else { continue };
        let found = findings
            .report(range, format!("{value} is out of range for `{name}`, which ranges from {low:?} to {high:?}"))
            .consequence(match holds {
                true => as_certain_as(builtin.confidence, always_met()),
                false => Judge::of(context).unmet("no host has such a value"),
            })
            .capped(builtin.confidence);
        let fraction = high == 1.0 && value > 1.0 && value <= 100.0;
        if fraction {
            let fraction = format!("{}", value / 100.0);
            found.help(format!("write the percentage as a fraction: `{fraction}`"));
            found.fix(Fix::replace(Applicability::Unsafe, format!("write `{fraction}`"), range, fraction));
        } else {
            found.help(format!("write a number from {low:?} to {high:?}"));
        }
    }
}

/// The result of a comparison with a number outside the range.
fn holds(against: &Against<'_>, value: f64, low: f64, high: f64) -> Option<bool> {
    let above = value > high;
    debug_assert!(above || value < low);
    match against.operator {
        OperatorKind::Less | OperatorKind::LessOrEqual => Some(above),
        OperatorKind::Greater | OperatorKind::GreaterOrEqual => Some(!above),
        OperatorKind::Equal | OperatorKind::Assign => Some(false),
        OperatorKind::NotEqual => Some(true),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# a percentage is a fraction
        //- resreq
        select[ut < 50 && mem > 100]
                    ^^ R104 warning 50 is out of range for `ut`, which ranges from 0.0 to 1.0
            = fixed: select[ut < 0.5 && mem > 100]
        80 < ut
        ^^ R104 warning 80 is out of range for `ut`, which ranges from 0.0 to 1.0
            = effect: LSF may never dispatch the job because no host has such a value
            = fixed: 0.8 < ut
        ut > -1 || ut == 200
             ^^ R104 warning -1 is out of range for `ut`, which ranges from 0.0 to 1.0
             = help: write a number from 0.0 to 1.0
                         ^^^ R104 warning 200 is out of range for `ut`, which ranges from 0.0 to 1.0
        //- each Queue
        STOP_COND = ut > 95
                         ^^ R104 warning 95 is out of range for `ut`, which ranges from 0.0 to 1.0
                         = effect: the condition may have no effect because no host has such a value
            = fixed: STOP_COND = ut > 0.95

        //# the ends of the range are reached
        //- resreq: ut <= 1 && ut >= 0 && ut < 0.85

        //# thresholds have a rule of their own
        //- each Queue: ut = 80/90

        //# writes the fraction
        //- resreq
        ut<50 && ut>=7.5
           ^^ R104 warning 50 is out of range for `ut`, which ranges from 0.0 to 1.0
                     ^^^ R104 warning 7.5 is out of range for `ut`, which ranges from 0.0 to 1.0
            = fixed: ut<0.5 && ut>=0.075
    "#]];
}
