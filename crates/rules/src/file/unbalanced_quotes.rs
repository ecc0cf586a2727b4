use lsflint_lint::{Diagnostic, ErrorContext, ErrorWords, Item, rule};
use lsflint_syntax::{ErrorKind, StructureError};

rule! {
    /// Finds unclosed double quotes that change what LSF reads: in lsf.conf, and next to a `#`.
    ///
    /// # Effect
    /// - lsf.conf and lsf.sudoers: the line is a syntax error. LSF rejects the whole file, and no daemon or command
    ///   starts.
    /// - lsf.shared and lsf.cluster: an unclosed quote protects the `#` after it, so LSF reads the comment as values of
    ///   the line.
    /// - lsb files: quotes do not protect a `#`. A `#` between quotes ends the line, and the value ends with an
    ///   unclosed quote.
    ///
    /// # Example
    /// ```lsf.conf
    /// LSF_LOG_MASK="LOG_WARNING
    /// ```
    ///
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME  = night
    /// DESCRIPTION = "jobs of tier #1"
    /// End Queue
    /// ```
    ///
    /// ```lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// tape         Numeric ()       N          (5" tapes)  # in the vault
    /// End Resource
    /// ```
    ///
    /// # Use instead
    /// ```lsf.conf
    /// LSF_LOG_MASK="LOG_WARNING"
    /// ```
    ///
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME  = night
    /// DESCRIPTION = jobs of tier 1
    /// End Queue
    /// ```
    ///
    /// ```lsf.shared
    /// Begin Resource
    /// RESOURCENAME TYPE    INTERVAL INCREASING DESCRIPTION
    /// tape         Numeric ()       N          (5 inch tapes)  # in the vault
    /// End Resource
    /// ```
    ///
    /// # Notes
    /// The layout of lsf.conf is documented for install.config, which has the same layout.
    pub F001 "unbalanced-quotes" {
        family: File, scope: OwnFile, severity: Error,
        sources: [
            volclava(
                "lsf/lib/lib.initenv.c",
                "parseLine",
                "an unclosed quote in lsf.conf is a syntax error; `readconfenv_` then fails and sets nothing up",
            ),
            volclava(
                "lsf/lib/lib.words.c",
                "getNextLineD_",
                "lsf.shared and lsf.cluster: `#` begins a comment only outside of double quotes",
            ),
            volclava(
                "lsf/lib/lib.wconf.c",
                "getNextLineC_conf",
                "lsb files: the first `#` ends the line, in quotes or not",
            ),
        ],
        checks: [Errors(WORDS)],
    }
}

const WORDS: &[ErrorWords] = &[
    ErrorWords {
        error: ErrorKind::Structure(StructureError::UnbalancedQuote),
        message: "unclosed `\"`",
        complete: file_rejected,
        help: "close the quote at the end of the value",
        fix: None,
    },
    ErrorWords {
        error: ErrorKind::Structure(StructureError::CommentInsideQuotes),
        message: "`#` inside quotes starts a comment",
        complete: line_cut,
        help: "write the text without `#`",
        fix: None,
    },
    ErrorWords {
        error: ErrorKind::Structure(StructureError::QuoteHidesComment),
        message: "unclosed `\"` before `#`",
        complete: comment_read,
        help: "close the quote, or remove it",
        fix: None,
    },
];

fn file_rejected(_: &ErrorContext<'_>, found: &mut Diagnostic) {
    found.consequence(Item::File.rejected().because("the line is a syntax error").so("no daemon or command starts"));
}

fn line_cut(_: &ErrorContext<'_>, found: &mut Diagnostic) {
    found.consequence(Item::Value.ignored().called("the rest of the line").so("the value ends with an unclosed quote"));
    found.as_parsed();
}

fn comment_read(_: &ErrorContext<'_>, found: &mut Diagnostic) {
    found.effect("LSF reads the comment as part of the line");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# open quote in lsf.conf
        //- lsf.conf
        LSF_LOGDIR="/var/log/lsf
                   ^ F001 error unclosed `"`
        LSF_TOP=/opt
        //#
        //- each lsf.conf: LSF_LOGDIR="/var/log/lsf"

        //# comment sign between quotes
        //- each Queue
        DESCRIPTION = "tier #1"
                            ^ F001 error `#` inside quotes starts a comment
        DESCRIPTION = 5" disks # old
        DESCRIPTION = "tier 1" # "x"

        //# quote that hides a comment
        //- each Resource of lsf.shared
        RESOURCENAME TYPE DESCRIPTION
          tape Boolean (5" tape) # vault
                         ^ F001 error unclosed `"` before `#`
        RESOURCENAME TYPE DESCRIPTION
          tape Boolean (5" tape)
        RESOURCENAME TYPE DESCRIPTION
          tape Boolean (a) # 5" tape
    "#]];
}
