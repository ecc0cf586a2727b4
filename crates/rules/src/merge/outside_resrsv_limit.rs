use lsflint_lint::size::{Unit, megabytes};
use lsflint_lint::{FactFindings, FactsContext, Findings, Item, SectionContext, rule};
use lsflint_syntax::TextRange;
use lsflint_syntax::ast::ReservationLimits;
use lsflint_syntax::ast::resreq::{Amount, RusageSection, UsageKind};

use crate::merge::levels::report_conflicts;
use crate::merge::wanted::OUTSIDE_OF_LIMITS;
use crate::requirement::content::{canonical, known_setting, requirement, written};

rule! {
    /// Finds queues and application profiles that reserve an amount outside the range of RESRSV_LIMIT of the queue.
    ///
    /// # Effect
    /// If a queue violates its own range, LSF ignores its entire RES_REQ, including `select`. If an application profile
    /// violates the range of a queue, LSF rejects its jobs in that queue.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// RESRSV_LIMIT = [mem=100,500]
    /// RES_REQ      = rusage[mem=900]
    /// End Queue
    /// ```
    ///
    /// ```lsb.applications
    /// Begin Application
    /// NAME    = solver
    /// RES_REQ = rusage[mem=900]
    /// End Application
    /// //- lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// RESRSV_LIMIT = [mem=100,500]
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME   = night
    /// RESRSV_LIMIT = [mem=100,500]
    /// RES_REQ      = rusage[mem=400]
    /// End Queue
    /// ```
    ///
    /// An amount of the queue itself is an error. Any application profile can be used with any queue, so an amount of
    /// an application profile is a warning only when no queue accepts the jobs, when the queue is in DEFAULT_QUEUE, or
    /// when the application profile is DEFAULT_APPLICATION; otherwise it is informational.
    pub M003 "outside-resrsv-limit" {
        family: Merge, scope: Cluster, severity: Error,
        sources: [
            ibm(
                "lsf_admin/usage_string",
                "the RES_REQ of a queue outside of RESRSV_LIMIT is ignored; a job whose merged reservation is \
                 outside is rejected",
            ),
        ],
        checks: [Section(check), Facts(profiles)],
    }
}

/// Application profiles against the ranges of queues.
fn profiles(context: &FactsContext<'_>, findings: &mut FactFindings) {
    let help = "write an amount within the range, or widen the range of the queue";
    report_conflicts(context, &OUTSIDE_OF_LIMITS, help, findings);
}

/// The allowed amounts of one resource, in its own unit.
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
    for item in requirement.sections::<RusageSection<'_>>().flat_map(RusageSection::items) {
        let Some(name) = item.name().filter(|_| item.kind() == Some(UsageKind::Resource)) else { continue };
        let name = name.text();
        let Some(allowed) = allowed.iter().find(|it| it.name == canonical(&name)) else { continue };
        // Later phases only decrease.
        let Some(amount) = item.amounts().next() else { continue };
        let Some(number) = in_limit_unit(context, &name, amount) else { continue };
        let (bound, side) = match (allowed.minimum, allowed.maximum) {
            (_, Some(maximum)) if number > maximum => (maximum, "above the maximum"),
            (Some(minimum), _) if number < minimum => (minimum, "below the minimum"),
            _ => continue,
        };
        findings
            .report(amount.range(), format!("`{name}={}` is {side} `{bound}` of RESRSV_LIMIT", written(amount)))
            .consequence(Item::Line.ignored().called("the entire RES_REQ of the queue"))
            .help("write an amount within the range, or widen the range")
            .related(allowed.range, "the range is set here");
    }
}

fn allowed(limit: lsflint_syntax::ast::ReservationLimit<'_>) -> Option<Allowed> {
    let name = limit.name()?;
    // With a unit the numbers would have to be converted; no page documents a unit for this parameter.
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

/// An amount in the unit of numbers without one, which is the unit of RESRSV_LIMIT. None when the amount has another
/// unit and that of RESRSV_LIMIT is not known.
fn in_limit_unit(context: &SectionContext<'_>, name: &str, amount: Amount<'_>) -> Option<f64> {
    if amount.unit.is_none() {
        return amount.as_f64();
    }
    let default = Unit::of_requirements(name, context.file.cluster.switches())?;
    Some(megabytes(amount, None)? / default.megabytes())
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# the queue keeps its own range
        //- each Queue
        RESRSV_LIMIT = [mem=100,500]
          RES_REQ = select[linux] rusage[mem=900]
                                             ^^^ M003 error `mem=900` is above the maximum `500` of RESRSV_LIMIT
        RESRSV_LIMIT = [mem=100,500] [swp=20]
          RES_REQ = rusage[mem=50:swap=30]
                               ^^ M003 error `mem=50` is below the minimum `100` of RESRSV_LIMIT
                                       ^^ M003 error `swap=30` is above the maximum `20` of RESRSV_LIMIT

        //# units count when they are known
        //- each Queue
        RESRSV_LIMIT = [mem=500]
          RES_REQ = rusage[mem=1GB]
        //#
        //- lsf.conf: LSF_LIM_PORT=7869
        //- each Queue
        RESRSV_LIMIT = [mem=500]
          RES_REQ = rusage[mem=1GB]
                               ^^^ M003 error `mem=1GB` is above the maximum `500` of RESRSV_LIMIT
        //#
        //- lsf.conf: LSF_UNIT_FOR_LIMITS=GB
        //- each Queue
        RESRSV_LIMIT = [mem=500]
          RES_REQ = rusage[mem=1GB]

        //# amounts in the range
        //- each Queue
        RESRSV_LIMIT = [mem=100,500]
          RES_REQ = rusage[mem=(500 10):duration=(3), lic=1000]

        //# profiles must keep the range of a queue
        //- Queue q: RESRSV_LIMIT = [mem=100,500]
        //- each Application
        RES_REQ = select[linux] rusage[mem=900]
                                       ^^^^^^^ M003 warning application profile is incompatible with every queue
        RES_REQ = rusage[mem=400]
        RES_REQ = rusage[swp=900]
        //#
        //- Queue r
        //- Queue q: RESRSV_LIMIT = [mem=100,500]
        //- each Application
        RES_REQ = rusage[mem=50]
                         ^^^^^^ M003 info reservation of `mem` is outside RESRSV_LIMIT of queue `q`
                         = effect: LSF rejects jobs of the application profile in 1 of 2 queues at submission because
                         =   `mem=50` of the application profile is below the minimum of 100 in RESRSV_LIMIT of the
                         =   queue
    "#]];
}
