use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_spec::lists;
use lsflint_syntax::SyntaxKind;
use lsflint_syntax::ast::{Shape, integer};

rule! {
    /// Finds port ranges with fewer ports than the daemons need.
    ///
    /// # Effect
    /// A daemon that finds no free port in the range cannot bind its socket.
    ///
    /// # Example
    /// ```lsf.conf
    /// LSF_UDP_PORT_RANGE="5000-5005"
    /// ```
    ///
    /// # Use instead
    /// ```lsf.conf
    /// LSF_UDP_PORT_RANGE="5000-5099"
    /// ```
    pub P218 "port-range-too-small" {
        family: Parameter, scope: OwnFile, severity: Warning,
        sources: [ibm("lsf_config_ref/lsf.conf.lsf_udp_port_range.5", "LSF_UDP_PORT_RANGE: include at least ten ports")],
        checks: [SettingNamed(&["LSF_UDP_PORT_RANGE"], check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let setting = &context.setting;
    let Some(range) = setting.typed::<Shape<'_>>().filter(|_| !context.broken) else { return };
    let ports: Vec<i64> = range.tokens().filter(|it| it.kind() == SyntaxKind::INTEGER).filter_map(integer).collect();
    let [first, last] = ports[..] else { return };
    let count = last - first + 1;
    // A reversed range is reported as such.
    if count < 1 || count >= i64::from(lists::LEAST_PORTS) {
        return;
    }
    findings
        .report(setting.value_range(), format!("range of {count} ports in `{}`", setting.display_name()))
        .consequence(Item::Value.ignored().possible())
        .help(format!("write a range of at least {} ports", lists::LEAST_PORTS));
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# counts both ends
        //- each lsf.conf
        LSF_UDP_PORT_RANGE="5000-5008"
                            ^^^^^^^^^ P218 warning range of 9 ports in `LSF_UDP_PORT_RANGE`
        LSF_UDP_PORT_RANGE="5000-5009"
        LSF_UDP_PORT_RANGE="5008-5000"
    "#]];
}
