use lsflint_lint::{ErrorContext, Findings, Item, SectionContext, Severity, rule};
use lsflint_syntax::StructureError;
use lsflint_syntax::ast::AstNode;

rule! {
    /// Finds empty sections.
    ///
    /// # Effect
    /// LSF logs an error and ignores the section. If LSF requires the section to start (Host in lsf.cluster, HostType
    /// and HostModel in lsf.shared), LSF does not start: an error. An empty Cluster section is a warning.
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
    pub F107 "empty-section" {
        family: File, scope: OwnFile, severity: Warning, tags: [Unnecessary],
        sources: [
            volclava("lsbatch/lib/lsb.conf.c", "do_Hosts", "an empty section: logged, and nothing is read"),
            volclava("lsf/lim/lim.conf.c", "dohosts", "`empty host section`: LIM exits"),
            volclava("lsf/lim/lim.conf.c", "readShared", "fails without a valid HostType or HostModel section"),
        ],
        checks: [SyntaxError(check), Section(check_rows)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    if context.structure() != Some(StructureError::EmptySection) {
        return;
    }
    let Some(section) = context.section else { return };
    // A section with an unknown name is reported by another rule.
    let Some(spec) = section.spec else { return };
    let file = context.file.kind().spec();
    let needed = file.required_sections.contains(&spec.name) && !context.file.has_gaps();
    let identity = file.identity_section == spec.name;
    let (severity, consequence) = match needed {
        true if identity => (Severity::Warning, Item::Section.ignored().logged()),
        true => {
            let reason = "it needs at least one line";
            (Severity::Error, Item::Section.rejected().because(reason).so("LSF does not start"))
        }
        false => (Severity::Warning, Item::Section.ignored().logged()),
    };
    findings
        .report(context.error.range, format!("empty section `{}`", spec.name))
        .severity(severity)
        .consequence(consequence)
        .help("add its lines, or remove its `Begin` and `End` lines");
}

/// Reports a required table that has only a header.
fn check_rows(context: &SectionContext<'_>, findings: &mut Findings) {
    let Some(spec) = context.spec.filter(|it| context.file.kind().spec().required_sections.contains(&it.name)) else {
        return;
    };
    // A cluster may have its name from lsf.conf and the name of lsf.cluster.
    let identity = context.file.kind().spec().identity_section == spec.name;
    let Some(header) = context.section.header() else { return };
    if context.section.rows().next().is_some() || context.file.has_gaps() {
        return;
    }
    // Examples show columns with only a header.
    let sure = context.file.cluster.kinds().len() > 1 && !identity;
    let severity = if sure { Severity::Error } else { Severity::Warning };
    findings
        .report(header.node().trimmed_range(), format!("table `{}` has no rows", spec.name))
        .severity(severity)
        .consequence(
            Item::Section
                .rejected()
                .because("it needs at least one row")
                .so("LSF does not start")
                .possible_unless(!identity),
        )
        .help("add one row per entry below the header");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# a warning
        //- lsb.queues
        Begin Queue
        ^^^^^^^^^^^ F107 warning empty section `Queue`
        End Queue
        //#
        //- lsf.cluster.c1
        Begin ResourceMap
        ^^^^^^^^^^^^^^^^^ F107 warning empty section `ResourceMap`

        # none
        End ResourceMap

        //# an error where lim needs it
        //- lsf.cluster.c1
        Begin Host
        ^^^^^^^^^^ F107 error empty section `Host`
            = effect: LSF rejects the section because it needs at least one line, so LSF does not start
        End Host

        //# a cluster without a name
        //- lsf.shared
        Begin Cluster
        ^^^^^^^^^^^^^ F107 warning empty section `Cluster`
        End Cluster

        //# a header without rows
        //- each Host of lsf.cluster.c1
        HOSTNAME model type RESOURCES
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ F107 warning table `Host` has no rows
            = effect: LSF rejects the section because it needs at least one row, so LSF does not start
            = help: add one row per entry below the header
          # a ! ! ()
        HOSTNAME model type RESOURCES
          a ! ! ()
        //#
        //- UserGroup of lsb.users: GROUP_NAME GROUP_MEMBER

        //# a directive may fill it
        //- each Queue
        #INCLUDE "q"
    "#]];
}
