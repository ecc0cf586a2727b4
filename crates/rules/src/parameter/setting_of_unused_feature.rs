use lsflint_lint::{FileContext, Findings, FlatContext, SectionContext, Setting, rule};
use lsflint_model::Knowledge;
use lsflint_spec::{Confidence, ParamSpec};

use crate::parameter::elsewhere::{Elsewhere, described};
use crate::parameter::{related, requires_other_parameter};

rule! {
    /// Finds settings of a feature that the cluster does not use.
    ///
    /// # Effect
    /// The value is valid, but nothing uses it: the size of a file that is never written, the grace time of a
    /// preemption that no queue allows.
    ///
    /// # Example
    /// ```lsb.params
    /// Begin Parameters
    /// EVENT_STREAM_FILE = /lsf/stream/lsb.stream
    /// End Parameters
    /// ```
    ///
    /// # Use instead
    /// ```lsb.params
    /// Begin Parameters
    /// ENABLE_EVENT_STREAM = Y
    /// EVENT_STREAM_FILE   = /lsf/stream/lsb.stream
    /// End Parameters
    /// ```
    ///
    /// # Notes
    /// The documentation describes such a parameter as a part of the feature, but does not say that it is ignored
    /// without it. Where it does, `requires-other-parameter` reports it. What belongs in another file is checked if
    /// that file is completely available.
    pub P308 "setting-of-unused-feature" {
        family: Parameter, scope: OwnFile, severity: Info,
        sources: [facts("parameters that are useful only with another one")],
        checks: [Section(section), Flat(flat)],
    }
}

fn section(context: &SectionContext<'_>, findings: &mut Findings) {
    let may_be_set =
        |name: &str| related::includes_more(context) || requires_other_parameter::is_set_elsewhere(context, name);
    for setting in context.entries {
        check(setting, context.entries, &may_be_set, context.file, findings);
    }
}

fn flat(context: &FlatContext<'_>, findings: &mut Findings) {
    for setting in context.entries {
        check(setting, context.entries, &|_| false, context.file, findings);
    }
}

fn check(
    setting: &Setting<'_>,
    entries: &[Setting<'_>],
    may_be_set: &dyn Fn(&str) -> bool,
    file: FileContext<'_>,
    findings: &mut Findings,
) {
    let is_part = |it: &&ParamSpec| !it.useful_with.is_empty() && it.confidence != Confidence::Low;
    let Some(spec) = setting.spec.filter(is_part).filter(|_| related::is_on(setting)) else { return };
    // The default asks for nothing: `RC_HOSTS = none`.
    let is_default = setting.single_word().is_some_and(|it| it.text().eq_ignore_ascii_case(spec.default));
    if is_default || file.file.template || file.has_gaps() {
        return;
    }
    let is_used = |fact: &'static str| match Elsewhere::of(fact) {
        Some(other) => may_be_used(&other, file),
        None => is_set(fact, entries) || may_be_set(related::wanted(fact).0),
    };
    if spec.useful_with.iter().copied().any(is_used) {
        return;
    }
    let features: Vec<String> = spec.useful_with.iter().map(|it| described(it)).collect();
    let features = features.join(" or ");
    findings
        .report(related::place(setting), format!("`{}` is of no use without {features}", setting.display_name()))
        .consequence(related::item(setting).no_effect().called("the value").possible())
        .help(format!("set {features}, or remove the line"));
}

/// Whether the section sets a parameter, in any branch.
fn is_set(fact: &'static str, entries: &[Setting<'_>]) -> bool {
    let (name, value) = related::wanted(fact);
    let is_wanted = |it: &Setting<'_>| match (value, it.single_word()) {
        (Some(value), Some(word)) => related::says(word, value),
        // Not one word: a template, or a value that another rule reports.
        (Some(_), None) => true,
        (None, _) => related::is_on(it),
    };
    entries.iter().any(|it| it.is_named(name) && is_wanted(it))
}

