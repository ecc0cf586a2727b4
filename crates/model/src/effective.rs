//! The effective value of a parameter and the chain of values that determine it: section, fallbacks, default.

use std::fmt::Write as _;

use lsflint_spec::{Confidence, FileKind, ParamSpec, SIZE_UNITS};

use crate::read::{AsRead, Reading};
use crate::requirement::{Amount, Decimal, SizeUnit};
use crate::{Entity, FieldRef, Knowledge, Lookup, Place, State, Switches, View};

/// The name of the row that applies to objects without their own row.
pub const DEFAULT_ROW: &str = "default";

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
    /// The place of the value in the file as written.
    pub place: Option<Place>,
    /// The value as LSF reads it, or as written if LSF ignores it; `None` if it is not set there.
    pub value: Option<String>,
    /// What LSF does with it.
    pub state: LinkState,
}

/// What LSF does with a value of the chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinkState {
    /// It is the effective value.
    Counts,
    /// It is the effective value, read as something other than what is written.
    ReadAs {
        /// The value as written.
        written: String,
        /// The code of the rule that reports it.
        code: &'static str,
    },
    /// A value with higher precedence is effective.
    Overridden,
    /// LSF ignores it.
    Ignored {
        /// The code of the rule that reports it.
        code: &'static str,
        /// What LSF does, in words.
        effect: Box<str>,
    },
    /// It is not set there.
    Unset,
    /// Whether it applies depends on an `#if`, a template, or a file that is not loaded.
    Unknown,
}

impl Effective {
    /// The effective value of a parameter of a section. `record` is one of the cluster as written.
    pub fn of(cluster: &AsRead, record: &Entity<'_>, param: &'static ParamSpec) -> Effective {
        let view = cluster.view();
        let mut chain = own_links(cluster, record, param);
        if chain.is_empty() {
            chain.push(Link::silent(record.kind().name(), !record.is_broken()));
        }
        chain.extend(cluster_wide(cluster, record.kind(), param));
        chain.push(Link::of_default(param, view.switches()));
        Effective { param, unit: unit_of(param, view.switches()), chain }.decided()
    }

    /// The effective value of a parameter of lsb.params or lsf.conf, which applies to the whole cluster.
    pub fn of_cluster(cluster: &AsRead, kind: FileKind, section: &str, param: &'static ParamSpec) -> Effective {
        let mut chain = links_of_setting(cluster, kind, section, param.name);
        chain.push(Link::of_default(param, cluster.view().switches()));
        Effective { param, unit: unit_of(param, cluster.view().switches()), chain }.decided()
    }

    /// Marks the links after the effective one as overridden.
    fn decided(mut self) -> Effective {
        let mut open = true;
        for link in &mut self.chain {
            match link.state {
                LinkState::Counts | LinkState::ReadAs { .. } if !open => link.state = LinkState::Overridden,
                LinkState::Counts | LinkState::ReadAs { .. } => open = false,
                _ => {}
            }
        }
        self
    }

    /// The link that takes effect: the first one with a value that LSF reads; `None` if a link before it is unknown.
    pub fn deciding(&self) -> Option<&Link> {
        let decides = |it: &&Link| !matches!(it.state, LinkState::Unset | LinkState::Ignored { .. });
        self.chain.iter().find(decides).filter(|it| it.state != LinkState::Unknown)
    }

    /// Whether an unknown link may take effect.
    pub fn is_unknown(&self) -> bool {
        let decides = |it: &&Link| !matches!(it.state, LinkState::Unset | LinkState::Ignored { .. });
        self.chain.iter().find(decides).is_some_and(|it| it.state == LinkState::Unknown)
    }

    /// Whether a file sets it, or may.
    pub fn is_set(&self) -> bool {
        self.chain.iter().any(|it| it.place.is_some() && it.value.is_some() || it.state == LinkState::Unknown)
    }

    /// The effective value in readable units: `16384 KB = 16 MB`. `None` if it has no unit or is not a number.
    pub fn in_words(&self) -> Option<String> {
        in_words(self.deciding()?.value.as_deref()?, &self.unit)
    }
}

