use lsflint_lint::{Applicability, ErrorContext, FileContext, Findings, Fix, Item, Reads, Severity, rule};
use lsflint_spec::FileKind;
use lsflint_syntax::{StructureError, TextRange, TextSize};

rule! {
    /// Finds comments that LSF reads as a directive because they begin with `#if`, without a space after the `#`.
    ///
    /// # Effect
    /// In files that support `#if`, the line opens a block: its condition is invalid and evaluates to false, and
    /// without an `#endif` LSF does not read the file (an error). The page of the `hosts` file forbids comments that
    /// begin with `#if`.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// #if you change this, tell the operators
    /// PRIORITY   = 30
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// # if you change this, tell the operators
    /// PRIORITY   = 30
    /// End Queue
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: enables the lines after the comment.
    pub F302 "comment-looks-like-directive" {
        family: File, scope: OwnFile, severity: Warning, fix: Unsafe,
        sources: [
            ibm("hosts", "`#if` is reserved for time-based configuration, and may not begin a comment"),
            ibm("topic=configuration-automatic-time-based", "the directives"),
        ],
        checks: [SyntaxError(check), PartsOfFile(Reads::DIRECTIVE_LINES, check_hosts)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    if context.structure() != Some(StructureError::CommentLikeDirective) {
        return;
    }
    let range = context.error.range;
    findings
        .report(range, format!("comment begins with the directive `{}`", context.text()))
        .severity(Severity::Error)
        .consequence(
            Item::Line
                .read_as(context.text())
                .called("the comment")
                .so("its condition is false, and without an `#endif` LSF does not read the file"),
        )
        .help("add a space after `#`")
        .fix(space_after_hash(range));
}

/// The `hosts` file does not evaluate conditions, but its page reserves the word.
fn check_hosts(context: &FileContext<'_>, findings: &mut Findings) {
    if context.kind() != FileKind::Hosts {
        return;
    }
    let mut start = 0;
    for line in context.file.text.split_inclusive('\n') {
        let indent = line.len() - line.trim_start().len();
        if line[indent..].get(..3).is_some_and(|it| it.eq_ignore_ascii_case("#if")) {
            let at = TextSize::new(u32::try_from(start + indent).unwrap_or(u32::MAX));
            let range = TextRange::at(at, TextSize::of("#if"));
            findings
                .report(range, "comment begins with `#if`")
                .effect("LSF reserves `#if` for conditions, although it does not evaluate them in this file")
                .help("add a space after `#`")
                .fix(space_after_hash(range));
        }
        start += line.len();
    }
}

fn space_after_hash(word: TextRange) -> Fix {
    let at = TextRange::empty(word.start() + TextSize::of('#'));
    Fix::replace(Applicability::Unsafe, "add a space after `#`", at, " ")
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# prose behind if
        //- also F301
        //- Queue of lsb.queues
        #if you change this, call me
        ^^^ F302 error comment begins with the directive `#if`
        QUEUE_NAME = q
        //- fixed lsb.queues
        -#if you change this, call me
        +# if you change this, call me

        //# conditions are directives
        //- each Queue
        #if time(8:00-9:00)
          NICE = 5
          #endif
        #if time (8:00-9:00)
          NICE = 5
          #endif
        #if !time(8-9)
          NICE = 5
          #endif
        #if NIGHT
          NICE = 5
          #endif
        #if (time(8-9))
          NICE = 5
          #endif
        #if
          NICE = 5
          #endif

        //# the hosts file
        //- hosts
        #if this host is down use hostB
        ^^^ F302 warning comment begins with `#if`
            = effect: LSF reserves `#if` for conditions, although it does not evaluate them in this file
        10.0.0.1 hosta
        # if not
        //- fixed hosts
        -#if this host is down use hostB
        +# if this host is down use hostB
    "#]];
}
