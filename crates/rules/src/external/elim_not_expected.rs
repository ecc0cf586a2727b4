use lsflint_lint::{ElimContext, Findings, Item, rule};

rule! {
    /// Finds resources that an elim reports on a host from which LSF does not expect them.
    ///
    /// # Effect
    /// LSF names in LSF_RESOURCES what it expects from the elims of a host. Anything else is work for nothing, and the value may come in the
    /// way of the one that the right host reports.
    ///
    /// # Example
    /// An elim on `c2` writes `1 rackw 300`, while `c1` is up and `rackw` is mapped to `([c1 c2])`. `lsflint elim check-output --host c2`
    /// finds it. For that host LSF_RESOURCES is empty:
    ///
    /// ```elim c2:
    /// 1 rackw 300
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// rackw        Numeric 60       Y          (power of the rack)
    /// End Resource
    /// ```
    ///
    /// # Use instead
    /// The same line is right on `c1`, where LSF_RESOURCES is `rackw`:
    ///
    /// ```elim c1:rackw
    /// 1 rackw 300
    /// //- lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// rackw        Numeric 60       Y          (power of the rack)
    /// End Resource
    /// ```
    ///
    /// An elim should look into LSF_RESOURCES when it starts and leave with ELIM_ABORT_VALUE when nothing of it is its own. LSF
    /// starts it again when what is expected from the host changes.
    pub E207 "elim-not-expected" {
        family: External, scope: Cluster, severity: Warning,
        sources: [
            manual("Administering IBM Spectrum LSF", "external load indices: LSF_RESOURCES and the host that starts the elims of a set"),
        ],
        checks: [ElimLine(check)],
    }
}

fn check(context: &ElimContext<'_>, findings: &mut Findings) {
    let Some(expected) = context.expected else { return };
    for pair in context.pairs() {
        let name = pair.name.text();
        let builtin = pair.resource.is_some_and(|it| it.builtin);
        // Names that nothing defines, and static ones, have their own findings.
        let dynamic = pair.resource.is_some_and(|it| it.reading == Some(lsflint_spec::Reading::Dynamic));
        if builtin || !dynamic || expected.resources.contains(&&*name) {
            continue;
        }
        let lost = Item::Value.ignored().possible().because("it does not expect it from this host");
        let lost = lost.so("the elim runs in vain or disturbs the host that should report the value");
        findings
            .report(pair.name.range(), format!("`{name}` is not expected from host `{}`", expected.host))
            .consequence(lost)
            .help(match expected.resources {
                [] => "no elim is started there: `lsflint elim plan` says why".to_owned(),
                some => format!("LSF_RESOURCES is `{}` there; `lsflint elim plan` says why", some.join(" ")),
            });
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- lsf.shared
        Begin Resource
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        scratch Numeric 60 N (x)
        lic Numeric 30 N (x)
        os String 600 () (x)
        lanes Numeric () N (x)
        rack String () () (x)
        ssd Boolean () () (x)
        End Resource

        //# the host is one that reports
        //- elim c2:lic
        4 scratch 1 lic 2 tmp 3 lanes 4
          ^^^^^^^ E207 warning `scratch` is not expected from host `c2`
        //- elim c2:
        1 lic 2
          ^^^ E207 warning `lic` is not expected from host `c2`
            = help: no elim is started there: `lsflint elim plan` says why

        //# is silent without a host
        //- elim
        1 scratch 1
    "#]];
}
