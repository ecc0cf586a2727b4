use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::{Condition, Confidence, ParamSpec};

use crate::parameter::related;

rule! {
    /// Finds settings of the authentication by `eauth` in a cluster that authenticates in another way.
    ///
    /// # Effect
    /// LSF_AUTH of lsf.conf says how users prove who they are. With another method than `eauth` the key is never used, and daemons are not
    /// authenticated at all: the cluster is less protected than these lines make it look.
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
        sources: [ibm("lsf.conf", "LSF_AUTH"), ibm("lsf.conf", "LSF_AUTH_DAEMONS"), ibm("lsf.sudoers", "")],
        checks: [SettingOf(is_of_eauth, check)],
    }
}

/// Whether a parameter has no effect with another method than `eauth`.
fn is_of_eauth(spec: &ParamSpec) -> bool {
    let method = |it: Condition| it.param.trim_start_matches("lsf.conf:") == "LSF_AUTH" && !it.has;
    spec.void_conditions().any(method)
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    if !related::is_on(&context.setting) || !context.setting.has_value() {
        return;
    }
    // Without the line the documents differ on what holds.
    let Some(method) = context.file.cluster.conf("LSF_AUTH").field() else { return };
    let Some(word) = method.known() else { return };
    let word = word.trim().trim_matches(['"', '\'']);
    if word.eq_ignore_ascii_case("eauth") || word.contains('$') {
        return;
    }
    let name = context.setting.display_name();
    findings
        .report(related::place(&context.setting), format!("`{name}` does nothing while LSF_AUTH is `{word}`"))
        .capped(Confidence::Medium)
        .consequence(Item::Line.no_effect().possible().so("`eauth` does not authenticate users and daemons"))
        .help("set LSF_AUTH=eauth in lsf.conf, or remove the line")
        .related_at(method.place(), "the method in use");
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check_cluster;

    #[test]
    fn keys_without_a_lock() {
        let sudoers = ("lsf.sudoers", "LSF_EAUTH_KEY=k3y1ongenough\nLSF_STARTUP_PATH=/opt/lsf\n");
        check_cluster(
            "Z005",
            &[sudoers, ("lsf.conf", "LSF_AUTH=ident\n")],
            expect![[r#"
            1:1-1:14 warning `LSF_EAUTH_KEY` does nothing while LSF_AUTH is `ident`
              effect: the line may have no effect, so `eauth` does not authenticate users and daemons
              help: set LSF_AUTH=eauth in lsf.conf, or remove the line
              lsf.conf:1:10-1:15 the method in use
        "#]],
        );
        check_cluster("Z005", &[sudoers, ("lsf.conf", "LSF_AUTH=eauth\n")], expect![[""]]);
        check_cluster("Z005", &[sudoers, ("lsf.conf", "")], expect![[""]]);
        check_cluster("Z005", &[sudoers], expect![[""]]);
    }

    #[test]
    fn daemons_without_authentication() {
        check_cluster(
            "Z005",
            &[("lsf.conf", "LSF_AUTH=setuid\nLSF_AUTH_DAEMONS=y\n")],
            expect![[r#"
            2:1-2:17 warning `LSF_AUTH_DAEMONS` does nothing while LSF_AUTH is `setuid`
              effect: the line may have no effect, so `eauth` does not authenticate users and daemons
              help: set LSF_AUTH=eauth in lsf.conf, or remove the line
              1:10-1:16 the method in use
        "#]],
        );
        check_cluster("Z005", &[("lsf.conf", "LSF_AUTH=setuid\nLSF_AUTH_DAEMONS=n\n")], expect![[""]]);
    }
}
