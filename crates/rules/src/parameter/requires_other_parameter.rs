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
    /// Finds parameters that do nothing because another one, which must be set for them, is not.
    ///
    /// # Effect
    /// LSF reads the value and never uses it.
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
    /// Some of them stand in another file. They are looked for where that file is in view as a whole:
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

/// Parameters with a rule of their own for what they need.
const OWN_RULES: &[&str] =
    &[interruptible_backfill_needs_backfill::PARAMETER, queue_group_without_aps::PARAMETER, gpu_requirement::PARAMETER];
/// Parameters of other files with a rule of their own for what needs them.
const OWN_RULES_ELSEWHERE: &[&str] = &[crate::aps::common::PARAMETER, units::PARAMETER, global_policies_off::PARAMETER];

fn section(context: &SectionContext<'_>, findings: &mut Findings) {
    for setting in context.entries {
        let Some(spec) = setting.spec.filter(|it| needs_something(it)) else { continue };
        let elsewhere = |name: &str| related::includes_more(context) || stands_elsewhere(context, name);
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
    // Alternatives of other files are not in view.
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
    // What excludes this parameter is the nearer cause.
    let excluded = spec.conflicts.iter().copied().filter_map(related::in_this_file);
    if file.file.template || excluded.filter_map(|it| related::find(entries, it)).any(related::is_on) {
        return;
    }
    let name = setting.display_name();
    let message = match switched_off {
        Some(_) => format!("`{name}` has no effect while {needed} is off"),
        None => format!("`{name}` has no effect without {needed}"),
    };
    let found = report(setting, spec, message, &needed, findings);
    // An `#if` may switch it on at times, and a file that is not in view may set it.
    let in_branch = |name: &str| entries.iter().any(|it| it.branch != 0 && it.is_named(name));
    if file.has_gaps() || switched_off.is_some_and(|it| in_branch(&it.display_name())) {
        found.consequence(unused(setting).possible());
    }
    if let Some(other) = switched_off {
        found.related(other.value_range(), "switched off here");
    }
}

/// What it needs of other files, or of any section of its own: that `file:NAME` of the own file stands for.
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
    // Every section asking every section of another file would be slow in large clusters.
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
            Some(_) if !fact.contains('=') => format!("`{name}` has no effect while {words} is off"),
            _ => format!("`{name}` has no effect without {words}"),
        };
        let found = report(setting, spec, message, &words, findings);
        if let Some(field) = field {
            let what = if fact.contains('=') { "set to something else here" } else { "switched off here" };
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
    // A queue of a fairshare set has the policy of the queue that takes it in.
    if spec.requires_any.contains(&"FAIRSHARE")
        && file.cluster.mentions(FileKind::LsbQueues, "Queue", "FAIRSHARE_QUEUES")
    {
        return;
    }
    let words: Vec<String> = spec.requires_any.iter().map(|it| described(it)).collect();
    let words = words.join(" or ");
    report(setting, spec, format!("`{name}` has no effect without {words}"), &words, findings);
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
        .consequence(unused(setting).possible_unless(wording::is_sure(spec)))
        .help(format!("set {needed} too, or remove the line"))
}

fn unused(setting: &Setting<'_>) -> Consequence {
    related::item(setting).no_effect().called("the value").because("LSF never uses it")
}

