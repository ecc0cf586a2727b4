use lsflint_lint::select::Use;
use lsflint_lint::{Findings, Item, Part, RequirementContext, rule};
use lsflint_spec::{EMPTY_WORDS, FORBIDDEN_NAME_PREFIXES};

rule! {
    /// Finds site resources whose name begins with `inf` or `nan` outside `defined()`.
    ///
    /// # Effect
    /// The strict parser reads such names as names. The older one, and commands that do not use the strict one, read
    /// the beginning as the numbers "infinite" and "not a number".
    ///
    /// # Example
    /// ```resreq
    /// select[nano_lic > 1]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// select[defined(nano_lic)]
    /// ```
    pub R115 "inf-nan-name" {
        family: Requirement, scope: Cluster, severity: Info,
        sources: [
            ibm("lsf.shared", "such resources can only be requested with `defined()`"),
            ibm("lsf_admin/select_string", "the strict parser accepts them"),
        ],
        checks: [RequirementPart(Part::SELECT, check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    if context.broken {
        return;
    }
    for used in context.names() {
        let name = used.name.text();
        let begins = |prefix: &&str| name.get(..prefix.len()).is_some_and(|it| it.eq_ignore_ascii_case(prefix));
        let Some(prefix) = FORBIDDEN_NAME_PREFIXES.iter().find(|it| begins(it)) else { continue };
        // A word that programs print is another finding.
        let printed = EMPTY_WORDS.iter().any(|it| it.word == name);
        if printed || matches!(used.usage, Use::Defined) || used.resource.is_some_and(|it| it.builtin) {
            continue;
        }
        findings
            .report(used.name.range(), format!("resource name `{name}` begins with the special number `{prefix}`"))
            .consequence(
                Item::String
                    .read_as(*prefix)
                    .called(format!("`{name}`"))
                    .because("the older parser reads the beginning of the name as a number")
                    .possible(),
            )
            .help(format!("write `defined({name})` if the older parser may read it"));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# some names look like numbers
        //- resreq
        select[nano_lic > 1]
               ^^^^^^^^ R115 info resource name `nano_lic` begins with the special number `nan`
        info && mem>1
        ^^^^ R115 info resource name `info` begins with the special number `inf`

        //# defined takes them
        //- resreq: defined(nano_lic) && inner && hname==info
    "#]];
}
