//! No fact of the collected reference is lost: every parameter it has is in our tables, with everything it says.
//!
//! The reference is not part of the repository; where it is absent the tests say so and pass.

use std::path::PathBuf;
use std::sync::OnceLock;

use lsflint_spec::{Bound, FileKind, Grammar, Maturity, ParamKind, ParamSpec, SectionSpec, directive, section};
use toml::Value;

/// Where our tables say something else on purpose, and why.
const DELIBERATE: &[(&str, &str, &str, &str)] = &[
    ("lsf.conf", "LSB_ECHKPNT_METHOD", "confidence", "the word `default` is known only from a note"),
    ("lsb.queues", "TASKLIMIT", "aliases", "PROCLIMIT has an entry of its own that points to TASKLIMIT"),
    ("lsb.queues", "IMPT_TASKBKLG", "aliases", "IMPT_SLOTBKLG has an entry of its own"),
    ("lsb.applications", "ESTIMATED_RUNTIME", "aliases", "RUNTIME has an entry of its own"),
    ("lsb.params", "RESOURCE_RESERVE_PER_TASK", "aliases", "RESOURCE_RESERVE_PER_SLOT has an entry of its own"),
    ("lsf.cluster", "nd", "aliases", "ND differs in case only"),
    ("lsf.cluster", "ADMINISTRATORS", "aliases", "MANAGER without the remark about its section"),
    ("lsb.params", "ALLOCATION_PLANNER", "literals", "Y and N are part of the shape"),
    ("lsb.params", "PLAN", "literals", "Y and N are part of the shape"),
    ("lsb.params", "SLA_TIMER", "default", "`not verified` is no default"),
    ("lsb.queues", "RC_DEMAND_POLICY", "unit", "the second number has the unit, the first counts jobs"),
    ("lsf.conf", "LSF_UNIT_FOR_LIMITS", "unit", "it is a unit and has none"),
    ("lsf.conf", "LSB_HJOB_PER_SESSION", "requires", "its page says that it is active only then"),
    ("lsf.conf", "LSF_DEBUG_PROXYD", "requires", "the page of LSF_PROXYD_HOSTS says so"),
    ("lsf.conf", "LSF_PROXYD_BYPASS", "requires", "the page of LSF_PROXYD_HOSTS says so"),
    ("lsf.conf", "LSF_PROXYD_HEARTBEAT_INTERVAL", "requires", "the page of LSF_PROXYD_HOSTS says so"),
    ("lsf.conf", "LSF_PROXYD_NOTOKEN_NTRIES", "requires", "the page of LSF_PROXYD_HOSTS says so"),
    ("lsf.conf", "LSF_PROXYD_TOKEN_WAIT_TIME", "requires", "the page of LSF_PROXYD_HOSTS says so"),
    ("lsb.queues", "BACKFILL", "requires", "the chapter about backfill says so, and Q231 alone speaks of it"),
    ("lsb.queues", "GPU_RUN_TIME_FACTOR", "requires", "which value LSB_GPU_NEW_SYNTAX must have stands in a note"),
    ("lsb.queues", "ENABLE_GPU_HIST_RUN_TIME", "requires", "with the value that LSB_GPU_NEW_SYNTAX must have"),
    ("lsb.params", "GPU_RUN_TIME_FACTOR", "requires", "as in lsb.queues"),
    ("lsb.params", "COMMITTED_RUN_TIME_FACTOR", "requires", "the summary says that it is about fairshare"),
    ("lsb.params", "CPU_TIME_FACTOR", "requires", "the summary says that it is about fairshare"),
    ("lsb.params", "ENABLE_HIST_RUN_TIME", "requires", "the summary says that it is about fairshare"),
    ("lsb.params", "FAIRSHARE_ADJUSTMENT_FACTOR", "requires", "the summary says that it is about fairshare"),
    ("lsb.params", "HIST_HOURS", "requires", "the summary says that it is about fairshare"),
    ("lsb.params", "RUN_JOB_FACTOR", "requires", "the summary says that it is about fairshare"),
    ("lsb.params", "RUN_TIME_DECAY", "requires", "the summary says that it is about fairshare"),
    ("lsb.params", "RUN_TIME_FACTOR", "requires", "the summary says that it is about fairshare"),
    ("lsb.params", "ALLOCATION_PLANNER", "conflicts", "stands at the parameters that lose by it"),
    ("hosts", "ip_address", "requires", "only IPv6 addresses need the other parameter"),
    ("lsb.hosts", "AFFINITY", "requires", "N needs nothing, and the column of plug-ins is always there"),
    ("lsb.serviceclasses", "PRIORITY", "conflicts", "GOALS is always there; only one of its values conflicts"),
    ("lsf.conf", "LSF_AUTH_DAEMONS", "requires", "the needed value is the default of the other parameter"),
    ("lsf.conf", "LSF_AUTH_QUERY_COMMANDS", "requires", "the needed value is the default of the other parameter"),
    ("lsf.conf", "LSF_EGO_DAEMON_CONTROL", "requires", "the needed value is the default of the other parameter"),
    ("lsb.params", "MBD_EGO_CONNECT_TIMEOUT", "requires", "the needed value is the default of the other parameter"),
    ("lsb.params", "MBD_EGO_READ_TIMEOUT", "requires", "the needed value is the default of the other parameter"),
    ("lsb.params", "MBD_EGO_TIME2LIVE", "requires", "the needed value is the default of the other parameter"),
    ("lsb.params", "MBD_USE_EGO_MXJ", "requires", "the needed value is the default of the other parameter"),
    ("lsb.params", "MAX_ACCT_ARCHIVE_FILE", "requires", "the reference says so in its notes"),
    ("lsb.queues", "RC_ACCOUNT", "requires", "the reference says so in its notes"),
    ("lsb.resources", "RES_SELECT", "requires", "the page of HostExport says that it goes with NHOSTS"),
    ("lsf.conf", "LSF_ENABLE_EGO", "requires", "the reference says so in its notes"),
    ("lsf.conf", "LSB_RESOURCE_ENFORCE", "conflicts", "only its word `memory` does; a rule of its own knows"),
    ("lsf.conf", "EGO_MASTER_LIST", "status", "its notes say that it is an error in lsf.conf"),
    ("lsf.conf", "EGO_MASTER_LIST", "replaced_by", "its notes say that it belongs to ego.conf"),
    ("lsb.params", "MAX_JOBID", "confidence", "page and open-source readers agree on the bounds"),
    ("lsf.conf", "LSB_JOBID_DISP_LENGTH", "values", "8 and 9 are numbers between the two"),
    ("lsb.applications", "PROCLIMIT", "status", "the page of LSB_ENABLE_HPC_ALLOCATION still knows the name"),
    ("lsb.queues", "PROCLIMIT", "status", "as in lsb.applications"),
    ("lsb.queues", "IMPT_SLOTBKLG", "status", "as PROCLIMIT"),
    ("lsb.params", "RESOURCE_RESERVE_PER_SLOT", "status", "the manual of 7.3 calls it obsolete"),
    ("lsf.conf", "LSB_NQS_PORT", "status", "its page of 10.1 has no such note"),
    ("lsf.conf", "LSF_HPC_PJL_LOADENV_TIMEOUT", "status", "its page of 10.1 has no such note"),
    ("lsf.conf", "LSF_POE_TIMEOUT_BIND", "status", "its page of 10.1 has no such note"),
    ("lsf.conf", "LSF_POE_TIMEOUT_SELECT", "status", "its page of 10.1 has no such note"),
    ("lsf.conf", "LSF_VPLUGIN", "status", "its page of 10.1 has no such note"),
    ("lsf.conf", "LSB_DEBUG_NQS", "status", "the page of LSB_DEBUG names it"),
    ("lsf.conf", "LSB_RLA_PORT", "status", "the pages about Cray set it"),
    ("lsf.conf", "LSF_CPUSETLIB", "status", "its page says deprecated"),
    ("lsf.conf", "LSF_PAM_APPL_CHKPNT", "status", "its page says deprecated"),
    ("lsf.conf", "LSF_PAM_PLUGINDIR", "status", "its page says deprecated"),
    ("lsf.conf", "LSF_PE_NETWORK_NUM", "status", "its page says deprecated"),
    ("lsf.conf", "LSF_PE_NETWORK_UPDATE_INTERVAL", "status", "its page says deprecated"),
    ("lsf.conf", "LSF_CPUSETLIB", "name_verified", "its page was found"),
    ("lsf.conf", "LSF_PAM_APPL_CHKPNT", "name_verified", "its page was found"),
    ("lsf.conf", "LSF_PE_NETWORK_UPDATE_INTERVAL", "name_verified", "its page was found"),
    ("lsf.conf", "LSB_BSUB_ERR_RETRY", "name_verified", "its page was found"),
    ("lsf.conf", "LSB_BSUB_PARSE_SCRIPT", "name_verified", "its page was found"),
    ("lsf.conf", "LSF_PE_NETWORK_UPDATE_INTERVAL", "confidence", "its page was found"),
    ("lsf.conf", "EGO_DISABLE_UNRESOLVABLE_HOSTS", "confidence", "values and default are on no page"),
    ("lsf.conf", "EGO_ENABLE_AUTO_DAEMON_SHUTDOWN", "confidence", "values and default are on no page"),
    ("lsf.conf", "EGO_PREDEFINED_RESOURCES", "confidence", "values and default are on no page"),
    ("lsf.conf", "EGO_SLAVE_CTRL_REMOTE_HOST", "confidence", "values and default are on no page"),
    ("lsf.conf", "LSB_BSUB_ERR_RETRY", "confidence", "its page was found"),
    ("lsf.conf", "LSB_BSUB_PARSE_SCRIPT", "confidence", "its page was found"),
    ("lsf.conf", "LSB_MC_DISABLE_HOST_LOOKUP", "name_verified", "its page was found"),
    ("lsf.conf", "LSB_MC_DISABLE_HOST_LOOKUP", "confidence", "its page was found"),
    ("lsf.conf", "LSF_UGROUP_TRANSFER", "name_verified", "its page was found"),
    ("lsf.conf", "LSF_UGROUP_TRANSFER", "confidence", "its page was found"),
    ("lsf.conf", "LSF_TIME_CMD", "min", "any positive integer, says the page of LSF_TIME_CMD"),
    ("lsf.conf", "LSB_TIME_CMD", "min", "any positive integer, says the page of LSF_TIME_CMD"),
    ("lsf.conf", "LSB_TIME_MBD", "min", "any positive integer, says the page of LSF_TIME_CMD"),
    ("lsf.conf", "LSB_TIME_SBD", "min", "any positive integer, says the page of LSF_TIME_CMD"),
    ("lsf.conf", "LSB_TIME_SCH", "min", "any positive integer, says the page of LSF_TIME_CMD"),
    ("lsf.conf", "LSF_UDP_PORT_RANGE", "min", "the lower bound of the range"),
    ("lsb.queues", "EXTENDABLE_RUNLIMIT", "since", "the release notes of 10.1.0.5 have it"),
    ("lsb.hosts", "AFFINITY", "confidence", "its values are on no stored page"),
    ("lsf.conf", "LSB_BMGROUP_ALLREMOTE_EXPAND", "confidence", "its page was found"),
    ("lsf.conf", "LSB_BMGROUP_ALLREMOTE_EXPAND", "name_verified", "its page was found"),
    ("lsf.conf", "LSB_BPEEK_REMOTE_OUTPUT", "confidence", "its page was found"),
    ("lsf.conf", "LSB_BPEEK_REMOTE_OUTPUT", "name_verified", "its page was found"),
    ("lsf.conf", "LSB_CPUSET_DISPLAY_CPULIST", "status", "its page says deprecated"),
    ("lsf.conf", "LSB_CPUSET_DISPLAY_CPULIST", "confidence", "its page was found"),
    ("lsf.conf", "LSB_CPUSET_DISPLAY_CPULIST", "name_verified", "its page was found"),
    ("lsf.conf", "LSB_DISPLAY_YEAR", "confidence", "its page was found"),
    ("lsf.conf", "LSB_DISPLAY_YEAR", "name_verified", "its page was found"),
    ("lsf.conf", "LSB_EAUTH_EACH_SUBPACK", "confidence", "its page was found"),
    ("lsf.conf", "LSB_EAUTH_EACH_SUBPACK", "name_verified", "its page was found"),
    ("lsf.conf", "LSB_ENABLE_PERF_METRICS_LOG", "confidence", "its page was found"),
    ("lsf.conf", "LSB_ENABLE_PERF_METRICS_LOG", "name_verified", "its page was found"),
    ("lsf.conf", "LSB_FORK_JOB_REQUEST", "confidence", "its page was found"),
    ("lsf.conf", "LSB_FORK_JOB_REQUEST", "name_verified", "its page was found"),
    ("lsf.conf", "LSB_GSLA_DISPLAY_ALLOC_HOSTS", "confidence", "its page was found"),
    ("lsf.conf", "LSB_GSLA_DISPLAY_ALLOC_HOSTS", "name_verified", "its page was found"),
    ("lsf.conf", "LSB_JOB_OUTPUT_LOGGING", "confidence", "its page was found"),
    ("lsf.conf", "LSB_JOB_OUTPUT_LOGGING", "name_verified", "its page was found"),
    ("lsf.conf", "LSB_KRB_TGT_FWD", "confidence", "its page was found"),
    ("lsf.conf", "LSB_KRB_TGT_FWD", "name_verified", "its page was found"),
    ("lsf.conf", "LSB_MC_DISABLE_HOST_LOOKUP", "confidence", "its page was found"),
    ("lsf.conf", "LSB_MC_DISABLE_HOST_LOOKUP", "name_verified", "its page was found"),
    ("lsf.conf", "LSB_POSTEXEC_SEND_MAIL", "confidence", "its page was found"),
    ("lsf.conf", "LSB_POSTEXEC_SEND_MAIL", "name_verified", "its page was found"),
    ("lsf.conf", "LSB_SKIP_FULL_HOSTS", "confidence", "its page was found"),
    ("lsf.conf", "LSB_SUBK_SHOW_JOBID", "confidence", "its page was found"),
    ("lsf.conf", "LSB_SUBK_SHOW_JOBID", "name_verified", "its page was found"),
    ("lsf.conf", "LSF_AUTH_QUERY_COMMANDS", "confidence", "its page was found"),
    ("lsf.conf", "LSF_AUTH_QUERY_COMMANDS", "name_verified", "its page was found"),
    ("lsf.conf", "LSF_COLLECT_ENERGY_USAGE", "confidence", "its page was found"),
    ("lsf.conf", "LSF_COLLECT_ENERGY_USAGE", "name_verified", "its page was found"),
    ("lsf.conf", "LSF_CRASH_LOG", "confidence", "its page was found"),
    ("lsf.conf", "LSF_CRASH_LOG", "name_verified", "its page was found"),
    ("lsf.conf", "LSF_LSLOGIN_SSH", "confidence", "its page was found"),
    ("lsf.conf", "LSF_LSLOGIN_SSH", "name_verified", "its page was found"),
    ("lsf.conf", "LSF_UGROUP_TRANSFER", "confidence", "its page was found"),
    ("lsf.conf", "LSF_UGROUP_TRANSFER", "name_verified", "its page was found"),
    ("lsf.conf", "LSF_WINDOWS_HOST_TYPES", "confidence", "its page was found"),
    ("lsf.conf", "LSF_WINDOWS_HOST_TYPES", "name_verified", "its page was found"),
];

