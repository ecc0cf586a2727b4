use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, rule};
use lsflint_syntax::StructureError;

rule! {
    /// Finds a byte order mark at the start of a file, which some Windows editors write.
    ///
    /// # Effect
    /// The mark is invisible and becomes part of the first word. If the first line is `Begin Queue`, LSF does not
    /// recognize it and silently ignores the whole first section. In lsf.conf, the first line becomes a syntax error or
    /// an unknown name.
    ///
    /// # Example
    /// The file begins with the three bytes EF BB BF, which a page cannot show:
    /// ```lsb.queues bom
    /// Begin Queue
    /// QUEUE_NAME = night
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// End Queue
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: enables a section that LSF currently ignores.
    pub F005 "byte-order-mark" {
        family: File, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [
            volclava(
                "lsf/lib/lib.confmisc.c",
                "getBeginLine_conf",
                "lines are skipped until one has the first word `Begin`; the bytes of the mark are part of the word",
            ),
            volclava("lsf/lib/lib.initenv.c", "parseLine", "lsf.conf: the mark is part of the name before `=`"),
        ],
        checks: [SyntaxError(check)],
    }
}

/// The word that opens a section.
const BEGIN: &str = "begin";

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    if context.structure() != Some(StructureError::ByteOrderMark) {
        return;
    }
    let range = context.error.range;
    // What is lost depends on the first line.
    let section = context.file.file.text[usize::from(range.end())..]
        .get(..BEGIN.len())
        .is_some_and(|it| it.eq_ignore_ascii_case(BEGIN));
    let consequence = match section {
        true => Item::Section.ignored().silently().because("the mark becomes part of its `Begin`"),
        false => Item::Line.rejected().possible().because("the mark becomes part of its first word"),
    };
    findings
        .report(range, "file begins with a byte order mark")
        .consequence(consequence)
        .help("save the file as UTF-8 without a byte order mark")
        .fix(Fix::replace(Applicability::Unsafe, "remove the byte order mark", range, ""));
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check, check_fix};

    const QUEUE: &str = "Begin Queue\nQUEUE_NAME = night\nEnd Queue\n";

    #[test]
    fn finds_the_mark() {
        check(
            "F005",
            "lsb.queues",
            &format!("\u{feff}{QUEUE}"),
            expect![[r#"
                1:1-1:2 error file begins with a byte order mark
                  effect: LSF silently ignores the section because the mark becomes part of its `Begin`
                  help: save the file as UTF-8 without a byte order mark
            "#]],
        );
        check("F005", "lsb.queues", QUEUE, expect![[""]]);
    }

    #[test]
    fn removes_the_mark() {
        check_fix("F005", "lsb.queues", &format!("\u{feff}{QUEUE}"), QUEUE);
    }
}
