//! The effective value of a parameter and the chain of values that determine it: section, fallbacks, default.

use std::fmt::Write as _;

use lsflint_spec::{Confidence, FileKind, ParamSpec, SIZE_UNITS};

use crate::requirement::{Amount, Decimal, SizeUnit};
use crate::{Entity, FieldRef, Knowledge, Lookup, Place, State, Switches, View};

/// The name of the row that applies to objects without their own row.
const DEFAULT_ROW: &str = "default";

/// A parameter and all values that may apply to it.
#[derive(Debug, Clone)]
pub struct Effective {
    /// The parameter.
    pub param: &'static ParamSpec,
    /// The values, highest precedence first.
    pub chain: Vec<Link>,
    /// The unit of its number in this cluster; empty if it has none.
    pub unit: String,
}

/// A value in the chain.
#[derive(Debug, Clone)]
pub struct Link {
    /// Its source: `lsb.queues`, `lsb.params`, `default`.
    pub from: String,
    /// The place of the value.
    pub place: Option<Place>,
    /// The value; `None` if it is not set there.
    pub value: Option<String>,
    /// Whether the value is known; false if it depends on an `#if`, a template, or a file that is not loaded.
    pub known: bool,
}

impl Effective {
    /// The effective value of a parameter of a section.
    pub fn of(view: View<'_>, entity: &Entity<'_>, param: &'static ParamSpec) -> Effective {
        let mut chain: Vec<Link> = Vec::new();
        for field in entity.fields(param.name).iter().rev() {
            chain.push(Link::of(entity.kind().name().to_owned(), field));
        }
        if chain.is_empty() {
            chain.push(Link::silent(entity.kind().name(), !entity.is_broken()));
        }
        chain.extend(default_row(view, entity, param));
        chain.extend(cluster_wide(view, entity.kind(), param));
        chain.push(Link::of_default(param));
        Effective { param, chain, unit: unit_of(param, view.switches()) }
    }

    /// The effective value of a parameter of lsb.params or lsf.conf, which applies to the whole cluster.
    pub fn of_cluster(view: View<'_>, kind: FileKind, section: &str, param: &'static ParamSpec) -> Effective {
        let mut chain = vec![Link::of_lookup(kind, view.setting(kind, section, param.name))];
        chain.push(Link::of_default(param));
        Effective { param, chain, unit: unit_of(param, view.switches()) }
    }

    /// The link that takes effect: the first one with a value; `None` if a link before it is unknown.
    pub fn deciding(&self) -> Option<&Link> {
        let at = self.chain.iter().position(|it| it.value.is_some() || !it.known)?;
        Some(&self.chain[at]).filter(|it| it.known)
    }

    /// The effective value in readable units: `16384 KB = 16 MB`. `None` if it has no unit or is not a number.
    pub fn in_words(&self) -> Option<String> {
        in_words(self.deciding()?.value.as_deref()?, &self.unit)
    }
}

impl Link {
    fn of(from: String, field: &FieldRef<'_>) -> Link {
        let known = field.state() != State::Templated && !field.is_conditional() && !field.entity().is_conditional();
        let value = field.known().map(|it| it.into_owned());
        Link { from, place: Some(field.place()), value, known }
    }

    /// The documented default. Defaults are the least certain facts, so those without a documented source are marked.
    fn of_default(param: &ParamSpec) -> Link {
        let from = if param.confidence == Confidence::High { "default" } else { "default (unverified)" };
        let value = Some(param.default).filter(|it| !it.is_empty()).map(str::to_owned);
        Link { from: from.to_owned(), place: None, value, known: true }
    }

    fn silent(from: &str, known: bool) -> Link {
        Link { from: from.to_owned(), place: None, value: None, known }
    }

    fn of_lookup(kind: FileKind, lookup: Lookup<'_>) -> Link {
        match lookup {
            Lookup::Unknown => Link::silent(kind.name(), false),
            Lookup::Absent => Link::silent(kind.name(), true),
            Lookup::Set(field) => Link::of(kind.name().to_owned(), &field),
        }
    }
}

/// The value in the row `default`, which provides missing values in some tables.
fn default_row(view: View<'_>, entity: &Entity<'_>, param: &'static ParamSpec) -> Option<Link> {
    let tables = [(FileKind::LsbHosts, "Host"), (FileKind::LsbUsers, "User")];
    let in_table = tables.contains(&(entity.kind(), entity.section().name)) && entity.name() != DEFAULT_ROW;
    let row = view.find(entity.kind(), entity.section().name, DEFAULT_ROW).filter(|_| in_table)?;
    let from = format!("{} ({DEFAULT_ROW})", entity.kind().name());
    Some(row.field(param.name).map_or_else(|| Link::silent(&from, true), |it| Link::of(from.clone(), &it)))
}