/// Files that the reference does not describe.
const NOT_IN_REFERENCE: [FileKind; 4] =
    [FileKind::EgoConf, FileKind::InstallConfig, FileKind::ServerConfig, FileKind::LsfUserMapping];

/// Files whose pages only show most parameters in an example, where the reference is sure of them.
const SHOWN_ONLY: [&str; 2] = ["lsf.datamanager", "lsf.licensescheduler"];

fn reference() -> Option<PathBuf> {
    let shared = std::env::var_os("LSFLINT_SHARED").map(PathBuf::from);
    let sibling = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let folder = shared.unwrap_or_else(sibling).join("reference/params");
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("skipped: no reference at {}", folder.display());
    None
}

/// The rows of `data/not-found.toml`: facts of the reference that no page says.
fn not_found() -> &'static [(String, String, String)] {
    static ROWS: OnceLock<Vec<(String, String, String)>> = OnceLock::new();
    ROWS.get_or_init(|| {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data/not-found.toml");
        let table: toml::Table = std::fs::read_to_string(path).expect("a readable file").parse().expect("valid TOML");
        let rows = table["lookup"].as_array().expect("an array").iter().filter_map(Value::as_table);
        let names = |row: &toml::Table| strings(row, "names").into_iter().map(str::to_owned).collect::<Vec<_>>();
        let of_row = |row: &toml::Table| {
            let (file, fact) = (string(row, "file").to_owned(), string(row, "fact").to_owned());
            names(row).into_iter().map(move |name| (file.clone(), name, fact.clone())).collect::<Vec<_>>()
        };
        rows.flat_map(of_row).collect()
    })
}