/// The effective value of a parameter of a record in a view in which no `#if` decides; the inner `None` if nothing is
/// set or the record does not exist. `None` if it is unknown.
pub fn value_in(view: View<'_>, record: Option<Entity<'_>>, param: &'static ParamSpec) -> Option<Option<String>> {
    let Some(record) = record else { return Some(None) };
    if let Some(field) = record.field(param.name) {
        let known = field.state() != State::Templated && !field.is_conditional() && !record.is_conditional();
        if !known || field.state() == State::Known {
            return known.then(|| field.known().map(|it| it.into_owned()));
        }
    }
    let local = matches!(record.kind(), FileKind::LsbQueues | FileKind::LsbApplications);
    if local && lsflint_spec::find_param(FileKind::LsbParams, "Parameters", param.name).is_some() {
        return setting_in(view, FileKind::LsbParams, "Parameters", param);
    }
    Some(Link::of_default(param, view.switches()).value)
}

/// The effective value of a parameter of the whole cluster in a view in which no `#if` decides; see [`value_in`].
pub fn setting_in(view: View<'_>, kind: FileKind, section: &str, param: &'static ParamSpec) -> Option<Option<String>> {
    match view.setting(kind, section, param.name) {
        Lookup::Unknown => None,
        Lookup::Absent => Some(Link::of_default(param, view.switches()).value),
        Lookup::Set(field) => Some(field.known().map(|it| it.into_owned())),
    }
}

impl Link {
    /// A value that LSF reads. `written` is the same value as written, if a reading is about it.
    fn of(from: &str, field: &FieldRef<'_>, written: Option<(&FieldRef<'_>, &Reading)>) -> Link {
        let known = field.state() != State::Templated && !field.is_conditional() && !field.entity().is_conditional();
        let mut value = field.known().map(|it| it.into_owned());
        let place = written.map_or_else(|| field.place(), |it| it.0.place());
        let state = match (&mut value, known, written) {
            (_, false, _) => LinkState::Unknown,
            (None, true, _) => LinkState::Unset,
            (Some(_), true, None) => LinkState::Counts,
            (Some(value), true, Some((written, reading))) => {
                // What LSF ignores leaves spaces.
                *value = value.split_whitespace().collect::<Vec<_>>().join(" ");
                LinkState::ReadAs { written: written.known().unwrap_or_default().into_owned(), code: reading.code }
            }
        };
        Link { from: from.to_owned(), place: Some(place), value, state }
    }

    /// A value that LSF does not read.
    fn ignored(from: &str, field: &FieldRef<'_>, reading: &Reading) -> Link {
        Link {
            from: from.to_owned(),
            place: Some(field.place()),
            value: field.known().map(|it| it.into_owned()),
            state: LinkState::Ignored { code: reading.code, effect: reading.effect.clone() },
        }
    }

    /// The documented default. Defaults are the least certain facts, so those without a documented source are marked.
    fn of_default(param: &ParamSpec, switches: &Switches) -> Link {
        let from = if param.confidence == Confidence::High { "default" } else { "default (unverified)" };
        let value = match &switches.default_order {
            // Another parameter sets the order of hosts for requirements without one.
            Some(order) if param.grammar == lsflint_spec::Grammar::ResReq && param.name == "RES_REQ" => {
                Some(format!("select[{}] order[{order}]", lsflint_spec::DEFAULT_SELECT))
            }
            _ => Some(param.default).filter(|it| !it.is_empty()).map(str::to_owned),
        };
        let state = if value.is_some() { LinkState::Counts } else { LinkState::Unset };
        Link { from: from.to_owned(), place: None, value, state }
    }

    fn silent(from: &str, known: bool) -> Link {
        let state = if known { LinkState::Unset } else { LinkState::Unknown };
        Link { from: from.to_owned(), place: None, value: None, state }
    }
}

/// The values in a record, the last one first: those that LSF reads, and those that it ignores.
fn own_links(cluster: &AsRead, record: &Entity<'_>, param: &'static ParamSpec) -> Vec<Link> {
    let read = cluster.as_read(record);
    let fields = read.map(|it| it.fields(param.name)).unwrap_or_default();
    links_of(cluster, record.kind(), &record.fields(param.name), &fields, read.is_some())
}

