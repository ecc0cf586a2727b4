use lsflint_lint::{DirectiveContext, Findings, Item, rule};
use lsflint_syntax::ast::AstNode;
use lsflint_syntax::{TextRange, TextSize};

rule! {
    /// Finds text after `#else`, `#endif` and the file of `#INCLUDE`.
    ///
    /// # Effect
    /// These lines have nothing after the keyword, or after the name of the file. LSF may ignore the text, or the line.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// #if time(18:00-8:00)
    /// PRIORITY   = 50
    /// #else the day
    /// PRIORITY   = 20
    /// #endif
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// #if time(18:00-8:00)
    /// PRIORITY   = 50
    /// #else
    /// # the day
    /// PRIORITY   = 20
    /// #endif
    /// End Queue
    /// ```
    pub F320 "text-after-directive" {
        family: File, scope: OwnFile, severity: Info,
        sources: [
            ibm("lsb.params", "time-based configuration: `#else` and `#endif` are lines of their own; `#INCLUDE` and a file in quotes"),
            judgement("no page says what becomes of more text"),
        ],
        checks: [Directive(check)],
    }
}

fn check(context: &DirectiveContext<'_>, findings: &mut Findings) {
    let directive = context.directive;
    let Some(keyword) = directive.keyword() else { return };
    let line = directive.node().trimmed_range();
    let words = context.file.text(TextRange::new(keyword.range().end(), line.end()));
    let rest = if directive.is("#else") || directive.is("#endif") {
        words
    } else if directive.is("#INCLUDE")
        && let Some(quoted) = words.trim_start().strip_prefix('"')
        && let Some((_, rest)) = quoted.split_once('"')
    {
        rest
    } else {
        return;
    };
    let text = rest.trim_start();
    if text.is_empty() || text.starts_with('#') || lsflint_syntax::is_templated(text) {
        return;
    }
    findings
        .report(TextRange::new(line.end() - TextSize::of(text), line.end()), "text after the directive")
        .consequence(Item::Value.ignored().called("the text").possible())
        .help("write a comment in a line of its own");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# keywords and files
        //- lsb.queues
        #INCLUDE "/lsf/conf/queues" surplus
                                    ^^^^^^^ F320 info text after the directive
        Begin Queue
        QUEUE_NAME = night
        #if time(18:00-8:00)
        PRIORITY = 50
        #else day
              ^^^ F320 info text after the directive
        PRIORITY = 20
        #endif # time
        End Queue
    "#]];
}
