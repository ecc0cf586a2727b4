use lsflint_lint::{Findings, RequirementContext, rule};
use lsflint_model::Knowledge;
use lsflint_spec::EMPTY_WORDS;

use crate::requirement::common::Judge;

rule! {
    /// Finds words that programs print instead of a value, in place of a resource: `null`, `None`, `undefined`.
    ///
    /// # Effect
    /// LSF has no such resource and rejects the string. LSF reports `Error near "null"`.
    ///
    /// # Example
    /// ```resreq
    /// select[null && mem>100]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// select[mem>100]
    /// ```
    ///
    /// If lsf.shared is loaded, `X001` reports these words like all other unknown names.
    ///
    /// # Notes
    /// Based on reports about programs that write requirement strings with an empty variable.
    pub R018 "empty-value-word" {
        family: Requirement, scope: Cluster, severity: Error,
        sources: [
            ibm("lsf_admin/select_string", "a selection consists of resource names"),
            volclava("lsf/intlib/resreq.c", "resToClassNew", "a name that lsf.shared does not define is refused"),
        ],
        checks: [Requirement(check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    let resources = context.cluster.resources();
    if context.broken || resources.knowledge != Knowledge::Unknown {
        return;
    }
    for name in &context.parts.used {
        let text = name.text();
        let Some(word) = EMPTY_WORDS.iter().find(|it| it.word == text) else { continue };
        if resources.get(&text).is_none() {
            Judge::of(context)
                .rejects(findings, name.range(), format!("`{text}` in place of a resource"))
                .help(format!("correct the program that writes the string: {}", word.reason));
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# programs print these words
        //- without lsf.shared
        //- resreq
        select[null]
               ^^^^ R018 error `null` in place of a resource
        null && mem>10 order[None:ut]
        ^^^^ R018 error `null` in place of a resource
                             ^^^^ R018 error `None` in place of a resource
                             = help: correct the program that writes the string: Python prints it for a missing value
        select[mem>None]
                   ^^^^ R018 error `None` in place of a resource
        rusage[undefined=1]
               ^^^^^^^^^ R018 error `undefined` in place of a resource
               = help: correct the program that writes the string: JavaScript prints it for a variable without a value

        //# other words may be resources, and values may be any word
        //- without lsf.shared
        //- resreq
        select[nullable && nothing] rusage[none=1]
        type==None && osname=='null'

        //# a known lsf.shared defines what is unknown
        //- Resource of lsf.shared
        RESOURCENAME  TYPE    INTERVAL INCREASING CONSUMABLE DESCRIPTION
        fs            Boolean ()       ()         ()         (file server)
        //- resreq: select[null]
    "#]];
}