/// The links of values as written and as read, the last one first. `is_read`: LSF reads their record.
fn links_of(
    cluster: &AsRead,
    kind: FileKind,
    written: &[FieldRef<'_>],
    read: &[FieldRef<'_>],
    is_read: bool,
) -> Vec<Link> {
    let from = kind.name();
    let mut links = Vec::new();
    let mut matched = vec![false; read.len()];
    for field in written {
        let place = field.place();
        let same = |it: &FieldRef<'_>| {
            let other = it.place();
            other.file == place.file && other.range.intersect(place.range).is_some()
        };
        match read.iter().position(same).filter(|it| field.known().is_none() || read[*it].known().is_some()) {
            Some(number) => {
                matched[number] = true;
                let reading = cluster.reading_in(&place);
                links.push(Link::of(from, &read[number], reading.map(|it| (field, it))));
            }
            None if field.known().is_some() => {
                let reading = if is_read { cluster.ignored(&place) } else { cluster.reading_of(&place) };
                let reading = reading.or_else(|| cluster.reading_in(&place));
                links.extend(reading.map(|it| Link::ignored(from, field, it)));
            }
            None => {}
        }
    }
    let others = read.iter().zip(matched).filter(|it| !it.1);
    links.extend(others.map(|(it, _)| Link::of(from, it, None)));
    links.retain(|it| it.state != LinkState::Unset);
    links.sort_by_key(|it| std::cmp::Reverse(it.place.as_ref().map(|it| (it.file.clone(), it.range.start()))));
    links
}

/// The values of a parameter in a section with settings for the whole cluster.
fn links_of_setting(cluster: &AsRead, kind: FileKind, section: &str, name: &str) -> Vec<Link> {
    let lookup = cluster.view().setting(kind, section, name);
    let written = fields_of_setting(cluster.written().view(), kind, section, name);
    let read = fields_of_setting(cluster.view(), kind, section, name);
    let mut links = links_of(cluster, kind, &written, &read, true);
    match lookup {
        Lookup::Unknown if links.iter().all(|it| it.state != LinkState::Unknown) => {
            links.push(Link::silent(kind.name(), false));
        }
        Lookup::Absent => links.push(Link::silent(kind.name(), true)),
        _ => {}
    }
    links
}

fn fields_of_setting<'a>(view: View<'a>, kind: FileKind, section: &str, name: &str) -> Vec<FieldRef<'a>> {
    view.all(kind, section).flat_map(|it| it.fields(name)).collect()
}

/// The values in lsb.params that apply to queues and application profiles without their own, if it has the same
/// parameter.
fn cluster_wide(cluster: &AsRead, kind: FileKind, param: &'static ParamSpec) -> Vec<Link> {
    let local = matches!(kind, FileKind::LsbQueues | FileKind::LsbApplications);
    match lsflint_spec::find_param(FileKind::LsbParams, "Parameters", param.name).filter(|_| local) {
        Some(_) => links_of_setting(cluster, FileKind::LsbParams, "Parameters", param.name),
        None => Vec::new(),
    }
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

/// The unit that the numbers of a value are in: that of the parameter, unless each amount has its own one, as in `512MB`.
/// Empty if there is none.
pub fn unit_in<'u>(value: &str, unit: &'u str) -> &'u str {
    let mut amounts = amounts(value, unit).peekable();
    let is_own = amounts.peek().is_some() && amounts.all(|it| own_unit(it.0, unit).is_some());
    if is_own { "" } else { unit }
}

/// The numbers in a value with their unit, each also in readable units; `None` if there is nothing to add. A number
/// with its own unit (`512MB`) keeps it.
pub fn in_words(value: &str, unit: &str) -> Option<String> {
    words_of(value, unit, Precision::Exact)
}

/// As [`in_words`], also if the number in the larger unit has to be rounded: `1000000 KB = 976.56 MB`.
pub fn in_rounded_words(value: &str, unit: &str) -> Option<String> {
    words_of(value, unit, Precision::Rounded)
}

/// How sizes are converted to larger units.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Precision {
    /// Only to units in which they have at most two fraction digits.
    Exact,
    /// To the largest unit, rounded to two fraction digits.
    Rounded,
}

fn words_of(value: &str, unit: &str, precision: Precision) -> Option<String> {
    let mut words = String::new();
    let mut adds = false;
    for (written, host) in amounts(value, unit) {
        let own = own_unit(written, unit);
        let (number, its_unit) = own.unwrap_or((written, unit));
        let larger = in_larger_units(number, its_unit, precision)?;
        if !words.is_empty() {
            words.push_str(", ");
        }
        adds |= own.is_none() || larger.is_some();
        match own.is_some() || number.contains(':') {
            true => write!(words, "{written}").ok()?,
            false => write!(words, "{number} {unit}").ok()?,
        }
        if let Some(larger) = larger {
            write!(words, " = {larger}").ok()?;
        }
        if let Some(host) = host {
            write!(words, " on {host}").ok()?;
        }
    }
    adds.then_some(words)
}

