use lsflint_lint::{ErrorContext, Findings, rule};
use lsflint_syntax::ValueError;

use crate::limit::ut_as_percent::is_percent_sign;
use crate::parameter::owner::{Owner, owned};
use crate::parameter::wording;

rule! {
    /// Finds load thresholds that LSF cannot read: words, units, blanks around the slash.
    ///
    /// # Effect
    /// LSF reports the threshold and ignores it. In lsf.cluster a word is read as 0.
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
    /// Unsafe: a threshold that LSF ignores today becomes active.
    ///
    /// # Notes
    /// What two open-source readers of the files do with such values.
    pub L205 "threshold-syntax" {
        family: Limit, scope: Cluster, severity: Error, fix: Unsafe,
        sources: [ibm("lsb.queues", "")],
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
        .report(range, format!("{problem} in the threshold on `{}`", broken.setting.display_name()))
        .capped(broken.spec.confidence)
        .consequence(wording::lost(&broken.setting))
        .help("write `schedule/stop`, numbers without blanks and units in between");
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
              ^^^ L205 error `big` is not a number in the threshold on `swp`
          io = 30 / 50
                 ^^^ L205 error blanks around `/` in the threshold on `io`
          mem = 4G/100
                 ^ L205 error the unit `G` has no place here in the threshold on `mem`
          ut = 70%/90%
            = fixed: io = 30/50
        //#
        //- lsf.cluster.c1
        Begin Host
        HOSTNAME model type server r1m RESOURCES
        m1 ! ! 1 high ()
                 ^^^^ L205 error `high` is not a number in the threshold on `r1m`
                 = effect: LSF reads the value as `0`
        End Host

        //# is silent about documented forms
        //- each Queue
        swp = 200/50
          io = 30
          mem = /100
          ut = -/0.9

        //# removes the spaces
        //- each Queue
        io = 30 / 50
               ^^^ L205 error blanks around `/` in the threshold on `io`
            = fixed: io = 30/50
    "#]];
}
