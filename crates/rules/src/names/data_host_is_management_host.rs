use lsflint_lint::{Findings, FlatContext, Item, rule};
use lsflint_syntax::ast::{HostList, List};

use crate::parameter::related;

rule! {
    /// Finds management hosts in LSF_DATA_HOSTS of a cluster whose daemons run as the administrator.
    ///
    /// # Effect
    /// With LSF_DAEMONS_RUN_AS_ADMIN=Y, the data manager must not run on the management host or a candidate.
    ///
    /// # Example
    /// ```lsf.conf
    /// LSF_DAEMONS_RUN_AS_ADMIN=Y
    /// LSF_MASTER_LIST="hosta hostb"
    /// LSF_DATA_HOSTS="hostb hostc"
    /// ```
    ///
    /// # Use instead
    /// ```lsf.conf
    /// LSF_DAEMONS_RUN_AS_ADMIN=Y
    /// LSF_MASTER_LIST="hosta hostb"
    /// LSF_DATA_HOSTS="hostc hostd"
    /// ```
    pub X426 "data-host-is-management-host" {
        family: Names, scope: OwnFile, severity: Warning,
        sources: [
            ibm(
                "lsf_config_ref/lsf.conf.lsf_data_hosts.5",
                "do not name the management host or a candidate if LSF_DAEMONS_RUN_AS_ADMIN=Y",
            ),
        ],
        checks: [Flat(check)],
    }
}

fn check(context: &FlatContext<'_>, findings: &mut Findings) {
    let of = |name: &str| related::find(context.entries, name).filter(|it| related::is_on(it));
    let as_admin =
        of("LSF_DAEMONS_RUN_AS_ADMIN").filter(|it| it.single_word().is_some_and(|it| related::says(it, "Y")));
    let (Some(_), Some(data), Some(managers)) = (as_admin, of("LSF_DATA_HOSTS"), of("LSF_MASTER_LIST")) else { return };
    let (Some(hosts), Some(managers)) = (data.typed::<HostList<'_>>(), managers.typed::<HostList<'_>>()) else {
        return;
    };
    for host in hosts.items() {
        let Some(manager) = managers.items().find(|it| it.text().eq_ignore_ascii_case(&host.text())) else { continue };
        findings
            .report(host.range(), format!("management host `{}` in `LSF_DATA_HOSTS`", host.text()))
            .consequence(Item::Value.ignored().called("the host").possible())
            .help("name another host, or remove `LSF_DAEMONS_RUN_AS_ADMIN`")
            .related(manager.range(), "a management host");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# the data manager has hosts of its own
        //- each lsf.conf
        LSF_DAEMONS_RUN_AS_ADMIN=y
          LSF_MASTER_LIST="m1 m2"
          LSF_DATA_HOSTS="d1 M2"
                             ^^ X426 warning management host `M2` in `LSF_DATA_HOSTS`
        LSF_DAEMONS_RUN_AS_ADMIN=N
          LSF_MASTER_LIST="m1 m2"
          LSF_DATA_HOSTS="d1 m2"
        LSF_DAEMONS_RUN_AS_ADMIN=Y
          LSF_MASTER_LIST="m1 m2"
          LSF_DATA_HOSTS="d1 d2"
    "#]];
}
