use lsflint_lint::{ErrorContext, Findings, rule};
use lsflint_syntax::ResReqError;

use crate::requirement::common::{Judge, form_error};
use crate::requirement::content::{usage_item, written};

rule! {
    /// Finds `gtile` in `rusage`, where it does not belong.
    ///
    /// # Effect
    /// LSF refuses the string. How GPUs are spread over sockets is said in `span`.
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
        .rejects(findings, context.error.range, format!("`{}` does not belong in `rusage`", context.text()))
        .help(format!("write it in a section of its own: `span[gtile={amount}]`"));
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# gtile spans
        //- resreq
        rusage[ngpus_physical=2:gtile=1]
                                ^^^^^ R310 error `gtile` does not belong in `rusage`
        rusage[ngpus_physical=2] span[gtile=!]
    "#]];
}
