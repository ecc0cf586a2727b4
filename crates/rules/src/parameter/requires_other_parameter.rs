use lsflint_lint::{
    Consequence, Diagnostic, FileContext, Findings, FlatContext, RowContext, SectionContext, Setting, rule,
};
use lsflint_model::FieldRef;
use lsflint_spec::{Confidence, FileKind, Layout, ParamSpec};

use crate::aps::queue_group_without_aps;
use crate::parameter::elsewhere::{Elsewhere, Power, described, is_single};
use crate::parameter::{related, wording};
use crate::policy::{global_policies_off, gpu_requirement, interruptible_backfill_needs_backfill, units};

rule! {
    /// Finds parameters that have no effect because a parameter that they require is not set.
    ///
    /// # Effect
    /// LSF reads the value but never uses it.
    ///
    /// # Example
    /// ```lsb.params
    /// Begin Parameters
    /// JOB_PRIORITY_OVER_TIME = 3/20
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
    /// Some required parameters belong in another file. They are checked if that file is completely available:
    ///
    /// ```lsb.params
    /// Begin Parameters
    /// PREEMPT_FOR = LEAST_RUN_TIME    # but no queue of lsb.queues has PREEMPTION
    /// End Parameters
    /// ```
    pub P302 "requires-other-parameter" {
        family: Parameter, scope: OwnFile, severity: Warning,
        sources: [facts("parameters")],
        checks: [Section(section), Flat(flat), Row(row)],
    }
}

/// Parameters whose requirements are checked by other rules.
const OWN_RULES: &[&str] =
    &[interruptible_backfill_needs_backfill::PARAMETER, queue_group_without_aps::PARAMETER, gpu_requirement::PARAMETER];
/// Parameters of other files whose dependents are checked by other rules.
const OWN_RULES_ELSEWHERE: &[&str] = &[crate::aps::common::PARAMETER, units::PARAMETER, global_policies_off::PARAMETER];

fn section(context: &SectionContext<'_>, findings: &mut Findings) {
    for setting in context.entries {
        let Some(spec) = setting.spec.filter(|it| needs_something(it)) else { continue };
        let elsewhere = |name: &str| related::includes_more(context) || is_set_elsewhere(context, name);
        check(setting, spec, context.entries, &elsewhere, context.file, findings);
        check_other_files(setting, spec, context.entries, context.file, findings);
    }
}

fn flat(context: &FlatContext<'_>, findings: &mut Findings) {
    for setting in context.entries {
        let Some(spec) = setting.spec.filter(|it| needs_something(it)) else { continue };
        check(setting, spec, context.entries, &|_| false, context.file, findings);
        check_other_files(setting, spec, context.entries, context.file, findings);
    }
}

fn row(context: &RowContext<'_>, findings: &mut Findings) {
    let section = &context.table.section;
    if context.broken || section.spec.is_none_or(|it| it.layout != Layout::Either) {
        return;
    }
    for setting in context.cells {
        let Some(spec) = setting.spec.filter(|it| needs_something(it)) else { continue };
        check(setting, spec, context.cells, &|_| false, section.file, findings);
        check_other_files(setting, spec, context.cells, section.file, findings);
    }
}

fn needs_something(spec: &ParamSpec) -> bool {
    !(spec.requires.is_empty() && spec.requires_any.is_empty()) && spec.confidence != Confidence::Low
}

fn check(
    setting: &Setting<'_>,
    spec: &'static ParamSpec,
    entries: &[Setting<'_>],
    elsewhere: &dyn Fn(&str) -> bool,
    file: FileContext<'_>,
    findings: &mut Findings,
) {
    if !related::is_on(setting) || OWN_RULES.contains(&spec.name) {
        return;
    }
    let is_set = |fact: &'static str| {
        let (name, value) = related::wanted(fact);
        match related::find(entries, name).filter(|it| related::is_on(it)) {
            Some(it) => value.is_none_or(|value| it.single_word().is_some_and(|word| related::says(word, value))),
            None => elsewhere(name),
        }
    };
    let missing = spec.requires.iter().copied().filter_map(related::in_this_file).find(|it| !is_set(it));
    // Alternatives in other files are not available here.
    let all_here = spec.requires_any.iter().all(|it| related::in_this_file(it).is_some());
    let none = !spec.requires_any.is_empty() && all_here && !spec.requires_any.iter().any(|it| is_set(it));
    let (needed, switched_off) = match missing {
        Some(missing) => {
            let other = related::find(entries, related::wanted(missing).0);
            (format!("`{missing}`"), other.filter(|it| related::is_no(it)))
        }
        None if none => (wording::one_of(spec.requires_any.iter().copied()), None),
        None => return,
    };
    // A conflict with another parameter is the more direct cause.
    let excluded = spec.conflicts.iter().copied().filter_map(related::in_this_file);
    if file.file.template || excluded.filter_map(|it| related::find(entries, it)).any(related::is_on) {
        return;
    }
    let name = setting.display_name();
    let message = match switched_off {
        Some(_) => format!("`{name}` requires {needed}, which is disabled"),
        None => format!("`{name}` requires {needed}"),
    };
    let found = report(setting, spec, message, &needed, findings);
    // An `#if` may enable it at times, and a file that is not available may set it.
    let in_branch = |name: &str| entries.iter().any(|it| it.branch != 0 && it.is_named(name));
    if file.has_gaps() || switched_off.is_some_and(|it| in_branch(&it.display_name())) {
        found.consequence(unused(setting, spec).possible());
    }
    if let Some(other) = switched_off {
        found.related(other.value_range(), "disabled here");
    }
}

