//! Hovers for numbers with units: limits, sizes, times, thresholds.

use lsflint_model::Lookup;
use lsflint_spec::{Direction, FileKind, Grammar, ParamSpec};
use lsflint_syntax::ast::{
    Amount, AstNode, Checkpoint, LimitPair, ReservationLimit, ReservationLimits, RunLimit, RunTime, Size, TaskLimit,
    Threshold,
};
use lsflint_syntax::{Parse, SyntaxKind};

use crate::hover::Scene;
use crate::hover::requirement::number;
use crate::spot::SettingAt;
use crate::words;

/// The lines that describe a value with numbers; empty if nothing can be added to the written value.
pub(super) fn described(
    scene: &Scene<'_>,
    setting: &SettingAt<'_>,
    param: &'static ParamSpec,
    parse: &Parse,
) -> Vec<String> {
    let unit = lsflint_model::effective::unit_of(param, scene.view.switches());
    // A percentage needs no explanation.
    let one = |text: Option<String>| text.filter(|it| !it.ends_with('%')).into_iter().collect::<Vec<String>>();
    match param.grammar {
        Grammar::RunLimit => {
            let Some(limit) = parse.typed::<RunLimit<'_>>() else { return Vec::new() };
            run_limit(scene, param, limit)
        }
        Grammar::HourMinute => {
            let time = parse.root().children().find_map(RunTime::cast);
            let Some((time, described)) = time.and_then(|it| Some((it, run_time(it, &unit)?))) else {
                return Vec::new();
            };
            let mut lines = vec![described];
            lines.extend(normalised(scene, param, time.host().map(|it| it.text().into_owned())));
            lines
        }
        Grammar::LimitPair => {
            let Some(limit) = parse.typed::<LimitPair<'_>>() else { return Vec::new() };
            let maximum = limit.maximum().map(|it| amount(it, &unit));
            match (limit.default().map(|it| amount(it, &unit)), maximum) {
                (Some(default), Some(maximum)) => vec![format!("default {default}"), format!("maximum {maximum}")],
                (None, Some(maximum)) if !unit.is_empty() => vec![format!("maximum {maximum}")],
                _ => Vec::new(),
            }
        }
        Grammar::TaskLimit => {
            let Some(limit) = parse.typed::<TaskLimit<'_>>() else { return Vec::new() };
            one(task_limit(limit))
        }
        Grammar::Size => one(parse.typed::<Size<'_>>().and_then(Size::amount).map(|it| amount(it, &unit))),
        Grammar::Threshold => {
            let Some(threshold) = parse.typed::<Threshold<'_>>() else { return Vec::new() };
            load_threshold(scene, &setting.name.text(), threshold)
        }
        Grammar::ReservationLimits => {
            let Some(limits) = parse.typed::<ReservationLimits<'_>>() else { return Vec::new() };
            limits.items().filter_map(|it| reservation_limit(scene, it)).collect()
        }
        Grammar::Checkpoint => {
            let period = parse.typed::<Checkpoint<'_>>().and_then(Checkpoint::period);
            one(period.map(|it| format!("every {}", words::amount(&it.text(), &unit))))
        }
        Grammar::Integer | Grammar::Number | Grammar::Percent if !unit.is_empty() => {
            one(parse.root().node().and_then(Amount::first_in).map(|it| amount(it, &unit)))
        }
        _ => Vec::new(),
    }
}

/// The range that jobs may reserve of a resource.
fn reservation_limit(scene: &Scene<'_>, limit: ReservationLimit<'_>) -> Option<String> {
    let name = limit.name()?.text().into_owned();
    let described = |it: Amount<'_>| {
        let number = it.number().text().into_owned();
        let unit = it.unit().map(|it| it.text().into_owned());
        number::size(scene, &name, &number, unit.as_deref()).unwrap_or(number)
    };
    let most = described(limit.maximum()?);
    let least = limit.minimum().map_or(String::new(), |it| format!("at least {}, ", described(it)));
    Some(format!("jobs may reserve {least}at most {most} of {}", words::code(&name)))
}

/// A number with the unit after it, else with that of the parameter.
fn amount(amount: Amount<'_>, unit: &str) -> String {
    let number = amount.number().text();
    match amount.unit().map(|it| it.text().to_ascii_uppercase()) {
        Some(own) if own == "%" => format!("{number} %"),
        Some(own) => {
            let own = if own.len() == 1 { format!("{own}B") } else { own };
            words::amount(&number, &own)
        }
        None => words::amount(&number, unit),
    }
}

fn run_limit(scene: &Scene<'_>, param: &'static ParamSpec, limit: RunLimit<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    let time = |it: RunTime<'_>| run_time(it, "minutes");
    match (limit.default().and_then(time), limit.maximum().and_then(time)) {
        (Some(default), Some(maximum)) => {
            lines.push(format!("default {default}"));
            lines.push(format!("maximum {maximum}"));
        }
        (None, Some(maximum)) => lines.push(maximum),
        _ => return lines,
    }
    let host = limit.items().find_map(RunTime::host).map(|it| it.text().into_owned());
    lines.extend(normalised(scene, param, host));
    lines
}

