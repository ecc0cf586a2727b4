//! The document of `plan --output-format json`.

mod jobs;

use lsflint_ide::answers::plan::{Affected, Because, Change, Command, ElimChange, Pair, PlanObject, Side, What};
use lsflint_spec::{Confidence, Risk};
use serde::Serialize;

use self::jobs::{Job, Order, ScriptValue};
use super::Compared;
use super::entries::in_words;
use super::load::Finding;
use crate::commands::{export, strings};
use crate::output::{Failure, Terminal};

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    empty: bool,
    /// The highest risk; null if nothing changes.
    risk: Option<&'static str>,
    changes: Vec<JsonChange<'a>>,
    hosts: Vec<Hosts<'a>>,
    slots: Vec<Slots<'a>>,
    windows: Vec<Windows<'a>>,
    requirements: Vec<Requirement<'a>>,
    /// The number of pairs of a queue and an application profile that were not compared.
    pairs_left_out: usize,
    /// The number of merged requirements whose matching hosts were not compared.
    hosts_left_out: usize,
    access: Vec<Access<'a>>,
    elims: Vec<Elim<'a>>,
    jobs: Vec<Job<'a>>,
    scripts: Vec<ScriptValue<'a>>,
    orders: Vec<Order<'a>>,
    findings: Findings<'a>,
    run: Vec<Run<'a>>,
}

#[derive(Serialize)]
struct Object<'a> {
    kind: &'a str,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    old_name: Option<&'a str>,
    /// The name of the file that defines it, without its directory.
    file: &'static str,
}

#[derive(Serialize)]
struct JsonChange<'a> {
    /// Only with several clusters.
    #[serde(skip_serializing_if = "str::is_empty")]
    cluster: &'a str,
    object: Object<'a>,
    change: &'static str,
    parameter: Option<&'a str>,
    old: Option<&'a str>,
    new: Option<&'a str>,
    old_words: Option<&'a str>,
    new_words: Option<&'a str>,
    /// The values as `normal` of `export`; null if nothing sets them.
    old_normal: Option<&'a str>,
    new_normal: Option<&'a str>,
    /// The object as in `export`, if it is new.
    #[serde(skip_serializing_if = "Option::is_none")]
    created: Option<export::Object<'a>>,
    risk: &'static str,
    text: String,
    /// What the change does to jobs; null if nothing is known.
    jobs: Option<String>,
    /// What to do instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<&'static str>,
    affects: Vec<JsonAffected<'a>>,
    because: Vec<Line<'a>>,
}

#[derive(Serialize)]
struct JsonAffected<'a> {
    object: Object<'a>,
    parameter: &'a str,
    old_words: &'a str,
    new_words: &'a str,
    old_normal: Option<&'a str>,
    new_normal: Option<&'a str>,
}

#[derive(Serialize)]
struct Line<'a> {
    side: &'static str,
    file: &'a str,
    line: usize,
}

#[derive(Serialize)]
struct Hosts<'a> {
    #[serde(skip_serializing_if = "str::is_empty")]
    cluster: &'a str,
    queue: &'a str,
    lost: &'a [String],
    gained: &'a [String],
    before: usize,
    after: usize,
    risk: &'static str,
}

#[derive(Serialize)]
struct Slots<'a> {
    #[serde(skip_serializing_if = "str::is_empty")]
    cluster: &'a str,
    queues: &'a [String],
    old: u64,
    new: u64,
    unknown_old: usize,
    unknown_new: usize,
    risk: &'static str,
}

#[derive(Serialize)]
struct Windows<'a> {
    #[serde(skip_serializing_if = "str::is_empty")]
    cluster: &'a str,
    kind: &'static str,
    names: &'a [String],
    parameter: &'static str,
    opens: &'a str,
    closes: &'a str,
    risk: &'static str,
}

#[derive(Serialize)]
struct QueueAndProfile<'a> {
    queue: Option<&'a str>,
    application: Option<&'a str>,
}

