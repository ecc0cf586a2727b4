use lsflint_lint::size::{Unit, readable};
use lsflint_lint::{FactFindings, FactsContext, Findings, Item, Part, SectionContext, Setting, rule};
use lsflint_model::Entity;
use lsflint_model::combined::combined;
use lsflint_spec::{FileKind, find_param};
use lsflint_syntax::ast::resreq::{self, ResReq, RusageSection, Shape};
use lsflint_syntax::ast::{Amount, LimitPair, Size};

use crate::limit::levels::Scopes;
use crate::limit::memory::{Above, above, amount};
use crate::limit::pools::plain;
use crate::parameter::related;

rule! {
    /// Finds memory limits below the memory reservation of the same queue or application profile, and memory limits of
    /// all queues below the reservation of an application profile.
    ///
    /// # Effect
    /// LSF may kill a job that uses the memory reserved for it. LSF rejects a job above a maximum.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = big
    /// MEMLIMIT   = 2000
    /// RES_REQ    = rusage[mem=4000]
    /// End Queue
    /// //- lsf.conf
    /// LSF_UNIT_FOR_LIMITS=MB
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = big
    /// MEMLIMIT   = 4000
    /// RES_REQ    = rusage[mem=4000]
    /// End Queue
    /// //- lsf.conf
    /// LSF_UNIT_FOR_LIMITS=MB
    /// ```
    ///
    /// Without LSF_UNIT_FOR_LIMITS, limits are in KB and reservations in MB. Unless lsf.conf is loaded, a limit is
    /// reported only if its number without a unit is smaller, because it is then too small in either unit.
    ///
    /// # Notes
    /// Also based on reports of jobs that were killed immediately.
    pub L101 "memlimit-below-reservation" {
        family: Limit, scope: Cluster, severity: Warning,
        sources: [
            ibm(
                "lsf_admin/about_resource_usage_limits",
                "jobs that use more than a limit are signaled or have their priority lowered",
            ),
            ibm("lsf.conf.lsf_unit_for_limits", "the unit of limits and reservations"),
        ],
        checks: [Section(check), Facts(across_levels)],
    }
}

/// With more queues, some accept nearly everything.
const MOST_QUEUES: usize = 256;

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    if !context.requires(Part::RUSAGE) {
        return;
    }
    let (Some(limit), Some(requirement)) = (context.entry("MEMLIMIT"), context.entry("RES_REQ")) else { return };
    let Some(reserved) = reservation(&requirement) else { return };
    if !related::are_read_together(&limit, &requirement) {
        return;
    }
    let (default, maximum) = amounts(&limit);
    for (role, amount) in [("default", default), ("maximum", maximum)] {
        let Some(amount) = amount.filter(|it| is_below(*it, reserved, context)) else { continue };
        let role = if default.is_some() { format!("{role} of `MEMLIMIT`") } else { "`MEMLIMIT`".to_owned() };
        let limit = in_words(amount.value(), unit_of_limit(amount, context));
        let needed = in_words(reserved.as_f64(), unit_of_reservation(reserved, context));
        findings
            .report(amount.range(), format!("{role} ({limit}) is below the memory reservation ({needed}) in `RES_REQ`"))
            .consequence(Item::Job.killed().called("jobs that use the memory reserved for them").possible())
            .help(help(context))
            .related(reserved.range(), "reserved here");
        return;
    }
}

/// Application profiles that reserve more memory than MEMLIMIT of every queue allows.
fn across_levels(context: &FactsContext<'_>, findings: &mut FactFindings) {
    if context.kind() != FileKind::LsbApplications {
        return;
    }
    let view = context.cluster;
    let Some(scopes) = Scopes::of(view) else { return };
    for profile in context.all("Application").filter(|it| !it.is_broken() && !it.has("MEMLIMIT")) {
        let Some(field) = plain(&profile, "RES_REQ") else { continue };
        if !field.known().is_some_and(|it| it.contains("rusage")) {
            continue;
        }
        for scope in scopes.of_profile(&profile).filter(|it| it.queues.len() <= MOST_QUEUES) {
            // Stops at the first queue with enough memory: most queues have no limit.
            let reserved = |queue: &Entity<'_>| amount(combined(view, Some(queue), Some(&profile))?.result.as_ref()?);
            let above = |queue: &Entity<'_>| above(view, queue, || reserved(queue));
            let Some(all) = scope.queues.iter().map(above).collect::<Option<Vec<Above>>>() else { continue };
            let Some(first) = all.first() else { continue };
            let limit = match all.iter().all(|it| it.limit == first.limit) {
                true => first.limit.clone(),
                false => format!("lower, for example {}", first.limit),
            };
            findings
                .report(
                    field.place(),
                    format!(
                        "application profile reserves {} of memory, but MEMLIMIT of {} is {limit}",
                        first.reserved, scope.name
                    ),
                )
                .consequence(Item::Job.killed().called("jobs that use the memory reserved for them").possible())
                .help("reserve less, or raise MEMLIMIT of a queue")
                .related_at(first.place.clone(), "the limit of a queue");
            break;
        }
    }
}

/// Default and maximum as written.
fn amounts<'a>(limit: &Setting<'a>) -> (Option<Amount<'a>>, Option<Amount<'a>>) {
    match (limit.typed::<LimitPair<'_>>(), limit.typed::<Size<'_>>()) {
        (Some(pair), _) => (pair.default(), pair.maximum()),
        (None, Some(size)) => (None, size.amount()),
        (None, None) => (None, None),
    }
}

