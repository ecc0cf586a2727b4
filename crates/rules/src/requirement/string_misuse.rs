use lsflint_lint::select::Use;
use lsflint_lint::{Findings, Item, Part, RequirementContext, rule};
use lsflint_spec::ResourceType;

use crate::requirement::common::Judge;

rule! {
    /// Finds string resources that are used for something else than a comparison: `type && mem>1`, `!type`, `type * 2`.
    ///
    /// # Effect
    /// A string resource has a meaning only on the left of a comparison. The strict parser refuses the string; the
    /// older one ignores the operand or refuses the string too.
    ///
    /// # Example
    /// ```resreq
    /// select[type && mem>100]
    /// select[hname * 2 > 1]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// select[type==any && mem>100]
    /// select[r1m * 2 > 1]
    /// ```
    pub R103 "string-misuse" {
        family: Requirement, scope: Cluster, severity: Error,
        sources: [ibm("lsf_admin/select_string", "the operators of string resources in the strict syntax")],
        checks: [RequirementPart(Part::SELECT, check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    if context.broken {
        return;
    }
    for used in context.names() {
        let what = match used.usage {
            Use::Condition => "stands alone as a condition",
            Use::Negated => "is negated",
            Use::Calculated | Use::Minus => "is calculated with",
            Use::Compared(_) | Use::Defined | Use::Listed => continue,
        };
        if used.kind() != Some(ResourceType::String) {
            continue;
        }
        let name = used.name.text();
        let message = format!("the string resource `{name}` {what}");
        let today = Item::String.ignored().called(format!("`{name}`")).possible();
        Judge::of(context)
            .rejects_strictly(findings, used.name.range(), message, today)
            .help(format!("compare it with a text: `{name} == 'value'`"));
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::common::{LENIENT, SHARED};
    use crate::testing::{check_string, check_string_with};

    // covers RR213, RR214, RR236, ST03, SE-061
    #[test]
    fn texts_are_compared() {
        check_string(
            "R103",
            "select[type && mem>1]",
            expect![[r#"
                1:8-1:12 error the string resource `type` stands alone as a condition
                  effect: LSF may reject the requirement string, so the submission may fail
                  help: compare it with a text: `type == 'value'`
            "#]],
        );
        check_string(
            "R103",
            "select[type * 2 > 1 && !model]",
            expect![[r#"
                1:8-1:12 error the string resource `type` is calculated with
                  effect: LSF may reject the requirement string, so the submission may fail
                  help: compare it with a text: `type == 'value'`
                1:25-1:30 error the string resource `model` is negated
                  effect: LSF may reject the requirement string, so the submission may fail
                  help: compare it with a text: `model == 'value'`
            "#]],
        );
        check_string_with(
            "R103",
            "os_version",
            &[SHARED, LENIENT],
            expect![[r#"
                1:1-1:11 warning the string resource `os_version` stands alone as a condition
                  effect: LSF may ignore `os_version`, but the requirement string is rejected with LSF_STRICT_RESREQ=Y
                  help: compare it with a text: `os_version == 'value'`
            "#]],
        );
    }

    #[test]
    fn comparisons_are_fine() {
        check_string_with(
            "R103",
            "type==any && os_version >= '4.2' && model != local && hname = abc && defined(os_version)",
            &[SHARED],
            expect![[""]],
        );
    }

    #[test]
    fn unknown_names_are_not_judged() {
        check_string("R103", "nodearray && mem>1", expect![[""]]);
    }
}
