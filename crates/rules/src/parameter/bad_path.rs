use lsflint_lint::{Findings, SettingContext, rule};
use lsflint_spec::{Confidence, ParamSpec};

use crate::parameter::related;

rule! {
    /// Finds relative paths where LSF requires an absolute path.
    ///
    /// # Effect
    /// The daemons run in their own working directories and do not find the path: LSF ignores the parameter, or writes
    /// files to an unexpected directory.
    ///
    /// # Example
    /// ```lsf.conf
    /// LSB_CONFDIR=conf/lsbatch
    /// ```
    ///
    /// # Use instead
    /// ```lsf.conf
    /// LSB_CONFDIR=/opt/lsf/conf/lsbatch
    /// ```
    pub P106 "bad-path" {
        family: Parameter, scope: OwnFile, severity: Error,
        sources: [facts("parameters")],
        checks: [SettingOf(needs_absolute_path, check)],
    }
}

fn needs_absolute_path(spec: &ParamSpec) -> bool {
    spec.absolute && spec.confidence != Confidence::Low
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let setting = &context.setting;
    let (Some(spec), Some(value)) = (setting.spec, setting.known_value()) else { return };
    let text = context.file.text(value.range()).trim_start_matches(['"', '\'']);
    if context.broken || context.file.file.template || is_absolute(text) {
        return;
    }
    let name = setting.display_name();
    let path = text.split([' ', '\t', '"']).next().unwrap_or(text);
    let found = findings.report(value.range(), format!("`{name}` must be an absolute path, not `{path}`"));
    let found = found.capped(spec.confidence);
    let found = match context.file.kind().spec().installer_only {
        true => found.effect("lsfinstall may reject the value"),
        false => found.consequence(
            related::item(setting)
                .ignored()
                .possible()
                .because("the daemons run in other directories and cannot find the path"),
        ),
    };
    found.help("write the full path from the root directory");
}

/// Whether a path starts at the root of a file system, or with something that is filled in later.
fn is_absolute(path: &str) -> bool {
    let drive = path.as_bytes().get(1) == Some(&b':');
    drive || path.is_empty() || path.starts_with(['/', '\\', '$', '%', '@', '{', '<', '~'])
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports relative paths
        //- lsf.conf
        LSB_CONFDIR=conf
                    ^^^^ P106 error `LSB_CONFDIR` must be an absolute path, not `conf`
        LSF_LIVE_CONFDIR="live conf"
                          ^^^^^^^^^ P106 error `LSF_LIVE_CONFDIR` must be an absolute path, not `live`
        //#
        //- each Application
        RESIZABLE_JOBS = Y
          RESIZE_NOTIFY_CMD = notify.sh -v
                              ^^^^^^^^^^^^ P106 error `RESIZE_NOTIFY_CMD` must be an absolute path, not `notify.sh`
        //- each Parameters
        JOB_SPOOL_DIR = spool
                        ^^^^^ P106 warning `JOB_SPOOL_DIR` must be an absolute path, not `spool`

        //- each lsf.conf
        LSF_TOP=opt/lsf
                ^^^^^^^ P106 warning `LSF_TOP` must be an absolute path, not `opt/lsf`
        //- install.config: LSF_TOP="opt/lsf"

        //# is silent about absolute paths and variables
        //- lsf.conf
        LSB_CONFDIR=/opt/lsf/conf
        LSF_LIVE_CONFDIR=$LSF_TOP/live
        LSB_LOCALDIR=C:\lsf
        LSF_LOGDIR=logs
    "#]];
}