/// Checks what it requires in other files, or in any section of its own file (`file:NAME` of that file).
fn check_other_files(
    setting: &Setting<'_>,
    spec: &'static ParamSpec,
    entries: &[Setting<'_>],
    file: FileContext<'_>,
    findings: &mut Findings,
) {
    if !related::is_on(setting) || OWN_RULES.contains(&spec.name) || file.file.template {
        return;
    }
    // If every section searched every section of another file, large clusters would be slow.
    let few = lsflint_spec::section(file.kind(), spec.section).is_some_and(is_single);
    let affordable =
        |it: &Elsewhere| few || it.is_single() || it.section.defines.is_some_and(|def| def.key == it.param.name);
    let power = |it: &Elsewhere| if affordable(it) { it.power(file.cluster) } else { Power::On };
    let own = |it: &Elsewhere| OWN_RULES_ELSEWHERE.contains(&it.param.name);
    let name = setting.display_name();
    for fact in spec.requires {
        let Some(needed) = Elsewhere::of(fact).filter(|it| !own(it)) else { continue };
        let Power::Off(field) = power(&needed) else { continue };
        let words = described(fact);
        let message = match field {
            Some(_) if !fact.contains('=') => format!("`{name}` requires {words}, which is disabled"),
            _ => format!("`{name}` requires {words}"),
        };
        let found = report(setting, spec, message, &words, findings);
        if let Some(field) = field {
            let what = if fact.contains('=') { "set to another value here" } else { "disabled here" };
            found.related_at(field.place(), what);
        }
        return;
    }
    let alternatives: Vec<Elsewhere> = spec.requires_any.iter().filter_map(|it| Elsewhere::of(it)).collect();
    let here = spec.requires_any.iter().copied().filter_map(related::in_this_file);
    if alternatives.is_empty()
        || here.filter_map(|it| related::find(entries, it)).any(related::is_on)
        || !alternatives.iter().all(|it| power(it).is_off())
    {
        return;
    }
    // A queue in FAIRSHARE_QUEUES uses the policy of the queue that lists it.
    if spec.requires_any.contains(&"FAIRSHARE")
        && file.cluster.mentions(FileKind::LsbQueues, "Queue", "FAIRSHARE_QUEUES")
    {
        return;
    }
    let words: Vec<String> = spec.requires_any.iter().map(|it| described(it)).collect();
    let words = words.join(" or ");
    report(setting, spec, format!("`{name}` requires {words}"), &words, findings);
}

fn report<'f>(
    setting: &Setting<'_>,
    spec: &ParamSpec,
    message: String,
    needed: &str,
    findings: &'f mut Findings,
) -> &'f mut Diagnostic {
    findings
        .report(related::place(setting), message)
        .capped(spec.confidence)
        .consequence(unused(setting, spec).possible_unless(wording::is_sure(spec)))
        .help(format!("set {needed}, or remove the line"))
}

fn unused(setting: &Setting<'_>, spec: &ParamSpec) -> Consequence {
    let unused = related::item(setting).no_effect().called("the value");
    match spec.requires_because.text {
        "" => unused,
        reason => unused.because(reason),
    }
}

