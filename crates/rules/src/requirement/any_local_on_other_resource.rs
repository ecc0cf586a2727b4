use lsflint_lint::select::{Constant, kind, text_of};
use lsflint_lint::{Findings, Item, Part, RequirementContext, rule};
use lsflint_spec::{Namespace, ResourceType, SELECTION_WORDS, builtin_resource};

rule! {
    /// Finds `any` and `local` as values of a resource other than `type` and `model`.
    ///
    /// # Effect
    /// Only for host types and models do the two words mean "any type or model" and "the same as the submission host".
    /// For any other resource they are plain strings, which no host has.
    ///
    /// # Example
    /// ```resreq
    /// select[hname == local]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// select[type == local]
    /// ```
    pub R107 "any-local-on-other-resource" {
        family: Requirement, scope: Cluster, severity: Warning,
        sources: [ibm("lsf_admin/select_string", "the special values of `type` and `model`")],
        checks: [RequirementPart(Part::SELECT, check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    if context.broken {
        return;
    }
    let resources = context.cluster.resources();
    for against in context.against() {
        let Some((token, word)) = text_of(against.value).filter(|(_, word)| SELECTION_WORDS.contains(word)) else {
            continue;
        };
        let name = against.name.text();
        let site = resources.get(&name).is_none_or(|it| !it.builtin);
        // A site may have a value `any`; it would be quoted.
        let types = [Some(Namespace::HostType), Some(Namespace::HostModel)];
        let with_words = builtin_resource(&name).is_some_and(|it| types.contains(&it.names));
        if with_words || site && matches!(against.value, Constant::Quoted(_)) {
            continue;
        }
        if kind(resources, against.name).is_some_and(|it| it != ResourceType::String) {
            continue;
        }
        findings
            .report(token.range(), format!("`{word}` has no special meaning for `{name}`"))
            .consequence(
                Item::String
                    .read_as(format!("'{word}'"))
                    .called(format!("`{word}`"))
                    .because("it is special only for `type` and `model`"),
            )
            .help(format!("remove the condition, or write `type=={word}`"));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# the words belong to type and model
        //- resreq
        select[hname == local]
                        ^^^^^ R107 warning `local` has no special meaning for `hname`
        osname==any
                ^^^ R107 warning `any` has no special meaning for `osname`
        //#
        //- Resource of lsf.shared
        RESOURCENAME  TYPE    INTERVAL INCREASING CONSUMABLE DESCRIPTION
        os_version    String  ()       ()         ()         (release)
        //- resreq
        os_version != any
                      ^^^ R107 warning `any` has no special meaning for `os_version`

        //# there they are fine
        //- resreq
        type==any && model != local
        osname=='any' && local
    "#]];
}
