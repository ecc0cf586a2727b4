use lsflint_lint::{ErrorContext, Findings, Item, SettingContext, Severity, rule};
use lsflint_spec::{Confidence, Grammar, ParamSpec};
use lsflint_syntax::TextRange;
use lsflint_syntax::ast::{Checkpoint, integer};

use crate::parameter::owner::{Owner, owned};
use crate::parameter::wording;

rule! {
    /// Finds checkpoint directories with environment variables, and invalid checkpoint periods.
    ///
    /// # Effect
    /// Variables are not allowed here: LSF may write the checkpoint to a directory with the literal name, or the
    /// checkpoint fails. With a negative period, LSF drops the queue.
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
    pub Q303 "checkpoint-syntax" {
        family: Policy, scope: Cluster, severity: Error,
        sources: [
            ibm("lsb.queues", "CHKPNT: do not use environment variables in the directory; the period is in minutes"),
            ibm("lsb.applications", "CHKPNT_DIR: the directory"),
            volclava("lsbatch/lib/lsb.conf.c", "do_Queues", "CHKPNT: a negative period makes it ignore the queue"),
        ],
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
        .help("write the directory and the checkpoint period in minutes");
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
            .report(period.range(), format!("checkpoint period is {minutes} minutes"))
            .help("write a whole number of at least 1, or remove the period");
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
        .report(range, format!("environment variable `{variable}` in the checkpoint directory"))
        .consequence(
            Item::Value
                .read_as(text)
                .called("the directory")
                .because("it does not expand environment variables here")
                .possible(),
        )
        .help("write the literal path: absolute, or relative to the working directory of the job");
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reads directory and period
        //- each Queue
        CHKPNT = $HOME/ck 30
                 ^^^^^^^^ Q303 error environment variable `$HOME` in the checkpoint directory
        CHKPNT = /scratch/ck -5
                             ^^ Q303 error checkpoint period is -5 minutes
        CHKPNT = /scratch/ck 0
                             ^ Q303 warning checkpoint period is 0 minutes
                             = effect: the period has no effect, so LSF makes no periodic checkpoints
        CHKPNT = /scratch/ck often
                             ^^^^^ Q303 error expected a period in minutes, found `often` in `CHKPNT`
                             = effect: LSF rejects the value
                             = help: write the directory and the checkpoint period in minutes
        CHKPNT = /scratch/ck 5 10
                               ^^ Q303 error too many values: unexpected `10` in `CHKPNT`
        //- each Application
        CHKPNT_DIR = /scratch/$USER
                     ^^^^^^^^^^^^^^ Q303 error environment variable `$USER` in the checkpoint directory

        //# is silent about documented forms
        //- each Queue
        CHKPNT = /scratch/ck 30
        CHKPNT = ck init=5 30 method=blcr
    "#]];
}
