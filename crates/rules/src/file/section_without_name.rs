use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, rule};
use lsflint_syntax::StructureError;

rule! {
    /// Finds `Begin` and `End` lines without a section name.
    ///
    /// # Effect
    /// `Begin` alone: LSF logs an error and ignores everything up to the next `End`. `End` alone: LSF logs an error and
    /// closes the section; its settings apply.
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
    /// Safe for `End`: LSF reads the section in the same way. Unsafe for `Begin`: enables a section that LSF currently
    /// ignores.
    pub F101 "section-without-name" {
        family: File, scope: OwnFile, severity: Error, fix: Mixed,
        sources: [
            volclava(
                "lsbatch/lib/lsb.conf.c",
                "lsb_readqueue",
                "`Begin` without a name: an error is logged, and everything up to the next `End` is skipped",
            ),
            volclava(
                "lsf/lib/lib.confmisc.c",
                "isSectionEnd",
                "`End` without a name: an error is logged, and the section ends",
            ),
        ],
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
    // The `End` line usually has the name.
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
            finding.help("add the name of the section");
        }
    }
}

fn end(context: &ErrorContext<'_>, findings: &mut Findings) {
    // For a section without any name, the `Begin` line is reported.
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
    crate::testing::fixture![[r#"
        //# begin without a name
        //- also P004
        //- lsb.queues
        Begin
        ^^^^^ F101 error `Begin` without a section name
        QUEUE_NAME = q
        PRIORITY
        End Queue
        //- fixed lsb.queues
        -Begin
        +Begin Queue
        //#
        //- also P004
        //- lsb.hosts
        Begin
        ^^^^^ F101 error `Begin` without a section name
            = help: add the name of the section
        HOST_NAME MXJ
        a 1
        End

        //# end without a name
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = q
        End
        ^^^ F101 error `End` without a section name
            = effect: LSF logs an error and reads the line as `End Queue`, so the section ends here and its settings
            =   apply
            = fix (safe): write `End Queue`
        //- fixed lsb.queues
        -End
        +End Queue
    "#]];
}
