//! What a value means, as it is displayed and as it is written in a file: equal if LSF reads the same.

use std::collections::{BTreeMap, BTreeSet};

use lsflint_model::requirement::{Amount, Decimal, SizeUnit, Units};
use lsflint_spec::{DisplayForm, DisplayPart, FileKind, NOT_SET, ParamSpec, one_space, yes_no};

use super::texts;
use crate::answers::plan::value;

/// The meaning of a value.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Meaning {
    /// The parameter is not set, or there is no limit.
    NotSet,
    /// Equal texts mean the same.
    Text(String),
    /// Numbers in the smallest unit.
    Numbers(Vec<Number>),
    /// Limits with columns of their own.
    Limits(Vec<Meaning>),
    /// A checkpoint directory, and a period in minutes or seconds.
    Checkpoint(String, Option<f64>),
    /// The shares of users.
    Accounts(BTreeMap<String, String>),
    /// It cannot be compared, for this reason.
    Unknown(&'static str),
}

/// A number with the precision with which it is displayed.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Number {
    value: f64,
    /// The largest difference to an equal number.
    precision: f64,
    /// The host whose CPU factor normalizes the time.
    host: Option<String>,
}

/// What decides the meaning of values.
#[derive(Clone, Copy)]
pub(super) struct Context<'c> {
    pub(super) units: &'c Units,
    pub(super) file: FileKind,
    /// MBD_SLEEP_TIME in seconds; `None` if it is unknown.
    pub(super) interval: Option<f64>,
    /// The unit of the parameter in the file.
    pub(super) unit: &'c str,
    pub(super) param: &'static ParamSpec,
}

impl Meaning {
    /// Whether both mean the same.
    pub(super) fn is_same(&self, other: &Meaning) -> bool {
        match (self, other) {
            (Meaning::Numbers(one), Meaning::Numbers(other)) => {
                one.len() == other.len() && one.iter().zip(other).all(|(one, other)| one.is_same(other))
            }
            (Meaning::Limits(one), Meaning::Limits(other)) => {
                one.len() == other.len() && one.iter().zip(other).all(|(one, other)| one.is_same(other))
            }
            // Which unit is displayed is not certain.
            (Meaning::Checkpoint(one, first), Meaning::Checkpoint(other, second)) => {
                let periods = match (first, second) {
                    (Some(first), Some(second)) => {
                        [(1.0, 1.0), (60.0, 1.0), (1.0, 60.0)].iter().any(|it| first * it.0 == second * it.1)
                    }
                    (first, second) => first == second,
                };
                one == other && periods
            }
            (Meaning::Accounts(one), Meaning::Accounts(other)) => {
                texts::has_shares(one, other) && texts::has_shares(other, one)
            }
            _ => self == other,
        }
    }
}

impl Number {
    fn exact(value: f64) -> Number {
        Number { value, precision: 0.0, host: None }
    }

    fn is_same(&self, other: &Number) -> bool {
        // A displayed time names the host that LSF chose if the file names none.
        let hosts = match (&self.host, &other.host) {
            (Some(one), Some(other)) => one == other,
            _ => true,
        };
        let precision = self.precision + other.precision + f64::EPSILON * self.value.abs().max(other.value.abs());
        hosts && (self.value - other.value).abs() <= precision
    }
}

/// Whether a text stands for a parameter that is not set.
pub(super) fn is_not_set(text: &str) -> bool {
    text.is_empty() || NOT_SET.iter().any(|it| it.eq_ignore_ascii_case(text))
}

