use lsflint_lint::select::{Against, Constant};
use lsflint_lint::{Applicability, Findings, Fix, Part, RequirementContext, rule};
use lsflint_spec::builtin_resource;
use lsflint_syntax::ast::resreq::OperatorKind;

use crate::requirement::common::{Judge, always_met, as_certain_as};

rule! {
    /// Finds comparisons with a number that the resource never reaches: `ut < 50`, where `ut` goes from 0.0 to 1.0.
    ///
    /// # Effect
    /// The condition is always true or never. `ut` is shown as a percentage by lsload and in load thresholds, but in a
    /// requirement it is a fraction, so `ut < 50` accepts every host, the busiest one too.
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
    /// Unsafe: the condition begins to refuse hosts.
    ///
    /// # Notes
    /// Manuals of LSF 4 and before wanted a whole number from 0 to 100.
    pub R104 "ut-out-of-range" {
        family: Requirement, scope: Cluster, severity: Warning, fix: Unsafe,
        sources: [ibm("lsf_admin/select_string", "`ut` is given as a value between 0.0 and 1.0")],
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
        // A site may define its own resource under a name that is not reserved.
        if number.unit.is_some() || context.cluster.resources().get(&name).is_none_or(|it| !it.builtin) {
            continue;
        }
        let (Some(low), Some(high)) = builtin.range else { continue };
        if (low..=high).contains(&value) {
            continue;
        }
        let Some(holds) = holds(&against, value, low, high) else { continue };
        let found = findings
            .report(range, format!("`{name}` goes from {low:?} to {high:?}, it never reaches {value}"))
            .consequence(match holds {
                true => as_certain_as(builtin.confidence, always_met()),
                false => Judge::of(context).unmet("no host has such a value"),
            })
            .capped(builtin.confidence);
        let fraction = high == 1.0 && value > 1.0 && value <= 100.0;
        if fraction {
            let fraction = format!("{}", value / 100.0);
            found.help(format!("a percentage is written as a fraction: `{fraction}`"));
            found.fix(Fix::replace(Applicability::Unsafe, format!("write `{fraction}`"), range, fraction));
        } else {
            found.help(format!("compare with a number between {low:?} and {high:?}"));
        }
    }
}

/// What a comparison with a number outside of the range comes to.
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
                    ^^ R104 warning `ut` goes from 0.0 to 1.0, it never reaches 50
            = fixed: select[ut < 0.5 && mem > 100]
        80 < ut
        ^^ R104 warning `ut` goes from 0.0 to 1.0, it never reaches 80
            = effect: LSF may never dispatch the job because no host has such a value
            = fixed: 0.8 < ut
        ut > -1 || ut == 200
             ^^ R104 warning `ut` goes from 0.0 to 1.0, it never reaches -1
             = help: compare with a number between 0.0 and 1.0
                         ^^^ R104 warning `ut` goes from 0.0 to 1.0, it never reaches 200
        //- each Queue
        STOP_COND = ut > 95
                         ^^ R104 warning `ut` goes from 0.0 to 1.0, it never reaches 95
                         = effect: the condition may have no effect because no host has such a value
            = fixed: STOP_COND = ut > 0.95

        //# the ends of the range are reached
        //- resreq
        ut <= 1 && ut >= 0 && ut < 0.85

        //# thresholds have a rule of their own
        //- each Queue
        ut = 80/90

        //# writes the fraction
        //- resreq
        ut<50 && ut>=7.5
           ^^ R104 warning `ut` goes from 0.0 to 1.0, it never reaches 50
                     ^^^ R104 warning `ut` goes from 0.0 to 1.0, it never reaches 7.5
            = fixed: ut<0.5 && ut>=0.075
    "#]];
}
