use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, rule};
use lsflint_syntax::ResReqError;

use crate::requirement::common::{Judge, form_error};

rule! {
    /// Finds section keywords that are not lowercase: `SELECT[mem>10]`, `Rusage[mem=100]`.
    ///
    /// # Effect
    /// The strict parser accepts only lowercase keywords and rejects the string. The older one does not recognize the
    /// section: it ignores the section or reads the keyword as the name of an undefined resource.
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
    /// Unsafe: enables a section that both parsers currently ignore or reject.
    pub R201 "section-keyword-case" {
        family: Requirement, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [
            ibm("lsf_admin/select_string", "the strict syntax is case-sensitive"),
            volclava("lsf/intlib/resreq.c", "parseSection", "keywords are compared with case"),
        ],
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
    let message = format!("section keyword `{word}` is not lowercase");
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
        ^^^^^^ R201 error section keyword `Select` is not lowercase
            = fixed: select[mem>1] rusage[mem=1]
        SELECT[mem>10] Rusage[mem=1]
        ^^^^^^ R201 error section keyword `SELECT` is not lowercase
                       ^^^^^^ R201 error section keyword `Rusage` is not lowercase
            = fixed: select[mem>10] rusage[mem=1]
        //#
        //- lsf.conf: LSF_STRICT_RESREQ=N
        //- resreq
        SELECT[mem>10]
        ^^^^^^ R201 warning section keyword `SELECT` is not lowercase
            = effect: LSF may ignore the section or read the keyword as the name of a resource, but the requirement
            =   string is rejected with LSF_STRICT_RESREQ=Y
            = fixed: select[mem>10]

        //# names may have capitals
        //- resreq: select[BIGMEM] rusage[LicA=1]
    "#]];
}
