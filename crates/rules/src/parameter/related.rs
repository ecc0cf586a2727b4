//! Parameters that stand beside each other: which one is set, how large it is, whether two of them are read together.

use lsflint_lint::{Item, Origin, SectionContext, Setting};
use lsflint_spec::Grammar;
use lsflint_syntax::ast::{AstNode, RunLimit, RunTime, integer, number};
use lsflint_syntax::{TextRange, Token};

/// Whether the setting switches something on: it has a value, and that is not the `N` of a yes-or-no parameter.
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

/// Where to point at when the setting as a whole is meant: its name, or its cell in a table.
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

/// The setting of a parameter, by its documented name, that counts among some: the last one outside `#if`, else the last one at all.
pub(crate) fn find<'s, 'a>(entries: &'s [Setting<'a>], name: &str) -> Option<&'s Setting<'a>> {
    let found = || entries.iter().filter(|it| it.spec.is_some_and(|it| it.name == name));
    found().rev().find(|it| it.branch == 0).or_else(|| found().next_back())
}

/// The name of a fact without its file, if it is a parameter of the same file.
pub(crate) fn in_this_file(name: &'static str) -> Option<&'static str> {
    (!name.contains(':')).then_some(name)
}

/// The parameter of a fact, and the value it must have, where not every value will do: `NAME=value`.
pub(crate) fn wanted(fact: &'static str) -> (&'static str, Option<&'static str>) {
    fact.split_once('=').map_or((fact, None), |(name, value)| (name, Some(value)))
}

/// Whether something that is not in view may set parameters of the section: an `#INCLUDE` line in it.
pub(crate) fn includes_more(section: &SectionContext<'_>) -> bool {
    section.includes_more()
}

/// What a setting comes to, so that two of them can be compared: seconds for times, the number for anything else. Of two values the
/// larger role counts: the maximum.
pub(crate) fn amount(setting: &Setting<'_>) -> Option<f64> {
    let spec = setting.spec?;
    let value = setting.known_value()?;
    if let Some(content) = value.content() {
        let time = match RunLimit::cast(content) {
            Some(limit) => limit.maximum(),
            None => RunTime::cast(content),
        };
        // A time of another host is of another speed.
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

/// The number, unless it is too large to be told from its neighbours.
fn precise(whole: i64) -> Option<f64> {
    i32::try_from(whole).ok().map(f64::from)
}
