use lsflint_lint::{DirectiveContext, Findings, SettingContext, rule};
use lsflint_spec::{Grammar, ParamSpec};
use lsflint_syntax::{TextRange, Token};

rule! {
    /// Finds included files and directories of LSF below a folder that every user can write to.
    ///
    /// # Effect
    /// LSF reads what is there with the rights of its administrator or of root. Whoever can write to the folder can change the
    /// configuration, and what is in it is gone after a restart of the host.
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
    /// This rule is off unless it is selected: for some directories (job files, spools) a local temporary folder is meant.
    ///
    /// # Notes
    /// Common practice.
    pub Z002 "temporary-path" {
        family: Operations, scope: Cluster, severity: Warning, status: OptIn, presets: [Pedantic],
        sources: [],
        checks: [Directive(directive), SettingOf(is_path, setting)],
    }
}

/// Folders that every user can write to.
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
        .report(range, format!("`{text}` is in a folder that every user can write to"))
        .effect("whoever can write to the folder decides what LSF reads")
        .help(format!("move it out of `{}` to a folder of the administrator", shared.trim_end_matches('/')));
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports includes and directories
        //- lsb.queues
        #INCLUDE "/tmp/q"
                  ^^^^^^ Z002 warning `/tmp/q` is in a folder that every user can write to
        Begin Queue
        QUEUE_NAME = a
        End Queue
        //#
        //- lsf.conf
        LSF_SERVERDIR=/var/tmp/lsf/etc
                      ^^^^^^^^^^^^^^^^ Z002 warning `/var/tmp/lsf/etc` is in a folder that every user can write to
        LSB_CONFDIR=/tmp
                    ^^^^ Z002 warning `/tmp` is in a folder that every user can write to

        //# is silent about other folders
        //- lsf.conf
        LSF_SERVERDIR=/opt/tmp/lsf/etc
        LSB_CONFDIR=/tmpfs/conf
    "#]];
}
