use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::FileKind;

use crate::parameter::related;

rule! {
    /// Finds an application profile that seems to switch ABS_RUNLIMIT off.
    ///
    /// # Effect
    /// In a profile only `y` means something: with `N` LSF does what it does without the line, and takes the value of lsb.params. A cluster
    /// whose lsb.params has ABS_RUNLIMIT = Y keeps wall-clock limits for the profile, too.
    ///
    /// # Example
    /// ```lsb.applications
    /// Begin Application
    /// NAME         = fluent
    /// ABS_RUNLIMIT = N
    /// End Application
    /// ```
    ///
    /// # Use instead
    /// ```lsb.applications
    /// Begin Application
    /// NAME         = fluent
    /// End Application
    /// ```
    pub P135 "switch-without-off" {
        family: Parameter, scope: OwnFile, severity: Warning,
        sources: [ibm("lsb.applications", "ABS_RUNLIMIT")],
        checks: [SettingNamed(&["ABS_RUNLIMIT"], check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let off = context.file.kind() == FileKind::LsbApplications && related::is_no(&context.setting);
    if !off || context.broken {
        return;
    }
    findings
        .report(context.setting.value_range(), "`ABS_RUNLIMIT` of a profile cannot be switched off")
        .consequence(Item::Line.no_effect().so("the value in lsb.params applies"))
        .help("take the line out; `Y` is the only value with a meaning");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# only y means something
        //- each Application
        ABS_RUNLIMIT = N
                       ^ P135 warning `ABS_RUNLIMIT` of a profile cannot be switched off
        ABS_RUNLIMIT = no
                       ^^ P135 warning `ABS_RUNLIMIT` of a profile cannot be switched off
        ABS_RUNLIMIT = y
        //- each Parameters
        ABS_RUNLIMIT = N
    "#]];
}
