use lsflint_lint::{Diagnostic, ErrorContext, ErrorWords, Item, rule};
use lsflint_syntax::ResReqError;

use crate::requirement::common::{Judge, words_with};

rule! {
    /// Finds a backslash in a quoted text of a selection: `'a\tb'`.
    ///
    /// # Effect
    /// There are no escapes in such texts. The strict parser refuses the string; the older one hands the backslash on,
    /// and the text is compared with a value that no host has.
    ///
    /// # Example
    /// ```resreq
    /// select[rack == 'a\tb']
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// select[rack == 'a b']
    /// ```
    pub R205 "escape-in-string" {
        family: Requirement, scope: OwnFile, severity: Error,
        sources: [ibm("lsf_admin/select_string", "no escape sequences in texts")],
        checks: [Errors(WORDS)],
    }
}

const WORDS: &[ErrorWords] = &[words_with(
    ResReqError::EscapeInString,
    "`{text}` in a quoted text: there are no escapes",
    rejected_strictly,
    "write the character itself",
)];

fn rejected_strictly(context: &ErrorContext<'_>, found: &mut Diagnostic) {
    let today = Item::String.no_effect().called("the escape sequence").so("the backslash is part of the value");
    Judge::of_error(context).strictly(found, today);
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# texts are literal
        //- resreq
        select[rel=='a\nb']
                      ^^ R205 error `\n` in a quoted text: there are no escapes
        select[rel=='a b']
        //#
        //- lsf.conf
        LSF_STRICT_RESREQ=N
        //- resreq
        select[rel=='a\'
    "#]];
}
