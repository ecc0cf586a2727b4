//! The examples of the parameters: each is written into its file and section, where nothing above an information may be
//! reported.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use lsflint_lint::{Registry, Settings, Severity, check_file};
use lsflint_model::{Cluster, SourceFile};
use lsflint_spec::{FileKind, Layout, Maturity, ParamKind, ParamSpec, SectionSpec};

/// The files whose parameters have examples.
const FILES: [FileKind; 7] = [
    FileKind::LsbQueues,
    FileKind::LsbApplications,
    FileKind::LsbParams,
    FileKind::LsbHosts,
    FileKind::LsbUsers,
    FileKind::LsbResources,
    FileKind::LsfConf,
];

/// Parameters whose form is on no page that we could look up.
const NO_FORM: [&str; 9] = [
    "<load_index>",
    "CGROUP_CPU_LIMIT_USAGE",
    "ESTIMATOR_CPUS",
    "ESTIMATOR_MAX_JOBS_PREDICTION",
    "ESTIMATOR_MAX_RUNTIME_PREDICTION",
    "ESTIMATOR_MAX_TIME_PREDICTION",
    "ESTIMATOR_SIM_START_INTERVAL",
    "MAX_NUM_JOBS_KILL_OVER_RUNLIMIT",
    "PROXYD_POLICIES",
];

/// Queues that examples name.
const QUEUES: &str = "\
Begin Queue
QUEUE_NAME = short
PRIORITY = 20
End Queue
Begin Queue
QUEUE_NAME = normal
PRIORITY = 30
End Queue
";

/// What LSF wants in the same section beside an example, other than the parameters that its facts name.
fn beside(section: &SectionSpec, param: &ParamSpec) -> &'static [&'static str] {
    let consumers = ["USERS", "QUEUES", "HOSTS", "PROJECTS", "LIC_PROJECTS", "APPS", "CLUSTERS"];
    match (section.name, param.name) {
        ("Queue", "QUEUE_GROUP") => &["PRIORITY", "APS_PRIORITY"],
        ("Queue", "TERMINATE_WHEN") => &["PRIORITY", "RUN_WINDOW"],
        ("Queue", _) => &["PRIORITY"],
        ("Limit", name) if name.starts_with("PER_") || consumers.contains(&name) => &["SLOTS"],
        _ => &[],
    }
}

/// Deprecated parameters and those that are in use: what one writes, or finds in files.
fn is_in_use(param: &ParamSpec) -> bool {
    param.kind != ParamKind::Directive
        && matches!(param.maturity, Maturity::Current | Maturity::Deprecated | Maturity::Undocumented)
}

/// The parameters of the same section that one needs, and those that they need: `NAME`, or `NAME=value`.
fn needed<'a>(section: &'a SectionSpec, param: &'a ParamSpec, found: &mut Vec<(&'a ParamSpec, &'a str)>) {
    let any = param.requires_any.iter().chain(param.useful_with).find_map(|it| {
        let name = it.rsplit_once(':').map_or(*it, |it| it.1);
        section.param(name.split('=').next().unwrap_or_default()).map(|_| name)
    });
    for name in param.requires.iter().copied().chain(any) {
        let (name, value) = name.split_once('=').unwrap_or((name, ""));
        let Some(other) = section.param(name) else { continue };
        if other.name != param.name && found.iter().all(|it| it.0.name != other.name) {
            found.push((other, if value.is_empty() { other.example } else { value }));
            needed(section, other, found);
        }
    }
}

/// A file in which the parameter has the value of its example.
fn file(kind: FileKind, section: &SectionSpec, param: &ParamSpec) -> String {
    let mut text = String::new();
    if kind == FileKind::LsbQueues {
        text.push_str(QUEUES);
    }
    if section.name == "SharedResourceExport" {
        // A cluster that borrows a resource also borrows hosts.
        text.push_str("Begin HostExport\nPER_HOST = hostA\nSLOTS = 4\nDISTRIBUTION = ([cluster1, 3] [cluster2, 1])\nEnd HostExport\n");
    }
    if section.layout != Layout::Flat {
        writeln!(text, "Begin {}", section.name).unwrap();
    }
    let mut others = Vec::new();
    needed(section, param, &mut others);
    if section.layout != Layout::Tabular {
        let names = section.required.iter().chain(section.usual).chain(beside(section, param));
        let required = names.filter_map(|it| section.param(it));
        others.extend(required.map(|it| (it, it.example)));
        let mut seen = BTreeSet::from([param.name]);
        others.retain(|it| seen.insert(it.0.name) && !param.conflicts.contains(&it.0.name));
        for (other, value) in others {
            let gap = if section.layout == Layout::Flat { "" } else { " " };
            writeln!(text, "{}{gap}={gap}{value}", other.name).unwrap();
        }
    }
    section.example_of(param).iter().for_each(|it| writeln!(text, "{it}").unwrap());
    if section.layout != Layout::Flat {
        writeln!(text, "End {}", section.name).unwrap();
    }
    text
}

#[test]
fn every_parameter_in_use_has_an_example() {
    let mut without = Vec::new();
    for kind in &FILES[..6] {
        for section in kind.spec().sections {
            let lacking = section.params.iter().filter(|it| is_in_use(it) && it.example.is_empty());
            without.extend(lacking.map(|it| it.name).filter(|it| !NO_FORM.contains(it)));
        }
    }
    assert_eq!(without, ["MAX_CONCURRENT_JOB_QUERY"], "an example, or an entry in NO_FORM");
    let conf = FileKind::LsfConf.spec().sections[0].params;
    let conf: Vec<&ParamSpec> = conf.iter().filter(|it| is_in_use(it)).collect();
    let with = conf.iter().filter(|it| !it.example.is_empty()).count();
    assert!(with * 4 >= conf.len() * 3, "{with} of {} parameters of lsf.conf have an example", conf.len());
}

#[test]
fn examples_of_parameters_have_no_findings() {
    let settings = Settings::default();
    let registry = Registry::new(lsflint_rules::all(), &settings);
    let mut wrong = Vec::new();
    let mut count = 0;
    for kind in FileKind::ALL {
        for section in kind.spec().sections {
            for param in section.params.iter().filter(|it| !it.example.is_empty()) {
                count += 1;
                let text = file(kind, section, param);
                let source = SourceFile::new(kind.name(), kind, text.as_str());
                let cluster = Cluster::of(std::slice::from_ref(&source), None);
                let found = check_file(&source, &cluster, &settings, &registry);
                for it in found.iter().filter(|it| it.severity > Severity::Info) {
                    wrong.push(format!("{}: {}\n{text}", it.rule.code, it.message));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {count} examples:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count > 800, "{count} examples");
}
