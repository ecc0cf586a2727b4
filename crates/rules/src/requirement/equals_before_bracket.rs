use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, rule};
use lsflint_syntax::{Element, ResReqError, SyntaxKind, TextRange};

use crate::requirement::common::{Judge, form_error, short, with_whitespace};

rule! {
    /// Finds `=` between a section keyword and its bracket: `rusage=[mem=4000]`.
    ///
    /// # Effect
    /// LSF rejects the entire string. Several published pages show sections in this form, so the mistake is frequent.
    /// LSF reports: `Error near "rusage": incorrect section name, resource name, or resource function name.`
    ///
    /// # Example
    /// ```resreq
    /// rusage=[mem=4000]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// rusage[mem=4000]
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: enables a section that LSF currently does not use.
    pub R003 "equals-before-bracket" {
        family: Requirement, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [ibm("lsf_admin/res_req_strings_about", "the bracket follows the keyword")],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    if form_error(context) != Some(ResReqError::EqualsBeforeBracket) {
        return;
    }
    let range = context.error.range;
    let section = context.around().pop().filter(|it| it.kind() != SyntaxKind::RES_REQ);
    let keyword = section.and_then(|it| it.first_significant()).and_then(Element::into_token);
    let message = match keyword {
        Some(keyword) => format!("unexpected `=` after section keyword `{}`", keyword.text()),
        None => "unexpected `=` after a section keyword".to_owned(),
    };
    let text = &*context.file.file.text;
    let edit = with_whitespace(text, range);
    let written = section.map(|it| {
        let whole = it.trimmed_range();
        format!(
            "{}{}",
            &text[TextRange::new(whole.start(), edit.start())],
            &text[TextRange::new(edit.end(), whole.end())]
        )
    });
    let help = match written.as_deref().and_then(short) {
        Some(written) => format!("write `{written}`"),
        None => "remove the `=`".to_owned(),
    };
    Judge::of_error(context).rejects(findings, range, message).help(help).fix(Fix::replace(
        Applicability::Unsafe,
        "remove `=`",
        edit,
        "",
    ));
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# shows the section without it
        //- resreq
        rusage=[mem=4000]
              ^ R003 error unexpected `=` after section keyword `rusage`
            = fixed: rusage[mem=4000]
        //- each Application
        RES_REQ = select[linux] rusage = [mem=4000]
                                       ^ R003 error unexpected `=` after section keyword `rusage`
                                       = effect: LSF rejects the requirement string, so the application profile has no
                                       =   resource requirement
            = fixed: RES_REQ = select[linux] rusage[mem=4000]

        //# items have their equals
        //- resreq: rusage[mem=4000] span[hosts=1]

        //# removes it with the spaces around it
        //- resreq
        rusage=[mem=4000] order = [ut]
              ^ R003 error unexpected `=` after section keyword `rusage`
                                ^ R003 error unexpected `=` after section keyword `order`
            = fixed: rusage[mem=4000] order[ut]
    "#]];
}
