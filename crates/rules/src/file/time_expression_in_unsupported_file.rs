use lsflint_lint::{FileContext, Findings, Item, Reads, rule};
use lsflint_spec::FileKind;
use lsflint_syntax::{TextRange, TextSize};

rule! {
    /// Finds time expressions in files that do not support them.
    ///
    /// # Effect
    /// In this file, the line is a comment, and so are `#else` and `#endif`: the lines of every branch are always
    /// active.
    ///
    /// # Example
    /// ```lsb.serviceclasses
    /// #if time(8:00-18:00)
    /// Begin ServiceClass
    /// NAME     = day
    /// PRIORITY = 10
    /// GOALS    = [THROUGHPUT 6 timeWindow ()]
    /// End ServiceClass
    /// #endif
    /// ```
    ///
    /// # Use instead
    /// ```lsb.serviceclasses
    /// Begin ServiceClass
    /// NAME     = day
    /// PRIORITY = 10
    /// GOALS    = [THROUGHPUT 6 timeWindow (8:00-18:00)]
    /// End ServiceClass
    /// ```
    pub F305 "time-expression-in-unsupported-file" {
        family: File, scope: OwnFile, severity: Warning,
        sources: [
            manual("Administering IBM Spectrum LSF", "automatic time-based configuration names the files that take \
             it: lsb.hosts, lsb.params, lsb.queues, lsb.resources, lsb.users, lsb.applications and \
             lsf.licensescheduler"),
        ],
        checks: [PartsOfFile(Reads::DIRECTIVE_LINES, check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    // Another rule checks the word `#if` in the hosts file.
    if context.kind().spec().directives.conditionals || context.kind() == FileKind::Hosts {
        return;
    }
    let mut start = 0;
    for line in context.file.text.split_inclusive('\n') {
        if let Some(word) = time_condition(line) {
            let at = TextSize::new(u32::try_from(start + word.start).unwrap_or(u32::MAX));
            let range = TextRange::at(at, TextSize::of(&line[word.clone()]));
            let name = context.kind().name();
            findings
                .report(range, format!("{name} does not support time expressions"))
                .consequence(
                    Item::Line
                        .ignored()
                        .because("it reads the line as a comment")
                        .so("the lines of every branch are always active"),
                )
                .help("keep one branch, or move time-based settings to an lsb file that supports `#if`");
        }
        start += line.len();
    }
}

/// The range of `#if` or `#elif`, if a time expression follows.
fn time_condition(line: &str) -> Option<std::ops::Range<usize>> {
    let start = line.len() - line.trim_start().len();
    let rest = &line[start..];
    let length = rest.find(|it: char| it.is_ascii_whitespace() || matches!(it, '(' | '!')).unwrap_or(rest.len());
    let word = &rest[..length];
    if !word.eq_ignore_ascii_case("#if") && !word.eq_ignore_ascii_case("#elif") {
        return None;
    }
    let condition = rest[length..].trim_start_matches([' ', '\t', '(', '!']);
    let after_time =
        condition.get(..4).filter(|it| it.eq_ignore_ascii_case("time")).map(|_| condition[4..].trim_start())?;
    after_time.starts_with('(').then_some(start..start + length)
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# time expressions
        //- lsf.conf
        #if time(8:00-9:00)
        ^^^ F305 warning lsf.conf does not support time expressions
        A=1
        #else
        A=2
        #endif
        //#
        //- lsf.cluster.c1
          #IF ! time (8:00-9:00)
          ^^^ F305 warning lsf.cluster does not support time expressions

        //# prose and files that know it
        //- lsf.conf
        #if you need time (or not)
        #iftime(1-2)
        # if time(8:00-9:00)
        //#
        //- lsb.queues
        #if time(8:00-9:00)
        #endif
    "#]];
}
