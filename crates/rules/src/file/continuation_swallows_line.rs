use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, rule};
use lsflint_syntax::{StructureError, SyntaxKind, TextRange, TextSize};

rule! {
    /// Finds a backslash at the end of a line that joins an `End`, a `Begin` or another parameter to the line.
    ///
    /// # Effect
    /// The next line becomes part of the value. If it is an `End`, the section stays open and LSF reads the following
    /// lines as part of the wrong section; if it is a parameter, the parameter is not set.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// USERS      = user1 user2 \
    /// PRIORITY   = 40
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// USERS      = user1 user2
    /// PRIORITY   = 40
    /// End Queue
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: enables a line that LSF currently reads as part of a value.
    pub F008 "continuation-swallows-line" {
        family: File, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [
            volclava(
                "lsf/lib/lib.wconf.c",
                "getNextLineC_conf",
                "a line that ends with a backslash is joined with the next line, whatever that line has",
            ),
            volclava("lsf/lib/lib.words.c", "getNextLineD_", "the same for lsf.conf, lsf.shared and lsf.cluster"),
        ],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    if context.structure() != Some(StructureError::ContinuationSwallowsLine) {
        return;
    }
    let range = context.error.range;
    let word = context.text();
    let marker = word.eq_ignore_ascii_case("begin") || word.eq_ignore_ascii_case("end");
    let header = context.line.is_some_and(|it| it.kind() == SyntaxKind::TABLE_HEADER);
    // The reported text is part of the line above, which LSF does read.
    let joined = || Item::Value.no_effect().called(format!("`{word}`"));
    let (what, consequence) = match (marker, header) {
        (true, _) => ("line", joined().because("it is part of the line above").so("the open section continues")),
        (false, true) => ("row", Item::Section.ignored().because("it reads the values of the row as unknown columns")),
        (false, false) => ("parameter", joined().because("it is part of the value above")),
    };
    let finding = findings
        .report(range, format!("unintended line continuation into {what} `{word}`"))
        .consequence(consequence)
        .help("remove the backslash from the line above");
    if let Some(backslash) = backslash_before(&context.file.file.text, range.start()) {
        finding.related(backslash, "line continuation");
        finding.fix(Fix::replace(Applicability::Unsafe, "remove the backslash", backslash, ""));
    }
}

/// The backslash at the end of the line before an offset.
fn backslash_before(text: &str, at: TextSize) -> Option<TextRange> {
    let newline = text[..usize::from(at)].rfind('\n')?;
    let line = text[..newline].trim_end();
    line.ends_with('\\').then(|| {
        let end = TextSize::of(line);
        TextRange::new(end - TextSize::of('\\'), end)
    })
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# a parameter
        //- each Queue
        USERS = a \
        PRIORITY = 4
        ^^^^^^^^ F008 error unintended line continuation into parameter `PRIORITY`
            = fixed: USERS = a␠

        //# an end
        //- also F103
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = q
        USERS = a \
        End Queue
        ^^^ F008 error unintended line continuation into line `End`
            = effect: `End` has no effect because it is part of the line above, so the open section continues
        Begin Queue
        QUEUE_NAME = r
        End Queue
        //- fixed lsb.queues
        -USERS = a \
        +USERS = a␠

        //# the first row of a table
        //- also F201
        //- each Host of lsb.hosts
        HOST_NAME MXJ r1m \
        a 1 2/3
        ^ F008 error unintended line continuation into row `a`
            = effect: LSF ignores the section because it reads the values of the row as unknown columns
            = fixed: HOST_NAME MXJ r1m␠
        HOST_NAME \
         MXJ r1m
          a 1 2/3

        //# a comparison is not a parameter
        //- each Queue
        RES_REQ = select[a && \
        mem == 5]
    "#]];
}
