use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_syntax::SyntaxKind;
use lsflint_syntax::ast::Shape;

rule! {
    /// Finds job sizes that are listed twice.
    ///
    /// # Effect
    /// LSF reports the list and ignores it, or the repeated size.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME    = parallel
    /// JOB_SIZE_LIST = 4 8 4
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME    = parallel
    /// JOB_SIZE_LIST = 4 8
    /// End Queue
    /// ```
    ///
    /// The first size is the default; the order of the others does not matter.
    pub L005 "job-size-twice" {
        family: Limit, scope: Cluster, severity: Warning,
        sources: [manual("Administering IBM Spectrum LSF", "restricting the job sizes of a queue")],
        checks: [SettingNamed(&["JOB_SIZE_LIST"], check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(list) = context.setting.typed::<Shape<'_>>() else { return };
    let sizes = || list.tokens().filter(|it| it.kind() == SyntaxKind::INTEGER);
    for (index, size) in sizes().enumerate() {
        let Some(first) = sizes().take(index).find(|it| it.text() == size.text()) else { continue };
        findings
            .report(size.range(), format!("the size {} is listed twice", size.text()))
            .consequence(Item::Value.ignored().called("the duplicate size").or("the whole list").logged())
            .help("remove one of the two; the first size of the list is the default")
            .related(first.range(), "the first one");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# points at the second one
        //- each Queue
        JOB_SIZE_LIST = 4 8 4
                            ^ L005 warning the size 4 is listed twice
        JOB_SIZE_LIST = 4 2 8
    "#]];
}
