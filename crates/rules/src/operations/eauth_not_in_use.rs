use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::{Condition, Confidence, ParamSpec};

use crate::parameter::related;

rule! {
    /// Finds `eauth` authentication settings in a cluster that uses another authentication method.
    ///
    /// # Effect
    /// LSF_AUTH in lsf.conf sets how users are authenticated. With a method other than `eauth`, LSF never uses the key
    /// and does not authenticate daemons. The cluster is less protected than these lines suggest.
    ///
    /// # Example
    /// ```lsf.sudoers
    /// LSF_EAUTH_KEY=k3y1ongenough
    ///
    /// //- lsf.conf
    /// LSF_AUTH=ident
    /// ```
    ///
    /// # Use instead
    /// ```lsf.sudoers
    /// LSF_EAUTH_KEY=k3y1ongenough
    ///
    /// //- lsf.conf
    /// LSF_AUTH=eauth
    /// ```
    pub Z005 "eauth-not-in-use" {
        family: Operations, scope: Cluster, severity: Warning,
        sources: [
            ibm("lsf.conf", "LSF_AUTH: the method that authenticates users"),
            ibm("lsf.conf", "LSF_AUTH_DAEMONS: daemons are authenticated with eauth"),
            ibm("lsf.sudoers", "LSF_EAUTH_KEY: the key of eauth"),
        ],
        checks: [SettingOf(is_of_eauth, check)],
    }
}

/// Whether a parameter has no effect with another method than `eauth`.
/// The authentication method that uses the keys.
pub(crate) const METHOD: &str = "eauth";

fn is_of_eauth(spec: &ParamSpec) -> bool {
    let method = |it: Condition| it.param.trim_start_matches("lsf.conf:") == "LSF_AUTH" && it.word == METHOD && !it.has;
    spec.void_conditions().any(method)
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    if !related::is_on(&context.setting) || !context.setting.has_value() {
        return;
    }
    // The documents disagree on the default.
    let Some(method) = context.file.cluster.conf("LSF_AUTH").field() else { return };
    let Some(word) = method.known() else { return };
    let word = word.trim().trim_matches(['"', '\'']);
    if word.eq_ignore_ascii_case(METHOD) || word.contains('$') {
        return;
    }
    let name = context.setting.display_name();
    findings
        .report(related::place(&context.setting), format!("`{name}` requires `LSF_AUTH=eauth`, found `{word}`"))
        .capped(Confidence::Medium)
        .consequence(Item::Line.no_effect().possible().so("`eauth` does not authenticate users and daemons"))
        .help("set `LSF_AUTH=eauth` in `lsf.conf`, or remove the line")
        .related_at(method.place(), "`LSF_AUTH` is set here");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# keys without a lock
        //- lsf.sudoers
        LSF_EAUTH_KEY=k3y1ongenough
        ^^^^^^^^^^^^^ Z005 warning `LSF_EAUTH_KEY` requires `LSF_AUTH=eauth`, found `ident`
        LSF_STARTUP_PATH=/opt/lsf
        //- lsf.conf: LSF_AUTH=ident
        //#
        //- lsf.sudoers
        LSF_EAUTH_KEY=k3y1ongenough
        LSF_STARTUP_PATH=/opt/lsf
        //- lsf.conf: LSF_AUTH=eauth
        //#
        //- lsf.sudoers
        LSF_EAUTH_KEY=k3y1ongenough
        LSF_STARTUP_PATH=/opt/lsf
        //- lsf.conf
        //#
        //- lsf.sudoers
        LSF_EAUTH_KEY=k3y1ongenough
        LSF_STARTUP_PATH=/opt/lsf

        //# daemons without authentication
        //- lsf.conf
        LSF_AUTH=setuid
        LSF_AUTH_DAEMONS=y
        ^^^^^^^^^^^^^^^^ Z005 warning `LSF_AUTH_DAEMONS` requires `LSF_AUTH=eauth`, found `setuid`
        //#
        //- lsf.conf
        LSF_AUTH=setuid
        LSF_AUTH_DAEMONS=n
    "#]];
}
