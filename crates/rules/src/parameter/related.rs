//! Related parameters: which one is set, how large it is, whether two of them are read together.

use lsflint_lint::{Item, Origin, SectionContext, Setting};
use lsflint_spec::Grammar;
use lsflint_syntax::ast::{AstNode, RunLimit, RunTime, integer, number};
use lsflint_syntax::{TextRange, Token};

/// Whether the setting enables something: it has a value other than the `N` of a yes-or-no parameter.
pub(crate) fn is_on(setting: &Setting<'_>) -> bool {
    setting.value.is_some_and(|it| !it.is_unset()) && !is_no(setting)
}

/// `N` or `no`.
pub(crate) fn is_no(setting: &Setting<'_>) -> bool {
    let yes_no = setting.spec.is_some_and(|it| {
        it.grammar == Grammar::YesNo || it.values.iter().chain(it.literals).any(|it| it.eq_ignore_ascii_case("n"))
    });
    yes_no && setting.single_word().is_some_and(|it| lsflint_spec::yes_no(&it.text()) == Some(false))
}

/// Whether the number of a setting is a limit on job slots.
pub(crate) fn is_slot_limit(setting: &Setting<'_>) -> bool {
    setting.spec.is_some_and(|it| it.slots_of.is_some())
}

/// Whether a token is this word, ignoring case.
pub(crate) fn says(token: Token<'_>, word: &str) -> bool {
    token.text().eq_ignore_ascii_case(word)
}

/// The range to report for the setting as a whole: its name, or its cell in a table.
pub(crate) fn place(setting: &Setting<'_>) -> TextRange {
    match setting.origin {
        Origin::Cell => setting.value_range(),
        Origin::Keyed | Origin::Flat => setting.name.range(),
    }
}

/// Whether two settings can be read together: not in different branches of an `#if`.
pub(crate) fn are_read_together(a: &Setting<'_>, b: &Setting<'_>) -> bool {
    a.branch == b.branch || a.branch == 0 || b.branch == 0
}

/// Whether the second setting is read wherever the first one is.
pub(crate) fn is_read_with(setting: &Setting<'_>, other: &Setting<'_>) -> bool {
    other.branch == 0 || other.branch == setting.branch
}

/// What is affected when the setting as a whole is: its line, or its cell in a table.
pub(crate) fn item(setting: &Setting<'_>) -> Item {
    match setting.origin {
        Origin::Cell => Item::Value,
        Origin::Keyed | Origin::Flat => Item::Line,
    }
}

/// The setting that takes effect for a parameter, by its documented name: the last one outside `#if`, else the last
/// one.
pub(crate) fn find<'s, 'a>(entries: &'s [Setting<'a>], name: &str) -> Option<&'s Setting<'a>> {
    let found = || entries.iter().filter(|it| it.spec.is_some_and(|it| it.name == name));
    found().rev().find(|it| it.branch == 0).or_else(|| found().next_back())
}

/// The name of a fact without its file, if it is a parameter of the same file.
pub(crate) fn in_this_file(name: &'static str) -> Option<&'static str> {
    (!name.contains(':')).then_some(name)
}

/// The parameter of a fact, and the value that it must have, if not every value is sufficient: `NAME=value`.
pub(crate) fn wanted(fact: &'static str) -> (&'static str, Option<&'static str>) {
    fact.split_once('=').map_or((fact, None), |(name, value)| (name, Some(value)))
}

/// Whether text that is not available may set parameters of the section: it has an `#INCLUDE` line.
pub(crate) fn includes_more(section: &SectionContext<'_>) -> bool {
    section.includes_more()
}

/// The size of a setting for comparisons: seconds for times, the number for anything else. For a pair of values, the
/// maximum.
pub(crate) fn amount(setting: &Setting<'_>) -> Option<f64> {
    let spec = setting.spec?;
    let value = setting.known_value()?;
    if let Some(content) = value.content() {
        let time = match RunLimit::cast(content) {
            Some(limit) => limit.maximum(),
            None => RunTime::cast(content),
        };
        // A time on another host is not comparable, because host speeds differ.
        let time = time.filter(|it| it.host().is_none())?;
        return precise(time.minutes()?).map(|it| it * 60.0);
    }
    let token = value.single_word()?;
    let plain = match integer(token) {
        Some(whole) => precise(whole)?,
        None => number(token)?,
    };
    Some(plain * seconds(spec.unit).unwrap_or(1.0))
}

/// The seconds in one unit of time.
fn seconds(unit: &str) -> Option<f64> {
    match unit {
        "seconds" => Some(1.0),
        "minutes" => Some(60.0),
        "hours" => Some(3600.0),
        "days" => Some(86_400.0),
        _ => None,
    }
}

/// The number, unless it is too large to be distinguished from its neighbors.
fn precise(whole: i64) -> Option<f64> {
    i32::try_from(whole).ok().map(f64::from)
}