/// Whether another file may set a parameter. Of sections that appear often, only the index is asked, because every
/// section of this file asks.
fn may_be_used(other: &Elsewhere, file: FileContext<'_>) -> bool {
    if other.is_single() {
        return !other.power(file.cluster).is_off();
    }
    let complete = file.cluster.knowledge(other.kind) == Knowledge::Complete;
    !complete || file.cluster.mentions(other.kind, other.section.name, other.param.name)
}

#[cfg(test)]
mod tests {
    crate::testing::fixture![[r#"
        //# looks into the own section
        //- each Parameters
        EVENT_STREAM_FILE = /lsf/lsb.stream
        ^^^^^^^^^^^^^^^^^ P308 info `EVENT_STREAM_FILE` is of no use without `ENABLE_EVENT_STREAM`
        MAX_EVENT_STREAM_SIZE = 2048
        ^^^^^^^^^^^^^^^^^^^^^ P308 info `MAX_EVENT_STREAM_SIZE` is of no use without `ENABLE_EVENT_STREAM`
          ENABLE_EVENT_STREAM = N
        MAX_EVENT_STREAM_FILE_NUMBER = 20
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ P308 info `MAX_EVENT_STREAM_FILE_NUMBER` is of no use without `ENABLE_EVENT_STREAM`
        ALLOW_EVENT_TYPE = JOB_NEW
        ^^^^^^^^^^^^^^^^ P308 info `ALLOW_EVENT_TYPE` is of no use without `ENABLE_EVENT_STREAM`
        ELIGIBLE_PENDINFO_SNAPSHOT_INTERVAL = 10
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ P308 info
            = `ELIGIBLE_PENDINFO_SNAPSHOT_INTERVAL` is of no use without `TRACK_ELIGIBLE_PENDINFO`
        ENABLE_JOB_INFO_BY_ADMIN_ROLE = usergroup
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ P308 info
            = `ENABLE_JOB_INFO_BY_ADMIN_ROLE` is of no use without `SECURE_JOB_INFO_LEVEL`
        MAX_ACCT_ARCHIVE_FILE = 5
        ^^^^^^^^^^^^^^^^^^^^^ P308 info
            = `MAX_ACCT_ARCHIVE_FILE` is of no use without `ACCT_ARCHIVE_SIZE` or `ACCT_ARCHIVE_AGE` or
            =   `ACCT_ARCHIVE_TIME`
            = help: set `ACCT_ARCHIVE_SIZE` or `ACCT_ARCHIVE_AGE` or `ACCT_ARCHIVE_TIME`, or remove the line
        POWER_ON_WAIT = 60
        ^^^^^^^^^^^^^ P308 info `POWER_ON_WAIT` is of no use without `POWER_RESUME_CMD`
        POWER_RESUME_TIMEOUT = 600
        ^^^^^^^^^^^^^^^^^^^^ P308 info `POWER_RESUME_TIMEOUT` is of no use without `POWER_RESUME_CMD`
        POWER_SUSPEND_TIMEOUT = 600
        POWER_SUSPEND_CMD = /lsf/suspend.sh
        ^^^^^^^^^^^^^^^^^ P308 info `POWER_SUSPEND_CMD` is of no use without `POWER_RESUME_CMD`
        POWER_RESUME_CMD = /lsf/resume.sh
        ^^^^^^^^^^^^^^^^ P308 info `POWER_RESUME_CMD` is of no use without `POWER_SUSPEND_CMD`
        POWER_RESET_CMD = /lsf/reset.sh
        ^^^^^^^^^^^^^^^ P308 info `POWER_RESET_CMD` is of no use without `POWER_SUSPEND_CMD`
        POWER_STATUS_LOG_MAX = 500
        ^^^^^^^^^^^^^^^^^^^^ P308 info
            = `POWER_STATUS_LOG_MAX` is of no use without `POWER_SUSPEND_CMD` or `POWER_RESUME_CMD` or `POWER_RESET_CMD`
        //- each Queue
        RC_ACCOUNT = project1
        ^^^^^^^^^^ P308 info `RC_ACCOUNT` is of no use without `RC_HOSTS`
        RC_DEMAND_POLICY = THRESHOLD[[5,10]]
        ^^^^^^^^^^^^^^^^ P308 info `RC_DEMAND_POLICY` is of no use without `RC_HOSTS`
        MAX_RSCHED_TIME = 20
        IMPT_JOBLIMIT = 5
        ^^^^^^^^^^^^^ P308 info `IMPT_JOBLIMIT` is of no use without `RCVJOBS_FROM`
        IMPT_TASKBKLG = 50
        ^^^^^^^^^^^^^ P308 info `IMPT_TASKBKLG` is of no use without `RCVJOBS_FROM`

        //# looks into lsf.conf
        //- lsf.conf
        LSF_DATA_PORT=1729
        LSF_DATA_SCP_CMD=/usr/bin/scp
        ^^^^^^^^^^^^^^^^ P308 info `LSF_DATA_SCP_CMD` is of no use without `LSF_DATA_HOSTS`
        LSF_DATA_SSH_CMD=/usr/bin/ssh
        ^^^^^^^^^^^^^^^^ P308 info `LSF_DATA_SSH_CMD` is of no use without `LSF_DATA_HOSTS`
        LSF_DATA_SKIP_GROUP_CHECK=Y
        ^^^^^^^^^^^^^^^^^^^^^^^^^ P308 info `LSF_DATA_SKIP_GROUP_CHECK` is of no use without `LSF_DATA_HOSTS`
        LSB_TSJOBS_HELPER_PORT=6889
        LSB_TSJOBS_HELPER_TIMEOUT=30
        ^^^^^^^^^^^^^^^^^^^^^^^^^ P308 info `LSB_TSJOBS_HELPER_TIMEOUT` is of no use without `LSB_TSJOBS_HELPER_HOSTS`
        LSB_SBD_STARTUP_RETRY_INTERVAL=30
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ P308 info
            = `LSB_SBD_STARTUP_RETRY_INTERVAL` is of no use without `LSB_SBD_STARTUP_RETRY_TIMES`
        LSF_DUALSTACK_PREFER_IPV6=Y
        ^^^^^^^^^^^^^^^^^^^^^^^^^ P308 info `LSF_DUALSTACK_PREFER_IPV6` is of no use without `LSF_ENABLE_SUPPORT_IPV6`
        LSF_EGO_DAEMON_CONTROL=Y
        ^^^^^^^^^^^^^^^^^^^^^^ P308 info `LSF_EGO_DAEMON_CONTROL` is of no use without `LSF_ENABLE_EGO`
        LSF_ENABLE_TMP_UNIT=Y
        ^^^^^^^^^^^^^^^^^^^ P308 info `LSF_ENABLE_TMP_UNIT` is of no use without `LSF_UNIT_FOR_LIMITS`
        LSF_REG_HOST_INTERVAL=60
        ^^^^^^^^^^^^^^^^^^^^^ P308 info `LSF_REG_HOST_INTERVAL` is of no use without `LSF_REG_FLOAT_HOSTS`
        LSB_MAILSERVER=mail1
        ^^^^^^^^^^^^^^ P308 info `LSB_MAILSERVER` is of no use without `LSB_MAILPROG`
        LSF_DYNAMIC_HOST_TIMEOUT=24
        ^^^^^^^^^^^^^^^^^^^^^^^^ P308 info `LSF_DYNAMIC_HOST_TIMEOUT` is of no use without `LSF_DYNAMIC_HOST_WAIT_TIME`
        LSF_LIC_SCHED_PREEMPT_REQUEUE=Y
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ P308 info
            = `LSF_LIC_SCHED_PREEMPT_REQUEUE` is of no use without `LSF_LIC_SCHED_HOSTS`
        LSF_LIC_SCHED_PREEMPT_STOP=Y
        ^^^^^^^^^^^^^^^^^^^^^^^^^^ P308 info `LSF_LIC_SCHED_PREEMPT_STOP` is of no use without `LSF_LIC_SCHED_HOSTS`
        LSB_RC_EXTERNAL_HOST_IDLE_TIME=30
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ P308 info
            = `LSB_RC_EXTERNAL_HOST_IDLE_TIME` is of no use without `LSB_RC_EXTERNAL_HOST_FLAG`
        LSB_RC_EXTERNAL_HOST_MAX_TTL=600
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ P308 info
            = `LSB_RC_EXTERNAL_HOST_MAX_TTL` is of no use without `LSB_RC_EXTERNAL_HOST_FLAG`
        LSB_RC_MAX_INSTANCES_PER_TEMPLATE=5
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ P308 info
            = `LSB_RC_MAX_INSTANCES_PER_TEMPLATE` is of no use without `LSB_RC_EXTERNAL_HOST_FLAG`
        LSB_RC_QUERY_INTERVAL=60
        ^^^^^^^^^^^^^^^^^^^^^ P308 info `LSB_RC_QUERY_INTERVAL` is of no use without `LSB_RC_EXTERNAL_HOST_FLAG`
        LSB_RC_REQUEUE_BUFFER=60
        ^^^^^^^^^^^^^^^^^^^^^ P308 info `LSB_RC_REQUEUE_BUFFER` is of no use without `LSB_RC_EXTERNAL_HOST_FLAG`
        LSB_RC_TEMPLATE_REQUEST_DELAY=60
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ P308 info
            = `LSB_RC_TEMPLATE_REQUEST_DELAY` is of no use without `LSB_RC_EXTERNAL_HOST_FLAG`
        LSB_RC_UPDATE_INTERVAL=60
        ^^^^^^^^^^^^^^^^^^^^^^ P308 info `LSB_RC_UPDATE_INTERVAL` is of no use without `LSB_RC_EXTERNAL_HOST_FLAG`
        LSB_RC_MQTT_ERROR_LIMIT=20
        ^^^^^^^^^^^^^^^^^^^^^^^ P308 info `LSB_RC_MQTT_ERROR_LIMIT` is of no use without `LSB_RC_EXTERNAL_HOST_FLAG`
        LSB_RC_EXTERNAL_HOST_ABNORMAL_TIME=5:30
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ P308 info
            = `LSB_RC_EXTERNAL_HOST_ABNORMAL_TIME` is of no use without `LSB_RC_EXTERNAL_HOST_FLAG`
        //- lsf.sudoers
        LSF_EAUTH_OLDKEY=old1key
        ^^^^^^^^^^^^^^^^ P308 info `LSF_EAUTH_OLDKEY` is of no use without `LSF_EAUTH_OLDKEY_EXPIRY`
        LSF_EGO_ADMIN_USER=Admin
        ^^^^^^^^^^^^^^^^^^ P308 info `LSF_EGO_ADMIN_USER` is of no use without `LSF_EGO_ADMIN_PASSWD`
        //- Parameters of lsf.datamanager
        CACHE_PERMISSIONS = all
        CACHE_ACCESS_CONTROL = Y
        ^^^^^^^^^^^^^^^^^^^^ P308 info `CACHE_ACCESS_CONTROL` is of no use without `CACHE_PERMISSIONS=group`

        //# looks into other files
        //- Host of lsb.hosts
        HOST_NAME MXJ
        default !
        //- lsf.conf: LSF_ENABLE_EGO=N
        //- Application app1
        EXEC_DRIVER = starter[/lsf/docker.py]
        ^^^^^^^^^^^ P308 info `EXEC_DRIVER` is of no use without `CONTAINER` or `CONTAINER` in lsb.queues
            = help: set `CONTAINER` or `CONTAINER` in lsb.queues, or remove the line
        DOCKER_IMAGE_AFFINITY = Y
        ^^^^^^^^^^^^^^^^^^^^^ P308 info
            = `DOCKER_IMAGE_AFFINITY` is of no use without `CONTAINER` or `CONTAINER` in lsb.queues
        RC_ACCOUNT = project1
        ^^^^^^^^^^ P308 info `RC_ACCOUNT` is of no use without `RC_HOSTS` in lsb.queues
            = help: set `RC_HOSTS` in lsb.queues, or remove the line
        PREEMPT_DELAY = 60
        ^^^^^^^^^^^^^ P308 info
            = `PREEMPT_DELAY` is of no use without `PREEMPTION` in lsb.queues or `LSF_LIC_SCHED_HOSTS` in lsf.conf
            = help: set `PREEMPTION` in lsb.queues or `LSF_LIC_SCHED_HOSTS` in lsf.conf, or remove the line
        MAX_JOB_PREEMPT = 3
        ^^^^^^^^^^^^^^^ P308 info
            = `MAX_JOB_PREEMPT` is of no use without `PREEMPTION` in lsb.queues or `LSF_LIC_SCHED_HOSTS` in lsf.conf
        NO_PREEMPT_INTERVAL = 5
        ^^^^^^^^^^^^^^^^^^^ P308 info
            = `NO_PREEMPT_INTERVAL` is of no use without `PREEMPTION` in lsb.queues or `LSF_LIC_SCHED_HOSTS` in lsf.conf
        NO_PREEMPT_RUN_TIME = 10
        ^^^^^^^^^^^^^^^^^^^ P308 info
            = `NO_PREEMPT_RUN_TIME` is of no use without `PREEMPTION` in lsb.queues or `LSF_LIC_SCHED_HOSTS` in lsf.conf
        NO_PREEMPT_FINISH_TIME = 10
        ^^^^^^^^^^^^^^^^^^^^^^ P308 info
            = `NO_PREEMPT_FINISH_TIME` is of no use without `PREEMPTION` in lsb.queues or `LSF_LIC_SCHED_HOSTS` in
            =   lsf.conf
        MAX_TOTAL_TIME_PREEMPT = 30
        ^^^^^^^^^^^^^^^^^^^^^^ P308 info
            = `MAX_TOTAL_TIME_PREEMPT` is of no use without `PREEMPTION` in lsb.queues or `LSF_LIC_SCHED_HOSTS` in
            =   lsf.conf
        LOCAL_MAX_PREEXEC_RETRY_ACTION = SUSPEND
        CGROUP_CPU_SHARES_FACTOR = 50
        ^^^^^^^^^^^^^^^^^^^^^^^^ P308 info
            = `CGROUP_CPU_SHARES_FACTOR` is of no use without `LSF_LINUX_CGROUP_ACCT` in lsf.conf or
            =   `LSB_RESOURCE_ENFORCE` in lsf.conf
        REMOTE_MAX_PREEXEC_RETRY = 3
        ^^^^^^^^^^^^^^^^^^^^^^^^ P308 info
            = `REMOTE_MAX_PREEXEC_RETRY` is of no use without `SNDJOBS_TO` in lsb.queues or `RCVJOBS_FROM` in lsb.queues
        //- Queue q1
        EXEC_DRIVER = starter[/lsf/docker.py]
        ^^^^^^^^^^^ P308 info `EXEC_DRIVER` is of no use without `CONTAINER` or `CONTAINER` in lsb.applications
        DOCKER_IMAGE_AFFINITY = Y
        ^^^^^^^^^^^^^^^^^^^^^ P308 info
            = `DOCKER_IMAGE_AFFINITY` is of no use without `CONTAINER` or `CONTAINER` in lsb.applications
        PREEMPT_DELAY = 60
        ^^^^^^^^^^^^^ P308 info
            = `PREEMPT_DELAY` is of no use without `PREEMPTION` in lsb.queues or `LSF_LIC_SCHED_HOSTS` in lsf.conf
        MAX_JOB_PREEMPT = 3
        ^^^^^^^^^^^^^^^ P308 info
            = `MAX_JOB_PREEMPT` is of no use without `PREEMPTION` in lsb.queues or `LSF_LIC_SCHED_HOSTS` in lsf.conf
        NO_PREEMPT_INTERVAL = 5
        ^^^^^^^^^^^^^^^^^^^ P308 info
            = `NO_PREEMPT_INTERVAL` is of no use without `PREEMPTION` in lsb.queues or `LSF_LIC_SCHED_HOSTS` in lsf.conf
        MAX_TOTAL_TIME_PREEMPT = 30
        ^^^^^^^^^^^^^^^^^^^^^^ P308 info
            = `MAX_TOTAL_TIME_PREEMPT` is of no use without `PREEMPTION` in lsb.queues or `LSF_LIC_SCHED_HOSTS` in
            =   lsf.conf
        LOCAL_MAX_PREEXEC_RETRY_ACTION = SUSPEND
        FWD_JOB_FACTOR = 2
        ^^^^^^^^^^^^^^ P308 info
            = `FWD_JOB_FACTOR` is of no use without `FAIRSHARE` in lsb.queues or `HPART_NAME` in lsb.hosts
        REMOTE_MAX_PREEXEC_RETRY = 3
        ^^^^^^^^^^^^^^^^^^^^^^^^ P308 info
            = `REMOTE_MAX_PREEXEC_RETRY` is of no use without `SNDJOBS_TO` in lsb.queues or `RCVJOBS_FROM` in lsb.queues
        //- PowerPolicy of lsb.resources
        NAME = p1
        MIN_IDLE_TIME = 10
        ^^^^^^^^^^^^^ P308 info `MIN_IDLE_TIME` is of no use without `POWER_SUSPEND_CMD` in lsb.params
        CYCLE_TIME = 20
        ^^^^^^^^^^ P308 info `CYCLE_TIME` is of no use without `POWER_SUSPEND_CMD` in lsb.params
        //- Parameters
        CHUNK_JOB_DURATION = 20
        ^^^^^^^^^^^^^^^^^^ P308 info
            = `CHUNK_JOB_DURATION` is of no use without `CHUNK_JOB_SIZE` in lsb.queues or `CHUNK_JOB_SIZE` in
            =   lsb.applications
        FWD_JOB_FACTOR = 2
        ^^^^^^^^^^^^^^ P308 info
            = `FWD_JOB_FACTOR` is of no use without `FAIRSHARE` in lsb.queues or `HPART_NAME` in lsb.hosts
        ENABLE_GPU_HIST_RUN_TIME = Y
        ^^^^^^^^^^^^^^^^^^^^^^^^ P308 info
            = `ENABLE_GPU_HIST_RUN_TIME` is of no use without `GPU_RUN_TIME_FACTOR` or `GPU_RUN_TIME_FACTOR` in
            =   lsb.queues
        REMOTE_MAX_PREEXEC_RETRY = 3
        ^^^^^^^^^^^^^^^^^^^^^^^^ P308 info
            = `REMOTE_MAX_PREEXEC_RETRY` is of no use without `SNDJOBS_TO` in lsb.queues or `RCVJOBS_FROM` in lsb.queues
        DETECT_IDLE_JOB_AFTER = 30
        ^^^^^^^^^^^^^^^^^^^^^ P308 info `DETECT_IDLE_JOB_AFTER` is of no use without `JOB_IDLE` in lsb.queues
        EXIT_RATE_TYPE = JOBINIT
        ^^^^^^^^^^^^^^ P308 info `EXIT_RATE_TYPE` is of no use without `GLOBAL_EXIT_RATE` or `EXIT_RATE` in lsb.hosts
        ENABLE_EXIT_RATE_PER_SLOT = Y
        ^^^^^^^^^^^^^^^^^^^^^^^^^ P308 info
            = `ENABLE_EXIT_RATE_PER_SLOT` is of no use without `GLOBAL_EXIT_RATE` or `EXIT_RATE` in lsb.hosts
        JOB_EXIT_RATE_DURATION = 10
        ^^^^^^^^^^^^^^^^^^^^^^ P308 info
            = `JOB_EXIT_RATE_DURATION` is of no use without `GLOBAL_EXIT_RATE` or `EXIT_RATE` in lsb.hosts
        MC_PLUGIN_SCHEDULE_ENHANCE = RESOURCE_ONLY
        ^^^^^^^^^^^^^^^^^^^^^^^^^^ P308 info
            = `MC_PLUGIN_SCHEDULE_ENHANCE` is of no use without `SNDJOBS_TO` in lsb.queues or `RCVJOBS_FROM` in
            =   lsb.queues
        MC_RESOURCE_MATCHING_CRITERIA = os_version
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ P308 info
            = `MC_RESOURCE_MATCHING_CRITERIA` is of no use without `SNDJOBS_TO` in lsb.queues or `RCVJOBS_FROM` in
            =   lsb.queues
        MC_SORT_BY_SUBMIT_TIME = Y
        ^^^^^^^^^^^^^^^^^^^^^^ P308 info
            = `MC_SORT_BY_SUBMIT_TIME` is of no use without `SNDJOBS_TO` in lsb.queues or `RCVJOBS_FROM` in lsb.queues
        MC_PENDING_REASON_PKG_SIZE = 100
        ^^^^^^^^^^^^^^^^^^^^^^^^^^ P308 info
            = `MC_PENDING_REASON_PKG_SIZE` is of no use without `SNDJOBS_TO` in lsb.queues or `RCVJOBS_FROM` in
            =   lsb.queues
        MC_PENDING_REASON_UPDATE_INTERVAL = 60
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ P308 info
            = `MC_PENDING_REASON_UPDATE_INTERVAL` is of no use without `SNDJOBS_TO` in lsb.queues or `RCVJOBS_FROM` in
            =   lsb.queues
        MC_PLUGIN_UPDATE_INTERVAL = 60
        ^^^^^^^^^^^^^^^^^^^^^^^^^ P308 info
            = `MC_PLUGIN_UPDATE_INTERVAL` is of no use without `SNDJOBS_TO` in lsb.queues or `RCVJOBS_FROM` in
            =   lsb.queues
        MC_RUSAGE_UPDATE_INTERVAL = 60
        ^^^^^^^^^^^^^^^^^^^^^^^^^ P308 info
            = `MC_RUSAGE_UPDATE_INTERVAL` is of no use without `SNDJOBS_TO` in lsb.queues or `RCVJOBS_FROM` in
            =   lsb.queues
        ENABLE_RC_ACCOUNT_REQUEST_BY_USER = Y
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ P308 info
            = `ENABLE_RC_ACCOUNT_REQUEST_BY_USER` is of no use without `RC_HOSTS` in lsb.queues
        MAX_JOB_PREEMPT = 3
        ^^^^^^^^^^^^^^^ P308 info
            = `MAX_JOB_PREEMPT` is of no use without `PREEMPTION` in lsb.queues or `LSF_LIC_SCHED_HOSTS` in lsf.conf
        MAX_JOB_PREEMPT_RESET = Y
        MAX_TOTAL_TIME_PREEMPT = 30
        ^^^^^^^^^^^^^^^^^^^^^^ P308 info
            = `MAX_TOTAL_TIME_PREEMPT` is of no use without `PREEMPTION` in lsb.queues or `LSF_LIC_SCHED_HOSTS` in
            =   lsf.conf
        NO_PREEMPT_FINISH_TIME = 10
        ^^^^^^^^^^^^^^^^^^^^^^ P308 info
            = `NO_PREEMPT_FINISH_TIME` is of no use without `PREEMPTION` in lsb.queues or `LSF_LIC_SCHED_HOSTS` in
            =   lsf.conf
        NO_PREEMPT_INTERVAL = 5
        ^^^^^^^^^^^^^^^^^^^ P308 info
            = `NO_PREEMPT_INTERVAL` is of no use without `PREEMPTION` in lsb.queues or `LSF_LIC_SCHED_HOSTS` in lsf.conf
        NO_PREEMPT_RUN_TIME = 10
        ^^^^^^^^^^^^^^^^^^^ P308 info
            = `NO_PREEMPT_RUN_TIME` is of no use without `PREEMPTION` in lsb.queues or `LSF_LIC_SCHED_HOSTS` in lsf.conf
        PREEMPT_DELAY = 60
        ^^^^^^^^^^^^^ P308 info
            = `PREEMPT_DELAY` is of no use without `PREEMPTION` in lsb.queues or `LSF_LIC_SCHED_HOSTS` in lsf.conf
        DOCKER_IMAGE_AFFINITY = Y
        ^^^^^^^^^^^^^^^^^^^^^ P308 info
            = `DOCKER_IMAGE_AFFINITY` is of no use without `CONTAINER` in lsb.queues or `CONTAINER` in lsb.applications
        LOCAL_MAX_PREEXEC_RETRY_ACTION = EXIT
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ P308 info
            = `LOCAL_MAX_PREEXEC_RETRY_ACTION` is of no use without `LOCAL_MAX_PREEXEC_RETRY` or
            =   `LOCAL_MAX_PREEXEC_RETRY` in lsb.queues or `LOCAL_MAX_PREEXEC_RETRY` in lsb.applications
            = help: set `LOCAL_MAX_PREEXEC_RETRY` or `LOCAL_MAX_PREEXEC_RETRY` in lsb.queues or
            =   `LOCAL_MAX_PREEXEC_RETRY` in lsb.applications, or remove the line
        MBD_EGO_CONNECT_TIMEOUT = 5
        ^^^^^^^^^^^^^^^^^^^^^^^ P308 info `MBD_EGO_CONNECT_TIMEOUT` is of no use without `LSF_ENABLE_EGO` in lsf.conf
        MBD_USE_EGO_MXJ = Y
        ^^^^^^^^^^^^^^^ P308 info `MBD_USE_EGO_MXJ` is of no use without `LSF_ENABLE_EGO` in lsf.conf

        //# is silent about features in use
        //- each Parameters
        EVENT_STREAM_FILE = /lsf/lsb.stream
          ENABLE_EVENT_STREAM = Y
          ELIGIBLE_PENDINFO_SNAPSHOT_INTERVAL = 10
          TRACK_ELIGIBLE_PENDINFO = y
          MAX_ACCT_ARCHIVE_FILE = 5
          ACCT_ARCHIVE_AGE = 7
        EVENT_STREAM_FILE = /lsf/lsb.stream
          ENABLE_EVENT_STREAM = {{ stream }}
        EVENT_STREAM_FILE = /lsf/lsb.stream
          #if time(8-9)
          ENABLE_EVENT_STREAM = Y
          #endif
        //- each Queue
        RC_ACCOUNT = project1
          RC_HOSTS = all
          SNDJOBS_TO = q@c2
          MAX_RSCHED_TIME = 20
        RC_HOSTS = none
        //#
        //- lsf.conf
        LSB_MAILPROG=/lsf/etc/lsmail
        LSB_MAILSERVER=mail1
        LSF_ENABLE_EGO=N
        LSF_EGO_DAEMON_CONTROL=N
        LSF_UNIT_FOR_LIMITS=MB
        LSF_ENABLE_TMP_UNIT=Y
        LSB_RC_EXTERNAL_HOST_FLAG=awshost
        LSB_RC_UPDATE_INTERVAL=60
        //- Parameters of lsf.datamanager
        CACHE_PERMISSIONS = group
        CACHE_ACCESS_CONTROL = Y

        //# what may be set elsewhere is in use
        //- Queue q1: PREEMPTION = PREEMPTIVE
        //- Queue q2
        MAX_JOB_PREEMPT = 3
        EXEC_DRIVER = starter[/lsf/docker.py]
        //- Application app1: CONTAINER = docker[image(rhel)]
        //- Parameters
        PREEMPT_DELAY = 60
        DOCKER_IMAGE_AFFINITY = Y
        EXIT_RATE_TYPE = JOBINIT
        //#
        //- Parameters
        PREEMPT_DELAY = 60
        MBD_USE_EGO_MXJ = Y
    "#]];
}
