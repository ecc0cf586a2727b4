use lsflint_lint::{FileContext, Findings, Reads, rule};
use lsflint_syntax::ast::TimeExpression;
use rustc_hash::FxHashSet;

use crate::time::common::condition_false;

rule! {
    /// Finds names in conditions that are not defined by an earlier `#define`.
    ///
    /// # Effect
    /// LSF documents only `time( )` here, and the open-source parsers accept only names that are defined earlier. LSF
    /// cannot evaluate the condition and treats it as false.
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
    pub T104 "condition-name-undefined" {
        family: Time, scope: OwnFile, severity: Warning,
        sources: [
            ibm("topic=configuration-automatic-time-based", "conditions are `time( )` expressions"),
            volclava("lsf/lib/lib.wconf.c", "ls_getconf", "a name that a `#define` gives to a condition stands for it"),
            volclava(
                "lsbatch/daemons/mbd.init.c",
                "createCondNodes",
                "`Bad condition ...; ignored`: such a condition is false",
            ),
        ],
        checks: [PartsOfFile(Reads::DIRECTIVES, check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    // An included file may use names of the file that includes it.
    if !context.kind().spec().directives.conditionals || !context.file.kind_certain || context.has_gaps() {
        return;
    }
    if !may_name_conditions(context) {
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
                .report(name.range(), format!("`{text}` is not defined by an earlier `#define`"))
                .consequence(condition_false().possible())
                .help("write the times directly, such as `time(20:00-8:00)`");
        }
        defined.extend(directive.defined_name().map(|it| it.text().into_owned()));
    }
}

/// Whether a condition in the text may contain a name. Nearly all conditions are `time( )` expressions only.
fn may_name_conditions(context: &FileContext<'_>) -> bool {
    context.directive_like().iter().any(|hash| {
        let directive = &context.file.text.as_bytes()[*hash as usize + 1..];
        let behind = |it: &str| {
            directive.split_at_checked(it.len()).filter(|(word, _)| word.eq_ignore_ascii_case(it.as_bytes()))
        };
        let condition = behind("if").or_else(|| behind("elif"));
        condition.is_some_and(|(_, condition)| may_contain_name(condition))
    })
}

/// Whether a condition, at the start of this text, has more than `time( )` expressions and operators.
fn may_contain_name(text: &[u8]) -> bool {
    let mut rest = text;
    loop {
        let length = rest.iter().position(|it| !b" \t\r()!&|".contains(it)).unwrap_or(rest.len());
        rest = &rest[length..];
        if let [] | [b'\n' | b'#', ..] = rest {
            return false;
        }
        let Some(times) = rest.strip_prefix(b"time(") else { return true };
        let Some(end) = times.iter().position(|it| b")\n#".contains(it)).filter(|it| times[*it] == b')') else {
            return true;
        };
        rest = &times[end..];
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports names without meaning
        //- lsb.queues
        #if NIGHT && time(8-9)
            ^^^^^ T104 warning `NIGHT` is not defined by an earlier `#define`
        #elif !DAY
               ^^^ T104 warning `DAY` is not defined by an earlier `#define`
        #endif
        //#
        //- lsb.queues
        #if NIGHT
            ^^^^^ T104 warning `NIGHT` is not defined by an earlier `#define`
        #endif
        #define NIGHT time(20-8)

        //# after a time
        //- lsb.queues
        #if(time(8-9)&&NIGHT)
                       ^^^^^ T104 warning `NIGHT` is not defined by an earlier `#define`
        #endif

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
