use lsflint_lint::{Applicability, FileContext, Findings, Fix, Item, Reads, Severity, TextEdit, rule};
use lsflint_spec::LexerFamily;
use lsflint_syntax::{TextRange, TextSize};

rule! {
    /// Finds Windows line ends.
    ///
    /// # Effect
    /// LSF reads the carriage return as one more blank. In lsb files nothing changes (an information). In lsf.shared, lsf.cluster and
    /// lsf.conf it breaks every line that is continued with a backslash (a warning; the broken lines themselves are F002).
    ///
    /// # Example
    /// The lines of this file end in a carriage return and a line feed, which a page cannot show:
    /// ```lsf.conf crlf
    /// LSF_TOP=/opt/lsf
    /// LSF_LOGDIR=/var/log/lsf
    /// ```
    ///
    /// # Use instead
    /// Plain line feeds:
    /// ```lsf.conf
    /// LSF_TOP=/opt/lsf
    /// LSF_LOGDIR=/var/log/lsf
    /// ```
    ///
    /// # Fix safety
    /// Safe, except in the files above when a continued line becomes whole by it.
    ///
    /// # Notes
    /// Observed in two open-source readers of the format.
    pub F004 "crlf-line-endings" {
        family: File, scope: OwnFile, severity: Warning, fix: Mixed,
        sources: [],
        checks: [PartsOfFile(Reads::RETURNS, check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    let text = &*context.file.text;
    let place = |at: usize| {
        let start = TextSize::new(u32::try_from(at).unwrap_or(u32::MAX));
        TextRange::new(start, start + TextSize::of('\r'))
    };
    // Most files hold no carriage return at all, and one character is found faster than two.
    let Some(first) = text.find('\r').and_then(|at| text[at..].find("\r\n").map(|it| at + it)) else { return };
    let batch = context.kind().spec().lexer == LexerFamily::Batch;
    let joins = !batch && text.contains("\\\r\n");
    let edits = text.match_indices("\r\n").map(|(at, _)| TextEdit { range: place(at), text: String::new() }).collect();
    let fix = Fix {
        applicability: if joins { Applicability::Unsafe } else { Applicability::Safe },
        title: "end the lines with a line feed alone".into(),
        edits,
    };
    let consequence = match batch {
        true => Item::Value.no_effect().called("the carriage return").because("LSF reads it as a space"),
        false => Item::Value
            .no_effect()
            .called("a backslash at the end of a line")
            .because("LSF reads the carriage return as a space"),
    };
    findings
        .report(place(first), "the file has Windows line ends")
        .severity(if batch { Severity::Info } else { Severity::Warning })
        .consequence(consequence)
        .help("end the lines with a line feed alone")
        .fix(fix);
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# an information in batch files
        //- lsb.queues
        Begin Queue␍
                   ^ F004 info the file has Windows line ends
                   = effect: the carriage return has no effect because LSF reads it as a space
        QUEUE_NAME = q␍
        End Queue␍
        //- fixed lsb.queues
        -Begin Queue␍
        -QUEUE_NAME = q␍
        -End Queue␍
        +Begin Queue
        +QUEUE_NAME = q
        +End Queue

        //# a warning in base files
        //- each lsf.conf
        LSF_TOP=/opt/lsf␍
                        ^ F004 warning the file has Windows line ends
            = fixed: LSF_TOP=/opt/lsf
        LSF_TOP=/opt/lsf

        //# removes the carriage returns
        //- lsf.conf
        A=1␍
           ^ F004 warning the file has Windows line ends
        B=2␍
        C=3
        //- fixed lsf.conf
        -A=1␍
        -B=2␍
        +A=1
        +B=2
    "#]];
}
