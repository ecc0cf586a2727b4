use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, rule};
use lsflint_syntax::StructureError;

rule! {
    /// Finds a `Begin` or an `End` without a section name.
    ///
    /// # Effect
    /// `Begin` alone: LSF writes a message and skips everything up to the next `End`. `End` alone: LSF writes a message and closes the
    /// section; its settings count.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin
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
    /// Safe for `End`: LSF reads the section in the same way before and after. Unsafe for `Begin`: the section comes alive.
    ///
    /// # Notes
    /// Observed in two open-source readers of the format.
    pub F101 "section-without-name" {
        family: File, scope: OwnFile, severity: Error, fix: Mixed,
        sources: [],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    match context.structure() {
        Some(StructureError::BeginWithoutName) => begin(context, findings),
        Some(StructureError::EndWithoutName) => end(context, findings),
        _ => {}
    }
}

fn begin(context: &ErrorContext<'_>, findings: &mut Findings) {
    let range = context.error.range;
    // The `End` line usually knows the name.
    let end_name = context.section.and_then(|it| it.section.end_name()).map(|it| it.text());
    let known = end_name.and_then(|it| lsflint_spec::section(context.file.kind(), &it));
    let only = match context.file.kind().spec().sections {
        [one] => Some(one),
        _ => None,
    };
    let finding =
        findings.report(range, "`Begin` without a section name").consequence(Item::Section.ignored().logged());
    match known.or(only) {
        Some(spec) => {
            let line = format!("Begin {}", spec.name);
            finding.help(format!("write `{line}`")).fix(Fix::replace(
                Applicability::Unsafe,
                format!("write `{line}`"),
                range,
                line,
            ));
        }
        None => {
            finding.help("write the name of the section behind it");
        }
    }
}

fn end(context: &ErrorContext<'_>, findings: &mut Findings) {
    // Of a section that has no name at all, the `Begin` line is reported.
    let Some(section) = context.section.filter(|it| it.section.name().is_some()) else { return };
    let line = format!("End {}", section.name());
    findings
        .report(context.error.range, "`End` without a section name")
        .consequence(Item::Line.read_as(line.as_str()).logged().so("the section ends here and its settings apply"))
        .help(format!("write `{line}`"))
        .fix(Fix::replace(Applicability::Safe, format!("write `{line}`"), context.error.range, line));
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check, check_fix};

    // covers LSB-X001
    #[test]
    fn begin_without_a_name() {
        check(
            "F101",
            "lsb.queues",
            "Begin\nQUEUE_NAME = q\nPRIORITY\nEnd Queue\n",
            expect![[r#"
            1:1-1:6 error `Begin` without a section name
              effect: LSF logs an error and ignores the section
              help: write `Begin Queue`
        "#]],
        );
        check(
            "F101",
            "lsb.hosts",
            "Begin\nHOST_NAME MXJ\na 1\nEnd\n",
            expect![[r#"
                1:1-1:6 error `Begin` without a section name
                  effect: LSF logs an error and ignores the section
                  help: write the name of the section behind it
            "#]],
        );
    }

    #[test]
    fn end_without_a_name() {
        check(
            "F101",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q\nEnd\n",
            expect![[r#"
            3:1-3:4 error `End` without a section name
              effect: LSF logs an error and reads the line as `End Queue`, so the section ends here and its settings apply
              help: write `End Queue`
        "#]],
        );
    }

    #[test]
    fn the_lines_of_a_nameless_section_are_not_judged() {
        check("P004", "lsb.queues", "Begin\nQUEUE_NAME = q\nPRIORITY\nEnd Queue\n", expect![[""]]);
    }

    #[test]
    fn writes_the_name() {
        check_fix("F101", "lsb.queues", "Begin Queue\nA = q\nEnd\n", "Begin Queue\nA = q\nEnd Queue\n");
        check_fix("F101", "lsb.queues", "Begin\nA = q\nEnd Queue\n", "Begin Queue\nA = q\nEnd Queue\n");
    }
}
