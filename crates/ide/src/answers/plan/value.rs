//! Values as they are compared and shown: equal if LSF reads the same.

use lsflint_model::effective::{in_rounded_words, seconds};
use lsflint_model::requirement::{Amount, Decimal, Requirement, SizeUnit, Units};
use lsflint_spec::{FileKind, Grammar, ParamSpec, lists, yes_no};

use crate::words;

/// An effective value with what decides its meaning.
#[derive(Debug, Clone, Copy)]
pub(in crate::answers) struct Meaning<'v> {
    pub(in crate::answers) text: &'v str,
    /// The unit of its numbers; empty if it has none.
    pub(in crate::answers) unit: &'v str,
    /// The units of resource requirements.
    pub(in crate::answers) units: &'v Units,
    /// The file that sets it.
    pub(in crate::answers) file: FileKind,
}

/// A text that is equal for values with the same meaning.
pub(in crate::answers) fn canonical(param: Option<&ParamSpec>, value: Meaning<'_>) -> String {
    let Meaning { text, unit, units, file } = value;
    let plain = words::one_line(text).into_owned();
    match param.map_or(Grammar::Any, |it| it.grammar) {
        Grammar::ResReq => Requirement::parse(text).map_or(plain, |it| it.normal(units).to_string()),
        // Mostly, the order of hosts and users has no meaning; a preference is a part of the item.
        Grammar::HostList | Grammar::UserList if !param.is_some_and(|it| is_ordered(file, it)) => {
            let mut items: Vec<&str> = text.split_whitespace().collect();
            items.sort_unstable();
            items.dedup();
            items.join(" ")
        }
        Grammar::YesNo => yes_no(&plain).map_or(plain, |it| if it { "Y" } else { "N" }.to_owned()),
        Grammar::Enum => plain.to_ascii_lowercase(),
        Grammar::Text | Grammar::Command | Grammar::Path | Grammar::Paths => plain,
        _ if unit.is_empty() => plain,
        _ => plain.split(' ').map(|it| amounts(it, unit)).collect::<Vec<_>>().join(" "),
    }
}

/// The amounts of a word such as `4:00/hostA` in the smallest unit.
fn amounts(word: &str, unit: &str) -> String {
    word.split('/').map(|it| amount(it, unit)).collect::<Vec<_>>().join("/")
}

fn amount(text: &str, unit: &str) -> String {
    if let Some(bare) = SizeUnit::of(unit) {
        let (number, suffix) = text.split_at(text.find(|it: char| it.is_ascii_alphabetic()).unwrap_or(text.len()));
        let own = if suffix.is_empty() { Some(bare) } else { SizeUnit::of(suffix) };
        let found = Decimal::parse(number).zip(own);
        let found = found.map(|(number, unit)| Amount { number, unit: Some(unit) }.normal(None).to_string());
        return found.unwrap_or_else(|| text.to_owned());
    }
    seconds(text, unit).map_or_else(|| text.to_owned(), |it| format!("{it}s"))
}

/// The value for people: in larger units, a list without the layout of the file.
pub(in crate::answers) fn shown(param: Option<&ParamSpec>, value: Option<(&str, &str)>) -> String {
    let Some((text, unit)) = value else { return "not set".to_owned() };
    if param.is_some_and(is_secret) {
        return "a secret value".to_owned();
    }
    let plain = words::one_line(text);
    match in_rounded_words(&plain, unit) {
        // Several amounts: `16000 MB = 15.63 GB, 128000 MB = 125 GB`.
        Some(it) => it.split(", ").map(|it| it.split_once(" = ").map_or(it, |it| it.1)).collect::<Vec<_>>().join(", "),
        None => plain.into_owned(),
    }
}

/// Whether the value is not shown.
pub(in crate::answers) fn is_secret(param: &ParamSpec) -> bool {
    let named = |it: &&str| it.split_once(':').is_some_and(|it| it.1 == param.name);
    lists::SECRETS.iter().any(named)
}

/// Whether the order of a list of hosts or users means something.
fn is_ordered(file: FileKind, param: &ParamSpec) -> bool {
    is_one_of(lists::ORDERED_LISTS, file, param.name)
}

/// Whether a parameter is a text that nothing depends on.
pub(in crate::answers) fn is_description(file: FileKind, name: &str) -> bool {
    is_one_of(lists::DESCRIPTIONS, file, name)
}

/// Whether a list of `file:NAME` has a parameter.
fn is_one_of(list: &[&str], file: FileKind, name: &str) -> bool {
    let named = |it: &&str| it.split_once(':').is_some_and(|it| it.0 == file.name() && it.1.eq_ignore_ascii_case(name));
    list.iter().any(named)
}
