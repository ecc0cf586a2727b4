use lsflint_lint::{Applicability, FileContext, Findings, Fix, Item, Reads, Severity, TextEdit, rule};
use lsflint_spec::LexerFamily;
use lsflint_syntax::{TextRange, TextSize};

rule! {
    /// Finds Windows line endings.
    ///
    /// # Effect
    /// LSF reads the carriage return as a space. In lsb files, this has no effect (information). In lsf.shared,
    /// lsf.cluster and lsf.conf, it breaks every line that is continued with a backslash (warning; the broken lines
    /// themselves are reported by F002).
    ///
    /// # Example
    /// Each line of this file ends with a carriage return and a line feed, which cannot be shown here:
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
    /// Safe, except in lsf.shared, lsf.cluster and lsf.conf if it restores a continued line.
    pub F004 "crlf-line-endings" {
        family: File, scope: OwnFile, severity: Warning, fix: Mixed,
        tags: [LineEnds],
        sources: [
            volclava(
                "lsf/lib/lib.words.c",
                "getNextLineD_",
                "a carriage return is read as a space, and a backslash before it does not join lines",
            ),
        ],
        checks: [PartsOfFile(Reads::RETURNS, check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    let text = &*context.file.text;
    let place = |at: usize| {
        let start = TextSize::new(u32::try_from(at).unwrap_or(u32::MAX));
        TextRange::new(start, start + TextSize::of('\r'))
    };
    // Most files have no carriage return, and searching for one character is faster than for two.
    let Some(first) = memchr::memchr(b'\r', text.as_bytes()).and_then(|at| text[at..].find("\r\n").map(|it| at + it))
    else {
        return;
    };
    let batch = context.kind().spec().lexer == LexerFamily::Batch;
    let joins = !batch && text.contains("\\\r\n");
    let edits = text.match_indices("\r\n").map(|(at, _)| TextEdit { range: place(at), text: String::new() }).collect();
    let fix = Fix {
        applicability: if joins { Applicability::Unsafe } else { Applicability::Safe },
        title: "convert the line endings to LF".into(),
        edits,
    };
    let consequence = match batch {
        true => Item::Value.no_effect().called("the carriage return").because("LSF reads it as a space"),
        false => Item::Value
            .no_effect()
            .called("a backslash at the end of a line")
            .because("LSF reads the carriage return as a space"),
    };
    // For an editor, no column contains the end of a line.
    let last = text[..first].chars().next_back().filter(|it| *it != '\n');
    let end = place(first).start();
    let shown = last.map_or(place(first), |it| TextRange::new(end - TextSize::of(it), end));
    findings
        .report(shown, "file has Windows line endings")
        .severity(if batch { Severity::Info } else { Severity::Warning })
        .consequence(consequence)
        .help("convert the line endings to LF")
        .fix(fix);
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# an information in batch files
        //- lsb.queues
        Begin Queue␍
                  ^ F004 info file has Windows line endings
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
                       ^ F004 warning file has Windows line endings
            = fixed: LSF_TOP=/opt/lsf
        LSF_TOP=/opt/lsf

        //# removes the carriage returns
        //- lsf.conf
        A=1␍
          ^ F004 warning file has Windows line endings
        B=2␍
        C=3
        //- fixed lsf.conf
        -A=1␍
        -B=2␍
        +A=1
        +B=2
    "#]];
}