/// The value in lsb.params that applies to queues and application profiles without their own, if it has the same
/// parameter.
fn cluster_wide(view: View<'_>, kind: FileKind, param: &'static ParamSpec) -> Option<Link> {
    let local = matches!(kind, FileKind::LsbQueues | FileKind::LsbApplications);
    lsflint_spec::find_param(FileKind::LsbParams, "Parameters", param.name).filter(|_| local)?;
    Some(Link::of_lookup(FileKind::LsbParams, view.parameter(param.name)))
}

/// The unit of a parameter: the documented one, unless lsf.conf sets the unit of limits. Empty if it has none or it is
/// unknown.
pub fn unit_of(param: &ParamSpec, switches: &Switches) -> String {
    let follows = param.affected_by.iter().any(|it| it.ends_with(":LSF_UNIT_FOR_LIMITS"));
    match (&switches.unit_for_limits, follows) {
        (Some(unit), true) => unit.clone(),
        (None, true) if switches.lsf_conf != Knowledge::Complete => String::new(),
        _ => param.unit.to_owned(),
    }
}

/// The numbers in a value with their unit, each also in readable units; `None` if there is nothing to add.
pub fn in_words(value: &str, unit: &str) -> Option<String> {
    let mut words = String::new();
    for number in value.split_whitespace().flat_map(|it| it.split('/')) {
        let larger = in_larger_units(number, unit)?;
        if !words.is_empty() {
            words.push_str(", ");
        }
        match number.contains(':') {
            true => write!(words, "{number}").ok()?,
            false => write!(words, "{number} {unit}").ok()?,
        }
        if let Some(larger) = larger {
            write!(words, " = {larger}").ok()?;
        }
    }
    (!words.is_empty()).then_some(words)
}

/// The amount in larger units; the inner `None` if it is already readable.
fn in_larger_units(number: &str, unit: &str) -> Option<Option<String>> {
    if let Some(size) = SizeUnit::of(unit) {
        let number = Decimal::parse(number)?;
        let in_unit = Amount { number, unit: Some(size) };
        let mut larger = SIZE_UNITS.iter().filter(|it| it.ends_with('B')).filter_map(|suffix| {
            let number = in_unit.in_unit(SizeUnit::of(suffix)?)?;
            (number.fraction_digits() <= 2 && number >= Decimal::from(1)).then_some((*suffix, number))
        });
        let (suffix, number) = larger.next_back()?;
        return Some((!suffix.eq_ignore_ascii_case(unit)).then(|| format!("{number} {suffix}")));
    }
    let seconds: u64 = match unit {
        "seconds" => number.parse().ok()?,
        "minutes" => minutes(number)?.checked_mul(60)?,
        "hours" => number.parse::<u64>().ok()?.checked_mul(3600)?,
        "" => return None,
        _ => {
            number.parse::<f64>().ok()?;
            return Some(None);
        }
    };
    Some(time_in_larger_units(seconds, unit))
}

/// Parses `[hour:]minute` to minutes.
fn minutes(text: &str) -> Option<u64> {
    match text.split_once(':') {
        Some((hours, minutes)) => hours.parse::<u64>().ok()?.checked_mul(60)?.checked_add(minutes.parse().ok()?),
        None => text.parse().ok(),
    }
}

fn time_in_larger_units(seconds: u64, unit: &str) -> Option<String> {
    let parts = [("day", 86_400), ("hour", 3600), ("minute", 60), ("second", 1)];
    let mut rest = seconds;
    let mut words = Vec::new();
    for (name, length) in parts {
        let count = rest / length;
        rest %= length;
        match count {
            0 => {}
            1 => words.push(format!("1 {name}")),
            _ => words.push(format!("{count} {name}s")),
        }
    }
    // `5 minutes = 5 minutes` adds nothing.
    let plain = words.len() == 1 && words[0].trim_end_matches('s').ends_with(unit.trim_end_matches('s'));
    (!words.is_empty() && !plain).then(|| words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(value: &str, unit: &str, expected: Option<&str>) {
        assert_eq!(in_words(value, unit).as_deref(), expected);
    }

    #[test]
    fn numbers_in_words() {
        check("16384", "KB", Some("16384 KB = 16 MB"));
        check("1000", "KB", Some("1000 KB"));
        check("1536", "MB", Some("1536 MB = 1.5 GB"));
        check("480", "minutes", Some("480 minutes = 8 hours"));
        check("8:30 24:00", "minutes", Some("8:30 = 8 hours 30 minutes, 24:00 = 1 day"));
        check("5", "minutes", Some("5 minutes"));
        check("90", "seconds", Some("90 seconds = 1 minute 30 seconds"));
        check("3", "slots", Some("3 slots"));
        check("unlimited", "KB", None);
        check("12", "", None);
    }
}
