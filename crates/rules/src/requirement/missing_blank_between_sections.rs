use lsflint_lint::{ErrorContext, Findings, Fix, Item, rule};
use lsflint_syntax::{ResReqError, TextRange};

use crate::requirement::common::{Judge, form_error, respelling};

rule! {
    /// Finds sections without whitespace between them: `select[linux]order[ut]`.
    ///
    /// # Effect
    /// The strict parser rejects the entire string. The older one looks for keywords anywhere and finds the section.
    /// Such strings often come from an older cluster, and fail when LSF_STRICT_RESREQ=Y is set.
    ///
    /// # Example
    /// ```resreq
    /// select[linux]order[ut]
    /// type==any rusage[mem=1000]span[hosts=1]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// select[linux] order[ut]
    /// type==any rusage[mem=1000] span[hosts=1]
    /// ```
    ///
    /// # Fix safety
    /// Safe: the older parser reads the same sections with and without the space, and the strict one rejects strings
    /// without it.
    pub R004 "missing-blank-between-sections" {
        family: Requirement, scope: OwnFile, severity: Error, fix: Safe,
        sources: [
            ibm("lsf_admin/select_string", "at least one space between two sections"),
            volclava(
                "lsf/intlib/resreq.c",
                "parseSection",
                "sections are found by their keyword, with or without a space before it",
            ),
        ],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    if form_error(context) != Some(ResReqError::MissingSpaceBetweenSections) {
        return;
    }
    let keyword = context.text();
    let range = context.error.range;
    // Whitespace inside an unclosed section before it does not separate the two, but the defect is in the other
    // section.
    if context.file.file.text[..usize::from(range.start())].ends_with(char::is_whitespace) {
        return;
    }
    let message = format!("missing space before section `{keyword}`");
    let place = TextRange::empty(range.start());
    let today = Item::String.no_effect().called("the missing space");
    Judge::of_error(context)
        .rejects_strictly(findings, range, message, today)
        .help(format!("add a space before `{keyword}`"))
        .fix(Fix::replace(respelling(context), "insert a space", place, " "));
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# points at the section that is glued
        //- resreq
        select[linux]order[ut]
                     ^^^^^ R004 error missing space before section `order`
            = fixed: select[linux] order[ut]
        select[linux]order[ut]rusage[mem=1] span[hosts=1]same[type]
                     ^^^^^ R004 error missing space before section `order`
                              ^^^^^^ R004 error missing space before section `rusage`
                                                         ^^^^ R004 error missing space before section `same`
            = fixed: select[linux] order[ut] rusage[mem=1] span[hosts=1] same[type]

        //# is a warning where the older parser reads
        //- lsf.conf: LSF_STRICT_RESREQ=N
        //- resreq
        select[linux]order[ut]
                     ^^^^^ R004 warning missing space before section `order`
                     = effect: the missing space has no effect, but the requirement string is rejected with
                     =   LSF_STRICT_RESREQ=Y
            = fixed: select[linux] order[ut]

        //# finds the keyword in a glued value
        //- resreq
        type==anyrusage[mem=1024]
                 ^^^^^^ R004 error missing space before section `rusage`
            = fixed: type==any rusage[mem=1024]

        //# one space is enough
        //- resreq
        type==any rusage[mem=1024]
        select[type==any] rusage[mem=1024]
    "#]];
}
