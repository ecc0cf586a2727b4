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
    crate::testing::fixture![[r#"
        //# a warning
        //- lsb.queues
        Begin Queue
        ^^^^^^^^^^^ F107 warning the section `Queue` has no line
        End Queue
        //#
        //- lsf.cluster.c1
        Begin ResourceMap
        ^^^^^^^^^^^^^^^^^ F107 warning the section `ResourceMap` has no line

        # none
        End ResourceMap

        //# an error where lim needs it
        //- lsf.cluster.c1
        Begin Host
        ^^^^^^^^^^ F107 error the section `Host` has no line
            = effect: LSF rejects the section because it needs at least one line, so LSF does not start
        End Host

        //# a header without rows
        //- each Host of lsf.cluster.c1
        HOSTNAME model type RESOURCES
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ F107 warning the table `Host` has no row
            = effect: LSF rejects the section because it needs at least one row, so LSF does not start
            = help: write one row per entry below the header
          # a ! ! ()
        HOSTNAME model type RESOURCES
          a ! ! ()
        //#
        //- lsb.users
        Begin UserGroup
        GROUP_NAME GROUP_MEMBER
        End UserGroup

        //# a directive may fill it
        //- each Queue
        #INCLUDE "q"
    "#]];
}