/// Calls `check` with every parameter of the reference and our entry for it; complaints are collected.
fn for_every_parameter(check: impl Fn(&str, &toml::Table, &ParamSpec) -> Vec<String>) {
    let Some(folder) = reference() else { return };
    let mut complaints = Vec::new();
    let mut count = 0;
    for kind in FileKind::ALL {
        if NOT_IN_REFERENCE.contains(&kind) {
            continue;
        }
        let path = folder.join(format!("{}.toml", kind.name()));
        let text = std::fs::read_to_string(&path).expect("a readable reference file");
        let table: toml::Table = text.parse().expect("valid TOML");
        for entry in table["param"].as_array().expect("an array of parameters") {
            let entry = entry.as_table().expect("a table");
            let (section_name, name) = (string(entry, "section"), string(entry, "name"));
            count += 1;
            let found = match string(entry, "kind") {
                "directive" => directive(name).filter(|_| kind.spec().directives.conditionals),
                _ => section(kind, section_name).and_then(|it| own_entry(it, name)),
            };
            let Some(spec) = found else {
                complaints.push(format!("{} [{section_name}] {name}: missing", kind.name()));
                continue;
            };
            if spec.kind == ParamKind::Directive {
                continue;
            }
            let found = check(kind.name(), entry, spec);
            complaints.extend(found.into_iter().map(|it| format!("{} [{section_name}] {name}: {it}", kind.name())));
        }
    }
    assert!(count >= 1200, "the reference has {count} parameters");
    assert!(complaints.is_empty(), "{} differences\n{}", complaints.len(), complaints.join("\n"));
}