/// Whether another section of the file sets the parameter: sections without a name of their own share their settings.
pub(crate) fn is_set_elsewhere(context: &SectionContext<'_>, name: &str) -> bool {
    let Some(spec) = context.spec.filter(|it| it.expected().next().is_none() && it.layout == Layout::Keyed) else {
        return false;
    };
    // What an include sets is not available.
    if context.file.has_gaps() {
        return true;
    }
    let (view, kind) = (context.file.cluster, context.file.kind());
    let is_on = |it: FieldRef<'_>| !it.known().is_some_and(|it| it.trim().eq_ignore_ascii_case("n"));
    view.mentions(kind, spec.name, name) && view.all(kind, spec.name).any(|it| it.fields(name).into_iter().any(is_on))
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# looks into other files
        //- Queue a
        //- each Parameters
        PREEMPTABLE_RESOURCES = mem
        ^^^^^^^^^^^^^^^^^^^^^ P302 warning `PREEMPTABLE_RESOURCES` requires `PREEMPTION` in lsb.queues
            = effect: the value has no effect because only preemption uses it, which a queue has to enable
            = help: set `PREEMPTION` in lsb.queues, or remove the line
          PREEMPT_FOR = MINI_JOB
          ^^^^^^^^^^^ P302 warning `PREEMPT_FOR` requires `PREEMPTION` in lsb.queues
            = effect: the value has no effect because it changes preemptive scheduling, which a queue has to enable
          PREEMPT_JOBTYPE = BACKFILL
          ^^^^^^^^^^^^^^^ P302 warning `PREEMPT_JOBTYPE` requires `PREEMPTION` in lsb.queues
            = effect: the value may have no effect because it changes preemptive scheduling, which a queue has to enable
        HIST_HOURS = 10
        //#
        //- lsf.conf
        //- each Parameters
        MBD_QUERY_CPUS = 1 2
          EVENT_UPDATE_INTERVAL = 60
          ^^^^^^^^^^^^^^^^^^^^^ P302 warning `EVENT_UPDATE_INTERVAL` requires `LSB_LOCALDIR` in lsf.conf
            = effect: the value has no effect because LSB_LOCALDIR switches duplicate logging on, and this is the
            =   interval of the copies
        //#
        //- Queue a
        //- Host of lsb.hosts
        HOST_NAME MXJ
        default !
        //- each Parameters
        HIST_HOURS = 10
        ^^^^^^^^^^ P302 warning `HIST_HOURS` requires `FAIRSHARE` in lsb.queues or `HPART_NAME` in lsb.hosts
            = effect: the value has no effect because it is used only with fairshare scheduling
            = help: set `FAIRSHARE` in lsb.queues or `HPART_NAME` in lsb.hosts, or remove the line

        //# what is set elsewhere or is not in view does not matter
        //- Queue a: PREEMPTION = PREEMPTIVE
        //- each Parameters: PREEMPT_FOR = MINI_JOB
        //#
        //- Queue a
        #if time(8:00-9:00)
        PREEMPTION = PREEMPTIVE
        #endif
        //- each Parameters: PREEMPT_FOR = MINI_JOB
        //#
        //- Queue a: PREEMPTION = {{ p }}
        //- each Parameters: PREEMPT_FOR = MINI_JOB
        //#
        //- Queue a: {{ p }} = x
        //- each Parameters: PREEMPT_FOR = MINI_JOB
        //#
        //- lsf.conf: LSB_LOCALDIR=/var/lsf
        //- each Parameters: EVENT_UPDATE_INTERVAL = 60
        //#
        //- lsf.shared
        //- each Parameters: EVENT_UPDATE_INTERVAL = 60
        //#
        //- Queue a: PREMPTION = PREEMPTIVE
        //- each Parameters: PREEMPT_FOR = MINI_JOB
        //#
        //- lsf.conf: LSB_LOCLADIR=/var/lsf
        //- each Parameters: EVENT_UPDATE_INTERVAL = 60

        //# queues need switches of lsb.params
        //- Parameters: ALLOCATION_PLANNER = N
        //- lsf.conf: LSB_QUERY_PORT=6891
        //- each Queue
        EXTENDABLE_RUNLIMIT = BASE[60] INCREMENT[30]
        ^^^^^^^^^^^^^^^^^^^ P302 warning
            = `EXTENDABLE_RUNLIMIT` requires `ALLOCATION_PLANNER` in lsb.params, which is disabled
            = effect: the value has no effect because the allocation planner extends run limits, and ALLOCATION_PLANNER
            =   enables it
            = related Parameters:1:22 disabled here
          ELIGIBLE_PEND_TIME_LIMIT = 60
          ^^^^^^^^^^^^^^^^^^^^^^^^ P302 warning
            = `ELIGIBLE_PEND_TIME_LIMIT` requires `TRACK_ELIGIBLE_PENDINFO` in lsb.params
            = effect: the value has no effect because the eligible pending time is known only with
            =   TRACK_ELIGIBLE_PENDINFO=Y
          PLAN = Y
          ^^^^ P302 warning `PLAN` requires `ALLOCATION_PLANNER` in lsb.params, which is disabled
            = effect: the value has no effect because plans are only made while ALLOCATION_PLANNER is enabled
          FAIRSHARE = USER_SHARES[[default, 1]]
          GPU_RUN_TIME_FACTOR = 0.5
          ^^^^^^^^^^^^^^^^^^^ P302 warning `GPU_RUN_TIME_FACTOR` requires `LSB_GPU_NEW_SYNTAX=extend` in lsf.conf
            = effect: the value may have no effect because GPU run time is part of the fairshare formula only with
            =   LSB_GPU_NEW_SYNTAX=extend
          ENABLE_GPU_HIST_RUN_TIME = Y
          ^^^^^^^^^^^^^^^^^^^^^^^^ P302 warning
            = `ENABLE_GPU_HIST_RUN_TIME` requires `LSB_GPU_NEW_SYNTAX=extend` in lsf.conf
            = effect: the value has no effect because it only adds to the GPU run time, which needs GPU_RUN_TIME_FACTOR
            =   and LSB_GPU_NEW_SYNTAX=extend
        //#
        //- Parameters
        ALLOCATION_PLANNER = Y
        TRACK_ELIGIBLE_PENDINFO = Y
        //- lsf.conf: LSB_GPU_NEW_SYNTAX=extend
        //- each Queue
        EXTENDABLE_RUNLIMIT = BASE[60] INCREMENT[30]
          ELIGIBLE_PEND_TIME_LIMIT = 60
          PLAN = Y
          FAIRSHARE = USER_SHARES[[default, 1]]
          GPU_RUN_TIME_FACTOR = 0.5
          ENABLE_GPU_HIST_RUN_TIME = Y

        //# what no page makes a condition is none
        //- Parameters: TRACK_ELIGIBLE_PENDINFO = N
        //- each Limit
        JOBS = 5
          USERS = all
          INELIGIBLE = Y
        //#
        //- each Parameters: ESTIMATED_RUNTIME = 10
        //- each lsf.conf: LSF_ENABLE_EGO=Y

        //# factors need fairshare in the queue or a partition
        //- Queue a
        CPU_TIME_FACTOR = 0.5
        ^^^^^^^^^^^^^^^ P302 warning `CPU_TIME_FACTOR` requires `FAIRSHARE` or `HPART_NAME` in lsb.hosts
            = effect: the value may have no effect because it weights a part of the dynamic user priority, which LSF
            =   calculates only for fairshare
            = help: set `FAIRSHARE` or `HPART_NAME` in lsb.hosts, or remove the line
        //- Host of lsb.hosts
        HOST_NAME MXJ
        default !
        //#
        //- Host of lsb.hosts
        HOST_NAME MXJ
        default !
        //- each Queue
        CPU_TIME_FACTOR = 0.5
          FAIRSHARE = USER_SHARES[[default, 1]]
        //#
        //- Queue a: CPU_TIME_FACTOR = 0.5

        //# rows and flat files need them too
        //- Parameters: DEFAULT_QUEUE = a
        //- each Limit
        JOBS = 5
          USERS = all
          INELIGIBLE = Y
        //#
        //- Parameters of lsf.cluster.c
        LSF_HOST_ADDR_RANGE = 10.1.*.*
        ^^^^^^^^^^^^^^^^^^^ P302 warning `LSF_HOST_ADDR_RANGE` requires `LSF_DYNAMIC_HOST_WAIT_TIME` in lsf.conf
            = effect: the value has no effect because dynamic hosts need both LSF_HOST_ADDR_RANGE and
            =   LSF_DYNAMIC_HOST_WAIT_TIME
        //- lsf.conf
        //#
        //- lsf.cluster.c
        //- each lsf.conf
        LSF_DYNAMIC_HOST_WAIT_TIME=60
        ^^^^^^^^^^^^^^^^^^^^^^^^^^ P302 warning
            = `LSF_DYNAMIC_HOST_WAIT_TIME` requires `LSF_HOST_ADDR_RANGE` in lsf.cluster
        //#
        //- Parameters: DEFAULT_QUEUE = a
        //- each ServiceClass
        PRIORITY = 1
          GOALS = [VELOCITY 5 timeWindow ()]
          CONSUMER = c1
          ^^^^^^^^ P302 warning `CONSUMER` requires `ENABLE_DEFAULT_EGO_SLA` in lsb.params
            = effect: the value has no effect because ENABLE_DEFAULT_EGO_SLA is what turns EGO-enabled SLA scheduling on

        //# names the parameter that is needed
        //- each Parameters
        JOB_PRIORITY_OVER_TIME = 3/20
        ^^^^^^^^^^^^^^^^^^^^^^ P302 warning `JOB_PRIORITY_OVER_TIME` requires `MAX_USER_PRIORITY`
          ENABLE_EVENT_STREAM = N
          EVENT_STREAM_FILE = /shared/lsb.stream

        //# looks into the same queue
        //- Queue a: FAIRSHARE = USER_SHARES[[default,1]]
        //- Queue b
        FAIRSHARE_QUEUES = a
        ^^^^^^^^^^^^^^^^ P302 warning `FAIRSHARE_QUEUES` requires `FAIRSHARE`
            = effect: the value has no effect because FAIRSHARE must be defined in the parent queue, whose policy the
            =   others inherit
        JOB_WARNING_ACTION = URG
        ^^^^^^^^^^^^^^^^^^ P302 warning `JOB_WARNING_ACTION` requires `JOB_ACTION_WARNING_TIME`
            = effect: the value has no effect because the warning takes effect only with both the time and the action
        //- Queue c
        SLOT_POOL = p1
        ^^^^^^^^^ P302 warning `SLOT_POOL` requires `SLOT_SHARE`
            = effect: the value has no effect because each queue with queue-based fairshare defines both SLOT_POOL and
            =   SLOT_SHARE

        //# an export by selection needs a number of hosts
        //- HostExport of lsb.resources
        RES_SELECT = type==LINUX
        ^^^^^^^^^^ P302 warning `RES_SELECT` requires `NHOSTS`
            = effect: the value has no effect because both are required to export workstations
        DISTRIBUTION = ([c2, 1])

        //# reads other files
        //- each Application
        CHKPNT_PERIOD = 30
        ^^^^^^^^^^^^^ P302 warning `CHKPNT_PERIOD` requires `CHKPNT_DIR`
            = effect: the value has no effect because LSF warns and ignores it in an application profile without
            =   CHKPNT_DIR
        //#
        //- Limit of lsb.resources
        NAME USERS SLOTS_PER_PROCESSOR PER_HOST
        l1 all 2 -
               ^ P302 warning `SLOTS_PER_PROCESSOR` requires `PER_HOST`
               = effect: the value has no effect because LSF ignores the limit when it has SLOTS_PER_PROCESSOR without
               =   PER_HOST
        l2 all 2 (all)
        //#
        //- Parameters of lsf.cluster.c1
        LSF_ELIM_RESTARTS = 5
        ^^^^^^^^^^^^^^^^^ P302 warning `LSF_ELIM_RESTARTS` requires `LSF_ELIM_BLOCKTIME` or `LSF_ELIM_DEBUG`
            = effect: the value has no effect because LSF_ELIM_BLOCKTIME or LSF_ELIM_DEBUG must be defined together with
            =   it
            = help: set `LSF_ELIM_BLOCKTIME` or `LSF_ELIM_DEBUG`, or remove the line
        //#
        //- each lsf.conf
        LSF_PROXYD_PORT=7700
        ^^^^^^^^^^^^^^^ P302 warning `LSF_PROXYD_PORT` requires `LSF_PROXYD_HOSTS`
            = effect: the value has no effect because the rate limiter needs both LSF_PROXYD_HOSTS and LSF_PROXYD_PORT
        //#
        //- lsf.sudoers
        LSF_STARTUP_USERS="lsfadmin"
        ^^^^^^^^^^^^^^^^^ P302 warning `LSF_STARTUP_USERS` requires `LSF_STARTUP_PATH`
            = effect: the value has no effect because both the users and the directory of the daemons must be defined

        //# factors need a policy
        //- Host of lsb.hosts
        HOST_NAME MXJ
        default !
        //- each Queue
        RUN_TIME_FACTOR = 0.7
        ^^^^^^^^^^^^^^^ P302 warning `RUN_TIME_FACTOR` requires `FAIRSHARE` or `HPART_NAME` in lsb.hosts
        //#
        //- Queue a
        FAIRSHARE = USER_SHARES[[default,1]]
        FAIRSHARE_QUEUES = b
        //- Queue b: RUN_TIME_FACTOR = 0.7
        //- Host of lsb.hosts
        HOST_NAME MXJ
        default !
        //#
        //- each Queue: RUN_TIME_FACTOR = 0.7

        //# is silent when it is set somewhere
        //- Parameters: MAX_USER_PRIORITY = 100
        //- Parameters: JOB_PRIORITY_OVER_TIME = 3/20
        //#
        //- each Queue
        CPU_TIME_FACTOR = 0.5
          USE_PRIORITY_IN_POOL = N
    "#]];
}
