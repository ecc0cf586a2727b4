//! Hovers for numbers in requirement strings, with their units.

use lsflint_model::requirement::merge::Options;
use lsflint_model::requirement::{Amount, Decimal, Method, Reservation, SizeUnit, Time, TimeUnit, Timing, Units};
use lsflint_spec::builtin_resource;
use lsflint_syntax::ast::AstNode;
use lsflint_syntax::ast::resreq::{Expr, SpanItem, SpanKind, UsageItem, UsageKind};
use lsflint_syntax::{SyntaxKind, TextRange, Token};

use super::groups;
use crate::hover::{Page, Scene};
use crate::words;

/// The hover for a number: its meaning in its position.
pub(super) fn at(scene: &Scene<'_>, token: Token<'_>) -> Option<(TextRange, Page)> {
    if let Some(item) = scene.spot.node::<UsageItem<'_>>() {
        return usage(scene, item, token);
    }
    if let Some(item) = scene.spot.node::<SpanItem<'_>>() {
        return span(item, token);
    }
    compared(scene, token).or_else(|| super::item::at(scene, token))
}

/// A size in readable units; `None` if its unit is unknown.
pub(in crate::hover) fn size(scene: &Scene<'_>, name: &str, number: &str, unit: Option<&str>) -> Option<String> {
    let resource = builtin_resource(name)?;
    let unit = match unit {
        Some(unit) => SizeUnit::of(unit)?,
        None if resource.size_units => Units::of(scene.view.switches()).of_resource(name)?,
        None => {
            return (!matches!(resource.unit, "" | "fraction" | "factor"))
                .then(|| words::amount(number, resource.unit));
        }
    };
    let full = if unit.suffix().ends_with('B') { unit.suffix().to_owned() } else { format!("{}B", unit.suffix()) };
    Some(words::amount(number, &full))
}

/// The hover for an amount, duration or decay in `rusage`.
fn usage(scene: &Scene<'_>, item: UsageItem<'_>, token: Token<'_>) -> Option<(TextRange, Page)> {
    let amount = item.amounts().find(|it| it.range().contains_range(token.range()))?;
    let number = amount.number.text();
    match item.kind()? {
        UsageKind::Resource => {
            let name = item.name()?.text().into_owned();
            let mut page = Page::new(&format!("{name}={}", &scene.file.text[amount.range()]), "reservation");
            let unit = amount.unit.map(|it| it.text().into_owned());
            if let Some(size) = size(scene, &name, &number, unit.as_deref()) {
                page.text(format!("{size}."));
            }
            if item.is_list() {
                let count = item.amounts().count();
                let place = item.amounts().position(|it| it.range() == amount.range())? + 1;
                page.fact(format!("phase {place} of {count}: `duration` sets the length of each phase"));
            }
            page.fact(counted(scene, &name, item.method()).unwrap_or_default());
            page.fact(groups::line(scene, item).unwrap_or_default());
            unit_source(scene, &name, unit.is_some(), &mut page);
            page.fact(converted(scene, &name, &number, unit.as_deref()).unwrap_or_default());
            Some((amount.range(), page))
        }
        UsageKind::Duration => {
            let letter = amount.unit.map(|it| it.text().into_owned());
            let unit = match &letter {
                None => None,
                Some(letter) => Some(TimeUnit::of(letter)?),
            };
            let time = Time { number: number.parse().ok()?, unit };
            let mut page = Page::new(&format!("duration={time}"), "duration of a reservation");
            let what = groups::of_item(scene, item).unwrap_or_else(|| "the amount".to_owned());
            let time = words::seconds(time.seconds());
            page.text(format!("LSF reserves {what} for {time}, then relies on the measured load."));
            if letter.is_none() {
                page.fact("minutes by default; add `s`, `m` or `h` for another unit");
            }
            Some((item.node().trimmed_range(), page))
        }
        UsageKind::Decay | UsageKind::Threshold | UsageKind::Gpu => super::item::at(scene, token),
    }
}

