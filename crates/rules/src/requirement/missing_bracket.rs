use lsflint_lint::{ErrorWords, rule};
use lsflint_syntax::ResReqError;

use crate::requirement::common::words;

rule! {
    /// Finds unclosed and unmatched brackets, parentheses and braces, and sections without square brackets.
    ///
    /// # Effect
    /// LSF cannot determine where the section ends and rejects the entire string. The queue or application profile then
    /// has no resource requirement, and the only message is in the log of mbatchd.
    ///
    /// # Example
    /// ```resreq
    /// rusage[mem=4000
    /// (mem>100
    /// span(hosts=1)
    /// rusage mem=4000
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// rusage[mem=4000]
    /// (mem>100)
    /// span[hosts=1]
    /// ```
    ///
    /// Only the first unmatched bracket is reported, because what follows it cannot be checked.
    pub R002 "missing-bracket" {
        family: Requirement, scope: OwnFile, severity: Error,
        sources: [ibm("lsf_admin/res_req_strings_about", "the square brackets are part of the string")],
        checks: [Errors(WORDS)],
    }
}

const WORDS: &[ErrorWords] = &[
    words(ResReqError::UnclosedBracket, "unclosed `{text}`", "add the closing `]`"),
    words(ResReqError::UnclosedParenthesis, "unclosed `{text}`", "add the closing `)`"),
    words(ResReqError::UnclosedBrace, "unclosed `{text}`", "add the closing `}`"),
    words(ResReqError::StrayBracket, "unmatched `{text}`", "remove it, or add the opening `[`"),
    words(ResReqError::StrayParenthesis, "unmatched `{text}`", "remove it, or add the opening `(`"),
    words(ResReqError::StrayBrace, "unmatched `{text}`", "remove it, or add the opening `{`"),
    words(
        ResReqError::WrongBracket,
        "expected `[` after the section keyword, found `{text}`",
        "enclose the content in square brackets",
    ),
    words(
        ResReqError::MissingBracket,
        "missing brackets after `{text}`",
        "write `{text}[...]`, even for a single item",
    ),
];

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# points at the bracket without partner
        //- resreq
        rusage[mem=10
              ^ R002 error unclosed `[`
        select[(mem>10] rusage[mem=1]
               ^ R002 error unclosed `(`
        2*{select[linux]
          ^ R002 error unclosed `{`

        //# points at the bracket too many
        //- resreq
        rusage[mem=1]]
                     ^ R002 error unmatched `]`
                     = help: remove it, or add the opening `[`
        mem>100)
               ^ R002 error unmatched `)`
        2*{select[linux]}} + 1*{select[fs]}
                         ^ R002 error unmatched `}`

        //# wants square brackets
        //- resreq
        span(hosts=1)
            ^ R002 error expected `[` after the section keyword, found `(`
        select{linux}
              ^ R002 error expected `[` after the section keyword, found `{`
        rusage mem=1
        ^^^^^^ R002 error missing brackets after `rusage`

        //# reports one cause once
        //- resreq
        select[mem>100 order[mem
              ^ R002 error unclosed `[`

        //# nested pairs are fine
        //- resreq: {select[(mem>100 && (ut<0.5))]} || {2*{rusage[mem=(9 5):duration=(3)]} + {order[ut]}}
    "#]];
}
