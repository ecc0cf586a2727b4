use lsflint_lint::{ErrorContext, Findings, rule};
use lsflint_syntax::ValueError;

use crate::limit::ut_as_percent::is_percent_sign;
use crate::parameter::owner::{Owner, owned};
use crate::parameter::wording;

rule! {
    /// Finds syntax errors in load thresholds: words, units, spaces around the slash.
    ///
    /// # Effect
    /// LSF reports the threshold and ignores it. In lsf.cluster, a word is read as 0.
    ///
    /// # Example
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// io         = 30 / 50
    /// End Queue
    /// ```
    ///
    /// # Use instead
    /// ```lsb.queues
    /// Begin Queue
    /// QUEUE_NAME = night
    /// io         = 30/50
    /// End Queue
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: enables a threshold that LSF currently ignores.
    pub L205 "threshold-syntax" {
        family: Limit, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [
            volclava(
                "lsbatch/lib/lsb.conf.c",
                "getThresh",
                "a value that is not a number between -INFINIT_LOAD and INFINIT_LOAD is ignored with a message",
            ),
            volclava(
                "lsf/lib/lib.conf.c",
                "putThreshold",
                "lsf.cluster: the value is read with `atof`, for which a word is 0",
            ),
        ],
        checks: [SyntaxError(check)],
    }
}

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let Some(broken) = owned(context, Owner::Threshold) else { return };
    if is_percent_sign(context) {
        return;
    }
    let range = wording::place(context.error.range, &broken.setting);
    let problem = match broken.error {
        ValueError::Expected(_) => format!("`{}` is not a number", context.text()),
        error => wording::problem(error, context.text()),
    };
    let found = findings
        .report(range, format!("{problem} in the threshold for `{}`", broken.setting.display_name()))
        .capped(broken.spec.confidence)
        .consequence(wording::lost(&broken.setting))
        .help("write `schedule/stop`, two numbers without spaces or units");
    if let Some(fix) = wording::repair(broken.error, range, &broken.setting, &context.file.file.text) {
        found.fix(fix);
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# reports words, spaces and units
        //- each Queue
        swp = big/50
              ^^^ L205 error `big` is not a number in the threshold for `swp`
          io = 30 / 50
                 ^^^ L205 error whitespace around `/` in the threshold for `io`
          mem = 4G/100
                 ^ L205 error unexpected unit `G` in the threshold for `mem`
          ut = 70%/90%
            = fixed: io = 30/50
        //#
        //- Host of lsf.cluster.c1
        HOSTNAME model type server r1m RESOURCES
        m1 ! ! 1 high ()
                 ^^^^ L205 error `high` is not a number in the threshold for `r1m`
                 = effect: LSF reads the value as `0`

        //# is silent about documented forms
        //- each Queue
        swp = 200/50
          io = 30
          mem = /100
          ut = -/0.9
        mem = 1e3/5e2
          r1m = 1e1
    "#]];
}