/// The amounts in a value, each with the host that a time is normalized to: `1:30/hostA`.
fn amounts<'v>(value: &'v str, unit: &str) -> impl Iterator<Item = (&'v str, Option<&'v str>)> {
    let is_time = matches!(unit, "seconds" | "minutes" | "hours");
    let on_host = move |it: &str| {
        is_time && it.split_once('/').is_some_and(|it| !it.1.starts_with(|it: char| it.is_ascii_digit()))
    };
    value.split_whitespace().flat_map(move |it| match it.split_once('/').filter(|_| on_host(it)) {
        Some((time, host)) => vec![(time, Some(host))],
        None => it.split('/').map(|it| (it, None)).collect(),
    })
}

/// The number and the unit of an amount with its own unit, for a parameter with sizes.
fn own_unit<'v>(amount: &'v str, unit: &str) -> Option<(&'v str, &'v str)> {
    SizeUnit::of(unit)?;
    let (number, suffix) = amount.split_at(amount.find(|it: char| it.is_ascii_alphabetic())?);
    (Decimal::parse(number).is_some() && SizeUnit::of(suffix).is_some()).then_some((number, suffix))
}

/// The amount in larger units; the inner `None` if it is already readable.
fn in_larger_units(number: &str, unit: &str, precision: Precision) -> Option<Option<String>> {
    if let Some(size) = SizeUnit::of(unit) {
        let number = Decimal::parse(number)?;
        let in_unit = Amount { number, unit: Some(size) };
        let mut larger = SIZE_UNITS.iter().filter(|it| it.ends_with('B')).filter_map(|suffix| {
            let number = in_unit.in_unit(SizeUnit::of(suffix)?)?;
            let fits = precision == Precision::Rounded || number.fraction_digits() <= 2;
            (fits && number >= Decimal::from(1)).then_some((*suffix, number.rounded(2)))
        });
        let (suffix, number) = larger.next_back()?;
        return Some((SizeUnit::of(suffix) != Some(size)).then(|| format!("{number} {suffix}")));
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
    fn the_unit_of_amounts_without_their_own() {
        assert_eq!(unit_in("512", "KB"), "KB");
        assert_eq!(unit_in("512MB", "KB"), "");
        assert_eq!(unit_in("512MB 1024", "KB"), "KB");
        assert_eq!(unit_in("4000/1000", "KB"), "KB");
        assert_eq!(unit_in("unlimited", "KB"), "KB");
        assert_eq!(unit_in("", "KB"), "KB");
    }

    #[test]
    fn rounded_numbers_in_words() {
        let check = |value, unit, expected| assert_eq!(in_rounded_words(value, unit).as_deref(), Some(expected));
        check("1000000", "KB", "1000000 KB = 976.56 MB");
        check("16000 128000", "MB", "16000 MB = 15.63 GB, 128000 MB = 125 GB");
        check("1000", "KB", "1000 KB");
        check("90", "minutes", "90 minutes = 1 hour 30 minutes");
    }

    #[test]
    fn numbers_in_words() {
        check("16384", "KB", Some("16384 KB = 16 MB"));
        check("1000", "KB", Some("1000 KB"));
        check("1536", "MB", Some("1536 MB = 1.5 GB"));
        check("1000000", "KB", Some("1000000 KB"));
        check("0.5", "GB", Some("0.5 GB = 512 MB"));
        check("480", "minutes", Some("480 minutes = 8 hours"));
        check("8:30 24:00", "minutes", Some("8:30 = 8 hours 30 minutes, 24:00 = 1 day"));
        check("5", "minutes", Some("5 minutes"));
        check("96:00/EPYC7763", "minutes", Some("96:00 = 4 days on EPYC7763"));
        check("90", "seconds", Some("90 seconds = 1 minute 30 seconds"));
        check("3", "slots", Some("3 slots"));
        check("unlimited", "KB", None);
        // Amounts with their own unit.
        check("512MB", "GB", None);
        check("2048MB", "GB", Some("2048MB = 2 GB"));
        check("512MB 2", "GB", Some("512MB, 2 GB"));
        check("5m", "minutes", None);
        check("12", "", None);
    }
}