/// `[hour:]minute` as text.
fn run_time(time: RunTime<'_>, unit: &str) -> Option<String> {
    let minutes = time.minutes()?;
    let written = match time.hour() {
        Some(hour) => format!("{}:{}", hour.number().text(), time.minute()?.number().text()),
        None => return Some(words::amount(&minutes.to_string(), if unit.is_empty() { "minutes" } else { unit })),
    };
    let seconds = u64::try_from(minutes).ok()?.checked_mul(60)?;
    Some(format!("{written} = {}", words::seconds(seconds)))
}

/// The host to which a time limit is normalized: on faster hosts LSF allows less time.
fn normalised(scene: &Scene<'_>, param: &ParamSpec, host: Option<String>) -> Option<String> {
    let is_run_time = matches!(param.name, "RUNLIMIT" | "ESTIMATED_RUNTIME");
    if !is_run_time && param.name != "CPULIMIT" {
        return None;
    }
    let entity = scene.entity();
    let absolute =
        entity.and_then(|it| it.yes("ABS_RUNLIMIT")).or_else(|| scene.view.parameter("ABS_RUNLIMIT").yes(false));
    if is_run_time {
        match absolute {
            Some(true) => return Some("wall-clock time on every host: ABS_RUNLIMIT=Y".to_owned()),
            Some(false) => {}
            None => return None,
        }
    }
    // The two limits of a queue share one host: that of CPULIMIT, else that of RUNLIMIT.
    let named = |name: &str| {
        let parse = entity?.parse(name)?;
        let host = parse.root().descendants().find_map(|it| RunTime::cast(it)?.host())?;
        Some(host.text().into_owned())
    };
    let spec = named("CPULIMIT").or_else(|| named("RUNLIMIT")).or(host);
    let (host, from) = match spec {
        Some(host) => (host, String::new()),
        None => default_host(scene)?,
    };
    Some(format!("normalized to {}{from}: less time on faster hosts, more on slower hosts", words::code(&host)))
}

/// DEFAULT_HOST_SPEC of the queue, else of the cluster, and its origin.
fn default_host(scene: &Scene<'_>) -> Option<(String, String)> {
    if let Some(host) = scene.entity().and_then(|it| it.value("DEFAULT_HOST_SPEC")) {
        return Some((host.into_owned(), " (DEFAULT_HOST_SPEC)".to_owned()));
    }
    match scene.view.parameter("DEFAULT_HOST_SPEC") {
        Lookup::Set(field) => Some((field.known()?.into_owned(), " (DEFAULT_HOST_SPEC of lsb.params)".to_owned())),
        Lookup::Absent | Lookup::Unknown => None,
    }
}

fn task_limit(limit: TaskLimit<'_>) -> Option<String> {
    let number = |it: Amount<'_>| it.integer();
    let most = limit.maximum().and_then(number)?;
    let parts = match (limit.minimum().and_then(number), limit.default().and_then(number)) {
        (Some(least), Some(default)) => format!("{least} to {most} tasks, {default} by default"),
        (Some(least), None) => format!("{least} to {most} tasks, {least} by default"),
        _ => format!("at most {most} tasks"),
    };
    Some(parts)
}

/// The lines that describe a load threshold. LSF swaps the two numbers if they are reversed.
fn load_threshold(scene: &Scene<'_>, index: &str, threshold: Threshold<'_>) -> Vec<String> {
    let Some(resource) = scene.view.resources().get(index) else { return Vec::new() };
    let unit = lsflint_spec::builtin_resource(index).map_or("", |it| it.unit);
    let unit = if unit == "fraction" { "" } else { unit };
    let Some(direction) = resource.direction else { return Vec::new() };
    let (mut start, mut stop) = (threshold.schedule(), threshold.stop());
    let mut swapped = false;
    if let (Some(a), Some(b)) = (start.and_then(Amount::value), stop.and_then(Amount::value)) {
        swapped = match direction {
            Direction::Increasing => a > b,
            Direction::Decreasing => a < b,
        };
        if swapped {
            std::mem::swap(&mut start, &mut stop);
        }
    }
    let name = words::code(index);
    let (good, bad) = match direction {
        Direction::Increasing => ("at most", "above"),
        Direction::Decreasing => ("at least", "below"),
    };
    let mut lines = Vec::new();
    if let (Some(start), FileKind::LsfCluster) = (start, scene.file.kind) {
        return vec![format!("the host is busy while {name} is {bad} {}", amount(start, unit))];
    }
    if let Some(start) = start {
        lines.push(format!("LSF dispatches jobs only to hosts where {name} is {good} {}", amount(start, unit)));
    }
    if let Some(stop) = stop {
        lines.push(format!("LSF suspends running jobs on hosts where {name} is {bad} {}", amount(stop, unit)));
    }
    if swapped {
        lines.push("the two numbers are reversed: LSF swaps them".to_owned());
    }
    lines
}

/// Whether a token is a number or its unit.
pub(super) fn is_number(kind: SyntaxKind) -> bool {
    matches!(kind, SyntaxKind::INTEGER | SyntaxKind::NUMBER | SyntaxKind::UNIT | SyntaxKind::PERCENT)
}
