use lsflint_lint::{Findings, FlatContext, Item, rule};
use lsflint_spec::{FileKind, lists};

rule! {
    /// Finds files with the name lsf.conf that set nothing of LSF.
    ///
    /// # Effect
    /// Other programs also have a file of this name. In a file of LSF, a line whose name LSF does not know has no effect.
    ///
    /// # Example
    /// ```lsf.conf
    /// server_url=http://lsf.example.com
    /// poll_interval=30
    /// ```
    ///
    /// # Use instead
    /// ```lsf.conf
    /// LSF_CONFDIR=/opt/lsf/conf
    /// LSF_LOGDIR=/opt/lsf/log
    /// ```
    ///
    /// # Notes
    /// A file with one name that begins with `LSF_`, `LSB_` or `EGO_`, or that LSF knows, is not reported.
    pub P341 "conf-of-another-product" {
        family: Parameter, scope: OwnFile, severity: Info,
        sources: [
            ibm("lsf.conf", "the parameters of LSF begin with LSF_, LSB_ or EGO_"),
            judgement("a file without any of them is more likely one of another program"),
        ],
        checks: [Flat(check)],
    }
}

fn check(context: &FlatContext<'_>, findings: &mut Findings) {
    if context.file.kind() != FileKind::LsfConf || context.file.file.template || context.file.has_gaps() {
        return;
    }
    let Some(first) = context.entries.first() else { return };
    let is_ours = |name: &str| {
        lists::PREFIXES_OF_LSF_CONF
            .iter()
            .any(|it| name.get(..it.len()).is_some_and(|start| start.eq_ignore_ascii_case(it)))
    };
    if context.entries.iter().any(|it| it.spec.is_some() || is_ours(&it.name.text())) {
        return;
    }
    findings
        .report(first.name.range(), "no parameter of LSF in this file")
        .consequence(Item::File.no_effect().possible().because("LSF does not know its names"))
        .help("exclude the file in `lsflint.toml` if it belongs to another program");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# one name is enough
        //- lsf.conf
        server_url=http://lsf.example.com
        ^^^^^^^^^^ P341 info no parameter of LSF in this file
        poll_interval=30
        //#
        //- lsf.conf
        server_url=http://lsf.example.com
        LSF_SOMETHING=30
        //#
        //- lsf.conf
        MC_PLUGIN_REMOTE_RESOURCE=y
    "#]];
}
