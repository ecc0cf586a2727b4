use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, rule};
use lsflint_syntax::ResReqError;

use crate::requirement::common::form_error;
use crate::requirement::content::in_rusage;

rule! {
    /// Finds a separator of `rusage` with nothing on one side: `rusage[mem=1,,swp=2]`.
    ///
    /// # Effect
    /// No manual says what LSF makes of it: it reads over the gap or refuses the string.
    ///
    /// # Example
    /// ```resreq
    /// rusage[mem=1,,swp=2]
    /// rusage[mem=1:]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// rusage[mem=1,swp=2]
    /// rusage[mem=1]
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: a requirement that LSF may refuse today becomes active.
    pub R307 "rusage-empty-item" {
        family: Requirement, scope: Cluster, severity: Warning, fix: Unsafe,
        sources: [
            manual("Administering Platform LSF 7.3", "usage strings: the form has an item on both sides of every separator"),
        ],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    if form_error(context) != Some(ResReqError::EmptyItem) || !in_rusage(context) {
        return;
    }
    let (text, range) = (context.text(), context.error.range);
    findings
        .report(range, format!("nothing on one side of `{text}`"))
        .consequence(Item::String.ignored().called(format!("`{text}`")).or("reject the requirement string"))
        .help(format!("remove `{text}`"))
        .fix(Fix::replace(Applicability::Unsafe, format!("remove `{text}`"), range, ""));
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# separators have two sides
        //- resreq
        rusage[mem=1,,swp=2]
                    ^ R307 warning nothing on one side of `,`
            = fixed: rusage[mem=1,swp=2]
        rusage[mem=1 || ]
                     ^^ R307 warning nothing on one side of `||`
            = fixed: rusage[mem=1  ]
        rusage[:mem=1]
               ^ R307 warning nothing on one side of `:`
            = fixed: rusage[mem=1]
        rusage[mem=1,swp=2 || lic=1:duration=2]

        //# removes one
        //- resreq
        rusage[mem=1:]
                    ^ R307 warning nothing on one side of `:`
            = fixed: rusage[mem=1]
    "#]];
}
