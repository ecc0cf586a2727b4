use lsflint_lint::{ErrorContext, Findings, Item, SectionContext, Severity, rule};
use lsflint_syntax::StructureError;
use lsflint_syntax::ast::AstNode;

rule! {
    /// Finds a section without a line.
    ///
    /// # Effect
    /// LSF writes a message and ignores the section. Where it needs the section to start (Host of lsf.cluster, HostType and HostModel of
    /// lsf.shared) an empty one stops it: an error.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// # QUEUE_NAME = night
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// # Begin Queue
    /// # QUEUE_NAME = night
    /// # End Queue
    /// ```
    ///
    /// # Notes
    /// Observed in two open-source readers of the format.
    pub F107 "empty-section" {
        family: File, scope: OwnFile, severity: Warning, tags: [Unnecessary],
        sources: [],
        checks: [SyntaxError(check), Section(check_rows)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    if context.structure() != Some(StructureError::EmptySection) {
        return;
    }
    let Some(section) = context.section else { return };
    // A section of an unknown name is reported as such.
    let Some(spec) = section.spec else { return };
    let file = context.file.kind().spec();
    let needed = file.required_sections.contains(&spec.name) && !context.file.has_gaps();
    let (severity, consequence) = match needed {
        true => {
            let reason = "it needs at least one line";
            (Severity::Error, Item::Section.rejected().because(reason).so("LSF does not start"))
        }
        false => (Severity::Warning, Item::Section.ignored().logged()),
    };
    findings
        .report(context.error.range, format!("the section `{}` has no line", spec.name))
        .severity(severity)
        .consequence(consequence)
        .help("fill it, or take out its `Begin` and `End` as well");
}

/// A table that LSF needs, and that has a header alone.
fn check_rows(context: &SectionContext<'_>, findings: &mut Findings) {
    let Some(spec) = context.spec.filter(|it| context.file.kind().spec().required_sections.contains(&it.name)) else {
        return;
    };
    let Some(header) = context.section.header() else { return };
    if context.section.rows().next().is_some() || context.file.has_gaps() {
        return;
    }
    // The header alone is how examples show the columns.
    let severity = if context.file.cluster.kinds().len() > 1 { Severity::Error } else { Severity::Warning };
    findings
        .report(header.node().trimmed_range(), format!("the table `{}` has no row", spec.name))
        .severity(severity)
        .consequence(Item::Section.rejected().because("it needs at least one row").so("LSF does not start"))
        .help("write one row per entry below the header");
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    // covers section-empty, LSB-X002, MAP019
    #[test]
    fn a_warning() {
        check(
            "F107",
            "lsb.queues",
            "Begin Queue\nEnd Queue\n",
            expect![[r#"
            1:1-1:12 warning the section `Queue` has no line
              effect: LSF logs an error and ignores the section
              help: fill it, or take out its `Begin` and `End` as well
        "#]],
        );
        check(
            "F107",
            "lsf.cluster.c1",
            "Begin ResourceMap\n\n# none\nEnd ResourceMap\n",
            expect![[r#"
            1:1-1:18 warning the section `ResourceMap` has no line
              effect: LSF logs an error and ignores the section
              help: fill it, or take out its `Begin` and `End` as well
        "#]],
        );
    }

    // covers CLU001
    #[test]
    fn an_error_where_lim_needs_it() {
        check(
            "F107",
            "lsf.cluster.c1",
            "Begin Host\nEnd Host\n",
            expect![[r#"
            1:1-1:11 error the section `Host` has no line
              effect: LSF rejects the section because it needs at least one line, so LSF does not start
              help: fill it, or take out its `Begin` and `End` as well
        "#]],
        );
    }

    #[test]
    fn a_header_without_rows() {
        let header = "HOSTNAME model type RESOURCES\n";
        check(
            "F107",
            "lsf.cluster.c1",
            &format!("Begin Host\n{header}# a ! ! ()\nEnd Host\n"),
            expect![[r#"
            2:1-2:30 warning the table `Host` has no row
              effect: LSF rejects the section because it needs at least one row, so LSF does not start
              help: write one row per entry below the header
        "#]],
        );
        check("F107", "lsf.cluster.c1", &format!("Begin Host\n{header}a ! ! ()\nEnd Host\n"), expect![[""]]);
        check("F107", "lsb.users", "Begin UserGroup\nGROUP_NAME GROUP_MEMBER\nEnd UserGroup\n", expect![[""]]);
    }

    #[test]
    fn a_directive_may_fill_it() {
        check("F107", "lsb.queues", "Begin Queue\n#INCLUDE \"q\"\nEnd Queue\n", expect![""]);
    }
}
