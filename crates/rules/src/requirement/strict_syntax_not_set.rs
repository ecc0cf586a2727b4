use lsflint_lint::{Findings, FlatContext, rule};
use lsflint_spec::{Dialect, FileKind, Switch};

rule! {
    /// Finds a missing LSF_STRICT_RESREQ in lsf.conf.
    ///
    /// # Effect
    /// The installer writes LSF_STRICT_RESREQ=Y; without the line, the value is N. LSF then reads selections with its
    /// older parser, which silently ignores what the strict one rejects: text between sections, a duplicate `select`
    /// section, a misspelled section.
    ///
    /// # Example
    /// ```lsf.conf
    /// LSF_CONFDIR=/usr/share/lsf/conf
    /// LSF_SERVERDIR=/usr/share/lsf/10.1/linux3.10-glibc2.17-x86_64/etc
    /// ```
    ///
    /// # Use instead
    /// ```lsf.conf
    /// LSF_CONFDIR=/usr/share/lsf/conf
    /// LSF_SERVERDIR=/usr/share/lsf/10.1/linux3.10-glibc2.17-x86_64/etc
    /// LSF_STRICT_RESREQ=Y
    /// ```
    ///
    /// To see in advance which strings LSF would reject, use `lsflint resreq check` and the rules R0 and R2.
    pub R210 "strict-syntax-not-set" {
        family: Requirement, scope: OwnFile, severity: Info, presets: [Migration],
        sources: [ibm("lsf.conf.lsf_strict_resreq", "LSF_STRICT_RESREQ")],
        checks: [Flat(check)],
    }
}

/// The name of the parameter.
const SWITCH: &str = "LSF_STRICT_RESREQ";

fn check(context: &FlatContext<'_>, findings: &mut Findings) {
    let target = context.file.cluster.switches().target;
    let readable = target.dialect == Dialect::Lsf && target.reads(Switch::StrictSelect);
    if context.file.kind() != FileKind::LsfConf || !readable || context.file.has_gaps() {
        return;
    }
    if context.entries.iter().any(|it| it.is_named(SWITCH)) {
        return;
    }
    // Every lsf.conf of a cluster has one of the usual parameters; a fragment of a file may have none.
    let usual = context.file.kind().spec().sections.first().map_or(&[][..], |it| it.usual);
    let anchor = usual.iter().find_map(|name| context.entries.iter().find(|it| it.is_named(name)));
    let Some(anchor) = anchor else { return };
    findings
        .report(anchor.name.range(), format!("`{SWITCH}` is not set"))
        .effect("the default is N, so LSF uses its older parser for selections, which silently ignores errors")
        .help(format!("add `{SWITCH}=Y` after correcting all requirement strings"));
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# a missing line means no
        //- lsf.conf
        LSF_CONFDIR=/c
        ^^^^^^^^^^^ R210 info `LSF_STRICT_RESREQ` is not set
        LSF_SERVERDIR=/s

        //# either answer is one
        //- lsf.conf
        LSF_CONFDIR=/c
        LSF_STRICT_RESREQ=N
        //#
        //- lsf.conf
        LSF_CONFDIR=/c
        LSF_VERSION=6.2
        //#
        //- each lsf.conf: LSF_LIM_PORT=7869
        //#
        //- lsf.conf
        LSF_CONFDIR=/c
        #INCLUDE "more"
    "#]];
}
