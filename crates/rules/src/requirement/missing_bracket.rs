use lsflint_lint::{ErrorWords, rule};
use lsflint_syntax::ResReqError;

use crate::requirement::common::words;

rule! {
    /// Finds brackets, parentheses and braces without their partner, and sections that are not written in square
    /// brackets.
    ///
    /// # Effect
    /// LSF cannot tell where the section ends and refuses the whole string. In a queue or a profile it then works
    /// without any requirement, and all that is left of it is a line in the log of mbatchd.
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
    /// Only the first bracket without a partner is reported: what follows it may be right or wrong, nobody can say.
    pub R002 "missing-bracket" {
        family: Requirement, scope: OwnFile, severity: Error,
        sources: [ibm("lsf_admin/res_req_strings_about", "the square brackets are part of the string")],
        checks: [Errors(WORDS)],
    }
}

const WORDS: &[ErrorWords] = &[
    words(ResReqError::UnclosedBracket, "`{text}` is never closed", "add the `]` that belongs to it"),
    words(ResReqError::UnclosedParenthesis, "`{text}` is never closed", "add the `)` that belongs to it"),
    words(ResReqError::UnclosedBrace, "`{text}` is never closed", "add the `}` that belongs to it"),
    words(ResReqError::StrayBracket, "`{text}` closes nothing", "remove it, or add the `[` that is missing before it"),
    words(
        ResReqError::StrayParenthesis,
        "`{text}` closes nothing",
        "remove it, or add the `(` that is missing before it",
    ),
    words(ResReqError::StrayBrace, "`{text}` closes nothing", "remove it, or add the `{` that is missing before it"),
    words(ResReqError::WrongBracket, "`{text}` where the content of a section begins", "write it in square brackets"),
    words(ResReqError::MissingBracket, "`{text}` has no brackets", "write `{text}[...]`, also around a single item"),
];

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# points at the bracket without partner
        //- resreq
        rusage[mem=10
              ^ R002 error `[` is never closed
        select[(mem>10] rusage[mem=1]
               ^ R002 error `(` is never closed
        2*{select[linux]
          ^ R002 error `{` is never closed

        //# points at the bracket too many
        //- resreq
        rusage[mem=1]]
                     ^ R002 error `]` closes nothing
                     = help: remove it, or add the `[` that is missing before it
        mem>100)
               ^ R002 error `)` closes nothing
        2*{select[linux]}} + 1*{select[fs]}
                         ^ R002 error `}` closes nothing

        //# wants square brackets
        //- resreq
        span(hosts=1)
            ^ R002 error `(` where the content of a section begins
        select{linux}
              ^ R002 error `{` where the content of a section begins
        rusage mem=1
        ^^^^^^ R002 error `rusage` has no brackets

        //# reports one cause once
        //- resreq
        select[mem>100 order[mem
              ^ R002 error `[` is never closed

        //# nested pairs are fine
        //- resreq
        {select[(mem>100 && (ut<0.5))]} || {2*{rusage[mem=(9 5):duration=(3)]} + {order[ut]}}
    "#]];
}
