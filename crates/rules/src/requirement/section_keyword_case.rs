use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, rule};
use lsflint_syntax::ResReqError;

use crate::requirement::common::{Judge, form_error};

rule! {
    /// Finds section keywords that are not in small letters: `SELECT[mem>10]`, `Rusage[mem=100]`.
    ///
    /// # Effect
    /// The strict parser knows only small letters and refuses the string. To the older one the word is no section: it
    /// reads over it, or takes it for the name of a resource that does not exist.
    ///
    /// # Example
    /// ```resreq
    /// SELECT[mem>10]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// select[mem>10]
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: a section that neither parser reads today becomes active.
    ///
    /// # Notes
    /// Observed in two open-source readers, which refuse keywords in capitals.
    pub R201 "section-keyword-case" {
        family: Requirement, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [ibm("lsf_admin/select_string", "the strict syntax is case sensitive")],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    if form_error(context) != Some(ResReqError::KeywordCase) {
        return;
    }
    let word = context.text();
    let range = context.error.range;
    let keyword = word.to_ascii_lowercase();
    let message = format!("the section keyword `{word}` is not in small letters");
    let today = Item::String.ignored().called("the section").or("read the keyword as the name of a resource");
    Judge::of_error(context)
        .rejects_strictly(findings, range, message, today)
        .help(format!("write `{keyword}`"))
        .fix(Fix::replace(Applicability::Unsafe, format!("write `{keyword}`"), range, keyword));
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# keywords are small
        //- resreq
        Select[mem>1] rusage[mem=1]
        ^^^^^^ R201 error the section keyword `Select` is not in small letters
            = fixed: select[mem>1] rusage[mem=1]
        //#
        //- lsf.conf
        LSF_STRICT_RESREQ=N
        //- resreq
        SELECT[mem>10]
        ^^^^^^ R201 warning the section keyword `SELECT` is not in small letters
            = effect: LSF may ignore the section or read the keyword as the name of a resource, but the requirement
            =   string is rejected with LSF_STRICT_RESREQ=Y
            = fixed: select[mem>10]

        //# names may have capitals
        //- resreq
        select[BIGMEM] rusage[LicA=1]

        //# writes small letters
        //- resreq
        SELECT[mem>10] Rusage[mem=1]
        ^^^^^^ R201 error the section keyword `SELECT` is not in small letters
                       ^^^^^^ R201 error the section keyword `Rusage` is not in small letters
            = fixed: select[mem>10] rusage[mem=1]
    "#]];
}
