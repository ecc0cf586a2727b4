use lsflint_lint::{ErrorContext, Findings, rule};
use lsflint_spec::lists;

use crate::parameter::owner::{Owner, owned};
use crate::parameter::wording;
use crate::policy::gpu_options;

rule! {
    /// Finds values that do not have the documented form.
    ///
    /// # Effect
    /// LSF logs an error and ignores the line.
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
    /// Unsafe: enables a value that LSF currently ignores.
    pub P113 "value-form" {
        family: Parameter, scope: OwnFile, severity: Error, fix: Unsafe,
        sources: [facts("parameters")],
        checks: [SyntaxError(check)],
    }
}

/// A documented form that is longer than this is not shown.
const LONGEST_FORM: usize = 120;

fn check(context: &ErrorContext<'_>, findings: &mut Findings) {
    let Some(broken) = owned(context, Owner::Form) else { return };
    // A variable can have any value.
    if context.file.text(broken.setting.value_range()).contains('$') {
        return;
    }
    let name = broken.setting.display_name();
    let problem = wording::problem(broken.error, context.text());
    let found = findings
        .report(wording::place(context.error.range, &broken.setting), format!("invalid value for `{name}`: {problem}"))
        .capped(broken.spec.confidence)
        .consequence(wording::lost(&broken.setting));
    if lists::GPU_REQUIREMENTS.contains(&&*name) {
        let value = broken.setting.value_range();
        let at = context.error.range.start().min(value.end()).max(value.start()) - value.start();
        found.help(gpu_options::help(context.file.text(value), at.into()));
    } else if (1..=LONGEST_FORM).contains(&broken.spec.form.len()) {
        found.help(format!("use the form `{}`", broken.spec.form));
    }
    if let Some(fix) = wording::repair(broken.error, context.error.range, &broken.setting, &context.file.file.text) {
        found.fix(fix);
    }
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# shows where the value goes wrong
        //- each Parameters
        MAX_USER_PRIORITY = 100
          JOB_PRIORITY_OVER_TIME = 3
                                   ^ P113 error invalid value for `JOB_PRIORITY_OVER_TIME`: expected `/`
          DEFAULT_JOBGROUP = risk/daily
                             ^^^^^^^^^^ P113 error
                             = invalid value for `DEFAULT_JOBGROUP`: expected `/`, found `risk/daily`
          DEFAULT_RESREQ_ORDER = order[mem:ut]
                                      ^^^^^^^^ P113 warning
                                      = invalid value for `DEFAULT_RESREQ_ORDER`: syntax error at `[mem:ut]`
                                      = effect: LSF may ignore the line

        //# reads the patterns of queues
        //- each Queue
        EXTENDABLE_RUNLIMIT = BASE[1:00]
                                    ^^^^ P113 error invalid value for `EXTENDABLE_RUNLIMIT`: expected `]`, found `:00]`
          RC_DEMAND_POLICY = [5,10]
                             ^^^^^^ P113 warning
                             = invalid value for `RC_DEMAND_POLICY`: expected `THRESHOLD`, found `[5,10]`
          PLAN = WAIT[30]
                 ^^^^^^^^ P113 error invalid value for `PLAN`: syntax error at `WAIT[30]`
          GPU_REQ = "num=2:mode=exclusive"
                                ^^^^^^^^^^ P113 error invalid value for `GPU_REQ`: syntax error at `exclusive"`
                                = help: write `mode=shared|exclusive_process`
          CONTAINER = dockr[image(ubuntu)]
          JOB_SIZE_LIST = 4 x
                            ^ P113 error invalid value for `JOB_SIZE_LIST`: expected an integer, found `x`
          RESRSV_LIMIT = mem=4
                         ^^^^^ P113 warning invalid value for `RESRSV_LIMIT`: expected `[`, found `mem=4`

        //# names the options of GPUs
        //- each Queue
        GPU_REQ = "nums=1"
                   ^^^^^^^ P113 error invalid value for `GPU_REQ`: syntax error at `nums=1"`
                   = help: did you mean `num`?
        GPU_REQ = "num=1:gvendr=amd"
                         ^^^^^^^^^^^ P113 error invalid value for `GPU_REQ`: syntax error at `gvendr=amd"`
        GPU_REQ = "num=1:color=red"
                         ^^^^^^^^^^ P113 error invalid value for `GPU_REQ`: syntax error at `color=red"`
                         = help: use `num`, `mode`, `mps`, `aff`, `j_exclusive`, `block`, `gpack`, `glink`, `nvlink`,
                         =   `gvendor`, `gmodel`, `gtile`, `gmem` or `mig`, separated by `:`
        GPU_REQ = "num=all"
                       ^^^^ P113 error invalid value for `GPU_REQ`: expected an integer, found `all"`
        GPU_REQ = "num=1:nvlink=yes:gtile='!'"
        //- lsf.conf
        LSB_GPU_REQ="num=1:mps=maybe"

        //# reads the patterns of resources
        //- Limit l1
        RESOURCE = lic 5
                   ^^^ P113 error invalid value for `RESOURCE`: syntax error at `lic`
        USERS = user1
        //- GuaranteedResourcePool p1
        TYPE = cores
               ^^^^^ P113 error invalid value for `TYPE`: syntax error at `cores`
        DISTRIBUTION = ([sla1, 5])

        //# is silent about documented forms
        //- each Queue
        EXTENDABLE_RUNLIMIT = BASE[60] INCREMENT[30] GRACE[10] REQUEUE[Y]
          RC_DEMAND_POLICY = THRESHOLD[[5,10] [1,60]]
          PLAN = "DELAY[30] MAX_JOBS[10]"
          GPU_REQ = "num=2:mode=exclusive_process"
          CONTAINER = docker[image(ubuntu) options(--rm)]
          JOB_SIZE_LIST = 4 2 8
          RESRSV_LIMIT = [mem=400,800] [swp=5]
        //- lsb.hosts
        Begin Host
        HOST_NAME MXJ AFFINITY
        hosta     !   (CPU_LIST="1,3,5,7-10")
        hostb     !   (Y)
        default   !   1,2,4-6
        End Host

        //# is silent about documented forms
        //- Parameters of lsf.cluster.c
        LSF_HOST_ADDR_RANGE = 100
        //#
        //- lsf.licensescheduler
        Begin ServiceDomain
        NAME = LanServer
        LIC_SERVERS = ((1700@hostD 1700@hostE 1700@hostF)(@hostA))
        End ServiceDomain
    "#]];
}
