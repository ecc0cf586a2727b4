use lsflint_lint::{FileContext, Findings, FlatContext, SectionContext, rule};
use lsflint_model::Lookup;
use lsflint_spec::{Dialect, FileKind, ParamSpec, Target, Version};
use lsflint_syntax::TextRange;

rule! {
    /// Finds unset parameters whose default changes in newer versions of the target.
    ///
    /// # Effect
    /// After an upgrade, or on clusters with the newer version, LSF silently uses the new default.
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
    /// If the target is a single version, LSF_VERSION in lsf.conf determines the version from which the cluster is
    /// upgraded.
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
    // Every lsf.conf of a cluster sets one of the usual parameters; a partial file may not.
    let Some(anchor) = spec.usual.iter().find_map(named).filter(|_| !context.file.has_gaps()) else { return };
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
        .report(range, format!("`{name}` is not set, and its default changed in LSF {since}"))
        .capped(param.confidence)
        .effect(format!("LSF {from} uses {before}, LSF {} uses {now}", target.to))
        .help(format!("set `{name}` to keep one value; `lsflint explain {name}` describes the parameter"));
}

/// The oldest version for which the configuration is, or was, written.
fn origin(file: &FileContext<'_>, target: Target) -> Option<Version> {
    let written = file.cluster.conf("LSF_VERSION");
    let written: Option<Target> = written.value().and_then(|it| it.trim_matches(['"', '\'']).parse().ok());
    match written {
        Some(written) if written.dialect != Dialect::Lsf => None,
        Some(written) => Some(target.from.min(written.from)),
        None => Some(target.from),
    }
}

/// Whether all parameters that this parameter requires are set.
fn is_in_use(file: &FileContext<'_>, param: &ParamSpec) -> bool {
    param.requires.iter().all(|it| match it.split_once(':') {
        Some(("lsf.conf", name)) => matches!(file.cluster.conf(name), Lookup::Set(_)),
        Some(_) => false,
        None => matches!(file.cluster.setting(file.kind(), param.section, it), Lookup::Set(_)),
    })
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# a range with both defaults
        //- lsf.conf
        LSF_CONFDIR=/c
        ^^^^^^^^^^^ V005 info `LSB_MAX_JOB_DISPATCH_PER_SESSION` is not set, and its default changed in LSF 10.1.0.10
        LSF_VERSION=9.1.3..10.1
        //#
        //- lsb.params
        Begin Parameters
        ^^^^^^^^^^^^^^^^ V005 info `MAX_SBD_CONNS` is not set, and its default changed in LSF 10.1.0.10
            = effect: LSF 9.1.3 uses number of hosts + 2 * LSB_MAX_JOB_DISPATCH_PER_SESSION + 200, LSF 10.1.0.16 uses 2
            =   * number of hosts + 300
        ^^^^^^^^^^^^^^^^ V005 info `NEWJOB_REFRESH` is not set, and its default changed in LSF 10.1
            = effect: LSF 9.1.3 uses N, LSF 10.1.0.16 uses Y
        DEFAULT_QUEUE = a
        End Parameters
        //- lsf.conf
        LSF_CONFDIR=/c
        ^^^^^^^^^^^ V005 info `LSB_MAX_JOB_DISPATCH_PER_SESSION` is not set, and its default changed in LSF 10.1.0.10
        LSB_QUERY_PORT=6891
        LSF_VERSION=9.1.3..10.1

        //# is silent when it is set or both are the same
        //- lsf.conf
        LSF_CONFDIR=/c
        LSF_VERSION=9.1.3..10.1
        LSB_MAX_JOB_DISPATCH_PER_SESSION=300
        //#
        //- lsf.conf
        LSF_CONFDIR=/c
        LSF_VERSION=10.1
        //#
        //- lsf.conf
        LSF_CONFDIR=/c
        LSF_VERSION=8.0..9.1
        //#
        //- lsf.conf: LSF_VERSION=9.1.3..10.1
        //- each Parameters: MAX_SBD_CONNS = 900
    "#]];
}
