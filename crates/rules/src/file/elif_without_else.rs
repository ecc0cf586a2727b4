use lsflint_lint::{FileContext, Findings, Reads, rule};
use lsflint_syntax::ast::Directive;

rule! {
    /// Finds an `#if` block with `#elif` and without `#else`.
    ///
    /// # Effect
    /// The documentation asks for an `#else` as soon as `#elif` is used. Without it none of the settings holds when no condition does.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// #if time(18:00-23:00)
    /// PRIORITY   = 50
    /// #elif time(23:00-7:00)
    /// PRIORITY   = 60
    /// #endif
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// #if time(18:00-23:00)
    /// PRIORITY   = 50
    /// #elif time(23:00-7:00)
    /// PRIORITY   = 60
    /// #else
    /// PRIORITY   = 20
    /// #endif
    /// End Queue
    /// ```
    ///
    /// # Notes
    /// The open-source readers take the block as it is.
    pub F306 "elif-without-else" {
        family: File, scope: OwnFile, severity: Info,
        sources: [manual("Administering IBM Spectrum LSF", "automatic time-based configuration")],
        checks: [PartsOfFile(Reads::SECTIONS, check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    if !context.kind().spec().directives.conditionals || !context.file.text.contains('#') {
        return;
    }
    for block in context.conditionals() {
        let directives: Vec<Directive<'_>> = block.branches().filter_map(|it| it.directive()).collect();
        let elif = directives.iter().find(|it| it.is("#elif"));
        let Some(keyword) = elif.and_then(|it| it.keyword()) else { continue };
        if !directives.iter().any(|it| it.is("#else")) {
            findings
                .report(keyword.range(), "a block with `#elif` needs an `#else`")
                .effect("when no condition is true, none of the settings of the block applies")
                .help("add an `#else` branch");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# needs else
        //- each Queue
        #if time(1:00-2:00)
          NICE = 1
          #elif time(2:00-3:00)
          ^^^^^ F306 info a block with `#elif` needs an `#else`
          NICE = 2
          #endif
        #if time(1:00-2:00)
          NICE = 1
          #elif time(2:00-3:00)
          NICE = 2
          #else
          NICE = 3
          #endif
    "#]];
}
