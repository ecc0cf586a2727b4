use lsflint_lint::select::{Constant, kind, text_of};
use lsflint_lint::{Findings, Item, Part, RequirementContext, rule};
use lsflint_spec::{Namespace, ResourceType, SELECTION_WORDS, builtin_resource};

rule! {
    /// Finds `any` and `local` as values of something else than `type` and `model`.
    ///
    /// # Effect
    /// Only for host types and models the two words mean "whatever it is" and "like the host of submission". For
    /// everything else they are plain texts, which no host has.
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
        // A site may well have a text `any`; it would be in quotes.
        let types = [Some(Namespace::HostType), Some(Namespace::HostModel)];
        let with_words = builtin_resource(&name).is_some_and(|it| types.contains(&it.names));
        if with_words || site && matches!(against.value, Constant::Quoted(_)) {
            continue;
        }
        if kind(resources, against.name).is_some_and(|it| it != ResourceType::String) {
            continue;
        }
        findings
            .report(token.range(), format!("`{word}` is a plain text for `{name}`"))
            .consequence(
                Item::String
                    .read_as(format!("'{word}'"))
                    .called(format!("`{word}`"))
                    .because("only `type` and `model` give it a special meaning"),
            )
            .help(format!("remove the condition, or write `type=={word}`"));
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::common::SHARED;
    use crate::testing::{check_string, check_string_with};

    // covers RR216, SE-011
    #[test]
    fn the_words_belong_to_type_and_model() {
        check_string(
            "R107",
            "select[hname == local]",
            expect![[r#"
                1:17-1:22 warning `local` is a plain text for `hname`
                  effect: LSF reads `local` as `'local'` because only `type` and `model` give it a special meaning
                  help: remove the condition, or write `type==local`
            "#]],
        );
        check_string(
            "R107",
            "osname==any",
            expect![[r#"
                1:9-1:12 warning `any` is a plain text for `osname`
                  effect: LSF reads `any` as `'any'` because only `type` and `model` give it a special meaning
                  help: remove the condition, or write `type==any`
            "#]],
        );
        check_string_with(
            "R107",
            "os_version != any",
            &[SHARED],
            expect![[r#"
                1:15-1:18 warning `any` is a plain text for `os_version`
                  effect: LSF reads `any` as `'any'` because only `type` and `model` give it a special meaning
                  help: remove the condition, or write `type==any`
            "#]],
        );
    }

    // covers SE-009, SE-010, SE-097, SE-098
    #[test]
    fn there_they_are_fine() {
        check_string("R107", "type==any && model != local", expect![[""]]);
        check_string("R107", "osname=='any' && local", expect![[""]]);
    }
}
