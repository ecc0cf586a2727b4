use lsflint_lint::{Findings, Item, RowContext, rule};
use lsflint_model::Strictness;
use lsflint_spec::FORBIDDEN_NAME_PREFIXES;

use crate::external::resource_row::ResourceRow;

rule! {
    /// Finds resources whose name begins like a number: `inf...`, `nan...`.
    ///
    /// # Effect
    /// The lenient parser of selection strings reads the beginning as infinity or "not a number", so the resource can only be used as
    /// `defined(name)`. With LSF_STRICT_RESREQ=Y such names are read as names.
    ///
    /// # Example
    /// ```lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// infiniband   Boolean ()       ()         (fast network)
    /// End Resource
    /// ```
    ///
    /// # Use instead
    /// ```lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// ibnet        Boolean ()       ()         (fast network)
    /// End Resource
    /// ```
    ///
    /// # Notes
    /// The page of the selection string.
    pub E008 "number-like-name" {
        family: External, scope: Cluster, severity: Warning,
        sources: [ibm("lsf.shared", "")],
        checks: [Row(check)],
    }
}

fn check(context: &RowContext<'_>, findings: &mut Findings) {
    let Some(row) = ResourceRow::of(context) else { return };
    if context.table.section.file.cluster.switches().strictness == Strictness::Strict {
        return;
    }
    let name = row.name.text();
    let begins = |it: &&&str| name.get(..it.len()).is_some_and(|head| head.eq_ignore_ascii_case(it));
    let Some(prefix) = FORBIDDEN_NAME_PREFIXES.iter().find(begins) else { return };
    let number = Item::Value.read_as(*prefix).called("the beginning of the name").possible();
    let number = number.so(format!("the resource can only be used as `defined({name})` without LSF_STRICT_RESREQ=Y"));
    findings
        .report(row.name.range(), format!("the name `{name}` begins with `{prefix}`, as a number may"))
        .consequence(number)
        .help("choose a name that begins otherwise, or set LSF_STRICT_RESREQ=Y in lsf.conf");
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check, check_cluster};

    // covers SHR054
    #[test]
    fn reports_both_prefixes() {
        check(
            "E008",
            "lsf.shared",
            "Begin Resource\nRESOURCENAME DESCRIPTION\ninfiniband (x)\nNaNo (x)\nibnet (x)\nEnd Resource\n",
            expect![[r#"
                3:1-3:11 warning the name `infiniband` begins with `inf`, as a number may
                  effect: LSF may read the beginning of the name as `inf`, so the resource can only be used as `defined(infiniband)` without LSF_STRICT_RESREQ=Y
                  help: choose a name that begins otherwise, or set LSF_STRICT_RESREQ=Y in lsf.conf
                4:1-4:5 warning the name `NaNo` begins with `nan`, as a number may
                  effect: LSF may read the beginning of the name as `nan`, so the resource can only be used as `defined(NaNo)` without LSF_STRICT_RESREQ=Y
                  help: choose a name that begins otherwise, or set LSF_STRICT_RESREQ=Y in lsf.conf
            "#]],
        );
    }

    #[test]
    fn is_silent_in_strict_mode() {
        let shared = "Begin Resource\nRESOURCENAME DESCRIPTION\ninfiniband (x)\nEnd Resource\n";
        check_cluster("E008", &[("lsf.shared", shared), ("lsf.conf", "LSF_STRICT_RESREQ=Y\n")], expect![[""]]);
    }
}
