use lsflint_lint::{ErrorContext, Findings, rule};
use lsflint_syntax::ResReqError;

use crate::requirement::common::{Judge, form_error};
use crate::requirement::content::{usage_item, written};

rule! {
    /// Finds `gtile` in `rusage`, which does not accept it.
    ///
    /// # Effect
    /// LSF rejects the string. The distribution of GPUs over sockets is set in `span`.
    ///
    /// # Example
    /// ```resreq
    /// rusage[ngpus_physical=2:gtile=1]
    /// ```
    ///
    /// # Use instead
    /// ```resreq
    /// rusage[ngpus_physical=2] span[gtile=1]
    /// ```
    pub R310 "gtile-in-rusage" {
        family: Requirement, scope: Cluster, severity: Error,
        sources: [ibm("lsf_release_notes/lsf_relnotes_gpu10.1.0.6", "GPU requirements in `rusage` and `span`")],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    if form_error(context) != Some(ResReqError::GtileInRusage) {
        return;
    }
    let amount = usage_item(context).and_then(|it| it.amount()).map_or_else(|| "...".to_owned(), written);
    Judge::of_error(context)
        .rejects(findings, context.error.range, format!("`{}` is not allowed in `rusage`", context.text()))
        .help(format!("write it in `span`: `span[gtile={amount}]`"));
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# gtile spans
        //- resreq
        rusage[ngpus_physical=2:gtile=1]
                                ^^^^^ R310 error `gtile` is not allowed in `rusage`
        rusage[ngpus_physical=2] span[gtile=!]
    "#]];
}