/// The meaning of a displayed value. `form` and `unit` say how it is displayed.
pub(super) fn of_shown(form: DisplayForm, unit: &str, text: &str, cx: Context<'_>) -> Meaning {
    let text = one_space(text);
    let text = unquoted(&text).to_owned();
    if is_not_set(&text) {
        return Meaning::NotSet;
    }
    match form {
        DisplayForm::Time => numbers(text.split(", ").map(|it| shown_time(it, unit))),
        DisplayForm::Size => numbers(text.split(", ").map(|it| size(it, size_unit(cx.unit)))),
        DisplayForm::Intervals | DisplayForm::Reservation => {
            numbers([text.split(' ').next().and_then(|it| it.parse().ok()).map(Number::exact)].into_iter())
        }
        DisplayForm::Number => numbers_or_text(&text),
        DisplayForm::Slots => numbers([number(&text)].into_iter()),
        DisplayForm::Description => Meaning::Text(description(&text)),
        DisplayForm::Shares => texts::shares(&text),
        DisplayForm::Server => Meaning::Text(if yes_no(&text) == Some(true) { "1" } else { "0" }.to_owned()),
        DisplayForm::Words => {
            let words = text.split(' ').map(|it| it.split('[').next().unwrap_or_default());
            Meaning::Text(words.collect::<BTreeSet<&str>>().into_iter().collect::<Vec<_>>().join(" "))
        }
        DisplayForm::Usage => usage(text.rsplit('/').next().unwrap_or_default(), cx.unit),
        DisplayForm::Controls => texts::controls(&text, control_of(cx)),
        DisplayForm::Checkpoint => texts::checkpoint(&text),
        DisplayForm::Goals => texts::goals(&text),
        DisplayForm::Accounts => texts::accounts(&text),
        DisplayForm::Order => match text.as_str() {
            "Inc" => Meaning::Text("Y".to_owned()),
            "Dec" => Meaning::Text("N".to_owned()),
            _ => Meaning::NotSet,
        },
        _ => common(form, &text, cx),
    }
}

