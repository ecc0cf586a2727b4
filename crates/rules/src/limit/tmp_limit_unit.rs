use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::FileKind;

rule! {
    /// Finds TMP limits in a cluster where LSF_UNIT_FOR_LIMITS changes the unit of other limits, but not of TMP.
    ///
    /// # Effect
    /// TMP is in MB unless LSF_ENABLE_TMP_UNIT is set, while MEM and SWP use LSF_UNIT_FOR_LIMITS: the same number can
    /// mean 1024 times as much in one line as in the next.
    ///
    /// # Example
    /// ```lsb.resources
    /// Begin Limit
    /// NAME     = scratch
    /// PER_HOST = all
    /// TMP      = 100
    /// End Limit
    ///
    /// //- lsf.conf
    /// LSF_UNIT_FOR_LIMITS=GB
    /// ```
    ///
    /// # Use instead
    /// ```lsb.resources
    /// Begin Limit
    /// NAME     = scratch
    /// PER_HOST = all
    /// TMP      = 100
    /// End Limit
    ///
    /// //- lsf.conf
    /// LSF_UNIT_FOR_LIMITS=GB
    /// LSF_ENABLE_TMP_UNIT=Y
    /// ```
    pub L323 "tmp-limit-unit" {
        family: Limit, scope: Cluster, severity: Info,
        sources: [ibm("lsb.resources", "TMP"), ibm("lsf.conf", "LSF_ENABLE_TMP_UNIT")],
        checks: [SettingNamed(&["TMP"], check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let limit = context.section_spec().is_some_and(|it| it.name == "Limit");
    let Some(value) = context.setting.known_value().filter(|_| limit && !context.broken) else { return };
    let text = context.file.text(value.range());
    // Percentages have no unit.
    if context.file.kind() != FileKind::LsbResources || text.contains('%') || text.trim() == "0" {
        return;
    }
    let switches = context.file.cluster.switches();
    let Some(unit) = switches.unit_for_limits.as_deref().filter(|it| *it != "MB") else { return };
    if switches.tmp_unit != Some(false) {
        return;
    }
    findings
        .report(value.range(), format!("`TMP` does not use the unit {unit} of `LSF_UNIT_FOR_LIMITS`"))
        .consequence(Item::Value.read_as(format!("{text}MB")).because("LSF_ENABLE_TMP_UNIT=Y is not set"))
        .help("set `LSF_ENABLE_TMP_UNIT=Y` in lsf.conf, or write the number in MB");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# only memory follows the unit
        //- lsf.conf: LSF_UNIT_FOR_LIMITS=GB
        //- each Limit
        PER_HOST = all
          MEM = 8
          TMP = 100
                ^^^ L323 info `TMP` does not use the unit GB of `LSF_UNIT_FOR_LIMITS`
        PER_HOST = all
          MEM = 8
          TMP = 50%
        //#
        //- lsf.conf
        LSF_UNIT_FOR_LIMITS=GB
        LSF_ENABLE_TMP_UNIT=Y
        //- each Limit
        PER_HOST = all
          MEM = 8
          TMP = 100
        //#
        //- lsf.conf: LSF_UNIT_FOR_LIMITS=MB
        //- each Limit
        PER_HOST = all
          MEM = 8
          TMP = 100
        //#
        //- lsf.conf
        //- each Limit
        PER_HOST = all
          MEM = 8
          TMP = 100
    "#]];
}