/// The entry with exactly this name, not one that has it as an alias.
fn own_entry(section: &'static SectionSpec, name: &str) -> Option<&'static ParamSpec> {
    section.params.iter().find(|it| it.name == name)
}

fn string<'a>(table: &'a toml::Table, key: &str) -> &'a str {
    table.get(key).and_then(Value::as_str).unwrap_or_default()
}

fn strings<'a>(table: &'a toml::Table, key: &str) -> Vec<&'a str> {
    table.get(key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect()
}

fn number(table: &toml::Table, key: &str) -> Option<f64> {
    let value = table.get(key)?;
    value.as_float().or_else(|| value.as_integer().map(|it| it as f64))
}

fn deliberate(file: &str, entry: &toml::Table, key: &str) -> bool {
    let name = string(entry, "name");
    let fact = match key {
        "requires_any" => "requires",
        "status" => "obsolete",
        _ => key,
    };
    not_found().iter().any(|it| it.0 == file && it.1 == name && it.2 == fact)
        || DELIBERATE.iter().any(|row| (row.0, row.1, row.2) == (file, name, key))
}

#[test]
fn names_kinds_and_life() {
    for_every_parameter(|file, entry, spec| {
        let mut complaints = Vec::new();
        let kind = match string(entry, "kind") {
            "column" => ParamKind::Column,
            "directive" => ParamKind::Directive,
            _ => ParamKind::Keyword,
        };
        if spec.kind != kind {
            complaints.push(format!("kind {:?}", spec.kind));
        }
        let maturity = match string(entry, "status") {
            "deprecated" => Maturity::Deprecated,
            "obsolete" => Maturity::Obsolete,
            "not_seen" => Maturity::NotSeen,
            "removed" => Maturity::Removed,
            _ => Maturity::Current,
        };
        if spec.maturity != maturity && !deliberate(file, entry, "status") {
            complaints.push(format!("maturity {:?}", spec.maturity));
        }
        let replaced_by = string(entry, "replaced_by");
        let own = replaced_by.split_once(':').is_some_and(|it| it.1 == spec.replaced_by);
        let own = own || deliberate(file, entry, "replaced_by");
        if spec.section != string(entry, "section") || spec.replaced_by != replaced_by && !own {
            complaints.push(format!("section `{}`, replaced by `{}`", spec.section, spec.replaced_by));
        }
        let confidence = format!("{:?}", spec.confidence).to_lowercase();
        let shown_only = confidence == "medium" && SHOWN_ONLY.contains(&file);
        if confidence != string(entry, "confidence") && !shown_only && !deliberate(file, entry, "confidence") {
            complaints.push(format!("confidence {confidence}"));
        }
        let verified = deliberate(file, entry, "name_verified");
        if !verified && spec.name_verified != entry.get("name_verified").and_then(Value::as_bool).unwrap_or(true) {
            complaints.push("name_verified".to_owned());
        }
        let since = spec.since.map(|it| it.to_string()).unwrap_or_default();
        if entry.contains_key("since") && !deliberate(file, entry, "since") && since != string(entry, "since") {
            complaints.push(format!("since {since}"));
        }
        for alias in strings(entry, "aliases") {
            if !deliberate(file, entry, "aliases") && !spec.aliases.contains(&alias) {
                complaints.push(format!("alias `{alias}`"));
            }
        }
        complaints
    });
}

