use lsflint_lint::{Findings, FlatContext, Item, rule};
use lsflint_model::Lookup;
use lsflint_spec::{Confidence, FileKind};

use crate::parameter::related;

rule! {
    /// Finds parameters of lsf.conf that ego.conf sets to another value.
    ///
    /// # Effect
    /// With EGO enabled, LSF uses the value of ego.conf.
    ///
    /// # Example
    /// ```lsf.conf
    /// LSF_ENABLE_EGO=Y
    /// LSF_MASTER_LIST="hostA hostB"
    ///
    /// //- ego.conf
    /// EGO_MASTER_LIST="hostA"
    /// ```
    ///
    /// # Use instead
    /// ```lsf.conf
    /// LSF_ENABLE_EGO=Y
    /// LSF_MASTER_LIST="hostA hostB"
    ///
    /// //- ego.conf
    /// EGO_MASTER_LIST="hostA hostB"
    /// ```
    ///
    /// EGO is enabled by LSF_ENABLE_EGO=Y, which is the default. With LSF_ENABLE_EGO=N, ego.conf is not read.
    pub P406 "overridden-by-ego" {
        family: Parameter, scope: Cluster, severity: Warning,
        sources: [
            ibm(
                "lsf_config_ref/lsf.conf",
                "if both the LSF and the EGO parameters are set in their respective files, the definition in ego.conf is used",
            ),
            ibm(
                "lsf_config_ref/lsf.conf.lsf_master_list",
                "to avoid errors, make sure that the value of LSF_MASTER_LIST matches the value of EGO_MASTER_LIST",
            ),
        ],
        checks: [Flat(check)],
    }
}

/// The parameter of lsf.conf that enables EGO.
const ENABLED: &str = "LSF_ENABLE_EGO";

fn check(context: &FlatContext<'_>, findings: &mut Findings) {
    let view = context.file.cluster;
    if context.file.kind() != FileKind::LsfConf || context.file.file.template || !view.has_file(FileKind::EgoConf) {
        return;
    }
    let enabled = match view.conf(ENABLED) {
        Lookup::Set(field) => field.known().and_then(|it| lsflint_spec::yes_no(it.trim_matches('"'))) == Some(true),
        Lookup::Absent => true,
        Lookup::Unknown => false,
    };
    let params = FileKind::EgoConf.spec().sections.iter().flat_map(|it| it.params);
    let pairs = params.filter(|_| enabled).flat_map(|it| it.overrides.iter().map(move |other| (it, *other)));
    for (ego, overridden) in pairs {
        let Some(here) = overridden.strip_prefix("lsf.conf:").and_then(|it| related::find(context.entries, it)) else {
            continue;
        };
        let Lookup::Set(there) = view.setting(FileKind::EgoConf, "", ego.name) else { continue };
        let (Some(value), Some(theirs)) = (here.known_value(), there.known()) else { continue };
        let theirs = theirs.trim().trim_matches('"');
        let ours = context.file.text(value.range()).trim().trim_matches('"');
        if ours.split_whitespace().eq(theirs.split_whitespace()) {
            continue;
        }
        let certain = ego.confidence == Confidence::High;
        findings
            .report(value.range(), format!("`{}` differs from `{}` in ego.conf", here.display_name(), ego.name))
            .consequence(Item::Value.read_as(theirs).because("ego.conf takes precedence").possible_unless(certain))
            .help("set both to the same value")
            .related_at(there.place(), format!("`{}` is set here", ego.name));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# another value in ego.conf
        //- ego.conf
        EGO_MASTER_LIST="m1"
        EGO_LIM_PORT=7879
        EGO_LIM_CONNTIMEOUT=5
        //- lsf.conf
        LSF_MASTER_LIST="m1 m2"
                         ^^^^^ P406 warning `LSF_MASTER_LIST` differs from `EGO_MASTER_LIST` in ego.conf
        LSF_LIM_PORT=7869
                     ^^^^ P406 warning `LSF_LIM_PORT` differs from `EGO_LIM_PORT` in ego.conf
        LSF_API_CONNTIMEOUT=5

        //# the same values
        //- ego.conf
        EGO_MASTER_LIST="m1  m2"
        EGO_LIM_PORT=7869
        //- lsf.conf
        LSF_MASTER_LIST="m1 m2"
        LSF_LIM_PORT="7869"

        //# without EGO
        //- ego.conf
        EGO_LIM_PORT=7879
        //- each lsf.conf
        LSF_ENABLE_EGO=N
          LSF_LIM_PORT=7869
        LSF_ENABLE_EGO=$EGO
          LSF_LIM_PORT=7869
    "#]];
}
