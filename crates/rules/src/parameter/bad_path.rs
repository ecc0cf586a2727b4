use lsflint_lint::{Findings, SettingContext, rule};
use lsflint_spec::{Confidence, ParamSpec};

use crate::parameter::related;

rule! {
    /// Finds relative paths where LSF needs an absolute one.
    ///
    /// # Effect
    /// The daemons run in directories of their own, so the path leads nowhere: LSF ignores the parameter, or files end up in a place that
    /// nobody expects.
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
    findings
        .report(value.range(), format!("`{name}` needs an absolute path, `{path}` is relative"))
        .capped(spec.confidence)
        .consequence(
            related::item(setting)
                .ignored()
                .possible()
                .because("the daemons run in other directories and do not find the path"),
        )
        .help("write the whole path, from the root on");
}

/// A path from the root of a system, or one that begins with something that is filled in later.
fn is_absolute(path: &str) -> bool {
    let drive = path.as_bytes().get(1) == Some(&b':');
    drive || path.is_empty() || path.starts_with(['/', '\\', '$', '%', '@', '{', '<', '~'])
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    // covers app-resize-notify
    #[test]
    fn reports_relative_paths() {
        check(
            "P106",
            "lsf.conf",
            "LSB_CONFDIR=conf\nLSF_LIVE_CONFDIR=\"live conf\"\n",
            expect![[r#"
            1:13-1:17 error `LSB_CONFDIR` needs an absolute path, `conf` is relative
              effect: LSF may ignore the line because the daemons run in other directories and do not find the path
              help: write the whole path, from the root on
            2:19-2:28 error `LSF_LIVE_CONFDIR` needs an absolute path, `live` is relative
              effect: LSF may ignore the line because the daemons run in other directories and do not find the path
              help: write the whole path, from the root on
        "#]],
        );
        check(
            "P106",
            "lsb.applications",
            "Begin Application\nNAME = a\nRESIZABLE_JOBS = Y\nRESIZE_NOTIFY_CMD = notify.sh -v\nEnd Application\n",
            expect![[r#"
                4:21-4:33 error `RESIZE_NOTIFY_CMD` needs an absolute path, `notify.sh` is relative
                  effect: LSF may ignore the line because the daemons run in other directories and do not find the path
                  help: write the whole path, from the root on
            "#]],
        );
        check(
            "P106",
            "lsb.params",
            "Begin Parameters\nJOB_SPOOL_DIR = spool\nEnd Parameters\n",
            expect![[r#"
            2:17-2:22 warning `JOB_SPOOL_DIR` needs an absolute path, `spool` is relative
              effect: LSF may ignore the line because the daemons run in other directories and do not find the path
              help: write the whole path, from the root on
        "#]],
        );
    }

    #[test]
    fn is_silent_about_absolute_paths_and_variables() {
        check(
            "P106",
            "lsf.conf",
            "LSB_CONFDIR=/opt/lsf/conf\nLSF_LIVE_CONFDIR=$LSF_TOP/live\nLSB_LOCALDIR=C:\\lsf\nLSF_LOGDIR=logs\n",
            expect![[""]],
        );
    }
}
