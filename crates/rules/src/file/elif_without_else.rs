use lsflint_lint::{BlockContext, Findings, rule};
use lsflint_syntax::ast::Directive;

rule! {
    /// Finds `#if` blocks with `#elif` but without `#else`.
    ///
    /// # Effect
    /// The documentation requires an `#else` if `#elif` is used. Without it, no setting of the block applies while no
    /// condition is true.
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
    pub F306 "elif-without-else" {
        family: File, scope: OwnFile, severity: Info,
        sources: [
            ibm("topic=configuration-automatic-time-based", "examples with `#elif` have an `#else`"),
            volclava("lsf/lib/lib.wconf.c", "ls_getconf", "`#elif` and `#endif` without `#else` are accepted"),
        ],
        checks: [Block(check)],
    }
}

fn check(context: &BlockContext<'_>, findings: &mut Findings) {
    let directives: Vec<Directive<'_>> = context.block.branches().filter_map(|it| it.directive()).collect();
    let elif = directives.iter().find(|it| it.is("#elif"));
    let Some(keyword) = elif.and_then(|it| it.keyword()) else { return };
    if !directives.iter().any(|it| it.is("#else")) {
        findings
            .report(keyword.range(), "`#elif` without `#else`")
            .effect("none of the settings of the block applies while no condition is true")
            .help("add an `#else` branch");
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
          ^^^^^ F306 info `#elif` without `#else`
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
