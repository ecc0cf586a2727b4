use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::FileKind;

use crate::parameter::related;

rule! {
    /// Finds application profiles that try to disable ABS_RUNLIMIT.
    ///
    /// # Effect
    /// In an application profile, only `y` has an effect. With `N`, as without the line, LSF uses the value in
    /// lsb.params: if lsb.params sets ABS_RUNLIMIT = Y, wall-clock run limits also apply to the application profile.
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
        .report(context.setting.value_range(), "`ABS_RUNLIMIT` cannot be disabled in an application profile")
        .consequence(Item::Line.no_effect().so("the value in lsb.params applies"))
        .help("remove the line; only `Y` has an effect");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# only y means something
        //- each Application
        ABS_RUNLIMIT = N
                       ^ P135 warning `ABS_RUNLIMIT` cannot be disabled in an application profile
        ABS_RUNLIMIT = no
                       ^^ P135 warning `ABS_RUNLIMIT` cannot be disabled in an application profile
        ABS_RUNLIMIT = y
        //- each Parameters: ABS_RUNLIMIT = N
    "#]];
}
