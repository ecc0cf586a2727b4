use lsflint_lint::select::Constant;
use lsflint_lint::size::Unit;
use lsflint_lint::{Applicability, Findings, Fix, RequirementContext, rule};
use lsflint_spec::Switch;
use lsflint_syntax::ast::resreq::{Number, RusageSection, UsageKind};
use lsflint_syntax::{TextRange, Token};

use crate::requirement::common::Judge;
use crate::requirement::content::{sections, too_new};

rule! {
    /// Finds sizes with a unit, `mem=4GB`, that the targeted version does not read yet.
    ///
    /// # Effect
    /// Versions before 10.1.0.2 answer with an error in the rusage or select section and refuse the job.
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
    /// Unsafe: a requirement that LSF refuses today becomes active.
    ///
    /// # Notes
    /// Field reports of refused jobs on older clusters.
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
            .report(size.range, format!("the unit `{}` is too new: {why}", size.unit.text()))
            .consequence(Judge::of(context).rejected());
        let written = Unit::of(&size.unit.text()).zip(size.number).map(|(unit, number)| unit.megabytes() * number);
        let default = Unit::of_requirements(&name, switches);
        let Some(converted) = written.zip(default).map(|(size, unit)| size / unit.megabytes()) else {
            found.help("write the number without a unit: in MB, or in the unit of LSF_UNIT_FOR_LIMITS");
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
    use expect_test::expect;

    use crate::testing::{check_cluster, check_string_with};

    const OLD: (&str, &str) = ("lsf.conf", "LSF_VERSION=9.1.3\n");

    // covers users-pain 24, users-pain 25, RR-030
    #[test]
    fn older_versions_take_bare_numbers() {
        check_string_with(
            "R605",
            "select[mem>2GB] rusage[mem=4GB:swp=512MB]",
            &[OLD],
            expect![[r#"
                1:12-1:15 warning the unit `GB` is too new: LSF reads it since 10.1.0.2, the target is 9.1.3
                  effect: LSF rejects the requirement string, so the submission fails
                  help: write `2048`
                1:28-1:31 warning the unit `GB` is too new: LSF reads it since 10.1.0.2, the target is 9.1.3
                  effect: LSF rejects the requirement string, so the submission fails
                  help: write `4096`
                1:36-1:41 warning the unit `MB` is too new: LSF reads it since 10.1.0.2, the target is 9.1.3
                  effect: LSF rejects the requirement string, so the submission fails
                  help: write `512`
            "#]],
        );
        check_string_with(
            "R605",
            "rusage[mem=512MB]",
            &[("lsf.conf", "LSF_VERSION=9.1.3\nLSF_UNIT_FOR_LIMITS=GB\n")],
            expect![[r#"
                1:12-1:17 warning the unit `MB` is too new: LSF reads it since 10.1.0.2, the target is 9.1.3
                  effect: LSF rejects the requirement string, so the submission fails
                  help: write `0.5`
            "#]],
        );
    }

    #[test]
    fn newer_ones_read_units() {
        check_string_with("R605", "rusage[mem=4GB]", &[("lsf.conf", "LSF_VERSION=10.1.0.2\n")], expect![[""]]);
        check_string_with("R605", "rusage[mem=4096]", &[OLD], expect![[""]]);
        check_string_with("R605", "rusage[mem=4GB]", &[], expect![[""]]);
    }

    #[test]
    fn says_so_in_files() {
        check_cluster(
            "R605",
            &[("lsb.queues", "Begin Queue\nQUEUE_NAME = a\nRES_REQ = rusage[mem=4GB]\nEnd Queue\n"), OLD],
            expect![[r#"
                3:22-3:25 warning the unit `GB` is too new: LSF reads it since 10.1.0.2, the target is 9.1.3
                  effect: LSF rejects the requirement string, so the queue has no resource requirement
                  help: write `4096`
            "#]],
        );
    }
}
