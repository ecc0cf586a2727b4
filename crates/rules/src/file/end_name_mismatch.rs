use lsflint_lint::{Applicability, ErrorContext, Findings, Fix, Item, rule};
use lsflint_syntax::{ErrorKind, StructureError};

rule! {
    /// Finds `End` lines that do not match the name of the open section.
    ///
    /// # Effect
    /// LSF logs an error and closes the open section, so its settings apply. However, the line often results from a
    /// missing `Begin` or `End`, which merges two sections.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// End Queues
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
    /// Safe: LSF reads the section in the same way.
    pub F104 "end-name-mismatch" {
        family: File, scope: OwnFile, severity: Error, fix: Safe,
        sources: [
            volclava(
                "lsf/lib/lib.confmisc.c",
                "isSectionEnd",
                "`section ... ended with wrong section name`: logged, and the section ends",
            ),
        ],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    if context.error.kind != ErrorKind::Structure(StructureError::EndNameMismatch) {
        return;
    }
    let Some(section) = context.section else { return };
    let open = section.name();
    let range = context.error.range;
    findings
        .report(range, format!("`End {}` does not match the open section `{open}`", context.text()))
        .consequence(Item::Value.ignored().called("the name").logged().so("the section ends here"))
        .as_parsed()
        .help(format!("write `End {open}`, or restore the missing line between the two"))
        .related(section.begin_range(), format!("`{open}` begins here"))
        .fix(Fix::replace(Applicability::Safe, format!("write `End {open}`"), range, open.clone()));
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# names the open section
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = night
        End Queues
            ^^^^^^ F104 error `End Queues` does not match the open section `Queue`
        //- fixed lsb.queues
        -End Queues
        +End Queue

        //# ignores letter case
        //- lsb.queues
        Begin Queue
        QUEUE_NAME = night
        end QUEUE
    "#]];
}
