use lsflint_lint::select::Constant;
use lsflint_lint::size::{TMP, Unit};
use lsflint_lint::{Findings, Item, RequirementContext, Severity, rule};
use lsflint_syntax::ast::resreq::{Number, RusageSection, UsageKind};
use lsflint_syntax::{TextRange, Token};

use crate::requirement::content::sections;

rule! {
    /// Finds amounts of `tmp` in a cluster that sets the unit for limits, but not for `tmp`.
    ///
    /// # Effect
    /// LSF_UNIT_FOR_LIMITS changes the unit of `mem` and `swp`. `tmp` stays in MB unless LSF_ENABLE_TMP_UNIT=Y is set:
    /// LSF reads a number that is meant in GB as 1024 times too small. A unit after the number is not converted either.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = rusage[mem=4:tmp=20]
    /// End Queue
    /// //- lsf.conf
    /// LSF_UNIT_FOR_LIMITS=GB
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// RES_REQ    = rusage[mem=4:tmp=20]
    /// End Queue
    /// //- lsf.conf
    /// LSF_UNIT_FOR_LIMITS=GB
    /// LSF_ENABLE_TMP_UNIT=Y
    /// ```
    ///
    /// Reported only if lsflint can read lsf.conf.
    pub R603 "tmp-unit-not-enabled" {
        family: Requirement, scope: Cluster, severity: Warning,
        sources: [
            ibm("lsf.conf.lsf_enable_tmp_unit", "LSF_ENABLE_TMP_UNIT"),
            ibm("lsf_admin/res_req_strings_about", "units"),
        ],
        checks: [Requirement(check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    let switches = context.cluster.switches();
    if switches.tmp_unit != Some(false) || context.broken {
        return;
    }
    let configured = switches.unit_for_limits.as_deref().and_then(Unit::of).unwrap_or(Unit::MB);
    for (range, suffix) in amounts(context) {
        // A number without a suffix is correct while MB is the unit of everything.
        let explicit = suffix.is_some();
        let (message, consequence, help) = match suffix {
            Some(suffix) if Unit::of(&suffix) == Some(Unit::MB) => continue,
            Some(suffix) => (
                format!("unit `{suffix}` for `tmp` requires `LSF_ENABLE_TMP_UNIT=Y` in `lsf.conf`"),
                Item::String.no_effect().called("the unit").because("LSF reads `tmp` in MB"),
                "write the number of MB without a unit, or set `LSF_ENABLE_TMP_UNIT=Y`".to_owned(),
            ),
            None if configured == Unit::MB => continue,
            None => (
                format!("amount of `tmp` is in MB, not in {}", configured.suffix()),
                Item::String
                    .read_as(format!(
                        "{}MB",
                        context.source.get(std::ops::Range::<usize>::from(range)).unwrap_or("...")
                    ))
                    .called("the amount")
                    .because("LSF_UNIT_FOR_LIMITS does not apply to `tmp` without LSF_ENABLE_TMP_UNIT=Y"),
                format!("write the number of MB, or set `LSF_ENABLE_TMP_UNIT=Y` to use {}", configured.suffix()),
            ),
        };
        let found = findings.report(range, message).help(help);
        // A unit is documented for tmp in general; no page says that it needs the switch.
        match explicit {
            true => found.severity(Severity::Info).consequence(consequence.possible()),
            false => found.consequence(consequence),
        };
    }
}

/// The amounts of `tmp` with their suffixes, in `rusage` and in comparisons of the selection.
fn amounts(context: &RequirementContext<'_>) -> Vec<(TextRange, Option<String>)> {
    let suffix = |it: Option<Token<'_>>| it.map(|it| it.text().into_owned());
    let mut found = Vec::new();
    for item in sections::<RusageSection<'_>>(context).flat_map(RusageSection::items) {
        if item.kind() == Some(UsageKind::Resource) && item.name().is_some_and(|it| it.text() == TMP) {
            let sizes = item.amounts().filter(|it| it.as_f64() != Some(0.0));
            found.extend(sizes.map(|it| (it.range(), suffix(it.unit))));
        }
    }
    for comparison in context.against().filter(|it| it.name.text() == TMP) {
        if let Constant::Number { number: Number { unit, .. }, value, range } = comparison.value
            && value != 0.0
        {
            found.push((range, suffix(unit)));
        }
    }
    found.sort_by_key(|it| it.0.start());
    found
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# tmp has a switch of its own
        //- lsf.conf: LSF_UNIT_FOR_LIMITS=GB
        //- resreq
        rusage[mem=4:tmp=20]
                         ^^ R603 warning amount of `tmp` is in MB, not in GB
        select[mem>4 && tmp>20]
                            ^^ R603 warning amount of `tmp` is in MB, not in GB
        //#
        //- lsf.conf: LSF_LIM_PORT=7869
        //- resreq
        rusage[tmp=1TB]
                   ^^^ R603 info unit `TB` for `tmp` requires `LSF_ENABLE_TMP_UNIT=Y` in `lsf.conf`
                   = effect: the unit may have no effect because LSF reads `tmp` in MB
                   = help: write the number of MB without a unit, or set `LSF_ENABLE_TMP_UNIT=Y`

        //# megabytes are what they seem
        //- lsf.conf: LSF_LIM_PORT=7869
        //- resreq: rusage[tmp=2000] select[tmp>100MB]
        //#
        //- lsf.conf: LSF_UNIT_FOR_LIMITS=GB
        //- resreq: select[tmp>0]
        //#
        //- lsf.conf
        LSF_UNIT_FOR_LIMITS=GB
        LSF_ENABLE_TMP_UNIT=Y
        //- resreq: rusage[tmp=1TB]
        //#
        //- resreq: rusage[tmp=1TB]
    "#]];
}