#[derive(Serialize)]
struct Requirement<'a> {
    #[serde(skip_serializing_if = "str::is_empty")]
    cluster: &'a str,
    queue: Option<&'a str>,
    application: Option<&'a str>,
    old: Option<&'a str>,
    new: Option<&'a str>,
    matching_old: Option<usize>,
    matching_new: Option<usize>,
    /// Other pairs with the same change.
    alike: Vec<QueueAndProfile<'a>>,
    risk: &'static str,
}

#[derive(Serialize)]
struct Access<'a> {
    #[serde(skip_serializing_if = "str::is_empty")]
    cluster: &'a str,
    queue: &'a str,
    lost: &'a [String],
    gained: &'a [String],
    risk: &'static str,
}

#[derive(Serialize)]
struct Elim<'a> {
    #[serde(skip_serializing_if = "str::is_empty")]
    cluster: &'a str,
    host: &'a str,
    starts: bool,
    resources: &'a [String],
}

#[derive(Serialize)]
struct Findings<'a> {
    new: Vec<JsonFinding<'a>>,
    fixed: Vec<JsonFinding<'a>>,
}

#[derive(Serialize)]
struct JsonFinding<'a> {
    file: &'a str,
    line: usize,
    code: &'a str,
    severity: String,
    message: &'a str,
}

#[derive(Serialize)]
struct Run<'a> {
    #[serde(skip_serializing_if = "str::is_empty")]
    cluster: &'a str,
    command: &'a str,
    /// The same command of older versions.
    #[serde(skip_serializing_if = "str::is_empty")]
    older: &'static str,
    hosts: &'a [String],
    because: &'a [String],
    confidence: &'static str,
    effect: &'static str,
    by: &'static str,
    notes: &'a [&'static str],
}

pub(super) fn write(compared: &[Compared], terminal: &Terminal) -> Result<(), Failure> {
    let risk = compared.iter().filter_map(Compared::risk).max();
    let mut document = Document {
        version: 1,
        empty: compared.iter().all(|it| it.plan.is_empty()),
        risk: risk.map(Risk::name),
        changes: Vec::new(),
        hosts: Vec::new(),
        slots: Vec::new(),
        windows: Vec::new(),
        requirements: Vec::new(),
        pairs_left_out: compared.iter().map(|it| it.plan.pairs_left_out).sum(),
        hosts_left_out: compared.iter().map(|it| it.plan.hosts_left_out).sum(),
        access: Vec::new(),
        elims: Vec::new(),
        jobs: Vec::new(),
        scripts: Vec::new(),
        orders: Vec::new(),
        findings: Findings { new: Vec::new(), fixed: Vec::new() },
        run: Vec::new(),
    };
    for it in compared {
        add(&mut document, it);
    }
    strings::document(&document, terminal)
}

fn add<'a>(document: &mut Document<'a>, compared: &'a Compared) {
    let (plan, cluster) = (&compared.plan, compared.cluster.as_str());
    document.changes.extend(plan.changes.iter().map(|it| change(it, cluster)));
    document.hosts.extend(plan.hosts.iter().map(|it| Hosts {
        cluster,
        queue: &it.queue,
        lost: &it.lost,
        gained: &it.gained,
        before: it.before,
        after: it.after,
        risk: it.risk.name(),
    }));
    document.slots.extend(plan.slots.iter().map(|it| Slots {
        cluster,
        queues: &it.queues,
        old: it.old,
        new: it.new,
        unknown_old: it.unknown_old,
        unknown_new: it.unknown_new,
        risk: it.risk.name(),
    }));
    document.windows.extend(plan.windows.iter().map(|it| Windows {
        cluster,
        kind: it.kind,
        names: &it.names,
        parameter: it.parameter,
        opens: &it.opens,
        closes: &it.closes,
        risk: it.risk.name(),
    }));
    document.requirements.extend(plan.requirements.iter().map(|it| Requirement {
        cluster,
        queue: it.queue.as_deref(),
        application: it.application.as_deref(),
        old: it.old.as_deref(),
        new: it.new.as_deref(),
        matching_old: it.matching_old,
        matching_new: it.matching_new,
        alike: it.alike.iter().map(pair).collect(),
        risk: it.risk.name(),
    }));
    document.access.extend(plan.access.iter().map(|it| Access {
        cluster,
        queue: &it.queue,
        lost: &it.lost,
        gained: &it.gained,
        risk: it.risk.name(),
    }));
    document.elims.extend(plan.elims.iter().map(|it| elim(it, cluster)));
    document.jobs.extend(jobs::jobs(compared));
    document.scripts.extend(jobs::scripts(compared));
    document.orders.extend(compared.orders.iter().map(jobs::order));
    document.findings.new.extend(compared.new.iter().map(finding));
    document.findings.fixed.extend(compared.fixed.iter().map(finding));
    document.run.extend(plan.run.iter().map(|it| run(it, cluster)));
}

