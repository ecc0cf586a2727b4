use lsflint_lint::{ErrorContext, Findings, rule};

use crate::parameter::owner::{Owner, owned};
use crate::parameter::wording;

rule! {
    /// Finds values that do not have the documented form of their parameter.
    ///
    /// # Effect
    /// LSF reports the value in the log of the daemon and goes on without the line.
    ///
    /// # Example
    /// ```lsb.params
    /// Begin Parameters
    /// MAX_USER_PRIORITY      = 100
    /// JOB_PRIORITY_OVER_TIME = 3
    /// End Parameters
    /// ```
    ///
    /// ```lsb.params
    /// Begin Parameters
    /// MAX_USER_PRIORITY      = 100
    /// JOB_PRIORITY_OVER_TIME = 3 / 20
    /// End Parameters
    /// ```
    ///
    /// # Use instead
    /// ```lsb.params
    /// Begin Parameters
    /// MAX_USER_PRIORITY      = 100
    /// JOB_PRIORITY_OVER_TIME = 3/20
    /// End Parameters
    /// ```
    ///
    /// # Fix safety
    /// Unsafe: a value that LSF ignores today becomes active.
    pub P113 "value-form" {
        family: Parameter, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [facts("parameters")],
        checks: [SyntaxError(check)],
    }
}

/// A documented form that is longer than this helps nobody in a message.
const LONGEST_FORM: usize = 120;

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let Some(broken) = owned(context, Owner::Form) else { return };
    // A variable may stand for anything.
    if context.file.text(broken.setting.value_range()).contains('$') {
        return;
    }
    let name = broken.setting.display_name();
    let problem = wording::problem(broken.error, context.text());
    let found = findings
        .report(wording::place(context.error.range, &broken.setting), format!("`{name}` has another form: {problem}"))
        .capped(broken.spec.confidence)
        .consequence(wording::lost(&broken.setting));
    if (1..=LONGEST_FORM).contains(&broken.spec.form.len()) {
        found.help(format!("the documented form is `{}`", broken.spec.form));
    }
    if let Some(fix) = wording::repair(broken.error, context.error.range, &broken.setting, &context.file.file.text) {
        found.fix(fix);
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    // covers LSB-P007, LSB-P016, LSB-P017, LSB-P042
    #[test]
    fn shows_where_the_value_goes_wrong() {
        check(
            "P113",
            "lsb.params",
            "Begin Parameters\nMAX_USER_PRIORITY = 100\nJOB_PRIORITY_OVER_TIME = 3\nDEFAULT_JOBGROUP = risk/daily\nDEFAULT_RESREQ_ORDER = order[mem:ut]\nEnd Parameters\n",
            expect![[r#"
                3:26-3:27 error `JOB_PRIORITY_OVER_TIME` has another form: `/` is missing
                  effect: LSF ignores the line
                  help: the documented form is `increment/interval`
                4:20-4:30 error `DEFAULT_JOBGROUP` has another form: `/` is expected instead of `risk/daily`
                  effect: LSF ignores the line
                  help: the documented form is `job_group_name`
                5:29-5:37 warning `DEFAULT_RESREQ_ORDER` has another form: the value goes wrong at `[mem:ut]`
                  effect: LSF may ignore the line
                  help: the documented form is `order_string`
            "#]],
        );
    }

    // covers extendable-syntax, rc-demand-syntax, gpu-req-option, plan-keys
    #[test]
    fn reads_the_patterns_of_queues() {
        check(
            "P113",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nEXTENDABLE_RUNLIMIT = BASE[1:00]\nRC_DEMAND_POLICY = [5,10]\nPLAN = WAIT[30]\nGPU_REQ = \"num=2:mode=exclusive\"\nCONTAINER = dockr[image(ubuntu)]\nJOB_SIZE_LIST = 4 x\nRESRSV_LIMIT = mem=4\nEnd Queue\n",
            expect![[r#"
                3:29-3:33 error `EXTENDABLE_RUNLIMIT` has another form: `]` is expected instead of `:00]`
                  effect: LSF ignores the line
                  help: the documented form is `BASE[minutes] INCREMENT[minutes] GRACE[minutes] REQUEUE[Y | N]`
                4:20-4:26 warning `RC_DEMAND_POLICY` has another form: `THRESHOLD` is expected instead of `[5,10]`
                  effect: LSF may ignore the line
                  help: the documented form is `THRESHOLD[[num_pend_jobs[,duration]] ...]`
                5:8-5:16 error `PLAN` has another form: the value goes wrong at `WAIT[30]`
                  effect: LSF ignores the line
                  help: the documented form is `Y | N | "key[value] ..."   (keys DELAY, MAX_JOBS, RSCHED_TIME)`
                6:23-6:33 error `GPU_REQ` has another form: the value goes wrong at `exclusive"`
                  effect: LSF ignores the line
                8:19-8:20 error `JOB_SIZE_LIST` has another form: a whole number is expected instead of `x`
                  effect: LSF ignores the line
                  help: the documented form is `default_size [size ...]`
                9:16-9:21 warning `RESRSV_LIMIT` has another form: `[` is expected instead of `mem=4`
                  effect: LSF may ignore the line
                  help: the documented form is `[res1={min1,} max1] [res2={min2,} max2] ...`
            "#]],
        );
    }

    // covers LSB-R013, LSB-R035, LSB-R038
    #[test]
    fn reads_the_patterns_of_resources() {
        check(
            "P113",
            "lsb.resources",
            "Begin Limit\nNAME = l1\nRESOURCE = lic 5\nUSERS = user1\nEnd Limit\nBegin GuaranteedResourcePool\nNAME = p1\nTYPE = cores\nDISTRIBUTION = ([sla1, 5])\nEnd GuaranteedResourcePool\n",
            expect![[r#"
                3:12-3:15 error `RESOURCE` has another form: the value goes wrong at `lic`
                  effect: LSF ignores the line
                  help: the documented form is `[resource,amount] [resource,amount] ...`
                8:8-8:13 error `TYPE` has another form: the value goes wrong at `cores`
                  effect: LSF ignores the line
                  help: the documented form is `slots | hosts | package[slots=n:mem=m] | resource[rsrc_name]`
            "#]],
        );
    }

    #[test]
    fn is_silent_about_documented_forms() {
        check(
            "P113",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = q1\nEXTENDABLE_RUNLIMIT = BASE[60] INCREMENT[30] GRACE[10] REQUEUE[Y]\nRC_DEMAND_POLICY = THRESHOLD[[5,10] [1,60]]\nPLAN = \"DELAY[30] MAX_JOBS[10]\"\nGPU_REQ = \"num=2:mode=exclusive_process\"\nCONTAINER = docker[image(ubuntu) options(--rm)]\nJOB_SIZE_LIST = 4 2 8\nRESRSV_LIMIT = [mem=400,800] [swp=5]\nEnd Queue\n",
            expect![[""]],
        );
    }
}
