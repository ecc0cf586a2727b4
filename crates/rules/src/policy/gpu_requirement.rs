use lsflint_lint::{Findings, Item, SettingContext, Severity, rule};
use lsflint_model::Knowledge;
use lsflint_spec::{FileKind, lists, yes_no};
use lsflint_syntax::ast::Shape;
use lsflint_syntax::{SyntaxKind, Token};

use crate::parameter::related;

rule! {
    /// Finds conflicting GPU requirements, and GPU requirements that the cluster does not support.
    ///
    /// # Effect
    /// LSF does not support the exclusive mode for AMD GPUs. Without LSB_GPU_NEW_SYNTAX in lsf.conf, it ignores
    /// GPU_REQ; some keywords require the value `extend`.
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
    /// The rule does not check LSB_GPU_NEW_SYNTAX if the complete lsf.conf is not available.
    pub Q403 "gpu-requirement" {
        family: Policy, scope: Cluster, severity: Error,
        sources: [ibm("lsb.queues", "GPU_REQ"), ibm("lsf.conf", "LSB_GPU_NEW_SYNTAX")],
        checks: [SettingNamed(lists::GPU_REQUIREMENTS, check)],
    }
}

/// The parameter of queues and application profiles.
pub(crate) const PARAMETER: &str = "GPU_REQ";

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let setting = &context.setting;
    let Some(value) = setting.typed::<Shape<'_>>().filter(|_| !context.broken && setting.has_value()) else { return };
    let is_amd = option(value, "gvendor").is_some_and(|it| related::says(it, "amd"));
    if let Some(mode) = option(value, "mode").filter(|it| is_amd && related::says(*it, "exclusive_process")) {
        findings
            .report(mode.range(), "mode `exclusive_process` is not supported with `gvendor=amd`")
            .consequence(Item::String.rejected().called("the requirement").or("run the job with shared GPUs"))
            .help("write `mode=shared`, or request another vendor");
    }
    if let Some(mps) = option(value, "mps").filter(|it| is_amd && yes_no(&it.text()) != Some(false)) {
        findings
            .report(mps.range(), "MPS is not supported with `gvendor=amd`")
            .severity(Severity::Warning)
            .consequence(Item::String.ignored().called("`mps`"))
            .help("remove `mps`");
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
                    .report(word.range(), format!("`{}` requires `LSB_GPU_NEW_SYNTAX=extend`", word.text()))
                    .severity(Severity::Warning)
                    .consequence(Item::String.ignored().called("the keyword"))
                    .help("set `LSB_GPU_NEW_SYNTAX=extend` in `lsf.conf`");
            }
        }
        // In lsf.conf, the missing parameter is another finding.
        _ if context.file.kind() == FileKind::LsfConf => {}
        _ => {
            findings
                .report(setting.name.range(), format!("`{name}` requires `LSB_GPU_NEW_SYNTAX` in `lsf.conf`"))
                .severity(Severity::Warning)
                .consequence(
                    Item::Line.ignored().called("the requirement").possible_unless(switches.gpu_syntax.is_some()),
                )
                .help("set `LSB_GPU_NEW_SYNTAX=extend` in `lsf.conf`");
        }
    }
}

/// The value of an option: the word after `name=`.
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
                                          ^^^^^^^^^^^^^^^^^ Q403 error
                                        = mode `exclusive_process` is not supported with `gvendor=amd`
        GPU_REQ = "num=1:mps=yes,shared:gvendor=amd"
                             ^^^ Q403 warning MPS is not supported with `gvendor=amd`
                             = effect: LSF ignores `mps`
                             = help: remove `mps`
        GPU_REQ = "num=1:gvendor=nvidia:mode=exclusive_process:mps=yes"

        //# the default of the cluster is another finding
        //- also P302
        //- lsf.conf
        LSB_GPU_REQ="num=1"
        ^^^^^^^^^^^ P302 warning `LSB_GPU_REQ` requires `LSB_GPU_NEW_SYNTAX`

        //# looks into lsf.conf
        //- lsf.conf: LSB_GPU_NEW_SYNTAX=N
        //- each Queue
        GPU_REQ = "num=1"
        ^^^^^^^ Q403 warning `GPU_REQ` requires `LSB_GPU_NEW_SYNTAX` in `lsf.conf`
            = effect: LSF ignores the requirement
            = help: set `LSB_GPU_NEW_SYNTAX=extend` in `lsf.conf`
        //#
        //- lsf.conf: LSB_GPU_NEW_SYNTAX=Y
        //- each Queue
        GPU_REQ = "num=1:gmem=8G"
                         ^^^^ Q403 warning `gmem` requires `LSB_GPU_NEW_SYNTAX=extend`
                         = effect: LSF ignores the keyword
        GPU_REQ = "num=1:nvlink=yes"
                         ^^^^^^ Q403 warning `nvlink` requires `LSB_GPU_NEW_SYNTAX=extend`
        GPU_REQ = "num=1"
        //#
        //- lsf.conf: LSB_GPU_NEW_SYNTAX=extend
        //- each Queue: GPU_REQ = "num=1:gmem=8G"
    "#]];
}
