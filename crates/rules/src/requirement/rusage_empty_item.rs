use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, rule};
use lsflint_syntax::ResReqError;

use crate::requirement::common::form_error;
use crate::requirement::content::in_rusage;

rule! {
    /// Finds missing items in `rusage`: `rusage[mem=1,,swp=2]`.
    ///
    /// # Effect
    /// Not documented: LSF may ignore the gap or reject the string.
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
    /// Unsafe: enables a requirement that LSF may currently reject.
    pub R307 "rusage-empty-item" {
        family: Requirement, scope: Cluster, severity: Warning, fix: Unsafe,
        sources: [
            manual("Administering Platform LSF 7.3", "usage strings: every separator has an item on both sides"),
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
        .report(range, format!("missing item next to `{text}`"))
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
                    ^ R307 warning missing item next to `,`
            = fixed: rusage[mem=1,swp=2]
        rusage[mem=1 || ]
                     ^^ R307 warning missing item next to `||`
            = fixed: rusage[mem=1  ]
        rusage[:mem=1]
               ^ R307 warning missing item next to `:`
            = fixed: rusage[mem=1]
        rusage[mem=1,swp=2 || lic=1:duration=2]
        rusage[mem=1:]
                    ^ R307 warning missing item next to `:`
            = fixed: rusage[mem=1]
    "#]];
}
