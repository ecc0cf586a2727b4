use lsflint_lint::suggest::{did_you_mean, near};
use lsflint_lint::{Applicability, Findings, Fix, Item, SectionContext, Severity, rule};
use lsflint_spec::FileKind;

rule! {
    /// Finds unknown section names.
    ///
    /// # Effect
    /// LSF logs an error and ignores everything up to the next `End`. The finding is an error if the name is similar to
    /// a known one, else a warning.
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
    /// Unsafe: enables a section that LSF currently ignores.
    pub F102 "unknown-section" {
        family: File, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [
            facts("sections and columns"),
            volclava(
                "lsbatch/lib/lsb.conf.c",
                "lsb_readqueue",
                "`Invalid section name ...; ignoring section`: everything up to the next `End` is skipped",
            ),
            volclava("lsf/lib/lib.conf.c", "ls_readshared", "the same for lsf.shared"),
        ],
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
    // The `End` line often has the correct name.
    let end = context.section.end_name().and_then(|it| lsflint_spec::section(kind, &it.text()));
    let nearest = end.map(|it| it.name).or_else(|| near(&text, known).map(|it| it.name));
    let finding = findings
        .report(name.range(), format!("unknown section `{text}` in {}", kind.name()))
        .consequence(Item::Section.ignored().logged().possible_unless(context.file.file.kind_certain));
    match nearest {
        Some(meant) if context.file.file.kind_certain => {
            finding.help(did_you_mean(meant));
            let mut fix = Fix::replace(Applicability::Unsafe, format!("write `{meant}`"), name.range(), meant);
            if let Some(end) = context.section.end_name().filter(|it| it.text() == text) {
                fix.edits.push(lsflint_lint::TextEdit { range: end.range(), text: meant.to_owned() });
            }
            finding.fix(fix);
        }
        _ => {
            let names: Vec<String> = kind.spec().sections.iter().map(|it| format!("`{}`", it.name)).collect();
            let help = match &names[..] {
                [only] => format!("use {only}"),
                names => format!("choose from {}", names.join(", ")),
            };
            finding.severity(Severity::Warning).help(help);
        }
    }
}

/// The other files that have a section of this name.
pub(crate) fn elsewhere(kind: FileKind, name: &str) -> impl Iterator<Item = FileKind> {
    FileKind::ALL.into_iter().filter(move |it| *it != kind && lsflint_spec::section(*it, name).is_some())
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# offers the near name
        //- lsf.shared
        Begin HostTypes
              ^^^^^^^^^ F102 error unknown section `HostTypes` in lsf.shared
        TYPENAME
        X
        End HostTypes
        //- fixed lsf.shared
        -Begin HostTypes
        +Begin HostType
        -End HostTypes
        +End HostType

        //# lists the sections for a far name
        //- lsb.users
        Begin People
              ^^^^^^ F102 warning unknown section `People` in lsb.users
              = help: choose from `UserGroup`, `User`, `UserMap`
        a b
        End People

        //# the end line knows better
        //- also F104
        //- lsb.queues
        Begin Q(e
              ^^^ F102 error unknown section `Q(e` in lsb.queues
        QUEUE_NAME = q
        End Queue
        //- fixed lsb.queues
        -Begin Q(e
        +Begin Queue

        //# ignores letter case
        //- lsb.queues
        begin QUEUE
        QUEUE_NAME = q
        end queue

        //# its lines are not judged
        //- also P001
        //- also P004
        //- lsb.queues
        Begin Nothing
              ^^^^^^^ F102 warning unknown section `Nothing` in lsb.queues
              = help: use `Queue`
        A = 1
        B
        End Nothing

        //# renames both lines
        //- lsb.queues
        Begin Queu
              ^^^^ F102 error unknown section `Queu` in lsb.queues
        A = 1
        End Queu
        //- fixed lsb.queues
        -Begin Queu
        +Begin Queue
        -End Queu
        +End Queue
    "#]];
}
