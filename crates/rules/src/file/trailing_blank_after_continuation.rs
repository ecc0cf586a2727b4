use lsflint_lint::{Applicability, FileContext, Findings, Fix, Item, Reads, Severity, TextEdit, rule};
use lsflint_spec::LexerFamily;
use lsflint_syntax::{ErrorKind, StructureError, TextRange, TextSize};

rule! {
    /// Finds whitespace, or the carriage return of a Windows line ending, after a backslash that is meant to continue a
    /// line.
    ///
    /// # Effect
    /// - lsf.shared, lsf.cluster, lsf.conf, lsf.task: the backslash must be the last character. If whitespace follows
    ///   it, the line ends there, and LSF reads the next line as a separate line.
    /// - lsb files: LSF removes trailing whitespace first, so the lines are still joined. The whitespace matters only
    ///   if the line is copied to another file.
    ///
    /// # Example
    /// `␠` represents a space:
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
    /// Safe in lsb files, where nothing changes. Unsafe in the other files: joins the lines.
    pub F002 "trailing-blank-after-continuation" {
        family: File, scope: OwnFile, severity: Error, fix: Mixed,
        sources: [
            volclava(
                "lsf/lib/lib.words.c",
                "getNextLineD_",
                "a backslash joins two lines only if the line end follows it directly; before other whitespace it is \
                 dropped, and the line ends as usual. For lsb files, it removes whitespace at the end of a line",
            ),
            volclava(
                "lsf/lib/lib.wconf.c",
                "getNextLineC_conf",
                "lsb files: a backslash at the end of what is left of the line joins the lines",
            ),
        ],
        checks: [PartsOfFile(Reads::ERRORS.union(Reads::RETURNS), check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    let kind = ErrorKind::Structure(StructureError::BlankAfterContinuation);
    let errors = context.file.parse.errors().iter().filter(|it| it.kind == kind);
    let (returns, spaces): (Vec<TextRange>, Vec<TextRange>) =
        errors.map(|it| it.range).partition(|it| context.text(*it) == "\\\r");
    for range in spaces {
        let shown = TextRange::new(range.start(), range.start() + TextSize::of('\\'));
        report(context, findings, shown, "trailing whitespace after `\\`".to_owned(), &[range]);
    }
    // Windows line endings are reported as one finding, however many lines they break.
    if let Some(&first) = returns.first() {
        let shown = TextRange::new(first.start(), first.start() + TextSize::of('\\'));
        let message = match returns.len() - 1 {
            0 => "carriage return after `\\`".to_owned(),
            1 => "carriage return after `\\` here and on one more line".to_owned(),
            more => format!("carriage return after `\\` here and on {more} more lines"),
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
            .so("the line ends here and LSF reads the next line separately"),
    };
    let edit = |it: &TextRange| TextEdit { range: *it, text: "\\".to_owned() };
    let fix = Fix { applicability, title: "end the line with `\\`".into(), edits: all.iter().map(edit).collect() };
    findings.report(shown, message).severity(severity).consequence(consequence).help("end the line with `\\`").fix(fix);
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# breaks the line in base files
        //- each ClusterAdmins of lsf.cluster.c1
        ADMINISTRATORS = a \␠
                           ^ F002 error trailing whitespace after `\`
            b
            = fixed: ADMINISTRATORS = a \
        ADMINISTRATORS = a \
          b

        //# is a trap only in batch files
        //- each Queue
        USERS = a \␠
                  ^ F002 info trailing whitespace after `\`
                  = effect: the whitespace has no effect because LSF joins the lines in this file, unlike in lsf.shared
                  =   and lsf.cluster
                  = fix (safe): end the line with `\`
           b
            = fixed: USERS = a \

        //# windows line ends are one finding
        //- lsf.cluster.c1
        Begin ClusterAdmins␍
        ADMINISTRATORS = a \␍
                           ^ F002 error carriage return after `\` here and on one more line
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
