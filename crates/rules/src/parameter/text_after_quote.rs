use lsflint_lint::{Diagnostic, ErrorContext, ErrorWords, Item, rule};
use lsflint_syntax::{ErrorKind, StructureError};

rule! {
    /// Finds text glued to the closing quote of a value in lsf.conf.
    ///
    /// # Effect
    /// LSF drops it without a message: `"/opt/lsf"/bin` is `/opt/lsf`.
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
    ///
    /// # Notes
    /// Observed in two open-source readers of the format.
    pub P012 "text-after-quote" {
        family: Parameter, scope: OwnFile, severity: Error,
        sources: [],
        checks: [Errors(WORDS)],
    }
}

const WORDS: &[ErrorWords] = &[ErrorWords {
    error: ErrorKind::Structure(StructureError::TextAfterQuote),
    message: "`{text}` is glued to the closing quote",
    complete: text_ignored,
    help: "put it inside the quotes",
    fix: None,
}];

fn text_ignored(_: &ErrorContext<'_>, found: &mut Diagnostic) {
    found.consequence(Item::Value.ignored().called("the text").silently());
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# glued text
        //- lsf.conf
        LSF_BINDIR="/opt"/bin
                         ^^^^ P012 error `/bin` is glued to the closing quote
        LSF_TOP="/opt" # x
    "#]];
}
