use lsflint_lint::select::Constant;
use lsflint_lint::size::{TMP, Unit, readable};
use lsflint_lint::{Applicability, Findings, Fix, Item, RequirementContext, rule};
use lsflint_spec::Switch;
use lsflint_syntax::TextRange;
use lsflint_syntax::ast::resreq::{Number, OperatorKind, UsageKind};

use crate::requirement::common::Judge;
use crate::requirement::content::usages;

rule! {
    /// Finds implausible amounts of memory and swap space: most likely they are in another unit than LSF expects.
    ///
    /// # Effect
    /// A number without a unit is in MB, or in the unit of LSF_UNIT_FOR_LIMITS. If it is read as too large, jobs pend
    /// forever; if it is read as too small, it reserves almost nothing, and hosts run out of memory.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = rusage[mem=2148]
    /// End Queue
    /// //- lsf.conf
    /// LSF_UNIT_FOR_LIMITS=GB
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = rusage[mem=2148MB]
    /// End Queue
    /// //- lsf.conf
    /// LSF_UNIT_FOR_LIMITS=GB
    /// ```
    ///
    /// Numbers without a unit are checked only if lsflint can read lsf.conf, or if they are too large in any unit. More
    /// than 4 TB is suspicious, or more than 1024 of a configured unit larger than MB; in files, also less than 16 MB.
    /// With a unit, any amount up to 64 TB is accepted.
    ///
    /// # Fix safety
    /// Unsafe: the amount changes.
    ///
    /// # Notes
    /// Users report clusters in GB that read 2148 as 2 TB.
    pub R601 "suspicious-magnitude" {
        family: Requirement, scope: Cluster, severity: Warning, fix: Unsafe,
        sources: [ibm("lsf.conf.lsf_unit_for_limits", "LSF_UNIT_FOR_LIMITS")],
        checks: [Requirement(check)],
    }
}

/// No program runs in less memory than this, in MB.
const TINY: f64 = 16.0;
/// Few hosts have more than this, in MB: 4 TB.
const HUGE: f64 = 4.0 * 1024.0 * 1024.0;
/// No host has more than this, in MB: 64 TB.
const ABSURD: f64 = 16.0 * HUGE;

/// One size in the string.
struct Size<'n> {
    name: &'n str,
    number: f64,
    unit: Option<&'n str>,
    range: TextRange,
    /// Whether a small size would also be wrong, because it is what the job gets.
    reserved: bool,
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    for item in usages(context) {
        let Some(name) = item.name().filter(|_| item.kind() == Some(UsageKind::Resource)) else { continue };
        // The first phase is the largest.
        let Some((amount, number)) = item.amounts().next().and_then(|it| Some((it, it.as_f64()?))) else { continue };
        let unit = amount.unit.map(|_| amount.unit_text());
        let size = Size { name: &name.text(), number, unit: unit.as_deref(), range: amount.range(), reserved: true };
        judge(context, &size, findings);
    }
    if context.broken {
        return;
    }
    for comparison in context.against() {
        let Constant::Number { number: Number { unit, .. }, value, range } = comparison.value else { continue };
        if !matches!(comparison.operator, OperatorKind::Greater | OperatorKind::GreaterOrEqual | OperatorKind::Equal) {
            continue;
        }
        let unit = unit.map(|it| it.raw());
        judge(context, &Size { name: &comparison.name.text(), number: value, unit, range, reserved: false }, findings);
    }
}

fn judge(context: &RequirementContext<'_>, size: &Size<'_>, findings: &mut Findings) {
    let switches = context.cluster.switches();
    if !context.cluster.resources().get(size.name).is_some_and(|it| it.size_units) {
        return;
    }
    let scratch = size.name == TMP;
    let (unit, limit) = match size.unit {
        Some(suffix) => (Unit::of(suffix), ABSURD),
        None => {
            let unit = Unit::of_requirements(size.name, switches);
            let larger = unit.filter(|it| *it > Unit::MB).map_or(HUGE, |it| 1024.0 * it.megabytes());
            (unit, if scratch { ABSURD } else { larger.min(HUGE) })
        }
    };
    let Some(unit) = unit else { return too_large_in_any_unit(context, size, findings) };
    let megabytes = size.number * unit.megabytes();
    // Swap and scratch space may be small, memory may not.
    let tiny =
        size.reserved && context.setting.is_some() && !scratch && canonical_is_memory(size.name) && size.unit.is_none();
    let meant = if megabytes > limit {
        if unit > Unit::MB { Some(Unit::MB) } else { Some(Unit::KB).filter(|it| *it < unit) }
    } else if tiny && megabytes > 0.0 && megabytes < TINY {
        if unit < Unit::MB { Some(Unit::MB) } else { Unit::of("GB") }
    } else {
        return;
    };
    let too_large = megabytes > limit;
    let found = findings
        .report(size.range, format!("implausible amount of `{}`: {}", size.name, readable(megabytes)))
        .consequence(match too_large {
            true => Judge::of(context).unmet("no host has that much"),
            false => Item::String
                .no_effect()
                .called("the reservation")
                .because("the amount is very small")
                .possible()
                .so("hosts can run out of memory"),
        });
    let Some(meant) = meant.filter(|_| switches.target.reads(Switch::UnitSuffixes) && size.unit.is_none()) else {
        found.help(format!("convert the number to {}, the unit that LSF reads", unit.suffix()));
        return;
    };
    let text = format!("{}{}", size.number, meant.suffix());
    found
        .help(format!("add the unit, such as `{text}`; without one, LSF reads the number in {}", unit.suffix()))
        .fix(Fix::replace(Applicability::Unsafe, format!("write `{text}`"), size.range, text));
}

