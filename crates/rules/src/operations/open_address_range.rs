use lsflint_lint::{Findings, SectionContext, SettingContext, rule};
use lsflint_spec::lists;
use lsflint_syntax::SyntaxKind;

rule! {
    /// Finds address ranges that allow every host to join the cluster.
    ///
    /// # Effect
    /// Any machine that can reach the management host can join as a server or a client, and submit or run jobs.
    ///
    /// # Example
    /// ```lsf.cluster.c1
    /// Begin Parameters
    /// LSF_HOST_ADDR_RANGE = *.*.*.*
    /// End Parameters
    /// ```
    ///
    /// # Use instead
    /// ```lsf.cluster.c1
    /// Begin Parameters
    /// LSF_HOST_ADDR_RANGE = 10.1.*.*
    /// End Parameters
    /// ```
    pub Z003 "open-address-range" {
        family: Operations, scope: Cluster, severity: Warning,
        sources: [
            ibm("lsf.cluster", "LSF_HOST_ADDR_RANGE"),
            ibm("lsf.cluster", "FLOAT_CLIENTS"),
            ibm("lsf.cluster", "FLOAT_CLIENTS_ADDR_RANGE"),
        ],
        checks: [SettingNamed(lists::ADDRESS_RANGES, range), Section(floating)],
    }
}

fn range(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(value) = context.setting.known_value() else { return };
    for token in value.node().all_tokens().filter(|it| it.kind() == SyntaxKind::WORD) {
        if token.text().bytes().all(|it| matches!(it, b'*' | b'.' | b':')) && token.raw().contains('*') {
            let name = context.setting.display_name();
            findings
                .report(token.range(), format!("`{}` in `{name}` allows every host", token.text()))
                .effect("any machine that can reach the management host can join the cluster")
                .help("list the networks of the cluster");
        }
    }
}

/// Without a range, floating clients can connect from anywhere.
fn floating(context: &SectionContext<'_>, findings: &mut Findings) {
    let Some(clients) = context.entry("FLOAT_CLIENTS") else { return };
    let some = clients.single_word().is_some_and(|it| it.text() != "0");
    if !some
        || context.entry("FLOAT_CLIENTS_ADDR_RANGE").is_some()
        || context.spec.is_none_or(|it| it.param("FLOAT_CLIENTS_ADDR_RANGE").is_none())
    {
        return;
    }
    findings
        .report(clients.name.range(), "`FLOAT_CLIENTS` without `FLOAT_CLIENTS_ADDR_RANGE` allows every host")
        .effect("any machine that can reach the management host can become a client")
        .help("add `FLOAT_CLIENTS_ADDR_RANGE` with the networks of the clients");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports ranges without limits
        //- Parameters of lsf.cluster.c1
        LSF_HOST_ADDR_RANGE = *.*.*.*
                              ^^^^^^^ Z003 warning `*.*.*.*` in `LSF_HOST_ADDR_RANGE` allows every host
        FLOAT_CLIENTS = 10
        ^^^^^^^^^^^^^ Z003 warning `FLOAT_CLIENTS` without `FLOAT_CLIENTS_ADDR_RANGE` allows every host
            = effect: any machine that can reach the management host can become a client
            = help: add `FLOAT_CLIENTS_ADDR_RANGE` with the networks of the clients

        //# is silent about networks
        //- each Parameters of lsf.cluster.c1
        LSF_HOST_ADDR_RANGE = 10.1.*.*
          FLOAT_CLIENTS = 10
          FLOAT_CLIENTS_ADDR_RANGE = 10.1.*.*
        FLOAT_CLIENTS = 0
    "#]];
}
