//! Finds a queue that reserves more, or less, than its own RESRSV_LIMIT allows.
//!
//! # Effect
//! LSF ignores the whole RES_REQ of the queue, `select` and all.
//!
//! # Example
//! ```lsb.queues
//! Begin Queue
//! QUEUE_NAME   = night
//! RESRSV_LIMIT = [mem=100,500]
//! RES_REQ      = rusage[mem=900]
//! End Queue
//! ```
//!
//! # Use instead
//! ```lsb.queues
//! Begin Queue
//! QUEUE_NAME   = night
//! RESRSV_LIMIT = [mem=100,500]
//! RES_REQ      = rusage[mem=400]
//! End Queue
//! ```
//!
//! # Sources
//! [Queue-level resource requirements](https://www.ibm.com/docs/en/spectrum-lsf/10.1.0?topic=requirements-queue-level-resource).

use lsflint_syntax::TextRange;
use lsflint_syntax::ast::ReservationLimits;
use lsflint_syntax::ast::resreq::{Amount, RusageSection, UsageKind};

use super::content::{canonical, known_setting, requirement, sections_in, written};
use crate::context::SectionContext;
use crate::diagnostic::Findings;
use crate::rule::{Check, Rule, RuleMeta, Severity};
use crate::size::{Unit, megabytes};

/// The rule.
pub(crate) static RULE: Rule =
    Rule { meta: RuleMeta::new("M003", "outside-resrsv-limit", Severity::Error), checks: &[Check::Section(check)] };

/// What may be reserved of one resource, in its own unit.
struct Allowed {
    name: String,
    minimum: Option<f64>,
    maximum: Option<f64>,
    range: TextRange,
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let Some(limits) = known_setting(context, "RESRSV_LIMIT").and_then(|it| it.typed::<ReservationLimits<'_>>()) else {
        return;
    };
    let Some((_, requirement)) = requirement(context) else { return };
    let allowed: Vec<Allowed> = limits.items().filter_map(allowed).collect();
    for item in requirement.simples().flat_map(sections_in::<RusageSection<'_>>).flat_map(RusageSection::items) {
        let Some(name) = item.name().filter(|_| item.kind() == Some(UsageKind::Resource)) else { continue };
        let name = name.text();
        let Some(allowed) = allowed.iter().find(|it| it.name == canonical(&name)) else { continue };
        // Later phases only shrink.
        let Some(amount) = item.amounts().next() else { continue };
        let Some(number) = in_limit_unit(context, &name, amount) else { continue };
        let (bound, side) = match (allowed.minimum, allowed.maximum) {
            (_, Some(maximum)) if number > maximum => (maximum, "more than the maximum"),
            (Some(minimum), _) if number < minimum => (minimum, "less than the minimum"),
            _ => continue,
        };
        findings
            .report(
                &RULE.meta,
                amount.range(),
                format!("`{name}={}` is {side} of `{bound}` in RESRSV_LIMIT", written(amount)),
            )
            .effect("LSF ignores the whole RES_REQ of the queue")
            .help("bring the amount into the range, or widen the range")
            .related(allowed.range, "the range of this queue");
    }
}

fn allowed(limit: lsflint_syntax::ast::ReservationLimit<'_>) -> Option<Allowed> {
    let name = limit.name()?;
    // With a unit the numbers would have to be converted; no page says that the parameter takes one.
    if limit.amounts().any(|it| it.unit().is_some()) {
        return None;
    }
    Some(Allowed {
        name: canonical(&name.text()).to_owned(),
        minimum: limit.minimum().and_then(|it| it.value()),
        maximum: limit.maximum().and_then(|it| it.value()),
        range: name.range(),
    })
}

/// An amount in the unit of bare numbers, which is the one of RESRSV_LIMIT. None when it has another unit and theirs is not known.
fn in_limit_unit(context: &SectionContext<'_>, name: &str, amount: Amount<'_>) -> Option<f64> {
    if amount.unit.is_none() {
        return amount.as_f64();
    }
    let default = Unit::of_requirements(name, context.file.cluster.switches())?;
    Some(megabytes(amount, None)? / default.megabytes())
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check, check_cluster};

    fn queue(limit: &str, requirement: &str) -> String {
        format!("Begin Queue\nQUEUE_NAME = a\nRESRSV_LIMIT = {limit}\nRES_REQ = {requirement}\nEnd Queue\n")
    }

    // covers RR425, users-pain 6
    #[test]
    fn the_queue_keeps_its_own_range() {
        check(
            "M003",
            "lsb.queues",
            &queue("[mem=100,500]", "select[linux] rusage[mem=900]"),
            expect![[r#"
            4:36-4:39 error `mem=900` is more than the maximum of `500` in RESRSV_LIMIT
              effect: LSF ignores the whole RES_REQ of the queue
              help: bring the amount into the range, or widen the range
              3:17-3:20 the range of this queue
        "#]],
        );
        check(
            "M003",
            "lsb.queues",
            &queue("[mem=100,500] [swp=20]", "rusage[mem=50:swap=30]"),
            expect![[r#"
            4:22-4:24 error `mem=50` is less than the minimum of `100` in RESRSV_LIMIT
              effect: LSF ignores the whole RES_REQ of the queue
              help: bring the amount into the range, or widen the range
              3:17-3:20 the range of this queue
            4:30-4:32 error `swap=30` is more than the maximum of `20` in RESRSV_LIMIT
              effect: LSF ignores the whole RES_REQ of the queue
              help: bring the amount into the range, or widen the range
              3:31-3:34 the range of this queue
        "#]],
        );
    }

    #[test]
    fn units_count_when_they_are_known() {
        let text = queue("[mem=500]", "rusage[mem=1GB]");
        check("M003", "lsb.queues", &text, expect![[""]]);
        check_cluster(
            "M003",
            &[("lsb.queues", &text), ("lsf.conf", "LSF_LIM_PORT=7869\n")],
            expect![[r#"
            4:22-4:25 error `mem=1GB` is more than the maximum of `500` in RESRSV_LIMIT
              effect: LSF ignores the whole RES_REQ of the queue
              help: bring the amount into the range, or widen the range
              3:17-3:20 the range of this queue
        "#]],
        );
        check_cluster("M003", &[("lsb.queues", &text), ("lsf.conf", "LSF_UNIT_FOR_LIMITS=GB\n")], expect![[""]]);
    }

    #[test]
    fn amounts_in_the_range() {
        check(
            "M003",
            "lsb.queues",
            &queue("[mem=100,500]", "rusage[mem=(500 10):duration=(3), lic=1000]"),
            expect![[""]],
        );
    }
}