/// Without lsf.conf, the number is in KB or in a larger unit.
fn too_large_in_any_unit(context: &RequirementContext<'_>, size: &Size<'_>, findings: &mut Findings) {
    let megabytes = size.number * Unit::KB.megabytes();
    if megabytes > ABSURD {
        findings
            .report(size.range, format!("implausible amount of `{}`: at least {}", size.name, readable(megabytes)))
            .consequence(Judge::of(context).unmet("no host has that much"))
            .help("write an amount that hosts can have");
    }
}

fn canonical_is_memory(name: &str) -> bool {
    lsflint_spec::PHASED_RESOURCES.contains(&name)
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- lsf.conf: LSF_LIM_PORT=7869

        //# megabytes read as gigabytes
        //- lsf.conf: LSF_UNIT_FOR_LIMITS=GB
        //- resreq
        rusage[mem=2148]
                   ^^^^ R601 warning implausible amount of `mem`: 2.1 TB
                   = effect: LSF may never dispatch the job because no host has that much
            = fixed: rusage[mem=2148MB]
        select[mem > 2000] rusage[swp=8000]
                     ^^^^ R601 warning implausible amount of `mem`: 2 TB
                                      ^^^^ R601 warning implausible amount of `swp`: 7.8 TB
            = fixed: select[mem > 2000MB] rusage[swp=8000MB]

        //# the unit is not known
        //- without lsf.conf
        //- resreq
        rusage[mem=99999999999999]
                   ^^^^^^^^^^^^^^ R601 warning implausible amount of `mem`: at least 90.9 PB
                   = help: write an amount that hosts can have
        rusage[mem=99999999999]
                   ^^^^^^^^^^^ R601 warning implausible amount of `mem`: at least 93.1 TB

        //# kilobytes read as megabytes
        //- resreq
        rusage[mem=16000000]
                   ^^^^^^^^ R601 warning implausible amount of `mem`: 15.3 TB
                   = help: add the unit, such as `16000000KB`; without one, LSF reads the number in MB
            = fixed: rusage[mem=16000000KB]

        //# gigabytes read as megabytes
        //- each Queue
        RES_REQ = rusage[mem=8]
                             ^ R601 warning implausible amount of `mem`: 8 MB
                             = effect: the reservation may have no effect because the amount is very small, so hosts can
                             =   run out of memory
            = fixed: RES_REQ = rusage[mem=8GB]
        //#
        //- lsf.conf: LSF_UNIT_FOR_LIMITS=GB
        //- each Queue: RES_REQ = rusage[mem=8]
        //#
        //- lsf.conf: LSF_UNIT_FOR_LIMITS=KB
        //- each Queue
        RES_REQ = rusage[mem=8]
                             ^ R601 warning implausible amount of `mem`: 8 KB
                             = help: add the unit, such as `8MB`; without one, LSF reads the number in KB
            = fixed: RES_REQ = rusage[mem=8MB]
        //#
        //- resreq: rusage[mem=8]

        //# no host has exabytes
        //- resreq
        rusage[mem=2EB]
                   ^^^ R601 warning implausible amount of `mem`: 2 EB
                   = help: convert the number to EB, the unit that LSF reads

        //# sensible amounts
        //- resreq
        select[mem>5 && swp<10] rusage[mem=64000:swp=1:tmp=9000000]
        rusage[mem=0] order[mem]
        //#
        //- lsf.conf: LSF_UNIT_FOR_LIMITS=GB
        //- resreq
        rusage[mem=(900 1):duration=(3)]
        rusage[mem=12TB]
        //#
        //- without lsf.conf
        //- resreq: rusage[mem=2148000000, lic=5]
    "#]];
}