/// Whether the amount of a resource applies per job, task or host, if known.
pub(in crate::hover) fn counted(scene: &Scene<'_>, name: &str, written: Option<Method>) -> Option<String> {
    let (job, task, host) = ("for the whole job", "for each task", "on each host of the job");
    let reservation = Reservation {
        name: name.to_owned(),
        amounts: Vec::new(),
        method: written,
        timing: Timing::default(),
        gpu: Vec::new(),
    };
    let basis = Options::of(scene.view, None, None).basis(&reservation);
    let words = match basis.per? {
        Method::Job => job,
        Method::Task => task,
        Method::Host => host,
    };
    let why = if written.is_some() { String::new() } else { format!(" ({})", basis.why) };
    Some(format!("reserved {words}{why}"))
}

/// Adds the origin of the unit of a size without a unit.
fn unit_source(scene: &Scene<'_>, name: &str, written: bool, page: &mut Page) {
    let Some(resource) = builtin_resource(name).filter(|it| it.size_units && !written) else { return };
    let follows_conf = resource.name != "tmp" || scene.view.switches().tmp_unit == Some(true);
    match (&scene.view.switches().unit_for_limits, Units::of(scene.view.switches()).of_resource(name)) {
        (Some(unit), Some(_)) if follows_conf => {
            page.fact(format!("numbers without a unit are in {unit} (LSF_UNIT_FOR_LIMITS)"))
        }
        (_, Some(unit)) => page.fact(format!("numbers without a unit are in {}", unit.suffix())),
        (_, None) => {
            page.fact("numbers without a unit are in MB unless LSF_UNIT_FOR_LIMITS in lsf.conf sets another unit")
        }
    };
}

fn span(item: SpanItem<'_>, token: Token<'_>) -> Option<(TextRange, Page)> {
    let number = token.text();
    let tasks = |text: &str| words::counted(text.parse().unwrap_or(2), "task");
    let text = match item.kind()? {
        SpanKind::Hosts if &*number == "1" && item.value().is_some_and(|it| it.minus.is_none()) => {
            "All tasks of a job run on one host.".to_owned()
        }
        SpanKind::Hosts => "Overrides the `span` of the queue and the application profile.".to_owned(),
        SpanKind::Ptile => format!("{} on each host.", tasks(&number)),
        SpanKind::Block => format!("Tasks are placed in blocks of {}.", tasks(&number)),
        SpanKind::Stripe => format!("At most {} on each host.", tasks(&number)),
        SpanKind::Gtile => format!("{number} GPUs from each socket."),
    };
    let word = item.keyword()?.text().into_owned();
    let mut page = Page::new(&format!("{word}={number}"), "keyword of `span`");
    page.text(text);
    Some((token.range(), page))
}

/// The hover for a number that is compared with a resource.
fn compared(scene: &Scene<'_>, token: Token<'_>) -> Option<(TextRange, Page)> {
    let node = scene.spot.node_of(SyntaxKind::COMPARISON)?;
    let operands: Vec<Expr<'_>> = node.elements().filter_map(Expr::cast).collect();
    let name = operands.iter().find_map(|it| it.as_name())?;
    let number = operands.iter().find_map(|it| match it {
        Expr::Number(it) if it.range().contains_range(token.range()) => Some(*it),
        _ => None,
    })?;
    let name = name.text();
    let mut page = Page::new(&scene.file.text[number.range()], &format!("compared with `{name}`"));
    let unit = number.unit.map(|it| it.text().into_owned());
    let described = size(scene, &name, &number.value.text(), unit.as_deref())?;
    page.text(format!("{described}."));
    unit_source(scene, &name, unit.is_some(), &mut page);
    page.fact(converted(scene, &name, &number.value.text(), unit.as_deref()).unwrap_or_default());
    Some((number.range(), page))
}

/// The number that LSF reads if a size has a unit other than that of the cluster.
fn converted(scene: &Scene<'_>, name: &str, number: &str, written: Option<&str>) -> Option<String> {
    let unit = Units::of(scene.view.switches()).of_resource(name)?;
    let amount = Amount { number: Decimal::parse(number)?, unit: Some(SizeUnit::of(written?)?) };
    let read = amount.read_in(unit).filter(|it| *it != amount.number)?;
    Some(format!("LSF reads it as {read}, in {}", unit.suffix()))
}