/// The meaning of a value in a file, which is displayed in a form. `words`: the parts of the display that stand for
/// words of the parameter.
pub(super) fn of_file(form: DisplayForm, text: &str, words: &[&'static DisplayPart], cx: Context<'_>) -> Meaning {
    let text = one_space(text);
    let text = unquoted(&text);
    if is_not_set(text) {
        return Meaning::NotSet;
    }
    let intervals = |number: Option<f64>| match (number, cx.interval) {
        (Some(number), Some(interval)) => Meaning::Numbers(vec![Number::exact(number * interval)]),
        (None, _) => Meaning::Unknown("the value in the files is not a number"),
        (_, None) => Meaning::Unknown("MBD_SLEEP_TIME is unknown"),
    };
    match form {
        DisplayForm::Time => numbers(text.split(' ').map(|it| file_time(it, cx.unit))),
        DisplayForm::Size => numbers(text.split(' ').map(|it| size(it, size_unit(cx.unit)))),
        DisplayForm::Intervals => intervals(text.parse().ok()),
        DisplayForm::Reservation => {
            intervals(texts::bracketed(text, "MAX_RESERVE_TIME").and_then(|it| it.parse().ok()))
        }
        DisplayForm::Number => numbers_or_text(text),
        DisplayForm::Slots if text == "!" => Meaning::Unknown("MXJ is the number of processors, which LSF detects"),
        DisplayForm::Slots => numbers([number(text)].into_iter()),
        DisplayForm::Description => {
            let inner = text.strip_prefix('(').and_then(|it| it.strip_suffix(')'));
            Meaning::Text(description(inner.unwrap_or(text)))
        }
        DisplayForm::Shares => {
            let inner = texts::bracketed(text, "USER_SHARES");
            texts::shares(inner.unwrap_or(text.trim_matches(|it| matches!(it, '(' | ')'))))
        }
        DisplayForm::Members if text.split([' ', '(', ')']).any(|it| it == "!") => {
            Meaning::Unknown("a program determines the members")
        }
        DisplayForm::Words => texts::words_of(text, words),
        DisplayForm::Usage if text.ends_with('%') => Meaning::Unknown("a percentage is displayed as an amount"),
        DisplayForm::Usage => usage(text, cx.unit),
        DisplayForm::Controls => texts::controls(text, control_of(cx)),
        DisplayForm::Checkpoint => texts::checkpoint(text),
        DisplayForm::Goals => texts::goals(text),
        DisplayForm::Accounts => texts::accounts(texts::bracketed(text, "USER_SHARES").unwrap_or(text)),
        DisplayForm::Order => Meaning::Text(if yes_no(text) == Some(true) { "Y" } else { "N" }.to_owned()),
        // `!` stands for what LSF detects.
        DisplayForm::Plain if text == "!" => Meaning::Unknown("LSF detects the value"),
        _ => common(form, text, cx),
    }
}

/// The minimum, the default and the maximum in a value of a file; `None` for those that are not set.
pub(super) fn limits_of_file(form: DisplayForm, text: &str) -> [Option<&str>; 3] {
    let words: Vec<&str> = text.split_whitespace().collect();
    match (form, words.as_slice()) {
        (DisplayForm::Tasks, [minimum, maximum]) => [Some(minimum), Some(minimum), Some(maximum)],
        (DisplayForm::Tasks, [minimum, default, maximum]) => [Some(minimum), Some(default), Some(maximum)],
        (_, [default, maximum]) => [None, Some(default), Some(maximum)],
        _ => [None, None, Some(text)],
    }
}

/// The form of one limit of several.
pub(super) fn form_of_limit(form: DisplayForm) -> DisplayForm {
    if form == DisplayForm::Tasks { DisplayForm::Number } else { form }
}

/// Limits with columns of their own. A minimum and a default of 1 are those without a limit.
pub(super) fn of_limits(limits: Vec<Meaning>) -> Meaning {
    let unknown = limits.iter().find(|it| matches!(it, Meaning::Unknown(_)));
    match unknown {
        Some(it) => it.clone(),
        None if limits.iter().all(|it| *it == Meaning::NotSet) => Meaning::NotSet,
        None => Meaning::Limits(limits),
    }
}

/// The control that a parameter is about; empty for all.
fn control_of(cx: Context<'_>) -> &'static str {
    cx.param.name.strip_suffix("_CONTROL").unwrap_or_default()
}

/// A limit of a resource.
fn usage(text: &str, unit: &str) -> Meaning {
    match size_unit(unit) {
        Some(bare) => numbers([size(text, Some(bare))].into_iter()),
        None => numbers([number(text)].into_iter()),
    }
}

/// The forms that are the same in both.
fn common(form: DisplayForm, text: &str, cx: Context<'_>) -> Meaning {
    match form {
        DisplayForm::List | DisplayForm::Members => texts::list(text),
        DisplayForm::Yes => yes(text),
        DisplayForm::Tasks => tasks(text),
        DisplayForm::Threshold => threshold(text, cx.unit),
        _ => {
            let meaning = value::Meaning { text, unit: cx.unit, units: cx.units, file: cx.file };
            Meaning::Text(value::canonical(Some(cx.param), meaning))
        }
    }
}

fn numbers(numbers: impl Iterator<Item = Option<Number>>) -> Meaning {
    match numbers.collect::<Option<Vec<_>>>() {
        Some(numbers) => Meaning::Numbers(numbers),
        None => Meaning::Unknown("the value is not a number"),
    }
}

/// Numbers; a text such as `10%` otherwise.
fn numbers_or_text(text: &str) -> Meaning {
    let words: Option<Vec<Number>> = text.split([' ', ',']).filter(|it| !it.is_empty()).map(number).collect();
    words.map_or_else(|| Meaning::Text(text.to_owned()), Meaning::Numbers)
}

fn number(text: &str) -> Option<Number> {
    text.parse().ok().filter(|it: &f64| it.is_finite()).map(Number::exact)
}

/// A number with a precision of half of its last digit.
fn printed(text: &str) -> Option<(f64, f64)> {
    Decimal::parse(text)?;
    let value: f64 = text.parse().ok()?;
    let digits = text.split_once('.').map_or(0, |it| it.1.len());
    Some((value, 0.5 * 0.1_f64.powi(digits.min(12) as i32)))
}

/// `1440.0 min of hostA` in seconds.
fn shown_time(text: &str, unit: &str) -> Option<Number> {
    let mut words = text.split(' ');
    let (value, precision) = printed(words.next()?)?;
    let (factor, next) = match words.next() {
        Some("min" | "min." | "minutes") => (60.0, words.next()),
        Some("hours") => (3600.0, words.next()),
        Some("sec" | "seconds") => (1.0, words.next()),
        other => (if unit == "minutes" { 60.0 } else { 1.0 }, other),
    };
    let host = if next == Some("of") { words.next().map(str::to_owned) } else { None };
    Some(Number { value: value * factor, precision: precision * factor, host })
}

/// `[hour:]minute[/host]` or a number in the unit, in seconds.
fn file_time(text: &str, unit: &str) -> Option<Number> {
    let (time, host) = text.split_once('/').map_or((text, None), |it| (it.0, Some(it.1.to_owned())));
    let factor = match unit {
        "minutes" => 60.0,
        "hours" => 3600.0,
        _ => 1.0,
    };
    let value: f64 = match time.split_once(':') {
        Some((hours, minutes)) => hours.parse::<u32>().ok()? as f64 * 60.0 + minutes.parse::<u32>().ok()? as f64,
        None => time.parse().ok()?,
    };
    Some(Number { host, ..Number::exact(value * factor) })
}

fn size_unit(unit: &str) -> Option<SizeUnit> {
    SizeUnit::of(unit)
}

/// `5000 K`, `15.4G` or a number in the unit, in MB.
fn size(text: &str, bare: Option<SizeUnit>) -> Option<Number> {
    let joined = text.replace(' ', "");
    let (number, suffix) = joined.split_at(joined.find(|it: char| it.is_ascii_alphabetic()).unwrap_or(joined.len()));
    let unit = if suffix.is_empty() { bare } else { SizeUnit::of(suffix) }?;
    let (_, precision) = printed(number)?;
    let megabytes = |number: Decimal| {
        let amount = Amount { number, unit: Some(unit) }.normal(None).number;
        amount.to_string().parse::<f64>().ok()
    };
    let one = megabytes(Decimal::from(1))?;
    Some(Number { value: megabytes(Decimal::parse(number)?)?, precision: precision * one, host: None })
}

/// A description without what LSF adds to that of the default queue.
fn description(text: &str) -> String {
    const DEFAULT: &str = "This is the default queue.";
    text.strip_suffix(DEFAULT).map_or(text, str::trim_end).to_owned()
}

fn yes(text: &str) -> Meaning {
    let text = match yes_no(text) {
        Some(true) => "Y".to_owned(),
        // What is off is displayed as what is not set.
        Some(false) => return Meaning::NotSet,
        None => text.to_ascii_lowercase(),
    };
    Meaning::Text(text)
}

/// The minimum, the default and the maximum. A minimum and a default of 1 are left out.
fn tasks(text: &str) -> Meaning {
    let numbers: Option<Vec<u64>> = text.split(' ').map(|it| it.parse().ok()).collect();
    let all = match numbers.as_deref() {
        Some([maximum]) => [1, 1, *maximum],
        Some([minimum, maximum]) => [*minimum, *minimum, *maximum],
        Some([minimum, default, maximum]) => [*minimum, *default, *maximum],
        _ => return Meaning::Unknown("the value is not a limit of tasks"),
    };
    Meaning::Numbers(all.into_iter().map(|it| Number::exact(it as f64)).collect())
}

/// `0.7/1.5`: two thresholds, of which one may be missing.
fn threshold(text: &str, unit: &str) -> Meaning {
    let (schedule, stop) = text.split_once('/').unwrap_or((text, ""));
    let one = |text: &str| match text.trim() {
        "" | "-" => Some(Number::exact(f64::MAX)),
        text => match text.strip_suffix('%') {
            Some(percent) => percent.parse().ok().map(|it: f64| Number::exact(it / 100.0)),
            // A utilization may be a fraction or a percentage.
            None if unit == "fraction" => {
                number(text).map(|it| if it.value > 1.0 { Number::exact(it.value / 100.0) } else { it })
            }
            None if text.ends_with(|it: char| it.is_ascii_alphabetic()) || SizeUnit::of(unit).is_some() => {
                size(text, SizeUnit::of(unit))
            }
            None => number(text),
        },
    };
    match (one(schedule), one(stop)) {
        (Some(schedule), Some(stop)) => Meaning::Numbers(vec![schedule, stop]),
        _ => Meaning::Unknown("the thresholds are not numbers"),
    }
}

/// The text without quotation marks around it.
fn unquoted(text: &str) -> &str {
    let inner = text.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
    inner.filter(|it| !it.contains('"')).unwrap_or(text)
}