/// The `mem` reservation of a simple requirement, if it is a single number.
fn reservation<'a>(requirement: &Setting<'a>) -> Option<resreq::Amount<'a>> {
    let Some(Shape::Simple(simple)) = requirement.typed::<ResReq<'_>>()?.shape() else { return None };
    let mut items =
        simple.section::<RusageSection<'_>>()?.items().filter(|it| it.name().is_some_and(|it| it.text() == "mem"));
    let first = items.next()?;
    if items.next().is_some() { None } else { first.amount() }
}

fn unit_of_limit(limit: Amount<'_>, context: &SectionContext<'_>) -> Option<Unit> {
    limit.unit().map_or_else(|| Unit::of_limits(context.file.cluster.switches()), |it| Unit::of(&it.text()))
}

fn unit_of_reservation(reserved: resreq::Amount<'_>, context: &SectionContext<'_>) -> Option<Unit> {
    let plain = || Unit::of_requirements("mem", context.file.cluster.switches());
    reserved.unit.map_or_else(plain, |it| Unit::of(&it.text()))
}

fn is_below(limit: Amount<'_>, reserved: resreq::Amount<'_>, context: &SectionContext<'_>) -> bool {
    let (Some(number), Some(needed)) = (limit.value(), reserved.as_f64()) else { return false };
    match (unit_of_limit(limit, context), unit_of_reservation(reserved, context)) {
        (Some(limit), Some(reserved)) => number * limit.megabytes() < needed * reserved.megabytes(),
        // In the same unit, or in KB and MB: a smaller number means less in both cases.
        (None, None) => number < needed,
        _ => false,
    }
}

/// "16000 KB = 15.6 MB", "500 MB"; the number alone if the unit is unknown.
fn in_words(number: Option<f64>, unit: Option<Unit>) -> String {
    let number = number.unwrap_or_default();
    let Some(unit) = unit else { return number.to_string() };
    let (written, short) = (format!("{number} {}", unit.suffix()), readable(number * unit.megabytes()));
    if written == short { written } else { format!("{written} = {short}") }
}

fn help(context: &SectionContext<'_>) -> String {
    let unit = match &context.file.cluster.switches().unit_for_limits {
        Some(unit) => format!("both are in {unit}"),
        None => {
            let limit = find_param(FileKind::LsbQueues, "Queue", "MEMLIMIT").map_or("", |it| it.unit);
            format!("limits are in {limit}, reservations in MB, unless `LSF_UNIT_FOR_LIMITS` is set")
        }
    };
    format!("raise the limit or reserve less; {unit}")
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# knows the units
        //- lsf.conf: LSF_LIM_PORT=7869
        //- each Queue
        MEMLIMIT = 1000000
                   ^^^^^^^ L101 warning
                   = `MEMLIMIT` (1000000 KB = 976.6 MB) is below the memory reservation (4000 MB = 3.9 GB) in `RES_REQ`
                   = help: raise the limit or reserve less; limits are in KB, reservations in MB, unless
                   =   `LSF_UNIT_FOR_LIMITS` is set
          RES_REQ = "rusage[mem=4000]"
        MEMLIMIT = 4096000
          RES_REQ = "rusage[mem=4000]"
        //#
        //- lsf.conf: LSF_UNIT_FOR_LIMITS=MB
        //- each Queue
        MEMLIMIT = 2000 8000
                   ^^^^ L101 warning
                   = default of `MEMLIMIT` (2000 MB = 2 GB) is below the memory reservation (4000 MB = 3.9 GB) in
                   =   `RES_REQ`
          RES_REQ = "rusage[mem=4000]"
        MEMLIMIT = 4000
                   ^^^^ L101 warning `MEMLIMIT` (4000 MB = 3.9 GB) is below the memory reservation (4 GB) in `RES_REQ`
          RES_REQ = "rusage[mem=4G]"

        //# without lsf.conf only what is certain
        //- each Queue
        MEMLIMIT = 3000
                   ^^^^ L101 warning `MEMLIMIT` (3000) is below the memory reservation (4000) in `RES_REQ`
          RES_REQ = "rusage[mem=4000]"
        MEMLIMIT = 4000000
          RES_REQ = "rusage[mem=4000]"
        MEMLIMIT = 3000
          RES_REQ = "rusage[mem=4G]"

        //# reads profiles
        //- each Application
        MEMLIMIT = 300
                   ^^^ L101 warning `MEMLIMIT` (300) is below the memory reservation (400) in `RES_REQ`
          RES_REQ = rusage[mem=400]

        //# profiles above every queue
        //- lsf.conf: LSF_LIM_PORT=7869
        //- Parameters: MAX_JOBS = 5
        //- Queue a: MEMLIMIT = 4000000
        //- Queue b: MEMLIMIT = 2000 4000000
        //- each Application
        RES_REQ = rusage[mem=8000]
                  ^^^^^^^^^^^^^^^^ L101 warning
                  = application profile reserves 8000 MB of memory, but MEMLIMIT of every queue is 4000000 KB
                  = help: reserve less, or raise MEMLIMIT of a queue
                  = related Queue a:1:12 the limit of a queue
        RES_REQ = rusage[mem=3000]
        RES_REQ = rusage[mem=8000]
          MEMLIMIT = 9000000
        RES_REQ = rusage[mem=8000||mem=2]
        //#
        //- lsf.conf: LSF_LIM_PORT=7869
        //- Queue a: MEMLIMIT = 4000000
        //- Queue b: PRIORITY = 5
        //- each Application: RES_REQ = rusage[mem=8000]
        //#
        //- lsf.conf: LSF_LIM_PORT=7869
        //- Queue a: MEMLIMIT = {{ limit }}
        //- each Application: RES_REQ = rusage[mem=8000]
        //#
        //- Queue a: MEMLIMIT = 4000000
        //- each Application: RES_REQ = rusage[mem=8000]
    "#]];
}
