use lsflint_lint::{ErrorContext, Findings, Item, SettingContext, Severity, rule};
use lsflint_spec::{Confidence, Grammar, ParamSpec};
use lsflint_syntax::TextRange;
use lsflint_syntax::ast::{Checkpoint, integer};

use crate::parameter::owner::{Owner, owned};
use crate::parameter::wording;

rule! {
    /// Finds checkpoint directories with environment variables, and periods that are no positive number of minutes.
    ///
    /// # Effect
    /// LSF does not expand variables here: the checkpoint goes into a directory of that very name, or fails. A negative period costs the
    /// whole queue.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// CHKPNT     = $HOME/checkpoints -30
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// CHKPNT     = /scratch/checkpoints 30
    /// End Queue
    /// ```
    ///
    /// # Notes
    /// What two open-source readers of the file do with such values.
    pub Q303 "checkpoint-syntax" {
        family: Policy, scope: Cluster, severity: Error,
        sources: [ibm("lsb.queues", "CHKPNT"), ibm("lsb.applications", "CHKPNT_DIR")],
        checks: [SyntaxError(syntax), SettingOf(names_directory, meaning)],
    }
}

fn names_directory(spec: &ParamSpec) -> bool {
    (spec.grammar == Grammar::Checkpoint || spec.name == "CHKPNT_DIR") && spec.confidence != Confidence::Low
}

fn syntax(context: &ErrorContext<'_>, findings: &mut Findings) {
    let Some(broken) = owned(context, Owner::Checkpoint) else { return };
    let range = wording::place(context.error.range, &broken.setting);
    findings
        .report(
            range,
            format!("{} in `{}`", wording::problem(broken.error, context.text()), broken.setting.display_name()),
        )
        .capped(broken.spec.confidence)
        .consequence(Item::Value.rejected().possible_unless(wording::is_sure(broken.spec)))
        .help("write the directory and the minutes between two checkpoints");
}

fn meaning(context: &SettingContext<'_>, findings: &mut Findings) {
    let (setting, Some(value)) = (&context.setting, context.setting.known_value()) else { return };
    if context.broken {
        return;
    }
    let Some(checkpoint) = setting.typed::<Checkpoint<'_>>() else {
        directory(context, value.range(), findings);
        return;
    };
    if let Some(path) = checkpoint.directory() {
        directory(context, path.range(), findings);
    }
    let Some((period, minutes)) = checkpoint.period().and_then(|it| Some((it, integer(it)?))) else { return };
    if minutes < 1 {
        let found = findings
            .report(period.range(), format!("the checkpoint period is {minutes} minutes"))
            .help("write a whole number of at least 1, or leave the period out");
        match minutes {
            0 => found
                .severity(Severity::Warning)
                .consequence(Item::Value.no_effect().called("the period").so("LSF makes no periodic checkpoints")),
            _ => found.consequence(wording::lost(setting)),
        };
    }
}

fn directory(context: &SettingContext<'_>, range: TextRange, findings: &mut Findings) {
    let text = context.file.text(range);
    let Some(variable) = text.split(['/', '"', '\'']).find(|it| it.contains('$')) else { return };
    findings
        .report(range, format!("`{variable}` in the checkpoint directory"))
        .consequence(
            Item::Value.read_as(text).called("the directory").because("it does not expand environment variables here"),
        )
        .help("write the path itself: absolute, or relative to the working directory of the job");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reads directory and period
        //- each Queue
        CHKPNT = $HOME/ck 30
                 ^^^^^^^^ Q303 error `$HOME` in the checkpoint directory
        CHKPNT = /scratch/ck -5
                             ^^ Q303 error the checkpoint period is -5 minutes
        CHKPNT = /scratch/ck 0
                             ^ Q303 warning the checkpoint period is 0 minutes
                             = effect: the period has no effect, so LSF makes no periodic checkpoints
        CHKPNT = /scratch/ck often
                             ^^^^^ Q303 error a period in minutes is expected instead of `often` in `CHKPNT`
                             = effect: LSF rejects the value
                             = help: write the directory and the minutes between two checkpoints
        CHKPNT = /scratch/ck 5 10
                               ^^ Q303 error `10` is one value too many in `CHKPNT`
        //- each Application
        CHKPNT_DIR = /scratch/$USER
                     ^^^^^^^^^^^^^^ Q303 error `$USER` in the checkpoint directory

        //# is silent about documented forms
        //- each Queue
        CHKPNT = /scratch/ck 30
        CHKPNT = ck init=5 30 method=blcr
    "#]];
}
