use lsflint_lint::{Diagnostic, ErrorContext, ErrorWords, Item, rule};
use lsflint_syntax::ResReqError;

use crate::requirement::common::{Judge, words_with};

rule! {
    /// Finds backslashes in a quoted string of a `select` section: `'a\tb'`.
    ///
    /// # Effect
    /// Strings have no escape sequences. The strict parser rejects the requirement; the older one keeps the backslash,
    /// and the string is compared with a value that no host has.
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
        sources: [ibm("lsf_admin/select_string", "no escape sequences in strings")],
        checks: [Errors(WORDS)],
    }
}

const WORDS: &[ErrorWords] = &[words_with(
    ResReqError::EscapeInString,
    "unsupported escape sequence `{text}` in a string",
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
                      ^^ R205 error unsupported escape sequence `\n` in a string
        select[rel=='a b']
        //#
        //- lsf.conf: LSF_STRICT_RESREQ=N
        //- resreq: select[rel=='a\'
    "#]];
}
