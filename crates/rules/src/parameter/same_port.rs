use lsflint_lint::{Findings, FlatContext, Setting, rule};

use crate::parameter::related;

rule! {
    /// Finds daemons that use the same port.
    ///
    /// # Effect
    /// The daemon that starts second cannot bind to its port and stops, or it answers in place of the other one.
    ///
    /// # Example
    /// ```lsf.conf
    /// LSF_LIM_PORT=7869
    /// LSF_RES_PORT=7869
    /// ```
    ///
    /// # Use instead
    /// ```lsf.conf
    /// LSF_LIM_PORT=7869
    /// LSF_RES_PORT=6878
    /// ```
    ///
    /// LSB_QUERY_PORT can be the same as LSB_MBD_PORT.
    ///
    /// # Notes
    /// LSB_QUERY_PORT is documented to have its own port or that of mbatchd.
    pub P306 "same-port" {
        family: Parameter, scope: OwnFile, severity: Warning,
        sources: [
            judgement("two daemons of one host cannot listen on one port, which is a property of the operating system"),
        ],
        checks: [Flat(check)],
    }
}

fn check(context: &FlatContext<'_>, findings: &mut Findings) {
    let params = context.file.kind().spec().sections.iter().flat_map(|it| it.params);
    for spec in params.filter(|it| !it.distinct_from.is_empty()) {
        let Some(port) = related::find(context.entries, spec.name) else { continue };
        let Some(number) = port.single_word() else { continue };
        let same = |it: &&Setting<'_>| it.single_word().is_some_and(|it| it.text() == number.text());
        let mut others = spec.distinct_from.iter().filter_map(|it| related::find(context.entries, it));
        if let Some(first) = others.find(same) {
            let (name, other) = (port.display_name(), first.display_name());
            findings
                .report(number.range(), format!("`{name}` and `{other}` both use port {}", number.text()))
                .effect("the daemon that starts second cannot bind to the port")
                .help("assign a different port to each daemon")
                .related(first.value_range(), format!("`{other}` is set here"));
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports the second daemon
        //- lsf.conf
        LSF_RES_PORT=7869
                     ^^^^ P306 warning `LSF_RES_PORT` and `LSF_LIM_PORT` both use port 7869
        LSF_LIM_PORT=7869
        LSB_MBD_PORT=6881

        //# the query port may be shared
        //- lsf.conf
        LSB_MBD_PORT=6881
        LSB_QUERY_PORT=6881
        LSB_SBD_PORT=6882
    "#]];
}
