use lsflint_lint::{Findings, SettingContext, rule};
use lsflint_spec::lists;

use crate::parameter::related;

rule! {
    /// Finds settings that allow root to use LSF commands.
    ///
    /// # Effect
    /// LSF_ROOT_USER=Y is intended only for the duration of an upgrade. If it stays set, root on any host in the
    /// cluster acts as an LSF administrator. LSF_ROOT_REX allows root to start tasks on other hosts.
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
        .report(related::place(&context.setting), format!("`{name}` gives root on every host access to LSF"))
        .capped(spec.confidence)
        .effect("root on any host can act for the whole cluster")
        .help("remove it as soon as it is no longer needed");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# rights that stay
        //- lsf.conf
        LSF_ROOT_USER=Y
        ^^^^^^^^^^^^^ Z006 info `LSF_ROOT_USER` gives root on every host access to LSF
        LSF_ROOT_REX=all
        ^^^^^^^^^^^^ Z006 info `LSF_ROOT_REX` gives root on every host access to LSF
        //#
        //- each lsf.conf: LSF_ROOT_USER=N
    "#]];
}