fn change<'a>(change: &'a Change, cluster: &'a str) -> JsonChange<'a> {
    let parameter = match &change.what {
        What::Parameter(it) => Some(it),
        _ => None,
    };
    let (name, old_name) = match &change.what {
        What::Created => ("created", None),
        What::Removed => ("removed", None),
        What::Renamed { old_name } => ("renamed", Some(old_name.as_str())),
        What::Parameter(_) => ("changed", None),
    };
    JsonChange {
        cluster,
        object: object(&change.object, old_name),
        change: name,
        parameter: parameter.map(|it| it.name.as_str()),
        old: parameter.and_then(|it| it.old.as_deref()),
        new: parameter.and_then(|it| it.new.as_deref()),
        old_words: parameter.map(|it| it.old_words.as_str()),
        new_words: parameter.map(|it| it.new_words.as_str()),
        old_normal: parameter.and_then(|it| it.old_normal.as_deref()),
        new_normal: parameter.and_then(|it| it.new_normal.as_deref()),
        created: change.created.as_deref().map(export::object),
        risk: change.risk.name(),
        text: change.text(),
        jobs: change.jobs.map(in_words).filter(|it| !it.is_empty()),
        advice: change.jobs.map(|it| it.advice).filter(|it| !it.is_empty()),
        affects: change.affects.iter().map(affected).collect(),
        because: change.because.iter().map(line).collect(),
    }
}

fn object<'a>(object: &'a PlanObject, old_name: Option<&'a str>) -> Object<'a> {
    Object { kind: &object.kind, name: &object.name, old_name, file: object.file.name() }
}

fn affected(it: &Affected) -> JsonAffected<'_> {
    let object = object(&it.object, None);
    JsonAffected {
        object,
        parameter: it.parameter,
        old_words: &it.old_words,
        new_words: &it.new_words,
        old_normal: it.old_normal.as_deref(),
        new_normal: it.new_normal.as_deref(),
    }
}

fn line(it: &Because) -> Line<'_> {
    let side = match it.side {
        Side::Old => "old",
        Side::New => "new",
    };
    Line { side, file: &it.file, line: it.line }
}

fn pair(it: &Pair) -> QueueAndProfile<'_> {
    QueueAndProfile { queue: it.queue.as_deref(), application: it.application.as_deref() }
}

fn elim<'a>(it: &'a ElimChange, cluster: &'a str) -> Elim<'a> {
    Elim { cluster, host: &it.host, starts: it.starts, resources: &it.resources }
}

fn finding(it: &Finding) -> JsonFinding<'_> {
    let severity = it.severity.to_string();
    JsonFinding { file: &it.file, line: it.line, code: it.code, severity, message: &it.message }
}

fn run<'a>(it: &'a Command, cluster: &'a str) -> Run<'a> {
    let confidence = match it.confidence {
        Confidence::High => "high",
        Confidence::Medium => "medium",
        Confidence::Low => "low",
    };
    Run {
        cluster,
        command: &it.command,
        older: it.step.older,
        hosts: &it.hosts,
        because: &it.because,
        confidence,
        effect: it.step.effect,
        by: it.step.by,
        notes: &it.notes,
    }
}
