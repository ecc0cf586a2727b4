use lsflint_lint::{FileContext, Findings, Item, Reads, Severity, rule};
use lsflint_syntax::TextRange;

use crate::parameter::wording::all_of;

rule! {
    /// Finds files without a section that LSF requires.
    ///
    /// # Effect
    /// Without HostType or HostModel in lsf.shared, or Host in lsf.cluster, LIM does not start: an error, if other
    /// files of the cluster are available. Without Resource in lsf.shared or Parameters in lsb.params, LSF logs an
    /// error and continues: a warning.
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
    /// Nothing is reported for a file with an `#INCLUDE` or a template, because the section may be elsewhere, nor for
    /// an lsf.shared without Cluster or an lsf.cluster without ClusterAdmins, which are treated as parts of a file.
    pub F110 "missing-section" {
        family: File, scope: OwnFile, severity: Error,
        sources: [
            volclava(
                "lsf/lim/lim.conf.c",
                "readShared",
                "fails without a valid HostType, HostModel or Cluster section; a missing Resource section is called \
                 a warning",
            ),
            volclava("lsf/lim/lim.conf.c", "readCluster2", "`No hosts configured for cluster`: fails, and LIM exits"),
            volclava(
                "lsbatch/lib/lsb.conf.c",
                "lsb_readparam",
                "`No valid parameters are read`: a message, and the defaults apply",
            ),
        ],
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
    // A section without a name, with a misspelled `Begin` or with an unknown name may be the missing one; another rule
    // reports it.
    if context.has_gaps() || sections.iter().any(|it| it.spec.is_none()) || has_text_outside(context) {
        return;
    }
    let missing: Vec<_> =
        expected.filter(|(name, _)| !sections.iter().any(|it| it.spec.is_some_and(|it| it.name == **name))).collect();
    let identity = sections.iter().any(|it| it.spec.is_some_and(|it| it.name == spec.identity_section));
    if !spec.identity_section.is_empty() && !identity {
        return;
    }
    // A single file may be an example.
    let highest = if context.cluster.kinds().len() > 1 { Severity::Error } else { Severity::Warning };
    let Some(severity) = missing.iter().map(|it| it.1.min(highest)).max() else { return };
    let names = all_of(missing.iter().map(|it| *it.0));
    let (text, them) = if missing.len() == 1 { ("section", "it") } else { ("sections", "them") };
    let fatal = missing.iter().any(|it| it.1 == Severity::Error);
    let found = findings
        .report(first_line(context), format!("missing {text} {names} in {}", spec.name))
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

/// The range of the first line.
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
        ^^^^^^^^^^^^^ F110 warning missing sections `HostType`, `HostModel` and `Resource` in lsf.shared
            = effect: LSF may reject the file without them, so LSF does not start
            = help: add the sections
        ClusterName
        c1
        End Cluster

        //# hosts of lsf.cluster
        //- lsf.cluster.c1
        Begin ClusterAdmins
        ^^^^^^^^^^^^^^^^^^^ F110 warning missing section `Host` in lsf.cluster
        ADMINISTRATORS = a
        End ClusterAdmins

        //# an example is not a whole file
        //- Resource of lsf.shared
        RESOURCENAME DESCRIPTION
        a (b)
        //#
        //- Resource of lsf.shared
        RESOURCENAME DESCRIPTION
        a (b)
        //- Queue q
        //#
        //- lsf.shared
        Begin Cluster
        ^^^^^^^^^^^^^ F110 error missing sections `HostType`, `HostModel` and `Resource` in lsf.shared
            = effect: LSF rejects the file without them, so LSF does not start
        ClusterName
        c1
        End Cluster
        //- Queue q

        //# parameters of lsb.params
        //- lsb.params
        # nothing
        ^^^^^^^^^ F110 warning missing section `Parameters` in lsb.params
            = effect: LSF logs an error and continues without it

        //# the section may be elsewhere
        //- lsf.shared
        #INCLUDE "/etc/lsf/base.shared"
        //#
        //- Paramters of lsb.params: A = 1
    "#]];
}
