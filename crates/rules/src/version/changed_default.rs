use lsflint_lint::{FileContext, Findings, FlatContext, SectionContext, rule};
use lsflint_model::Lookup;
use lsflint_spec::{Dialect, FileKind, ParamSpec, Target, Version};
use lsflint_syntax::TextRange;

rule! {
    /// Finds parameters that nobody sets and whose default is another one in newer versions of the target.
    ///
    /// # Effect
    /// After the upgrade, or on the clusters with the newer version, LSF uses the other value without a word.
    ///
    /// # Example
    /// ```lsf.conf
    /// LSF_CONFDIR=/usr/share/lsf/conf
    /// LSF_SERVERDIR=/usr/share/lsf/etc
    /// LSF_VERSION=9.1.3..10.1
    /// ```
    ///
    /// # Use instead
    /// ```lsf.conf
    /// LSF_CONFDIR=/usr/share/lsf/conf
    /// LSF_SERVERDIR=/usr/share/lsf/etc
    /// LSF_VERSION=10.1
    /// LSB_MAX_JOB_DISPATCH_PER_SESSION=3000
    /// LSF_STRICT_RESREQ=Y
    /// ```
    ///
    /// Where the target is one version, LSF_VERSION of lsf.conf says which version the cluster comes from.
    pub V005 "changed-default" {
        family: Version, scope: OwnFile, severity: Info,
        sources: [
            ibm("lsf_release_notes/lsf_relnotes_performanceenhancements10.1.0.10", "release notes of 10.1.0.10"),
            facts("parameters"),
        ],
        checks: [Flat(flat), Section(section)],
    }
}

fn flat(context: &FlatContext<'_>, findings: &mut Findings) {
    let Some(spec) = context.file.kind().spec().sections.first() else { return };
    let named = |name: &&str| context.entries.iter().find(|it| it.is_named(name));
    // Every lsf.conf of a cluster has one of the required parameters; a piece of a file may have none.
    let Some(anchor) = spec.required.iter().find_map(named).filter(|_| !context.file.has_gaps()) else { return };
    for param in changed(spec.params) {
        if !context.entries.iter().any(|it| it.is_named(param.name)) {
            report(&context.file, param, anchor.name.range(), findings);
        }
    }
}

fn section(context: &SectionContext<'_>, findings: &mut Findings) {
    let parameters = context.file.kind() == FileKind::LsbParams;
    let Some(spec) = context.spec.filter(|_| parameters && !context.file.has_gaps()) else { return };
    for param in changed(spec.params) {
        if context.entry(param.name).is_none() {
            report(&context.file, param, context.begin_range(), findings);
        }
    }
}

fn changed(params: &'static [ParamSpec]) -> impl Iterator<Item = &'static ParamSpec> {
    params.iter().filter(|it| it.default_since.is_some())
}

fn report(file: &FileContext<'_>, param: &ParamSpec, range: TextRange, findings: &mut Findings) {
    let Some(since) = param.default_since else { return };
    let target = file.cluster.switches().target;
    let Some(from) = origin(file, target) else { return };
    if target.dialect != Dialect::Lsf || from >= since || target.to < since || !is_in_use(file, param) {
        return;
    }
    let (name, before) = (param.name, param.default_before);
    let now = param.default.split(" (").next().unwrap_or(param.default);
    findings
        .report(range, format!("`{name}` is not set, and its default changed in {since}"))
        .capped(param.confidence)
        .effect(format!("LSF {from} uses {before}, LSF {} uses {now}", target.to))
        .help(format!("set `{name}` when it matters; `lsflint explain {name}` says what it does"));
}

/// The oldest version that the configuration is, or was, for.
fn origin(file: &FileContext<'_>, target: Target) -> Option<Version> {
    let written = file.cluster.conf("LSF_VERSION");
    let written: Option<Target> = written.value().and_then(|it| it.trim_matches(['"', '\'']).parse().ok());
    match written {
        Some(written) if written.dialect != Dialect::Lsf => None,
        Some(written) => Some(target.from.min(written.from)),
        None => Some(target.from),
    }
}

/// Whether everything is set that the parameter needs to have an effect.
fn is_in_use(file: &FileContext<'_>, param: &ParamSpec) -> bool {
    param.requires.iter().all(|it| match it.split_once(':') {
        Some(("lsf.conf", name)) => matches!(file.cluster.conf(name), Lookup::Set(_)),
        Some(_) => false,
        None => matches!(file.cluster.setting(file.kind(), param.section, it), Lookup::Set(_)),
    })
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check, check_cluster};

    const PARAMS: &str = "Begin Parameters\nDEFAULT_QUEUE = a\nEnd Parameters\n";

    #[test]
    fn a_range_with_both_defaults() {
        check(
            "V005",
            "lsf.conf",
            "LSF_CONFDIR=/c\nLSF_VERSION=9.1.3..10.1\n",
            expect![[r#"
            1:1-1:12 info `LSB_MAX_JOB_DISPATCH_PER_SESSION` is not set, and its default changed in 10.1.0.10
              effect: LSF 9.1.3 uses min(max(300, total CPUs), 3000), LSF 10.1.0.16 uses 15000
              help: set `LSB_MAX_JOB_DISPATCH_PER_SESSION` when it matters; `lsflint explain LSB_MAX_JOB_DISPATCH_PER_SESSION` says what it does
        "#]],
        );
        check_cluster(
            "V005",
            &[("lsb.params", PARAMS), ("lsf.conf", "LSF_CONFDIR=/c\nLSB_QUERY_PORT=6891\nLSF_VERSION=9.1.3..10.1\n")],
            expect![[r#"
                1:1-1:17 info `MAX_SBD_CONNS` is not set, and its default changed in 10.1.0.10
                  effect: LSF 9.1.3 uses number of hosts + 2 * LSB_MAX_JOB_DISPATCH_PER_SESSION + 200, LSF 10.1.0.16 uses 2 * number of hosts + 300
                  help: set `MAX_SBD_CONNS` when it matters; `lsflint explain MAX_SBD_CONNS` says what it does
                1:1-1:17 info `NEWJOB_REFRESH` is not set, and its default changed in 10.1
                  effect: LSF 9.1.3 uses N, LSF 10.1.0.16 uses Y
                  help: set `NEWJOB_REFRESH` when it matters; `lsflint explain NEWJOB_REFRESH` says what it does
            "#]],
        );
    }

    #[test]
    fn is_silent_when_it_is_set_or_both_are_the_same() {
        let set = "LSF_CONFDIR=/c\nLSF_VERSION=9.1.3..10.1\nLSB_MAX_JOB_DISPATCH_PER_SESSION=300\n";
        check("V005", "lsf.conf", set, expect![[""]]);
        check("V005", "lsf.conf", "LSF_CONFDIR=/c\nLSF_VERSION=10.1\n", expect![[""]]);
        check("V005", "lsf.conf", "LSF_CONFDIR=/c\nLSF_VERSION=8.0..9.1\n", expect![[""]]);
        // Without the query port the parameter does nothing.
        let params = "Begin Parameters\nMAX_SBD_CONNS = 900\nEnd Parameters\n";
        check_cluster("V005", &[("lsb.params", params), ("lsf.conf", "LSF_VERSION=9.1.3..10.1\n")], expect![[""]]);
    }
}
