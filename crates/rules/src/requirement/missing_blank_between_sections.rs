use lsflint_lint::{ErrorContext, Findings, Fix, Item, rule};
use lsflint_syntax::{ResReqError, TextRange};

use crate::requirement::common::{Judge, form_error, respelling};

rule! {
    /// Finds two sections without a blank between them: `select[linux]order[ut]`.
    ///
    /// # Effect
    /// The strict parser refuses the whole string. The older one looks for keywords anywhere and finds the section all
    /// the same, so such strings live long in configurations that came from an older cluster, and die on the day
    /// LSF_STRICT_RESREQ=Y is set.
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
    /// Safe: the older parser reads the same sections with and without the blank, the strict one takes no string
    /// without it.
    ///
    /// # Notes
    /// Observed in two open-source readers: sections are found without it.
    pub R004 "missing-blank-between-sections" {
        family: Requirement, scope: OwnFile, severity: Error, fix: Safe,
        sources: [ibm("lsf_admin/select_string", "at least one blank between two sections")],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    if form_error(context) != Some(ResReqError::MissingSpaceBetweenSections) {
        return;
    }
    let keyword = context.text();
    let range = context.error.range;
    // A blank inside of a broken section before is none between the two, but what is wrong is the other section.
    if context.file.file.text[..usize::from(range.start())].ends_with(char::is_whitespace) {
        return;
    }
    let message = format!("no blank before the section `{keyword}`");
    let place = TextRange::empty(range.start());
    let today = Item::String.no_effect().called("the missing space");
    Judge::of_error(context)
        .rejects_strictly(findings, range, message, today)
        .help(format!("put a blank before `{keyword}`"))
        .fix(Fix::replace(respelling(context), "insert a blank", place, " "));
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# points at the section that is glued
        //- resreq
        select[linux]order[ut]
                     ^^^^^ R004 error no blank before the section `order`
            = fixed: select[linux] order[ut]

        //# is a warning where the older parser reads
        //- lsf.conf
        LSF_STRICT_RESREQ=N
        //- resreq
        select[linux]order[ut]
                     ^^^^^ R004 warning no blank before the section `order`
                     = effect: the missing space has no effect, but the requirement string is rejected with
                     =   LSF_STRICT_RESREQ=Y
            = fixed: select[linux] order[ut]

        //# finds the keyword in a glued value
        //- resreq
        type==anyrusage[mem=1024]
                 ^^^^^^ R004 error no blank before the section `rusage`
            = fixed: type==any rusage[mem=1024]

        //# one space is enough
        //- resreq
        type==any rusage[mem=1024]
        select[type==any] rusage[mem=1024]

        //# inserts the space
        //- resreq
        select[linux]order[ut]rusage[mem=1] span[hosts=1]same[type]
                     ^^^^^ R004 error no blank before the section `order`
                              ^^^^^^ R004 error no blank before the section `rusage`
                                                         ^^^^ R004 error no blank before the section `same`
            = fixed: select[linux] order[ut] rusage[mem=1] span[hosts=1] same[type]
    "#]];
}
