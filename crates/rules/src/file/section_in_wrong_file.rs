use lsflint_lint::{Findings, Item, SectionContext, Severity, rule};

use crate::file::unknown_section::elsewhere;
use crate::parameter::wording::one_of;

rule! {
    /// Finds a section that belongs in another file.
    ///
    /// # Effect
    /// LSF writes a message and skips everything up to the next `End`.
    ///
    /// # Example
    /// ```lsb.users
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
    pub F108 "section-in-wrong-file" {
        family: File, scope: OwnFile, severity: Error,
        sources: [facts("sections and columns")],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let (None, Some(name)) = (context.spec, context.section.name()) else { return };
    let kind = context.file.kind();
    let text = name.text();
    let others: Vec<&str> = elsewhere(kind, &text).map(|it| it.name()).collect();
    if others.is_empty() {
        return;
    }
    let severity = if context.file.file.kind_certain { Severity::Error } else { Severity::Warning };
    findings
        .report(name.range(), format!("{} has no section `{text}`", kind.name()))
        .severity(severity)
        .consequence(Item::Section.ignored().logged().possible_unless(context.file.file.kind_certain))
        .help(format!("`{text}` belongs in {}", one_of(others)));
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    // covers LSB-X006
    #[test]
    fn names_the_right_file() {
        check(
            "F108",
            "lsb.users",
            "Begin Queue\nQUEUE_NAME = a\nEnd Queue\n",
            expect![[r#"
            1:7-1:12 error lsb.users has no section `Queue`
              effect: LSF logs an error and ignores the section
              help: `Queue` belongs in `lsb.queues`
        "#]],
        );
        check(
            "F108",
            "lsb.queues",
            "Begin Parameters\nA = 1\nEnd Parameters\n",
            expect![[r#"
                1:7-1:17 error lsb.queues has no section `Parameters`
                  effect: LSF logs an error and ignores the section
                  help: `Parameters` belongs in `lsb.params`, `lsf.cluster`, `lsf.datamanager` or `lsf.licensescheduler`
            "#]],
        );
    }

    #[test]
    fn is_said_once() {
        check("F102", "lsb.users", "Begin Queue\nQUEUE_NAME = a\nEnd Queue\n", expect![[""]]);
    }
}