#[test]
fn values_and_bounds() {
    for_every_parameter(|file, entry, spec| {
        let mut complaints = Vec::new();
        for (key, bound) in [("min", spec.min), ("max", spec.max)] {
            if let Some(number) = number(entry, key)
                && !deliberate(file, entry, key)
                && bound.map(Bound::value) != Some(number)
            {
                complaints.push(format!("{key} is {bound:?} instead of {number}"));
            }
        }
        let exclusive = entry.get("min_exclusive").and_then(Value::as_bool) == Some(true);
        if exclusive != matches!(spec.min, Some(Bound::Exclusive(_))) {
            complaints.push("exclusive minimum".to_owned());
        }
        if number(entry, "max_length").is_some_and(|it| spec.max_length.map(f64::from) != Some(it)) {
            complaints.push(format!("max_length {:?}", spec.max_length));
        }
        let known = |word: &str| spec.values.iter().chain(spec.literals).any(|it| it.eq_ignore_ascii_case(word));
        for literal in strings(entry, "literals") {
            if !deliberate(file, entry, "literals") && !known(literal) {
                complaints.push(format!("literal `{literal}`"));
            }
        }
        let listed = matches!(spec.grammar, Grammar::Enum | Grammar::EnumList);
        for value in strings(entry, "values") {
            if listed && !known(value) {
                complaints.push(format!("value `{value}`"));
            }
        }
        let unit = string(entry, "unit");
        let ours = match unit {
            "MB (LSF_UNIT_FOR_LIMITS)" => "MB",
            "MBD_SLEEP_TIME turns" | "MBD_SLEEP_TIME cycles" => "multiples of MBD_SLEEP_TIME",
            other => other,
        };
        if spec.unit != ours && !unit.is_empty() && !deliberate(file, entry, "unit") {
            complaints.push(format!("unit `{}` instead of `{ours}`", spec.unit));
        }
        let default = string(entry, "default");
        if spec.default.is_empty() && !matches!(default, "" | "not seen") && !deliberate(file, entry, "default") {
            complaints.push(format!("default `{default}`"));
        }
        complaints
    });
}

