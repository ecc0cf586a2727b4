use lsflint_lint::{Findings, Part, RequirementContext, rule};
use lsflint_syntax::SyntaxKind;

use crate::requirement::common::Judge;

rule! {
    /// Finds forms of requirement strings that a command does not accept: alternatives in `bmod -R`, compound and
    /// alternative requirements for a started job.
    ///
    /// # Effect
    /// The command rejects the string.
    ///
    /// # Example
    /// ```resreq bmod
    /// rusage[mem=100 || swp=200]
    /// ```
    ///
    /// # Use instead
    /// ```resreq bmod
    /// rusage[mem=100]
    /// ```
    ///
    /// `lsflint resreq check` needs `--command` to know which command reads a string, and `--running` for a job that
    /// has started.
    pub R019 "unsupported-by-command" {
        family: Requirement, scope: OwnFile, severity: Error,
        sources: [
            ibm("lsf_admin/res_req_strings_about", "bmod does not support `||`; a started job takes simple strings only"),
        ],
        checks: [Requirement(check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    let Some(command) = context.command else { return };
    let judge = Judge::of(context);
    if !command.compound && context.parts.has(Part::TERMS) {
        let range = context.node.trimmed_range();
        let message = format!("`{}` does not accept compound and alternative requirements", command.name);
        judge.rejects(findings, range, message).help("write one requirement without braces");
        return;
    }
    if command.usage_alternatives {
        return;
    }
    for section in context.parts.sections.iter().filter(|it| it.node().kind() == SyntaxKind::RUSAGE_SECTION) {
        let or = section.node().tokens().find(|it| it.kind() == SyntaxKind::OR_OR);
        if let Some(or) = or {
            let message = format!("`{}` does not accept `||` in `rusage`", command.name);
            judge.rejects(findings, or.range(), message).help("write one of the alternatives");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# bmod takes no alternatives
        //- resreq bmod
        rusage[mem=100 || swp=200]
                       ^^ R019 error `bmod -R` does not accept `||` in `rusage`
        2*{rusage[mem=1]} + 1*{linux}

        //# a started job takes a simple string
        //- resreq bmod -R of a started job
        2*{rusage[mem=1]} + 1*{linux}
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ R019 error
            = `bmod -R of a started job` does not accept compound and alternative requirements
            = help: write one requirement without braces
        rusage[mem=100]
        rusage[mem=100 || swp=200]
                       ^^ R019 error `bmod -R of a started job` does not accept `||` in `rusage`

        //# bsub takes everything
        //- resreq bsub
        rusage[mem=100 || swp=200]
        //- resreq
        rusage[mem=100 || swp=200]
    "#]];
}
