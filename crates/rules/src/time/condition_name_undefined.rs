use lsflint_lint::{FileContext, Findings, Reads, rule};
use lsflint_syntax::ast::TimeExpression;
use rustc_hash::FxHashSet;

use crate::time::common::condition_false;

rule! {
    /// Finds names in conditions that no `#define` above gives a meaning.
    ///
    /// # Effect
    /// LSF documents nothing but `time( )` here, and the open-source readers know only names that were defined before. The condition cannot
    /// be evaluated and counts as false.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = normal
    /// #if NIGHT
    /// UJOB_LIMIT = 50
    /// #endif
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = normal
    /// #if time(20:00-8:00)
    /// UJOB_LIMIT = 50
    /// #endif
    /// End Queue
    /// ```
    ///
    /// # Notes
    /// Names were seen in the code of an open-source reader.
    pub T104 "condition-name-undefined" {
        family: Time, scope: OwnFile, severity: Warning,
        sources: [ibm("topic=configuration-automatic-time-based", "")],
        checks: [PartsOfFile(Reads::SECTIONS.union(Reads::ERRORS), check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    // A file that another one includes may use its names.
    if !context.kind().spec().directives.conditionals || !context.file.kind_certain || context.has_gaps() {
        return;
    }
    if !has_condition(&context.file.text) {
        return;
    }
    let parse = &context.file.parse;
    let mut defined: FxHashSet<String> = FxHashSet::default();
    for directive in context.directives() {
        let condition = directive.condition().filter(|it| parse.errors_in(it.range()).is_empty());
        for name in condition.and_then(TimeExpression::of_condition).into_iter().flat_map(TimeExpression::names) {
            let text = name.text();
            if defined.contains(&*text) || lsflint_syntax::is_templated(&text) {
                continue;
            }
            findings
                .report(name.range(), format!("no `#define` above says what `{text}` is"))
                .consequence(condition_false().possible())
                .help("write the times themselves: `time(20:00-8:00)`");
        }
        defined.extend(directive.defined_name().map(|it| it.text().into_owned()));
    }
}

/// Whether an `#if` may stand in the text.
fn has_condition(text: &str) -> bool {
    let bytes = text.as_bytes();
    text.match_indices('#').any(|(at, _)| bytes[at + 1..].get(..2).is_some_and(|it| it.eq_ignore_ascii_case(b"if")))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports names without meaning
        //- lsb.queues
        #if NIGHT && time(8-9)
            ^^^^^ T104 warning no `#define` above says what `NIGHT` is
        #elif !DAY
               ^^^ T104 warning no `#define` above says what `DAY` is
        #endif
        //#
        //- lsb.queues
        #if NIGHT
            ^^^^^ T104 warning no `#define` above says what `NIGHT` is
        #endif
        #define NIGHT time(20-8)

        //# accepts times and defined names
        //- lsb.queues
        #define NIGHT time(20-8)
        #define LATE NIGHT
        #if LATE || NIGHT
        #endif
        //#
        //- lsb.queues
        #if time(8-9)
        #endif
        //#
        //- lsb.queues
        #INCLUDE "names"
        #if NIGHT
        #endif

        //# leaves prose to another rule
        //- lsb.queues
        #if you change this, call me
        #endif
    "#]];
}
