use lsflint_lint::{FileContext, Findings, Item, Reads, rule};
use lsflint_spec::FileKind;
use lsflint_syntax::{TextRange, TextSize};

rule! {
    /// Finds a time expression in a file that does not evaluate any.
    ///
    /// # Effect
    /// The line is a comment in this file, and so are `#else` and `#endif`: the lines of every branch are active, all the time.
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
            manual("Administering IBM Spectrum LSF", "automatic time-based configuration names the files that take it: lsb.hosts, lsb.params, lsb.queues, lsb.resources, lsb.users, lsb.applications and lsf.licensescheduler"),
        ],
        checks: [PartsOfFile(Reads::DIRECTIVE_LINES, check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    // The hosts file has a rule about the word itself.
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
                .report(range, format!("{name} evaluates no time expressions: this is a comment"))
                .consequence(Item::Line.ignored().so("the lines of every branch are active at any time"))
                .help("keep one branch; time-based settings belong in the lsb files that know `#if`");
        }
        start += line.len();
    }
}

/// Where `#if` or `#elif` stands, if a time expression follows.
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
        ^^^ F305 warning lsf.conf evaluates no time expressions: this is a comment
        A=1
        #else
        A=2
        #endif
        //#
        //- lsf.cluster.c1
          #IF ! time (8:00-9:00)
          ^^^ F305 warning lsf.cluster evaluates no time expressions: this is a comment

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
