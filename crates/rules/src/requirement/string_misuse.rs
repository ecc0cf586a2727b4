use lsflint_lint::select::Use;
use lsflint_lint::{Findings, Item, Part, RequirementContext, rule};
use lsflint_spec::ResourceType;

use crate::requirement::common::Judge;

rule! {
    /// Finds string resources outside of comparisons: `type && mem>1`, `!type`, `type * 2`.
    ///
    /// # Effect
    /// A string resource is only valid on the left side of a comparison. The strict parser rejects the string; the
    /// older one ignores the operand or also rejects the string.
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
            Use::Condition => "is used as a condition",
            Use::Negated => "is negated",
            Use::Calculated | Use::Minus => "is used in a calculation",
            Use::Compared(_) | Use::Defined | Use::Listed => continue,
        };
        if used.kind() != Some(ResourceType::String) {
            continue;
        }
        let name = used.name.text();
        let message = format!("string resource `{name}` {what}");
        let today = Item::String.ignored().called(format!("`{name}`")).possible();
        Judge::of(context)
            .rejects_strictly(findings, used.name.range(), message, today)
            .help(format!("compare it with a string: `{name} == 'value'`"));
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //- Resource of lsf.shared
        RESOURCENAME  TYPE    INTERVAL INCREASING CONSUMABLE DESCRIPTION
        os_version    String  ()       ()         ()         (release)

        //# texts are compared
        //- resreq
        select[type && mem>1]
               ^^^^ R103 error string resource `type` is used as a condition
        select[type * 2 > 1 && !model]
               ^^^^ R103 error string resource `type` is used in a calculation
                                ^^^^^ R103 error string resource `model` is negated
        //#
        //- lsf.conf: LSF_STRICT_RESREQ=N
        //- resreq
        os_version
        ^^^^^^^^^^ R103 warning string resource `os_version` is used as a condition
            = effect: LSF may ignore `os_version`, but the requirement string is rejected with LSF_STRICT_RESREQ=Y

        //# comparisons are fine
        //- resreq: type==any && os_version >= '4.2' && model != local && hname = abc && defined(os_version)

        //# unknown names are not judged
        //- without lsf.shared
        //- resreq: nodearray && mem>1
    "#]];
}
