use lsflint_lint::{Findings, Item, SettingContext, Severity, rule};
use lsflint_model::Knowledge;
use lsflint_spec::{lists, yes_no};
use lsflint_syntax::ast::Shape;
use lsflint_syntax::{SyntaxKind, Token};

use crate::parameter::related;

rule! {
    /// Finds GPU requirements that contradict themselves, and those that this cluster does not read.
    ///
    /// # Effect
    /// LSF has no exclusive mode for GPUs of AMD. Without LSB_GPU_NEW_SYNTAX in lsf.conf it does not read GPU_REQ at all; some of the words
    /// need `extend` there.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = gpu
    /// GPU_REQ    = "num=1:gvendor=amd:mode=exclusive_process"
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = gpu
    /// GPU_REQ    = "num=1:gvendor=amd:mode=shared"
    /// End Queue
    /// ```
    ///
    /// Without a complete lsf.conf in view nothing is said about LSB_GPU_NEW_SYNTAX.
    pub Q403 "gpu-requirement" {
        family: Policy, scope: Cluster, severity: Error,
        sources: [ibm("lsb.queues", "GPU_REQ"), ibm("lsf.conf", "LSB_GPU_NEW_SYNTAX")],
        checks: [SettingNamed(lists::GPU_REQUIREMENTS, check)],
    }
}

/// The one of them in queues and application profiles.
pub(crate) const PARAMETER: &str = "GPU_REQ";

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let setting = &context.setting;
    let Some(value) = setting.typed::<Shape<'_>>().filter(|_| !context.broken && setting.has_value()) else { return };
    let is_amd = option(value, "gvendor").is_some_and(|it| related::says(it, "amd"));
    if let Some(mode) = option(value, "mode").filter(|it| is_amd && related::says(*it, "exclusive_process")) {
        findings
            .report(mode.range(), "`gvendor=amd` has no mode `exclusive_process`")
            .consequence(Item::String.rejected().called("the requirement").or("run the job with shared GPUs"))
            .help("write `mode=shared`, or ask for another vendor");
    }
    if let Some(mps) = option(value, "mps").filter(|it| is_amd && yes_no(&it.text()) != Some(false)) {
        findings
            .report(mps.range(), "`gvendor=amd` has no MPS")
            .severity(Severity::Warning)
            .consequence(Item::String.ignored().called("`mps`"))
            .help("take `mps` out");
    }
    let switches = context.file.cluster.switches();
    if switches.lsf_conf != Knowledge::Complete {
        return;
    }
    let name = setting.display_name();
    match switches.gpu_syntax.as_deref() {
        Some("extend") => {}
        Some(word) if yes_no(word) == Some(true) => {
            let extended = |it: &Token<'_>| lists::GPU_WORDS_OF_EXTEND.iter().any(|word| related::says(*it, word));
            if let Some(word) = value.keywords().find(extended) {
                findings
                    .report(word.range(), format!("`{}` needs LSB_GPU_NEW_SYNTAX=extend", word.text()))
                    .severity(Severity::Warning)
                    .consequence(Item::String.ignored().called("the keyword"))
                    .help("write LSB_GPU_NEW_SYNTAX=extend in lsf.conf");
            }
        }
        _ => {
            findings
                .report(setting.name.range(), format!("`{name}` needs LSB_GPU_NEW_SYNTAX in lsf.conf"))
                .severity(Severity::Warning)
                .consequence(
                    Item::Line.ignored().called("the requirement").possible_unless(switches.gpu_syntax.is_some()),
                )
                .help("write LSB_GPU_NEW_SYNTAX=extend in lsf.conf");
        }
    }
}

/// The word after `name=`.
fn option<'t>(value: Shape<'t>, name: &str) -> Option<Token<'t>> {
    let mut tokens = value.tokens().skip_while(|it| !related::says(*it, name));
    tokens.next()?;
    tokens.find(|it| it.kind() != SyntaxKind::EQ && it.text() != "=")
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# knows vendors
        //- each Queue
        GPU_REQ = "num=1:gvendor=amd:mode=exclusive_process"
                                          ^^^^^^^^^^^^^^^^^ Q403 error `gvendor=amd` has no mode `exclusive_process`
        GPU_REQ = "num=1:mps=yes,shared:gvendor=amd"
                             ^^^ Q403 warning `gvendor=amd` has no MPS
                             = effect: LSF ignores `mps`
                             = help: take `mps` out
        GPU_REQ = "num=1:gvendor=nvidia:mode=exclusive_process:mps=yes"

        //# looks into lsf.conf
        //- lsf.conf
        LSB_GPU_NEW_SYNTAX=N
        //- each Queue
        GPU_REQ = "num=1"
        ^^^^^^^ Q403 warning `GPU_REQ` needs LSB_GPU_NEW_SYNTAX in lsf.conf
            = effect: LSF ignores the requirement
            = help: write LSB_GPU_NEW_SYNTAX=extend in lsf.conf
        //#
        //- lsf.conf
        LSB_GPU_NEW_SYNTAX=Y
        //- each Queue
        GPU_REQ = "num=1:gmem=8G"
                         ^^^^ Q403 warning `gmem` needs LSB_GPU_NEW_SYNTAX=extend
                         = effect: LSF ignores the keyword
        GPU_REQ = "num=1"
        //#
        //- lsf.conf
        LSB_GPU_NEW_SYNTAX=extend
        //- each Queue
        GPU_REQ = "num=1:gmem=8G"
    "#]];
}
