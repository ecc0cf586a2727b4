use lsflint_lint::{Findings, Item, SectionContext, Severity, rule};

use crate::file::unknown_section::elsewhere;
use crate::parameter::wording::one_of;

rule! {
    /// Finds sections that belong in another file.
    ///
    /// # Effect
    /// LSF logs an error and ignores everything up to the next `End`.
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
        .report(name.range(), format!("section `{text}` does not belong in {}", kind.name()))
        .severity(severity)
        .consequence(Item::Section.ignored().logged().possible_unless(context.file.file.kind_certain))
        .help(format!("move the section to {}", one_of(others)));
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# names the right file
        //- also F102
        //- lsb.users
        Begin Queue
              ^^^^^ F108 error section `Queue` does not belong in lsb.users
        QUEUE_NAME = a
        End Queue
        //#
        //- also F102
        //- lsb.queues
        Begin Parameters
              ^^^^^^^^^^ F108 error section `Parameters` does not belong in lsb.queues
              = help: move the section to `lsb.params`, `lsf.cluster`, `lsf.datamanager` or `lsf.licensescheduler`
        A = 1
        End Parameters
    "#]];
}
