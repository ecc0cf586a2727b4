use lsflint_lint::{FileContext, Findings, FlatContext, Item, rule};
use lsflint_model::View;
use lsflint_spec::{FileKind, lists};
use lsflint_syntax::{ErrorKind, StructureError, TextRange};

rule! {
    /// Finds files with the name lsf.conf that set nothing of LSF.
    ///
    /// # Effect
    /// Other programs also have a file of this name. In a file of LSF, a line whose name LSF does not know has no
    /// effect.
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
    /// A file with one name that begins with `LSF_`, `LSB_` or `EGO_`, or that LSF knows, is not reported. In a file
    /// that is reported, lines without `=` have no findings of their own.
    pub P341 "conf-of-another-product" {
        family: Parameter, scope: OwnFile, severity: Info,
        sources: [
            ibm("lsf.conf", "the parameters of LSF begin with LSF_, LSB_ or EGO_"),
            judgement("a file without any of them is more likely one of another program"),
        ],
        checks: [Flat(check)],
    }
}

/// Whether a line without `=` is one of an lsf.conf that is not LSF's, for which a finding about the file is enough.
pub(crate) fn is_line_of_another_product(file: FileContext<'_>, line: &str) -> bool {
    if file.kind() != FileKind::LsfConf || is_ours(line) {
        return false;
    }
    let has_ours = |view: View<'_>| {
        let mut names = view.all(FileKind::LsfConf, "").flat_map(|it| it.all_fields().collect::<Vec<_>>());
        names.any(|it| it.param().is_some() || is_ours(it.name()))
    };
    file.cluster.once("whether lsf.conf has a name of LSF", has_ours).is_some_and(|it| !*it)
}

fn is_ours(name: &str) -> bool {
    let starts = |it: &&str| name.get(..it.len()).is_some_and(|start| start.eq_ignore_ascii_case(it));
    lists::PREFIXES_OF_LSF_CONF.iter().any(starts)
}

fn check(context: &FlatContext<'_>, findings: &mut Findings) {
    let file = context.file;
    if file.kind() != FileKind::LsfConf || file.file.template || file.has_gaps() {
        return;
    }
    if context.entries.iter().any(|it| it.spec.is_some() || is_ours(&it.name.text())) {
        return;
    }
    let kind = ErrorKind::Structure(StructureError::MissingEquals);
    let errors = file.file.parse.errors().iter();
    let broken: Vec<TextRange> = errors.filter(|it| it.kind == kind).map(|it| it.range).collect();
    if broken.iter().any(|it| is_ours(file.text(*it))) {
        return;
    }
    let names = context.entries.iter().map(|it| it.name.range());
    let Some(first) = names.chain(broken).min_by_key(|it| it.start()) else { return };
    findings
        .report(first, "no parameter of LSF in this file")
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

        //# one finding for all lines
        //- also P004
        //- lsf.conf
        [queue]
        ^^^^^^^ P341 info no parameter of LSF in this file
        server_url: http://lsf.example.com
        poll_interval=30
        //#
        //- also P004
        //- lsf.conf
        server_url: http://lsf.example.com
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ P004 error missing `=`
        LSF_LOGDIR /opt/lsf/log
        ^^^^^^^^^^^^^^^^^^^^^^^ P004 error missing `=`

        //# other names of LSF
        //- lsf.conf
        MC_PLUGIN_REMOTE_RESOURCE=y
    "#]];
}
