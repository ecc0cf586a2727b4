use lsflint_lint::{Applicability, FileContext, Findings, Fix, Item, Reads, Severity, TextEdit, rule};
use lsflint_spec::LexerFamily;
use lsflint_syntax::{ErrorKind, StructureError, TextRange, TextSize};

rule! {
    /// Finds blanks, or the carriage return of a Windows line end, behind the backslash that is to continue a line.
    ///
    /// # Effect
    /// - lsf.shared, lsf.cluster, lsf.conf, lsf.task: the backslash must be the very last character. With a blank behind it the line
    ///   ends there, and the next line is read as a line of its own.
    /// - lsb files: trailing blanks are cut first, so the lines still join. There it is only a trap for whoever copies the line.
    ///
    /// # Example
    /// `␠` stands for a blank:
    /// ```lsf.cluster
    /// Begin ClusterAdmins
    /// ADMINISTRATORS = lsfadmin \␠
    ///     operator
    /// End ClusterAdmins
    /// ```
    ///
    /// # Use instead
    /// ```lsf.cluster
    /// Begin ClusterAdmins
    /// ADMINISTRATORS = lsfadmin \
    ///     operator
    /// End ClusterAdmins
    /// ```
    ///
    /// # Fix safety
    /// Safe in lsb files, where nothing changes. Unsafe in the others: the lines become one.
    ///
    /// # Notes
    /// Observed in two open-source readers of the format.
    pub F002 "trailing-blank-after-continuation" {
        family: File, scope: OwnFile, severity: Error, fix: Mixed,
        sources: [],
        checks: [PartsOfFile(Reads::ERRORS.union(Reads::RETURNS), check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    let kind = ErrorKind::Structure(StructureError::BlankAfterContinuation);
    let errors = context.file.parse.errors().iter().filter(|it| it.kind == kind);
    let (returns, blanks): (Vec<TextRange>, Vec<TextRange>) =
        errors.map(|it| it.range).partition(|it| context.text(*it) == "\\\r");
    for range in blanks {
        let shown = TextRange::new(range.start(), range.start() + TextSize::of('\\'));
        report(context, findings, shown, "blanks follow the backslash".to_owned(), &[range]);
    }
    // Windows line ends are one mistake, however many lines they break.
    if let Some(&first) = returns.first() {
        let shown = TextRange::new(first.start(), first.start() + TextSize::of('\\'));
        let message = match returns.len() - 1 {
            0 => "a carriage return follows the backslash".to_owned(),
            1 => "a carriage return follows the backslash, here and on one more line".to_owned(),
            more => format!("a carriage return follows the backslash, here and on {more} more lines"),
        };
        report(context, findings, shown, message, &returns);
    }
}

fn report(context: &FileContext<'_>, findings: &mut Findings, shown: TextRange, message: String, all: &[TextRange]) {
    let batch = context.kind().spec().lexer == LexerFamily::Batch;
    let (severity, applicability) =
        if batch { (Severity::Info, Applicability::Safe) } else { (Severity::Error, Applicability::Unsafe) };
    let consequence = match batch {
        true => Item::Value
            .no_effect()
            .called("the whitespace")
            .because("LSF joins the lines in this file, unlike in lsf.shared and lsf.cluster"),
        false => Item::Value
            .no_effect()
            .called("the backslash")
            .so("the line ends here and LSF reads the next one as a line of its own"),
    };
    let edit = |it: &TextRange| TextEdit { range: *it, text: "\\".to_owned() };
    let fix =
        Fix { applicability, title: "end the line with the backslash".into(), edits: all.iter().map(edit).collect() };
    findings
        .report(shown, message)
        .severity(severity)
        .consequence(consequence)
        .help("end the line with the backslash")
        .fix(fix);
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# breaks the line in base files
        //- each ClusterAdmins of lsf.cluster.c1
        ADMINISTRATORS = a \␠
                           ^ F002 error blanks follow the backslash
            b
            = fixed: ADMINISTRATORS = a \
        ADMINISTRATORS = a \
          b

        //# is a trap only in batch files
        //- each Queue
        USERS = a \␠
                  ^ F002 info blanks follow the backslash
                  = effect: the whitespace has no effect because LSF joins the lines in this file, unlike in lsf.shared
                  =   and lsf.cluster
                  = fix (safe): end the line with the backslash
           b
            = fixed: USERS = a \

        //# windows line ends are one finding
        //- lsf.cluster.c1
        Begin ClusterAdmins␍
        ADMINISTRATORS = a \␍
                           ^ F002 error a carriage return follows the backslash, here and on one more line
         b \␍
         c␍
        End ClusterAdmins␍
        //- fixed lsf.cluster.c1
        -ADMINISTRATORS = a \␍
        - b \␍
        +ADMINISTRATORS = a \
        + b \
        //#
        //- lsb.queues
        Begin Queue␍
        QUEUE_NAME = q␍
        USERS = a \␍
         b␍
        End Queue␍
    "#]];
}
