use lsflint_lint::{Diagnostic, ErrorContext, ErrorWords, Item, rule};
use lsflint_syntax::{ErrorKind, StructureError};

rule! {
    /// Finds text directly after the closing quote of a value in lsf.conf.
    ///
    /// # Effect
    /// LSF silently ignores the text: it reads `"/opt/lsf"/bin` as `/opt/lsf`.
    ///
    /// # Example
    /// ```lsf.conf
    /// LSF_BINDIR="/opt/lsf"/bin
    /// ```
    ///
    /// # Use instead
    /// ```lsf.conf
    /// LSF_BINDIR="/opt/lsf/bin"
    /// ```
    pub P012 "text-after-quote" {
        family: Parameter, scope: OwnFile, severity: Error,
        sources: [
            volclava(
                "lsf/lib/lib.words.c",
                "getNextValueQ_",
                "the value ends at the closing quote, and the rest of the word is dropped",
            ),
            volclava("lsf/lib/lib.initenv.c", "parseLine", "values of lsf.conf are read with this function"),
        ],
        checks: [Errors(WORDS)],
    }
}

const WORDS: &[ErrorWords] = &[ErrorWords {
    error: ErrorKind::Structure(StructureError::TextAfterQuote),
    message: "unexpected `{text}` after the closing quote",
    complete: text_ignored,
    help: "move it inside the quotes",
    fix: None,
}];

fn text_ignored(_: &ErrorContext<'_>, found: &mut Diagnostic) {
    found.consequence(Item::Value.ignored().called("the text").silently());
    found.as_parsed();
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# glued text
        //- lsf.conf
        LSF_BINDIR="/opt"/bin
                         ^^^^ P012 error unexpected `/bin` after the closing quote
        LSF_TOP="/opt" # x
    "#]];
}
