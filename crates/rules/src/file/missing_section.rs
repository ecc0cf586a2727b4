use lsflint_lint::{FileContext, Findings, Item, Reads, Severity, rule};
use lsflint_syntax::TextRange;

use crate::parameter::wording::all_of;

rule! {
    /// Finds a file without a section that LSF needs.
    ///
    /// # Effect
    /// Without HostType or HostModel in lsf.shared, or Host in lsf.cluster, LIM does not start: an error, if more files of the cluster are
    /// in view. Without Resource in lsf.shared or Parameters in lsb.params LSF writes a message and goes on: a warning.
    ///
    /// # Example
    /// ```lsf.cluster
    /// Begin ClusterAdmins
    /// ADMINISTRATORS = lsfadmin
    /// End ClusterAdmins
    /// ```
    ///
    /// # Use instead
    /// ```lsf.cluster
    /// Begin ClusterAdmins
    /// ADMINISTRATORS = lsfadmin
    /// End ClusterAdmins
    ///
    /// Begin Host
    /// HOSTNAME model type server RESOURCES
    /// hosta    !     !    1      ()
    /// End Host
    /// ```
    ///
    /// A file with an `#INCLUDE`, and a template, may have the section elsewhere, and an lsf.shared without Cluster or an lsf.cluster
    /// without ClusterAdmins is taken for a part of one: nothing is said about them.
    ///
    /// # Notes
    /// The effects were observed in an open-source LIM and two open-source readers of the format.
    pub F110 "missing-section" {
        family: File, scope: OwnFile, severity: Error,
        sources: [ibm("lsf.shared", ""), ibm("lsf.cluster", "")],
        checks: [PartsOfFile(Reads::SECTIONS.union(Reads::ERRORS), check)],
    }
}

fn check(context: &FileContext<'_>, findings: &mut Findings) {
    let spec = context.kind().spec();
    let expected = spec.required_sections.iter().map(|it| (it, Severity::Error));
    let expected = expected.chain(spec.expected_sections.iter().map(|it| (it, Severity::Warning)));
    if !context.file.kind_certain || spec.required_sections.is_empty() && spec.expected_sections.is_empty() {
        return;
    }
    let sections = context.sections();
    // A section without a name, with a damaged `Begin` or of an unknown name may be the one; that is reported there.
    if context.has_gaps() || sections.iter().any(|it| it.spec.is_none()) || has_text_outside(context) {
        return;
    }
    let missing: Vec<_> =
        expected.filter(|(name, _)| !sections.iter().any(|it| it.spec.is_some_and(|it| it.name == **name))).collect();
    let identity = sections.iter().any(|it| it.spec.is_some_and(|it| it.name == spec.identity_section));
    if !spec.identity_section.is_empty() && !identity {
        return;
    }
    // One file on its own may be an example.
    let highest = if context.cluster.kinds().len() > 1 { Severity::Error } else { Severity::Warning };
    let Some(severity) = missing.iter().map(|it| it.1.min(highest)).max() else { return };
    let names = all_of(missing.iter().map(|it| *it.0));
    let (text, them) = if missing.len() == 1 { ("section", "it") } else { ("sections", "them") };
    let fatal = missing.iter().any(|it| it.1 == Severity::Error);
    let found = findings
        .report(first_line(context), format!("{} needs the {text} {names}", spec.name))
        .severity(severity)
        .help(format!("add the {text}"));
    match fatal {
        true => found.consequence(
            Item::File
                .rejected()
                .possible_unless(severity == Severity::Error)
                .called(format!("the file without {them}"))
                .so("LSF does not start"),
        ),
        false => found.effect(format!("LSF logs an error and continues without {them}")),
    };
}

fn has_text_outside(context: &FileContext<'_>) -> bool {
    use lsflint_syntax::{ErrorKind, StructureError};
    context.file.parse.errors().iter().any(|it| it.kind == ErrorKind::Structure(StructureError::OutsideSection))
}

/// The content of the first line.
fn first_line(context: &FileContext<'_>) -> TextRange {
    let line = context.file.text.lines().next().unwrap_or_default();
    TextRange::up_to(lsflint_syntax::TextSize::of(line))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# sections of lsf.shared
        //- lsf.shared
        Begin Cluster
        ^^^^^^^^^^^^^ F110 warning lsf.shared needs the sections `HostType`, `HostModel` and `Resource`
            = effect: LSF may reject the file without them, so LSF does not start
            = help: add the sections
        ClusterName
        c1
        End Cluster

        //# hosts of lsf.cluster
        //- lsf.cluster.c1
        Begin ClusterAdmins
        ^^^^^^^^^^^^^^^^^^^ F110 warning lsf.cluster needs the section `Host`
        ADMINISTRATORS = a
        End ClusterAdmins

        //# an example is not a whole file
        //- lsf.shared
        Begin Resource
        RESOURCENAME DESCRIPTION
        a (b)
        End Resource
        //#
        //- lsf.shared
        Begin Resource
        RESOURCENAME DESCRIPTION
        a (b)
        End Resource
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = q
        End Queue
        //#
        //- lsf.shared
        Begin Cluster
        ^^^^^^^^^^^^^ F110 error lsf.shared needs the sections `HostType`, `HostModel` and `Resource`
            = effect: LSF rejects the file without them, so LSF does not start
        ClusterName
        c1
        End Cluster
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = q
        End Queue

        //# parameters of lsb.params
        //- lsb.params
        # nothing
        ^^^^^^^^^ F110 warning lsb.params needs the section `Parameters`
            = effect: LSF logs an error and continues without it

        //# the section may be elsewhere
        //- lsf.shared
        #INCLUDE "/etc/lsf/base.shared"
        //#
        //- lsb.params
        Begin Paramters
        A = 1
        End Paramters
    "#]];
}
