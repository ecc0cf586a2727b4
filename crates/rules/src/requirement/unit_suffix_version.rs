use lsflint_lint::select::Constant;
use lsflint_lint::size::Unit;
use lsflint_lint::{Applicability, Findings, Fix, RequirementContext, rule};
use lsflint_spec::Switch;
use lsflint_syntax::ast::resreq::{Number, RusageSection, UsageKind};
use lsflint_syntax::{TextRange, Token};

use crate::requirement::common::Judge;
use crate::requirement::content::{sections, too_new};

rule! {
    /// Finds sizes with a unit, `mem=4GB`, that the target version does not support.
    ///
    /// # Effect
    /// Versions before 10.1.0.2 report an error in the rusage or select section and reject the job.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = rusage[mem=4GB]
    /// End Queue
    /// //- lsf.conf
    /// LSF_VERSION=9.1.3
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = rusage[mem=4096]
    /// End Queue
    /// //- lsf.conf
    /// LSF_VERSION=9.1.3
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: enables a requirement that LSF currently rejects.
    ///
    /// # Notes
    /// Users report rejected jobs on older clusters.
    pub R605 "unit-suffix-version" {
        family: Requirement, scope: Cluster, severity: Warning, fix: Unsafe,
        sources: [ibm("lsf_command_ref/bsub.__r.1", "the release notes of 10.1.0.2")],
        checks: [Requirement(check)],
    }
}

/// A size with a unit.
struct Size<'a> {
    name: Token<'a>,
    number: Option<f64>,
    unit: Token<'a>,
    range: TextRange,
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    let switches = context.cluster.switches();
    if switches.target.reads(Switch::UnitSuffixes) || context.broken {
        return;
    }
    let why = too_new(Switch::UnitSuffixes, switches.target);
    for size in sizes(context) {
        let name = size.name.text();
        if !context.cluster.resources().get(&name).is_some_and(|it| it.size_units) {
            continue;
        }
        let found = findings
            .report(size.range, format!("unit `{}` {why}", size.unit.text()))
            .consequence(Judge::of(context).rejected());
        let written = Unit::of(&size.unit.text()).zip(size.number).map(|(unit, number)| unit.megabytes() * number);
        let default = Unit::of_requirements(&name, switches);
        let Some(converted) = written.zip(default).map(|(size, unit)| size / unit.megabytes()) else {
            found.help("write the number without a unit, in MB or the unit of LSF_UNIT_FOR_LIMITS");
            continue;
        };
        found.help(format!("write `{converted}`")).fix(Fix::replace(
            Applicability::Unsafe,
            format!("write `{converted}`"),
            size.range,
            converted.to_string(),
        ));
    }
}

fn sizes<'a>(context: &RequirementContext<'a>) -> Vec<Size<'a>> {
    let mut found = Vec::new();
    for comparison in context.against() {
        if let Constant::Number { number: Number { unit: Some(unit), .. }, value, range } = comparison.value {
            found.push(Size { name: comparison.name, number: Some(value), unit, range });
        }
    }
    for item in sections::<RusageSection<'_>>(context).flat_map(RusageSection::items) {
        let Some(name) = item.name().filter(|_| item.kind() == Some(UsageKind::Resource)) else { continue };
        for amount in item.amounts() {
            let Some(unit) = amount.unit else { continue };
            found.push(Size { name, number: amount.as_f64(), unit, range: amount.range() });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- lsf.conf: LSF_VERSION=9.1.3

        //# older versions take bare numbers
        //- resreq
        select[mem>2GB] rusage[mem=4GB:swp=512MB]
                   ^^^ R605 warning unit `GB` requires LSF 10.1.0.2, but the target is 9.1.3
                   = effect: LSF rejects the requirement string, so the submission fails
                                   ^^^ R605 warning unit `GB` requires LSF 10.1.0.2, but the target is 9.1.3
                                           ^^^^^ R605 warning unit `MB` requires LSF 10.1.0.2, but the target is 9.1.3
            = fixed: select[mem>2048] rusage[mem=4096:swp=512]
        //#
        //- lsf.conf
        LSF_VERSION=9.1.3
        LSF_UNIT_FOR_LIMITS=GB
        //- resreq
        rusage[mem=512MB]
                   ^^^^^ R605 warning unit `MB` requires LSF 10.1.0.2, but the target is 9.1.3
            = fixed: rusage[mem=0.5]

        //# newer ones read units
        //- lsf.conf: LSF_VERSION=10.1.0.2
        //- resreq: rusage[mem=4GB]
        //#
        //- resreq: rusage[mem=4096]
        //#
        //- without lsf.conf
        //- resreq: rusage[mem=4GB]

        //# reports it in files
        //- each Queue
        RES_REQ = rusage[mem=4GB]
                             ^^^ R605 warning unit `GB` requires LSF 10.1.0.2, but the target is 9.1.3
            = fixed: RES_REQ = rusage[mem=4096]
    "#]];
}