#[test]
fn relations() {
    for_every_parameter(|file, entry, spec| {
        let lists = [
            ("requires", spec.requires),
            ("requires_any", spec.requires_any),
            ("conflicts", spec.conflicts),
            ("references", spec.references),
            ("affected_by", spec.affected_by),
        ];
        // The reference has the commands of any version.
        let kind = FileKind::from_name(file).expect("a file of the reference");
        let steps = lsflint_spec::after_change(kind, spec.section, Some(spec.name)).steps();
        let known = |it: &str| steps.iter().any(|step| step.command.starts_with(it) || step.older.starts_with(it));
        let unknown = strings(entry, "after_change").into_iter().filter(|it| !known(it));
        // The own file is named in some places of the reference and left out in ours.
        let same = |theirs: &str, ours: &str| theirs == ours || theirs.split_once(':').is_some_and(|it| it.1 == ours);
        let missing = |key, ours: &[&str]| {
            let absent = strings(entry, key).into_iter().filter(|it| !ours.iter().any(|ours| same(it, ours)));
            absent.filter(|_| !deliberate(file, entry, key)).map(|it| format!("{key} `{it}`")).collect::<Vec<_>>()
        };
        let mut complaints: Vec<String> = lists.iter().flat_map(|(key, ours)| missing(key, ours)).collect();
        complaints.extend(unknown.map(|it| format!("after_change `{it}`")));
        // What a parameter needs may warn, so nothing is added to it either.
        let more = spec.requires.len() > strings(entry, "requires").len()
            || spec.requires_any.len() != strings(entry, "requires_any").len();
        if more && !deliberate(file, entry, "requires") {
            complaints.push("requires more than documented".to_owned());
        }
        complaints
    });
}

#[test]
fn words() {
    for_every_parameter(|_, entry, spec| {
        let mut complaints = Vec::new();
        if spec.summary.is_empty() && !string(entry, "summary").is_empty() {
            complaints.push("no summary".to_owned());
        }
        if spec.source.is_empty() {
            complaints.push("no source".to_owned());
        }
        if spec.notes.is_empty() && strings(entry, "rules").len() > 1 {
            complaints.push("no notes".to_owned());
        }
        complaints
    });
}
