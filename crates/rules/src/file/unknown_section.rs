use lsflint_lint::suggest::{did_you_mean, near};
use lsflint_lint::{Applicability, Findings, Fix, Item, SectionContext, Severity, rule};
use lsflint_spec::FileKind;

rule! {
    /// Finds a section name that the file does not have.
    ///
    /// # Effect
    /// LSF writes a message and skips everything up to the next `End`. An error when the name is near to a known one, else a warning.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queu
    /// QUEUE_NAME = night
    /// End Queu
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
    /// Unsafe: the section comes alive.
    ///
    /// # Notes
    /// The effect was observed in two open-source readers of the format.
    pub F102 "unknown-section" {
        family: File, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [facts("sections and columns")],
        checks: [Section(check)],
    }
}

fn check(context: &SectionContext<'_>, findings: &mut Findings) {
    let (None, Some(name)) = (context.spec, context.section.name()) else { return };
    let text = name.text();
    let kind = context.file.kind();
    if lsflint_syntax::is_templated(&text) || elsewhere(kind, &text).next().is_some() {
        return;
    }
    let known = kind.spec().sections.iter().map(|it| it.name);
    // The `End` line often knows better.
    let end = context.section.end_name().and_then(|it| lsflint_spec::section(kind, &it.text()));
    let nearest = end.map(|it| it.name).or_else(|| near(&text, known).map(|it| it.name));
    let finding = findings
        .report(name.range(), format!("{} has no section `{text}`", kind.name()))
        .consequence(Item::Section.ignored().logged().possible_unless(context.file.file.kind_certain));
    match nearest {
        Some(meant) if context.file.file.kind_certain => {
            finding.help(did_you_mean(meant));
            let mut fix = Fix::replace(Applicability::Unsafe, format!("rename it to `{}`", meant), name.range(), meant);
            if let Some(end) = context.section.end_name().filter(|it| it.text() == text) {
                fix.edits.push(lsflint_lint::TextEdit { range: end.range(), text: meant.to_owned() });
            }
            finding.fix(fix);
        }
        _ => {
            let names: Vec<String> = kind.spec().sections.iter().map(|it| format!("`{}`", it.name)).collect();
            finding.severity(Severity::Warning).help(format!("sections of {}: {}", kind.name(), names.join(", ")));
        }
    }
}

/// The other files that have a section of this name.
pub(crate) fn elsewhere(kind: FileKind, name: &str) -> impl Iterator<Item = FileKind> {
    FileKind::ALL.into_iter().filter(move |it| *it != kind && lsflint_spec::section(*it, name).is_some())
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check, check_fix};

    // covers SHR002, CLU003, LSB-X001
    #[test]
    fn offers_the_near_name() {
        check(
            "F102",
            "lsf.shared",
            "Begin HostTypes\nTYPENAME\nX\nEnd HostTypes\n",
            expect![[r#"
            1:7-1:16 error lsf.shared has no section `HostTypes`
              effect: LSF logs an error and ignores the section
              help: did you mean `HostType`?
        "#]],
        );
    }

    #[test]
    fn lists_the_sections_for_a_far_name() {
        check(
            "F102",
            "lsb.users",
            "Begin People\na b\nEnd People\n",
            expect![[r#"
            1:7-1:13 warning lsb.users has no section `People`
              effect: LSF logs an error and ignores the section
              help: sections of lsb.users: `UserGroup`, `User`, `UserMap`
        "#]],
        );
    }

    #[test]
    fn the_end_line_knows_better() {
        let text = "Begin Q(e\nQUEUE_NAME = q\nEnd Queue\n";
        check(
            "F102",
            "lsb.queues",
            text,
            expect![[r#"
            1:7-1:10 error lsb.queues has no section `Q(e`
              effect: LSF logs an error and ignores the section
              help: did you mean `Queue`?
        "#]],
        );
        check("F104", "lsb.queues", text, expect![[""]]);
    }

    #[test]
    fn ignores_letter_case() {
        check("F102", "lsb.queues", "begin QUEUE\nQUEUE_NAME = q\nend queue\n", expect![[""]]);
    }

    #[test]
    fn its_lines_are_not_judged() {
        check("P004", "lsb.queues", "Begin Nothing\nA = 1\nB\nEnd Nothing\n", expect![[""]]);
        check("P001", "lsb.queues", "Begin Nothing\nA = 1\nB\nEnd Nothing\n", expect![[""]]);
    }

    #[test]
    fn renames_both_lines() {
        check_fix("F102", "lsb.queues", "Begin Queu\nA = 1\nEnd Queu\n", "Begin Queue\nA = 1\nEnd Queue\n");
    }
}
