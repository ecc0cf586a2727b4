use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, rule};
use lsflint_syntax::{Node, ResReqError, SyntaxKind};

use crate::requirement::common::{Judge, content_range, form_error, operand};

rule! {
    /// Finds sections inside a `select` section: `mem>1000 && select[linux]`.
    ///
    /// # Effect
    /// A selection is an expression and cannot contain a section. The strict parser rejects the entire string; the
    /// older one ignores the inner section and its conditions.
    ///
    /// # Example
    /// ```resreq
    /// mem>1000 && select[linux]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// mem>1000 && linux
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: enables conditions that LSF currently ignores.
    pub R011 "nested-section" {
        family: Requirement, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [ibm("lsf_admin/select_string", "examples of strings that the strict parser rejects")],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    if form_error(context) != Some(ResReqError::NestedSection) {
        return;
    }
    let keyword = context.text();
    let range = context.error.range;
    let message = format!("section `{keyword}` inside a selection");
    let today = Item::String.ignored().called("the inner section").possible();
    let found = Judge::of_error(context).rejects_strictly(findings, range, message, today);
    match context.around().pop().filter(|it| it.kind() == SyntaxKind::SELECT_SECTION) {
        Some(section) => {
            found.help("write the condition without `select[...]`");
            if let Some(fix) = unwrapped(context, section) {
                found.fix(fix);
            }
        }
        None => {
            found.help(format!("close the selection before `{keyword}`"));
        }
    }
}

fn unwrapped(context: &ErrorContext<'_>, section: Node<'_>) -> Option<Fix> {
    let text = &*context.file.file.text;
    let condition = &text[content_range(text, section)?];
    if condition.is_empty() || condition.contains([':', ',']) {
        return None;
    }
    let condition = if condition.contains("&&") { format!("({condition})") } else { operand(condition) };
    Some(Fix::replace(Applicability::Unsafe, format!("write `{condition}`"), section.trimmed_range(), condition))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# a section is not an operand
        //- resreq
        mem < 16384 && select[AMD64]
                       ^^^^^^ R011 error section `select` inside a selection
            = fixed: mem < 16384 && AMD64
        mem>10 && rusage[mem=10]
                  ^^^^^^ R011 error section `rusage` inside a selection
                  = help: close the selection before `rusage`
        mem < 16384 && select[a || b]
                       ^^^^^^ R011 error section `select` inside a selection
            = fixed: mem < 16384 && (a || b)
        //#
        //- lsf.conf: LSF_STRICT_RESREQ=N
        //- resreq
        mem>10 && select[linux]
                  ^^^^^^ R011 warning section `select` inside a selection
                  = effect: LSF may ignore the inner section, but the requirement string is rejected with
                  =   LSF_STRICT_RESREQ=Y
            = fixed: mem>10 && linux

        //# a section after a selection is none of it
        //- resreq: mem>10 rusage[mem=10]
    "#]];
}