/// Sections without a name of their own may be split over a file: what one of them sets, all have.
fn stands_elsewhere(context: &SectionContext<'_>, name: &str) -> bool {
    let Some(spec) = context.spec.filter(|it| it.required.is_empty() && it.layout == Layout::Keyed) else {
        return false;
    };
    // What an include sets is not in view.
    if context.file.has_gaps() {
        return true;
    }
    let (view, kind) = (context.file.cluster, context.file.kind());
    let is_on = |it: FieldRef<'_>| !it.known().is_some_and(|it| it.trim().eq_ignore_ascii_case("n"));
    view.mentions(kind, spec.name, name) && view.all(kind, spec.name).any(|it| it.fields(name).into_iter().any(is_on))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check, check_cluster};

    #[track_caller]
    fn check_params(lines: &str, other: (&str, &str), expect: expect_test::Expect) {
        let params = format!("Begin Parameters\n{lines}\nEnd Parameters\n");
        check_cluster("P302", &[("lsb.params", &params), other], expect);
    }

    const IDLE_QUEUE: (&str, &str) = ("lsb.queues", "Begin Queue\nQUEUE_NAME = a\nEnd Queue\n");

    // covers LSB-P022, LSB-P023, LSB-P036, LSB-P038, LSB-P048, XF053
    #[test]
    fn looks_into_other_files() {
        check_params(
            "PREEMPTABLE_RESOURCES = mem\nPREEMPT_FOR = MINI_JOB\nPREEMPT_JOBTYPE = BACKFILL",
            IDLE_QUEUE,
            expect![[r#"
                2:1-2:22 warning `PREEMPTABLE_RESOURCES` has no effect without `PREEMPTION` of lsb.queues
                  effect: the value has no effect because LSF never uses it
                  help: set `PREEMPTION` of lsb.queues too, or remove the line
                3:1-3:12 warning `PREEMPT_FOR` has no effect without `PREEMPTION` of lsb.queues
                  effect: the value has no effect because LSF never uses it
                  help: set `PREEMPTION` of lsb.queues too, or remove the line
                4:1-4:16 warning `PREEMPT_JOBTYPE` has no effect without `PREEMPTION` of lsb.queues
                  effect: the value may have no effect because LSF never uses it
                  help: set `PREEMPTION` of lsb.queues too, or remove the line
            "#]],
        );
        check_params(
            "MBD_QUERY_CPUS = 1 2\nEVENT_UPDATE_INTERVAL = 60",
            ("lsf.conf", ""),
            expect![[r#"
            2:1-2:15 warning `MBD_QUERY_CPUS` has no effect without `LSB_QUERY_PORT` of lsf.conf
              effect: the value has no effect because LSF never uses it
              help: set `LSB_QUERY_PORT` of lsf.conf too, or remove the line
            3:1-3:22 warning `EVENT_UPDATE_INTERVAL` has no effect without `LSB_LOCALDIR` of lsf.conf
              effect: the value has no effect because LSF never uses it
              help: set `LSB_LOCALDIR` of lsf.conf too, or remove the line
        "#]],
        );
        let hosts = ("lsb.hosts", "Begin Host\nHOST_NAME MXJ\ndefault !\nEnd Host\n");
        let params = ("lsb.params", "Begin Parameters\nHIST_HOURS = 10\nEnd Parameters\n");
        check_cluster(
            "P302",
            &[params, IDLE_QUEUE, hosts],
            expect![[r#"
            2:1-2:11 warning `HIST_HOURS` has no effect without `FAIRSHARE` of lsb.queues or `HPART_NAME` of lsb.hosts
              effect: the value has no effect because LSF never uses it
              help: set `FAIRSHARE` of lsb.queues or `HPART_NAME` of lsb.hosts too, or remove the line
        "#]],
        );
        check_cluster("P302", &[params, IDLE_QUEUE], expect![[""]]);
    }

    #[test]
    fn what_is_set_elsewhere_or_cannot_be_seen_is_no_matter() {
        let queue = |lines: &str| format!("Begin Queue\nQUEUE_NAME = a\n{lines}\nEnd Queue\n");
        for lines in [
            "PREEMPTION = PREEMPTIVE",
            "#if time(8:00-9:00)\nPREEMPTION = PREEMPTIVE\n#endif",
            "PREEMPTION = {{ p }}",
            "{{ p }} = x",
        ] {
            check_params("PREEMPT_FOR = MINI_JOB", ("lsb.queues", &queue(lines)), expect![[""]]);
        }
        check_params("EVENT_UPDATE_INTERVAL = 60", ("lsf.conf", "LSB_LOCALDIR=/var/lsf"), expect![[""]]);
        check_params("EVENT_UPDATE_INTERVAL = 60", ("lsf.shared", ""), expect![[""]]);
        // The misspelt name is the finding.
        check_params("PREEMPT_FOR = MINI_JOB", ("lsb.queues", &queue("PREMPTION = PREEMPTIVE")), expect![[""]]);
        check_params("EVENT_UPDATE_INTERVAL = 60", ("lsf.conf", "LSB_LOCLADIR=/var/lsf"), expect![[""]]);
    }

    // covers LSB-P029, LSB-P030, extendable-planner, pend-limit-tracking, gpu-factor-syntax, plan-without-planner
    #[test]
    fn queues_need_switches_of_lsb_params() {
        let queue = (
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = a\nEXTENDABLE_RUNLIMIT = BASE[60] INCREMENT[30]\nELIGIBLE_PEND_TIME_LIMIT = 60\nPLAN = Y\nFAIRSHARE = USER_SHARES[[default, 1]]\nGPU_RUN_TIME_FACTOR = 0.5\nENABLE_GPU_HIST_RUN_TIME = Y\nEnd Queue\n",
        );
        let off = ("lsb.params", "Begin Parameters\nALLOCATION_PLANNER = N\nEnd Parameters\n");
        check_cluster(
            "P302",
            &[queue, off, ("lsf.conf", "LSB_QUERY_PORT=6891\n")],
            expect![[r#"
                3:1-3:20 warning `EXTENDABLE_RUNLIMIT` has no effect while `ALLOCATION_PLANNER` of lsb.params is off
                  effect: the value has no effect because LSF never uses it
                  help: set `ALLOCATION_PLANNER` of lsb.params too, or remove the line
                  lsb.params:2:22-2:23 switched off here
                4:1-4:25 warning `ELIGIBLE_PEND_TIME_LIMIT` has no effect without `TRACK_ELIGIBLE_PENDINFO` of lsb.params
                  effect: the value has no effect because LSF never uses it
                  help: set `TRACK_ELIGIBLE_PENDINFO` of lsb.params too, or remove the line
                5:1-5:5 warning `PLAN` has no effect while `ALLOCATION_PLANNER` of lsb.params is off
                  effect: the value has no effect because LSF never uses it
                  help: set `ALLOCATION_PLANNER` of lsb.params too, or remove the line
                  lsb.params:2:22-2:23 switched off here
                7:1-7:20 warning `GPU_RUN_TIME_FACTOR` has no effect without `LSB_GPU_NEW_SYNTAX=extend` of lsf.conf
                  effect: the value may have no effect because LSF never uses it
                  help: set `LSB_GPU_NEW_SYNTAX=extend` of lsf.conf too, or remove the line
                8:1-8:25 warning `ENABLE_GPU_HIST_RUN_TIME` has no effect without `LSB_GPU_NEW_SYNTAX=extend` of lsf.conf
                  effect: the value has no effect because LSF never uses it
                  help: set `LSB_GPU_NEW_SYNTAX=extend` of lsf.conf too, or remove the line
            "#]],
        );
        let on =
            ("lsb.params", "Begin Parameters\nALLOCATION_PLANNER = Y\nTRACK_ELIGIBLE_PENDINFO = Y\nEnd Parameters\n");
        check_cluster("P302", &[queue, on, ("lsf.conf", "LSB_GPU_NEW_SYNTAX=extend\n")], expect![[""]]);
    }

    // covers factor-without-fairshare
    #[test]
    fn factors_need_fairshare_in_the_queue_or_a_partition() {
        let queue = |line: &str| format!("Begin Queue\nQUEUE_NAME = a\nCPU_TIME_FACTOR = 0.5\n{line}\nEnd Queue\n");
        let hosts = ("lsb.hosts", "Begin Host\nHOST_NAME MXJ\ndefault !\nEnd Host\n");
        check_cluster(
            "P302",
            &[("lsb.queues", &queue("")), hosts],
            expect![[r#"
            3:1-3:16 warning `CPU_TIME_FACTOR` has no effect without `FAIRSHARE` or `HPART_NAME` of lsb.hosts
              effect: the value may have no effect because LSF never uses it
              help: set `FAIRSHARE` or `HPART_NAME` of lsb.hosts too, or remove the line
        "#]],
        );
        check_cluster("P302", &[("lsb.queues", &queue("FAIRSHARE = USER_SHARES[[default, 1]]")), hosts], expect![[""]]);
        check_cluster("P302", &[("lsb.queues", &queue(""))], expect![[""]]);
    }

    // covers LSB-R022, XF019, LSB-S012
    #[test]
    fn rows_and_flat_files_need_them_too() {
        let params = ("lsb.params", "Begin Parameters\nDEFAULT_QUEUE = a\nEnd Parameters\n");
        let limit = "Begin Limit\nNAME = l1\nJOBS = 5\nUSERS = all\nINELIGIBLE = Y\nEnd Limit\n";
        check_cluster(
            "P302",
            &[("lsb.resources", limit), params],
            expect![[r#"
            5:1-5:11 warning `INELIGIBLE` has no effect without `TRACK_ELIGIBLE_PENDINFO` of lsb.params
              effect: the value has no effect because LSF never uses it
              help: set `TRACK_ELIGIBLE_PENDINFO` of lsb.params too, or remove the line
        "#]],
        );
        let cluster = "Begin Parameters\nLSF_HOST_ADDR_RANGE = 10.1.*.*\nEnd Parameters\n";
        check_cluster(
            "P302",
            &[("lsf.cluster.c", cluster), ("lsf.conf", "")],
            expect![[r#"
            2:1-2:20 warning `LSF_HOST_ADDR_RANGE` has no effect without `LSF_DYNAMIC_HOST_WAIT_TIME` of lsf.conf
              effect: the value has no effect because LSF never uses it
              help: set `LSF_DYNAMIC_HOST_WAIT_TIME` of lsf.conf too, or remove the line
        "#]],
        );
        check_cluster(
            "P302",
            &[("lsf.conf", "LSF_DYNAMIC_HOST_WAIT_TIME=60\n"), ("lsf.cluster.c", "")],
            expect![[r#"
            1:1-1:27 warning `LSF_DYNAMIC_HOST_WAIT_TIME` has no effect without `LSF_HOST_ADDR_RANGE` of lsf.cluster
              effect: the value has no effect because LSF never uses it
              help: set `LSF_HOST_ADDR_RANGE` of lsf.cluster too, or remove the line
        "#]],
        );
        let class = "Begin ServiceClass\nNAME = s\nPRIORITY = 1\nGOALS = [VELOCITY 5 timeWindow ()]\nCONSUMER = c1\nEnd ServiceClass\n";
        check_cluster(
            "P302",
            &[("lsb.serviceclasses", class), params],
            expect![[r#"
            5:1-5:9 warning `CONSUMER` has no effect without `ENABLE_DEFAULT_EGO_SLA` of lsb.params
              effect: the value has no effect because LSF never uses it
              help: set `ENABLE_DEFAULT_EGO_SLA` of lsb.params too, or remove the line
        "#]],
        );
    }

    // covers LSB-P006, LSB-P037, LSB-P046
    #[test]
    fn names_the_parameter_that_is_needed() {
        check(
            "P302",
            "lsb.params",
            "Begin Parameters\nJOB_PRIORITY_OVER_TIME = 3/20\nENABLE_EVENT_STREAM = N\nEVENT_STREAM_FILE = /shared/lsb.stream\nEnd Parameters\n",
            expect![[r#"
                2:1-2:23 warning `JOB_PRIORITY_OVER_TIME` has no effect without `MAX_USER_PRIORITY`
                  effect: the value has no effect because LSF never uses it
                  help: set `MAX_USER_PRIORITY` too, or remove the line
                4:1-4:18 warning `EVENT_STREAM_FILE` has no effect while `ENABLE_EVENT_STREAM` is off
                  effect: the value may have no effect because LSF never uses it
                  help: set `ENABLE_EVENT_STREAM` too, or remove the line
                  3:23-3:24 switched off here
            "#]],
        );
    }

    // covers fairshare-queues-no-policy, slot-pool-share-pair, warning-pair, fwd-users-not-send, impt-not-receive, rc-without-hosts
    #[test]
    fn looks_into_the_same_queue() {
        check(
            "P302",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = a\nFAIRSHARE = USER_SHARES[[default,1]]\nEnd Queue\nBegin Queue\nQUEUE_NAME = b\nFAIRSHARE_QUEUES = a\nJOB_WARNING_ACTION = URG\nEnd Queue\nBegin Queue\nQUEUE_NAME = c\nSLOT_POOL = p1\nEnd Queue\n",
            expect![[r#"
                7:1-7:17 warning `FAIRSHARE_QUEUES` has no effect without `FAIRSHARE`
                  effect: the value has no effect because LSF never uses it
                  help: set `FAIRSHARE` too, or remove the line
                8:1-8:19 warning `JOB_WARNING_ACTION` has no effect without `JOB_ACTION_WARNING_TIME`
                  effect: the value has no effect because LSF never uses it
                  help: set `JOB_ACTION_WARNING_TIME` too, or remove the line
                12:1-12:10 warning `SLOT_POOL` has no effect without `SLOT_SHARE`
                  effect: the value has no effect because LSF never uses it
                  help: set `SLOT_SHARE` too, or remove the line
            "#]],
        );
    }

    // covers LSB-R044
    #[test]
    fn an_export_by_selection_needs_a_number_of_hosts() {
        check(
            "P302",
            "lsb.resources",
            "Begin HostExport\nRES_SELECT = type==LINUX\nDISTRIBUTION = ([c2, 1])\nEnd HostExport\n",
            expect![[r#"
                2:1-2:11 warning `RES_SELECT` has no effect without `NHOSTS`
                  effect: the value has no effect because LSF never uses it
                  help: set `NHOSTS` too, or remove the line
            "#]],
        );
    }

    // covers app-chkpnt-dir, LSB-R008, CLU036, CNF011, LSF-S001, LSF-S003
    #[test]
    fn reads_other_files() {
        check(
            "P302",
            "lsb.applications",
            "Begin Application\nNAME = a\nCHKPNT_PERIOD = 30\nEnd Application\n",
            expect![[r#"
                3:1-3:14 warning `CHKPNT_PERIOD` has no effect without `CHKPNT_DIR`
                  effect: the value has no effect because LSF never uses it
                  help: set `CHKPNT_DIR` too, or remove the line
            "#]],
        );
        check(
            "P302",
            "lsb.resources",
            "Begin Limit\nNAME USERS SLOTS_PER_PROCESSOR PER_HOST\nl1 all 2 -\nl2 all 2 (all)\nEnd Limit\n",
            expect![[r#"
                3:8-3:9 warning `SLOTS_PER_PROCESSOR` has no effect without `PER_HOST`
                  effect: the value has no effect because LSF never uses it
                  help: set `PER_HOST` too, or remove the line
            "#]],
        );
        check(
            "P302",
            "lsf.cluster.c1",
            "Begin Parameters\nLSF_ELIM_RESTARTS = 5\nEnd Parameters\n",
            expect![[r#"
            2:1-2:18 warning `LSF_ELIM_RESTARTS` has no effect without `LSF_ELIM_BLOCKTIME` or `LSF_ELIM_DEBUG`
              effect: the value has no effect because LSF never uses it
              help: set `LSF_ELIM_BLOCKTIME` or `LSF_ELIM_DEBUG` too, or remove the line
        "#]],
        );
        check(
            "P302",
            "lsf.conf",
            "LSF_PROXYD_PORT=7700\n",
            expect![[r#"
            1:1-1:16 warning `LSF_PROXYD_PORT` has no effect without `LSF_PROXYD_HOSTS`
              effect: the value has no effect because LSF never uses it
              help: set `LSF_PROXYD_HOSTS` too, or remove the line
        "#]],
        );
        check(
            "P302",
            "lsf.sudoers",
            "LSF_STARTUP_USERS=\"lsfadmin\"\n",
            expect![[r#"
            1:1-1:18 warning `LSF_STARTUP_USERS` has no effect without `LSF_STARTUP_PATH`
              effect: the value has no effect because LSF never uses it
              help: set `LSF_STARTUP_PATH` too, or remove the line
        "#]],
        );
    }

    // covers factor-without-fairshare, R-FS6
    #[test]
    fn factors_need_a_policy() {
        let hosts = ("lsb.hosts", "Begin Host\nHOST_NAME MXJ\ndefault !\nEnd Host\n");
        let factor = "Begin Queue\nQUEUE_NAME = b\nRUN_TIME_FACTOR = 0.7\nEnd Queue\n";
        check_cluster(
            "P302",
            &[("lsb.queues", factor), hosts],
            expect![[r#"
            3:1-3:16 warning `RUN_TIME_FACTOR` has no effect without `FAIRSHARE` or `HPART_NAME` of lsb.hosts
              effect: the value may have no effect because LSF never uses it
              help: set `FAIRSHARE` or `HPART_NAME` of lsb.hosts too, or remove the line
        "#]],
        );
        let parent =
            "Begin Queue\nQUEUE_NAME = a\nFAIRSHARE = USER_SHARES[[default,1]]\nFAIRSHARE_QUEUES = b\nEnd Queue\n";
        check_cluster("P302", &[("lsb.queues", &format!("{parent}{factor}")), hosts], expect![[""]]);
        check("P302", "lsb.queues", factor, expect![[""]]);
    }

    #[test]
    fn is_silent_when_it_is_set_somewhere() {
        check(
            "P302",
            "lsb.params",
            "Begin Parameters\nMAX_USER_PRIORITY = 100\nEnd Parameters\nBegin Parameters\nJOB_PRIORITY_OVER_TIME = 3/20\nEnd Parameters\n",
            expect![[""]],
        );
        check(
            "P302",
            "lsb.queues",
            "Begin Queue\nQUEUE_NAME = b\nCPU_TIME_FACTOR = 0.5\nUSE_PRIORITY_IN_POOL = N\nEnd Queue\n",
            expect![[""]],
        );
    }
}
