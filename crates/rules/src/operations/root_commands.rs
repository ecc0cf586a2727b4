use lsflint_lint::{Findings, SettingContext, rule};
use lsflint_spec::lists;

use crate::parameter::related;

rule! {
    /// Finds settings that let root use LSF as if it were a user.
    ///
    /// # Effect
    /// LSF_ROOT_USER=Y is meant for the minutes of an upgrade. Left in place, whoever is root on one host of the cluster acts as
    /// administrator of LSF. LSF_ROOT_REX lets root start tasks on other hosts.
    ///
    /// # Example
    /// ```lsf.conf
    /// LSF_ROOT_USER=Y
    /// ```
    ///
    /// # Use instead
    /// ```lsf.conf
    /// LSF_ROOT_USER=N
    /// ```
    pub Z006 "root-commands" {
        family: Operations, scope: Cluster, severity: Info,
        sources: [ibm("lsf.conf", "LSF_ROOT_USER"), ibm("lsf.conf", "LSF_ROOT_REX")],
        checks: [SettingNamed(lists::ROOT_POWERS, check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(spec) = context.setting.spec.filter(|_| context.setting.has_value() && related::is_on(&context.setting))
    else {
        return;
    };
    let name = spec.name;
    findings
        .report(related::place(&context.setting), format!("`{name}` gives root of any host rights in LSF"))
        .capped(spec.confidence)
        .effect("whoever is root on one host can act for the whole cluster")
        .help("set it for as long as it is needed, then take it out again");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# rights that stay
        //- lsf.conf
        LSF_ROOT_USER=Y
        ^^^^^^^^^^^^^ Z006 info `LSF_ROOT_USER` gives root of any host rights in LSF
        LSF_ROOT_REX=all
        ^^^^^^^^^^^^ Z006 info `LSF_ROOT_REX` gives root of any host rights in LSF
        //#
        //- each lsf.conf
        LSF_ROOT_USER=N
    "#]];
}
