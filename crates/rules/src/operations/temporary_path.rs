use lsflint_lint::{DirectiveContext, Findings, SettingContext, rule};
use lsflint_spec::{Grammar, ParamSpec};
use lsflint_syntax::{TextRange, Token};

rule! {
    /// Finds included files and LSF directories in a world-writable folder.
    ///
    /// # Effect
    /// LSF reads the files with the privileges of its administrator or of root. Any user who can write to the folder
    /// can change the configuration, and a restart of the host deletes the files.
    ///
    /// # Example
    /// ```lsb.queues
    /// #INCLUDE "/tmp/queues.extra"
    /// Begin Queue
    /// QUEUE_NAME = night
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// #INCLUDE "/opt/lsf/conf/queues.extra"
    /// Begin Queue
    /// QUEUE_NAME = night
    /// End Queue
    /// ```
    ///
    /// This rule is off unless selected: a local temporary folder is intended for some directories (job files, spool
    /// directories).
    pub Z002 "temporary-path" {
        family: Operations, scope: Cluster, severity: Warning, status: OptIn, presets: [Pedantic],
        sources: [
            judgement("files of an administrator do not belong where all users can write"),
        ],
        checks: [Directive(directive), SettingOf(is_path, setting)],
    }
}

/// World-writable folders.
const SHARED: &[&str] = &["/tmp/", "/var/tmp/", "/dev/shm/"];

fn is_path(spec: &ParamSpec) -> bool {
    matches!(spec.grammar, Grammar::Path | Grammar::Paths)
}

fn directive(context: &DirectiveContext<'_>, findings: &mut Findings) {
    if let Some(path) = context.directive.path() {
        check(path, findings);
    }
}

fn setting(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(value) = context.setting.known_value() else { return };
    value.words().for_each(|it| check(it, findings));
}

fn check(path: Token<'_>, findings: &mut Findings) {
    let text = path.text();
    let Some(shared) = SHARED.iter().find(|it| text.starts_with(*it) || text == it.trim_end_matches('/')) else {
        return;
    };
    let range: TextRange = path.range();
    findings
        .report(range, format!("`{text}` is in a world-writable folder"))
        .effect("any user can change what LSF reads")
        .help(format!("move it from `{}` to a folder owned by the administrator", shared.trim_end_matches('/')));
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports includes and directories
        //- lsb.queues
        #INCLUDE "/tmp/q"
                  ^^^^^^ Z002 warning `/tmp/q` is in a world-writable folder
        Begin Queue
        QUEUE_NAME = a
        End Queue
        //#
        //- lsf.conf
        LSF_SERVERDIR=/var/tmp/lsf/etc
                      ^^^^^^^^^^^^^^^^ Z002 warning `/var/tmp/lsf/etc` is in a world-writable folder
        LSB_CONFDIR=/tmp
                    ^^^^ Z002 warning `/tmp` is in a world-writable folder

        //# is silent about other folders
        //- lsf.conf
        LSF_SERVERDIR=/opt/tmp/lsf/etc
        LSB_CONFDIR=/tmpfs/conf
    "#]];
}
