use lsflint_lint::{Findings, Item, SettingContext, rule};
use lsflint_syntax::ast::Shape;
use lsflint_syntax::{SyntaxKind, Token};

use crate::repeated::repeated;

rule! {
    /// Finds duplicate sizes in JOB_SIZE_LIST.
    ///
    /// # Effect
    /// Not documented: LSF may ignore the duplicate size or the whole list.
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
        sources: [
            ibm(
                "lsf_admin/queue_restrict_job_size",
                "the list of sizes that jobs can request; the first one is the default",
            ),
        ],
        checks: [SettingNamed(&["JOB_SIZE_LIST"], check)],
    }
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let Some(list) = context.setting.typed::<Shape<'_>>() else { return };
    let sizes = list.tokens().filter(|it| it.kind() == SyntaxKind::INTEGER);
    for (first, size) in repeated(sizes, Token::text) {
        findings
            .report(size.range(), format!("duplicate job size {}", size.text()))
            .consequence(Item::Value.ignored().called("the duplicate size").or("the whole list").possible())
            .help("remove one of them; the first size in the list is the default")
            .related(first.range(), "first listed here");
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# points at the second one
        //- each Queue
        JOB_SIZE_LIST = 4 8 4
                            ^ L005 warning duplicate job size 4
        JOB_SIZE_LIST = 4 2 8
    "#]];
}
