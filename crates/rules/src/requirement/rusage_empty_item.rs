use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, Severity, rule};
use lsflint_syntax::{ResReqError, TextRange};

use crate::requirement::common::{Judge, form_error};
use crate::requirement::content::in_rusage;

rule! {
    /// Finds missing items in `rusage`: `rusage[mem=1,,swp=2]`.
    ///
    /// # Effect
    /// LSF rejects the string if two separators follow each other. A separator at the start or the end is not
    /// documented: LSF may ignore it or reject the string.
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
        family: Requirement, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [
            volclava("lsf/intlib/resreq.c", "parseUsage", "a token that names no resource is refused"),
            ibm("lsf_admin/usage_string", "the form of the string: a separator is between two items"),
        ],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    if form_error(context) != Some(ResReqError::EmptyItem) || !in_rusage(context) {
        return;
    }
    let (text, range) = (context.text(), context.error.range);
    let found = findings.report(range, format!("missing item next to `{text}`"));
    if is_between_items(&context.file.file.text, range) {
        found.consequence(Judge::of_error(context).rejected());
    } else {
        found
            .severity(Severity::Warning)
            .consequence(Item::String.ignored().called(format!("`{text}`")).or("reject the requirement string"));
    }
    found.help(format!("remove `{text}`")).fix(Fix::replace(
        Applicability::Unsafe,
        format!("remove `{text}`"),
        range,
        "",
    ));
}

/// Whether a colon or comma follows or precedes another one, so that the readers look for a resource without a name.
fn is_between_items(text: &str, range: TextRange) -> bool {
    let separates = |it: char| it == ':' || it == ',';
    let before = text[..usize::from(range.start())].trim_end();
    let after = text[usize::from(range.end())..].trim_start();
    text[range].starts_with(separates) && (before.ends_with(separates) || after.starts_with(separates))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# separators have two sides
        //- resreq
        rusage[mem=1,,swp=2]
                    ^ R307 error missing item next to `,`
            = fixed: rusage[mem=1,swp=2]
        rusage[lic=1::duration=20]
                    ^ R307 error missing item next to `:`
            = fixed: rusage[lic=1:duration=20]
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
