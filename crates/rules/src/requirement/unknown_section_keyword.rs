use lsflint_lint::suggest::{did_you_mean, near};
use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, rule};
use lsflint_spec::{REQUIREMENT_SECTIONS, requirement_section};
use lsflint_syntax::ResReqError;

use crate::requirement::common::{Judge, form_error};

rule! {
    /// Finds unknown section keywords in a requirement string: misspelled, from another program, or missing.
    ///
    /// # Effect
    /// The keyword identifies a section. The strict parser rejects the entire string; the older one ignores the
    /// section, and what it requests has no effect: nothing is reserved, no host is selected.
    /// LSF reports: `Error near "<x>" : incorrect section name, resource name, or resource function name.`
    ///
    /// # Example
    /// ```resreq
    /// rusgae[mem=4000]
    /// [mem>100]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// rusage[mem=4000]
    /// select[mem>100]
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: enables a section that LSF currently does not read.
    pub R001 "unknown-section-keyword" {
        family: Requirement, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [ibm("lsf_admin/select_string", "a section requires a valid keyword")],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let range = context.error.range;
    match form_error(context) {
        Some(ResReqError::UnknownSection) => misspelled(context, findings),
        Some(ResReqError::SectionWithoutKeyword) => {
            Judge::of_error(context)
                .rejects(findings, range, "missing section keyword before the brackets")
                .help(format!("add one of {}", sections()));
        }
        _ => {}
    }
}

fn misspelled(context: &ErrorContext<'_>, findings: &mut Findings) {
    let word = context.text();
    let range = context.error.range;
    let judge = Judge::of_error(context);
    let message = format!("unknown section `{word}` in a requirement string");
    let found = findings.report(range, message).consequence(judge.rejected_strictly());
    if !judge.is_strict() {
        let ignored = Item::String.ignored().called("the section").possible();
        found.consequence(judge.tolerated(ignored));
    }
    let Some(near) = near(word, REQUIREMENT_SECTIONS.iter().map(|it| it.name)) else {
        found.help(format!("use one of {}", sections()));
        return;
    };
    found.help(did_you_mean(near.name));
    if near.unique && requirement_section(near.name).is_some() {
        let title = format!("write `{}`", near.name);
        found.fix(Fix::replace(Applicability::Unsafe, title, range, near.name));
    }
}

/// The section keywords, for a help.
fn sections() -> String {
    let names: Vec<String> = REQUIREMENT_SECTIONS.iter().map(|it| format!("`{}`", it.name)).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# suggests the near keyword
        //- resreq
        selct[mem>1] rusgae[mem=10]
        ^^^^^ R001 error unknown section `selct` in a requirement string
                     ^^^^^^ R001 error unknown section `rusgae` in a requirement string
            = fixed: select[mem>1] rusage[mem=10]

        //# lists the keywords when none is near
        //- resreq
        filter[mem]
        ^^^^^^ R001 error unknown section `filter` in a requirement string
            = help: use one of `select`, `order`, `rusage`, `span`, `same`, `cu`, `affinity`

        //# wants a keyword before brackets
        //- resreq
        [mem>100]
        ^ R001 error missing section keyword before the brackets

        //# the older parser drops the section
        //- lsf.conf: LSF_STRICT_RESREQ=N
        //- resreq
        select[linux] rusgae[mem=10]
                      ^^^^^^ R001 error unknown section `rusgae` in a requirement string
                      = effect: LSF may ignore the section, but the requirement string is rejected with
                      =   LSF_STRICT_RESREQ=Y
            = fixed: select[linux] rusage[mem=10]

        //# explains what happens to the queue
        //- each Queue
        RES_REQ = select[linux] rusgae[mem=10]
                                ^^^^^^ R001 error unknown section `rusgae` in a requirement string
                                = effect: LSF may reject the requirement string, so the queue may have no resource
                                =   requirement
            = fixed: RES_REQ = select[linux] rusage[mem=10]

        //# knows all sections
        //- resreq: select[linux] order[ut] rusage[mem=1] span[hosts=1] same[type] cu[type=rack] affinity[core]
    "#]];
}
