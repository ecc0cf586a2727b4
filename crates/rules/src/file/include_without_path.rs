use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, rule};
use lsflint_syntax::StructureError;

rule! {
    /// Finds `#INCLUDE` lines without a path in double quotes.
    ///
    /// # Effect
    /// LSF reads the line as a comment and does not include the file.
    ///
    /// # Example
    /// ```lsb.queues
    /// #INCLUDE /shared/lsf/queues.common
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// #INCLUDE "/shared/lsf/queues.common"
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: enables the included file.
    pub F307 "include-without-path" {
        family: File, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [ibm("lsb.queues", "and the page on cluster groups show the form with quotes only")],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    if context.structure() != Some(StructureError::IncludeWithoutPath) {
        return;
    }
    let mut words = context.text().split_ascii_whitespace();
    let (keyword, path, more) = (words.next().unwrap_or_default(), words.next(), words.next());
    let path = path.map(|it| it.trim_matches(['"', '\'', '<', '>'])).filter(|it| !it.is_empty());
    // `#include` followed by prose is a comment.
    if more.is_some_and(|it| !it.starts_with('#')) {
        return;
    }
    let finding = findings.report(context.error.range, "`#INCLUDE` without a path in double quotes").consequence(
        Item::Line.ignored().because("without a quoted path the line is a comment").so("no file is included"),
    );
    match path {
        Some(path) => {
            let line = format!("{keyword} \"{path}\"");
            finding.help(format!("write `{line}`")).fix(Fix::replace(
                Applicability::Unsafe,
                "add double quotes",
                context.error.range,
                line,
            ));
        }
        None => {
            finding.help("add the path of the file in double quotes");
        }
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# path without quotes
        //- lsb.queues
        #INCLUDE /etc/lsf/q.extra
        ^^^^^^^^^^^^^^^^^^^^^^^^^ F307 error `#INCLUDE` without a path in double quotes
        #INCLUDE
        ^^^^^^^^ F307 error `#INCLUDE` without a path in double quotes
            = help: add the path of the file in double quotes
        #include "open
        ^^^^^^^^^^^^^^ F307 error `#INCLUDE` without a path in double quotes
        //- fixed lsb.queues
        -#INCLUDE /etc/lsf/q.extra
        +#INCLUDE "/etc/lsf/q.extra"
        -#include "open
        +#include "open"
        //#
        //- lsb.queues
        #INCLUDE "/etc/lsf/q.extra" # ours

        //# prose is a comment
        //- lsb.queues
        #include the site queues here

        //# puts the path in quotes
        //- lsb.queues
        #INCLUDE /etc/q
        ^^^^^^^^^^^^^^^ F307 error `#INCLUDE` without a path in double quotes
        //- fixed lsb.queues
        -#INCLUDE /etc/q
        +#INCLUDE "/etc/q"
    "#]];
}
