use core::net::IpAddr;

use lsflint_lint::{Findings, Item, SettingContext, rule};

rule! {
    /// Finds IP addresses in LSF_ADDON_HOSTS.
    ///
    /// # Effect
    /// The parameter takes host names. Addresses and aliases are not supported.
    ///
    /// # Example
    /// ```lsf.conf
    /// LSF_ADDON_HOSTS="10.0.0.7 hostb"
    /// ```
    ///
    /// # Use instead
    /// ```lsf.conf
    /// LSF_ADDON_HOSTS="hosta hostb"
    /// ```
    pub X427 "address-instead-of-name" {
        family: Names, scope: OwnFile, severity: Warning,
        sources: [ibm("lsf_config_ref/lsf.conf.lsf_addon_hosts.5", "host names; aliases and IP addresses are not supported")],
        checks: [SettingNamed(&["LSF_ADDON_HOSTS"], check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(value) = context.setting.known_value() else { return };
    let words = value.node().all_tokens().filter(|it| !it.kind().is_trivia());
    for word in words.filter(|it| it.text().parse::<IpAddr>().is_ok()) {
        findings
            .report(word.range(), format!("address `{}` in `{}`", word.text(), context.setting.display_name()))
            .consequence(Item::Value.ignored().called("the host").possible())
            .help("write the name of the host");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# names only
        //- each lsf.conf
        LSF_ADDON_HOSTS="hosta 10.0.0.7"
                               ^^^^^^^^ X427 warning address `10.0.0.7` in `LSF_ADDON_HOSTS`
        LSF_ADDON_HOSTS="hosta 10.example.com"
    "#]];
}
