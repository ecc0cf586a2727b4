use lsflint_lint::{Findings, Item, RequirementContext, rule};
use lsflint_model::Knowledge;
use lsflint_spec::{Switch, requirement_section};
use lsflint_syntax::Token;
use lsflint_syntax::ast::resreq::{RusageSection, SpanItem, SpanKind, SpanSection, UsageItem, UsageKind};

use crate::requirement::content::{sections, too_new};

rule! {
    /// Finds GPU keywords in a requirement that are not enabled: LSB_GPU_NEW_SYNTAX is not `extend`, or the LSF version
    /// is too old.
    ///
    /// # Effect
    /// LSF reads the keywords as unknown resources and rejects the string.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = gpu
    /// RES_REQ    = rusage[ngpus_physical=1:gmem=8G]
    /// End Queue
    /// //- lsf.conf
    /// LSB_GPU_NEW_SYNTAX=Y
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = gpu
    /// RES_REQ    = rusage[ngpus_physical=1:gmem=8G]
    /// End Queue
    /// //- lsf.conf
    /// LSB_GPU_NEW_SYNTAX=extend
    /// ```
    ///
    /// LSB_GPU_NEW_SYNTAX is checked only if lsflint can read the complete lsf.conf.
    pub R311 "gpu-words-not-enabled" {
        family: Requirement, scope: Cluster, severity: Warning,
        sources: [ibm("lsf_release_notes/lsf_relnotes_gpu10.1.0.6", "GPU requirements in `rusage` and `span`")],
        checks: [Requirement(check)],
    }
}

fn check(context: &RequirementContext<'_>, findings: &mut Findings) {
    let switches = context.cluster.switches();
    let too_old = !switches.target.reads(Switch::GpuRequirementWords);
    let off = switches.lsf_conf == Knowledge::Complete && switches.gpu_syntax.as_deref() != Some("extend");
    if !too_old && !off {
        return;
    }
    // One cause, one finding: the first keyword is reported.
    let Some(word) = first_word(context) else { return };
    let name = word.text();
    let found = if too_old {
        let why = too_new(Switch::GpuRequirementWords, switches.target);
        findings
            .report(word.range(), format!("`{name}` {why}"))
            .help("remove the GPU keywords, or set a newer target version")
    } else {
        findings
            .report(word.range(), format!("`{name}` requires `LSB_GPU_NEW_SYNTAX=extend` in `lsf.conf`"))
            .help("set `LSB_GPU_NEW_SYNTAX=extend` in `lsf.conf`, or remove the GPU keywords")
    };
    found.consequence(Item::String.rejected().because("it reads the keyword as an unknown resource"));
}

fn first_word<'a>(context: &RequirementContext<'a>) -> Option<Token<'a>> {
    let known = |section: &str, token: &Token<'_>| {
        requirement_section(section).is_some_and(|it| it.keywords.iter().any(|it| token.text() == it.name))
    };
    let usage = sections::<RusageSection<'_>>(context).flat_map(RusageSection::items);
    let usage = usage.filter(|it| it.kind() == Some(UsageKind::Gpu)).find_map(UsageItem::name);
    let span =
        sections::<SpanSection<'_>>(context).filter_map(|it| it.find(SpanKind::Gtile)).find_map(SpanItem::keyword);
    usage.filter(|it| known("rusage", it)).or(span.filter(|it| known("span", it)))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# the switch must be on
        //- lsf.conf: LSF_LIM_PORT=7869
        //- resreq
        rusage[ngpus_physical=1:gmodel=K80:gmem=8G]
                                ^^^^^^ R311 warning `gmodel` requires `LSB_GPU_NEW_SYNTAX=extend` in `lsf.conf`
        //#
        //- lsf.conf: LSB_GPU_NEW_SYNTAX=N
        //- resreq
        rusage[ngpus_physical=1] span[gtile=1]
                                      ^^^^^ R311 warning `gtile` requires `LSB_GPU_NEW_SYNTAX=extend` in `lsf.conf`
        //#
        //- lsf.conf: LSB_GPU_NEW_SYNTAX=EXTEND
        //- resreq: rusage[ngpus_physical=1:gmem=8G]

        //# older versions have no such words
        //- lsf.conf
        LSF_VERSION=10.1.0.5
        LSB_GPU_NEW_SYNTAX=extend
        //- resreq
        rusage[ngpus_physical=1:gmem=8G]
                                ^^^^ R311 warning `gmem` requires LSF 10.1.0.6, but the target is 10.1.0.5
                                = help: remove the GPU keywords, or set a newer target version

        //# is silent without lsf.conf
        //- resreq: rusage[ngpus_physical=1:gmem=8G]
        //#
        //- lsf.conf: A=B
        //- resreq: rusage[ngpus_physical=1]
    "#]];
}
