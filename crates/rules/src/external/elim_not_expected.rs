use lsflint_lint::{ElimContext, Findings, Item, rule};

rule! {
    /// Finds resources that an elim reports from a host where LSF does not expect them.
    ///
    /// # Effect
    /// LSF_RESOURCES contains the resources that LSF expects from the elims of a host. Other values are useless, and
    /// can interfere with the value that the correct host reports.
    ///
    /// # Example
    /// An elim on `c2` writes `1 rackw 300`, while `c1` is up and `rackw` is mapped to `([c1 c2])`.
    /// `lsflint elim check-output --host c2` reports it. For that host LSF_RESOURCES is empty:
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
    /// The same line is correct on `c1`, where LSF_RESOURCES is `rackw`:
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
    /// An elim should check LSF_RESOURCES when it starts, and exit with ELIM_ABORT_VALUE if none of its resources is
    /// listed. LSF starts it again when the expected resources of the host change.
    pub E207 "elim-not-expected" {
        family: External, scope: Cluster, severity: Warning,
        sources: [
            ibm(
                "lsf_admin/load_indices_external",
                "LSF_RESOURCES lists what is expected on the host; the first available host of a set starts the elims",
            ),
        ],
        checks: [ElimLine(check)],
    }
}

fn check(context: &ElimContext<'_>, findings: &mut Findings) {
    let Some(expected) = context.expected else { return };
    for pair in context.pairs() {
        let name = pair.name.text();
        let builtin = pair.resource.is_some_and(|it| it.builtin);
        // Undefined names and static resources are other findings.
        let dynamic = pair.resource.is_some_and(|it| it.reading == Some(lsflint_spec::Reading::Dynamic));
        if builtin || !dynamic || expected.resources.contains(&&*name) {
            continue;
        }
        let lost = Item::Value.ignored().possible().because("it does not expect it from this host");
        let lost = lost.so("the elim is useless or interferes with the host that should report the value");
        findings
            .report(pair.name.range(), format!("`{name}` is not expected from host `{}`", expected.host))
            .consequence(lost)
            .help(match expected.resources {
                [] => "run `lsflint elim plan` to see why no elim is started there".to_owned(),
                some => format!(
                    "report only `LSF_RESOURCES` (`{}`) there; run `lsflint elim plan` to see why",
                    some.join(" ")
                ),
            });
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        scratch Numeric 60 N (x)
        lic Numeric 30 N (x)
        lanes Numeric () N (x)

        //# the host is one that reports
        //- elim c2:lic
        4 scratch 1 lic 2 tmp 3 lanes 4
          ^^^^^^^ E207 warning `scratch` is not expected from host `c2`
        //- elim c2:
        1 lic 2
          ^^^ E207 warning `lic` is not expected from host `c2`
            = help: run `lsflint elim plan` to see why no elim is started there

        //# is silent without a host
        //- elim: 1 scratch 1
    "#]];
}
