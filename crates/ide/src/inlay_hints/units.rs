//! Inlay hints with the units of numbers without one.

use lsflint_model::View;
use lsflint_model::effective::unit_of;
use lsflint_model::requirement::Units;
use lsflint_spec::{Grammar, ParamSpec, builtin_resource};
use lsflint_syntax::TextSize;
use lsflint_syntax::ast::resreq::{Comparison, Expr, ResReq, UsageItem, UsageKind};
use lsflint_syntax::ast::{Amount, AstNode, LimitPair, RunLimit, RunTime, Size, Value};

use super::InlayHint;
use crate::words;

/// Units that are shown, because a number does not show them.
const UNITS: &[&str] = &["seconds", "milliseconds", "minutes", "hours", "days", "KB", "MB", "GB", "TB"];

/// The hints for the value of a parameter.
pub(super) fn of_value(view: View<'_>, param: &'static ParamSpec, value: Value<'_>) -> Vec<InlayHint> {
    let unit = unit_of(param, view.switches());
    let plain = |it: Amount<'_>| match it.unit() {
        Some(_) => None,
        None => hint(&it.number().text(), &unit, it.range().end()),
    };
    let time = |it: RunTime<'_>| match it.colon() {
        Some(_) => None,
        None => it.minute().and_then(plain),
    };
    match param.grammar {
        Grammar::RunLimit => {
            value.typed::<RunLimit<'_>>().into_iter().flat_map(RunLimit::items).filter_map(time).collect()
        }
        Grammar::HourMinute => value.content().and_then(RunTime::cast).and_then(time).into_iter().collect(),
        Grammar::LimitPair => {
            value.typed::<LimitPair<'_>>().into_iter().flat_map(LimitPair::amounts).filter_map(plain).collect()
        }
        Grammar::Size => value.typed::<Size<'_>>().and_then(Size::amount).and_then(plain).into_iter().collect(),
        Grammar::Integer | Grammar::Number => {
            let number = value.single_word().filter(|it| lsflint_syntax::ast::number(*it).is_some());
            number.and_then(|it| hint(&it.text(), &unit, it.range().end())).into_iter().collect()
        }
        Grammar::ResReq | Grammar::Condition => {
            value.content().and_then(ResReq::cast).map(|it| requirement(view, it)).unwrap_or_default()
        }
        _ => Vec::new(),
    }
}

/// A hint like ` ≙ 16 GB`, else with the same number and the unit.
fn hint(number: &str, unit: &str, end: TextSize) -> Option<InlayHint> {
    if !UNITS.iter().any(|it| it.eq_ignore_ascii_case(unit)) || number.trim_start_matches(['0', '.']).is_empty() {
        return None;
    }
    let said = words::amount(number, unit);
    let label = match (words::larger(number, unit), said.split_once(", about ")) {
        (Some(larger), _) => format!(" ≙ {larger}"),
        (None, Some((_, about))) => format!(" ≈ {about}"),
        (None, None) => format!(" ≙ {number} {}", if number == "1" { unit.trim_end_matches('s') } else { unit }),
    };
    Some(InlayHint { offset: end.into(), label, tooltip: said })
}

/// The hints for sizes and durations in a requirement string.
fn requirement(view: View<'_>, tree: ResReq<'_>) -> Vec<InlayHint> {
    let units = Units::of(view.switches());
    let mut found = Vec::new();
    for node in tree.node().descendants() {
        if let Some(item) = UsageItem::cast(node) {
            let Some(name) = item.name() else { continue };
            let unit = match item.kind() {
                Some(UsageKind::Resource) => size_unit(&units, &name.text()),
                Some(UsageKind::Duration) => Some("minutes"),
                _ => None,
            };
            let Some(unit) = unit else { continue };
            let bare = item.amounts().filter(|it| it.unit.is_none() && it.minus.is_none());
            found.extend(bare.filter_map(|it| hint(&it.number.text(), unit, it.range().end())));
        } else if let Some(Expr::Comparison(it)) = Expr::cast(lsflint_syntax::Element::Node(node)) {
            found.extend(compared(&units, it));
        }
    }
    found
}

/// The unit of a resource size without a unit; `None` if it has none, or if lsf.conf decides and is not loaded.
fn size_unit(units: &Units, name: &str) -> Option<&'static str> {
    units.of_resource(name).map(|it| it.suffix()).filter(|it| it.ends_with('B'))
}

/// The hint for a comparison such as `mem>4096`.
fn compared(units: &Units, comparison: Comparison<'_>) -> Option<InlayHint> {
    let operands = [comparison.lhs()?, comparison.rhs()?];
    let name = operands.iter().find_map(|it| it.as_name())?.text();
    let measured = || builtin_resource(&name).filter(|it| it.unit == "MB" && !it.size_units).map(|_| "MB");
    let unit = size_unit(units, &name).or_else(measured)?;
    let number = operands.iter().find_map(|it| match it {
        Expr::Number(it) if it.unit.is_none() => Some(*it),
        _ => None,
    })?;
    hint(&number.value.text(), unit, number.range().end())
}
