use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, rule};
use lsflint_syntax::StructureError;

rule! {
    /// Finds `#INCLUDE` without a path in double quotes.
    ///
    /// # Effect
    /// LSF takes the line for a comment: the file is not included.
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
    /// Unsafe: the included file comes alive.
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
    // `#include` followed by prose is a comment, whoever wrote it.
    if more.is_some_and(|it| !it.starts_with('#')) {
        return;
    }
    let finding = findings
        .report(context.error.range, "`#INCLUDE` needs a path in double quotes")
        .consequence(Item::Line.ignored().because("without a quoted path it is a comment").so("no file is included"));
    match path {
        Some(path) => {
            let line = format!("{keyword} \"{path}\"");
            finding.help(format!("write `{line}`")).fix(Fix::replace(
                Applicability::Unsafe,
                "put the path in double quotes",
                context.error.range,
                line,
            ));
        }
        None => {
            finding.help("write the path of the file behind it");
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check, check_fix};

    // covers include-syntax, LSB-X004
    #[test]
    fn path_without_quotes() {
        check(
            "F307",
            "lsb.queues",
            "#INCLUDE /etc/lsf/q.extra\n#INCLUDE\n#include \"open\n",
            expect![[r#"
            1:1-1:26 error `#INCLUDE` needs a path in double quotes
              effect: LSF ignores the line because without a quoted path it is a comment, so no file is included
              help: write `#INCLUDE "/etc/lsf/q.extra"`
            2:1-2:9 error `#INCLUDE` needs a path in double quotes
              effect: LSF ignores the line because without a quoted path it is a comment, so no file is included
              help: write the path of the file behind it
            3:1-3:15 error `#INCLUDE` needs a path in double quotes
              effect: LSF ignores the line because without a quoted path it is a comment, so no file is included
              help: write `#include "open"`
        "#]],
        );
        check("F307", "lsb.queues", "#INCLUDE \"/etc/lsf/q.extra\" # ours\n", expect![[""]]);
    }

    #[test]
    fn prose_is_a_comment() {
        check("F307", "lsb.queues", "#include the site queues here\n", expect![[""]]);
    }

    #[test]
    fn puts_the_path_in_quotes() {
        check_fix("F307", "lsb.queues", "#INCLUDE /etc/q\n", "#INCLUDE \"/etc/q\"\n");
    }
}
