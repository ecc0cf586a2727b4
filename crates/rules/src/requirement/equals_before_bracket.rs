use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, rule};
use lsflint_syntax::{Element, ResReqError, SyntaxKind, TextRange};

use crate::requirement::common::{Judge, form_error, short, with_blanks};

rule! {
    /// Finds `=` between a section keyword and its bracket: `rusage=[mem=4000]`.
    ///
    /// # Effect
    /// LSF refuses the whole string. Several published pages show sections in this way, which is why it is seen so
    /// often.
    ///
    /// LSF says: `Error near "rusage": incorrect section name, resource name, or resource function name.`
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
    /// Unsafe: LSF does not use the section today; without the sign it does.
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
        Some(keyword) => format!("`=` between `{}` and its bracket", keyword.text()),
        None => "`=` between a section keyword and its bracket".to_owned(),
    };
    let text = &*context.file.file.text;
    let edit = with_blanks(text, range);
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
        None => "remove it".to_owned(),
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
              ^ R003 error `=` between `rusage` and its bracket
            = fixed: rusage[mem=4000]
        //- each Application
        RES_REQ = select[linux] rusage = [mem=4000]
                                       ^ R003 error `=` between `rusage` and its bracket
                                       = effect: LSF rejects the requirement string, so the application profile has no
                                       =   resource requirement
            = fixed: RES_REQ = select[linux] rusage[mem=4000]

        //# items have their equals
        //- resreq
        rusage[mem=4000] span[hosts=1]

        //# removes it with the spaces around it
        //- resreq
        rusage=[mem=4000] order = [ut]
              ^ R003 error `=` between `rusage` and its bracket
                                ^ R003 error `=` between `order` and its bracket
            = fixed: rusage[mem=4000] order[ut]
    "#]];
}
