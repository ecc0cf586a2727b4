//! What the rules of the family share: where windows stand, and how they read in words.

use lsflint_spec::{DAY_NAMES, Grammar, ParamSpec, Shape, Terminal};
use lsflint_syntax::ast::{AstNode, ClockTime, TimeExpression, TimeWindow};

use crate::context::{DirectiveContext, SettingContext};

/// Whether the value of a parameter can hold windows.
pub(super) fn holds_windows(param: &ParamSpec) -> bool {
    fn shape_holds(shape: &Shape) -> bool {
        match shape {
            Shape::Terminal(terminal) => *terminal == Terminal::Window,
            Shape::Sequence(parts) | Shape::Choice(parts) => parts.iter().any(shape_holds),
            Shape::Optional(inner) | Shape::Repeat(inner) => shape_holds(inner),
            Shape::Literal(_) | Shape::Blank | Shape::MaybeBlank => false,
        }
    }
    match param.grammar {
        Grammar::TimeWindows => true,
        Grammar::Shape(shape) => shape_holds(shape),
        _ => false,
    }
}

/// The windows of a setting.
pub(super) fn windows_of_setting<'a>(context: &SettingContext<'a>) -> Vec<TimeWindow<'a>> {
    let Some(value) = context.setting.known_value() else { return Vec::new() };
    value.node().descendants().filter_map(TimeWindow::cast).collect()
}

/// The windows of an `#if` or `#elif`.
pub(super) fn windows_of_directive<'a>(context: &DirectiveContext<'a>) -> Vec<TimeWindow<'a>> {
    let expression = context.directive.condition().and_then(TimeExpression::of_condition);
    expression.map(|it| it.windows().collect()).unwrap_or_default()
}

/// Both times of a window, when they are readable.
pub(super) fn clocks(window: TimeWindow<'_>) -> Option<(ClockTime, ClockTime)> {
    Some((window.opens()?.clock()?, window.closes()?.clock()?))
}

/// `Monday 08:30`, `08:30`.
pub(super) fn in_words(time: ClockTime) -> String {
    let clock = format!("{:02}:{:02}", time.hour, time.minute.unwrap_or(0));
    match time.day.and_then(|it| DAY_NAMES.get(it as usize)) {
        Some(day) => format!("{day} {clock}"),
        None => clock,
    }
}

/// What happens to a window that LSF cannot read.
pub(super) const DROPPED: &str =
    "LSF drops this window; when no window of the list is left, the setting is ignored and the time is not limited";

/// What happens to the branch of a condition that LSF cannot read.
pub(super) const CONDITION_FALSE: &str =
    "LSF cannot read the condition and takes it as false: the lines of this branch are never read";
