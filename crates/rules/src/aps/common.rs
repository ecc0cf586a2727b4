//! Helpers shared by the rules about absolute priority scheduling.

use lsflint_lint::{Consequence, Diagnostic, ErrorContext, FileContext, Item, SectionContext, Setting, SettingContext};
use lsflint_spec::{ApsFactor, ApsValue, FileKind, Grammar, ParamSpec, SectionSpec};
use lsflint_syntax::ast::{ApsPair, ApsPart, ApsPriority, Value};

/// What LSF does with an invalid value.
pub(crate) fn line_ignored() -> Consequence {
    // The pages say what is valid, but not what becomes of other values.
    Item::Line.ignored().so("the queue does not use absolute priority scheduling").possible()
}

/// Adds [`line_ignored`] to a syntax error.
pub(crate) fn ignores_line(_: &ErrorContext<'_>, found: &mut Diagnostic) {
    found.consequence(line_ignored());
}

/// Whether a parameter holds an absolute priority.
pub(crate) fn is_priority(spec: &ParamSpec) -> bool {
    spec.grammar == Grammar::ApsPriority
}

/// The typed value of a setting without errors.
pub(crate) fn priority<'a>(context: &SettingContext<'a>) -> Option<ApsPriority<'a>> {
    if context.broken { None } else { context.setting.typed() }
}

/// APS_PRIORITY of a queue with its typed value; `None` if it is absent, templated or invalid.
pub(crate) fn of_queue<'a>(context: &SectionContext<'a>) -> Option<(Setting<'a>, ApsPriority<'a>)> {
    if context.file.kind() != FileKind::LsbQueues {
        return None;
    }
    let setting = context.entries.iter().rev().find(|it| it.spec.is_some_and(is_priority)).copied()?;
    let value = setting.known_value()?;
    let broken = !context.file.file.parse.errors_in(value.node().range()).is_empty();
    if broken { None } else { Some((setting, setting.typed()?)) }
}

/// The known and valid values of APS_PRIORITY in a file.
pub(crate) fn formulas<'a>(context: &FileContext<'a>) -> Vec<ApsPriority<'a>> {
    if context.kind() != FileKind::LsbQueues {
        return Vec::new();
    }
    let queues = context.sections().into_iter().filter(|it| it.spec.is_some_and(|it| it.param(PARAMETER).is_some()));
    let entries = queues.flat_map(|it| it.section.all_entries());
    let named = entries.filter(|it| it.0.key().is_some_and(|it| it.is(PARAMETER)));
    let values = named.filter_map(|it| it.0.value()).filter(|it| it.is_known());
    values.filter(|it| context.file.parse.errors_in(it.node().range()).is_empty()).filter_map(Value::typed).collect()
}

/// The parameter of a queue that holds its formula.
pub(crate) const PARAMETER: &str = "APS_PRIORITY";

/// What the numbers of a part mean; none for unknown parts.
pub(crate) fn meaning(part: ApsPart<'_>) -> Option<ApsValue> {
    lsflint_spec::APS_PARTS.iter().find(|it| part.is(it.name)).map(|it| it.value)
}

/// The pairs of all parts with this meaning.
pub(crate) fn pairs(priority: ApsPriority<'_>, meaning: ApsValue) -> impl Iterator<Item = ApsPair<'_>> {
    priority.parts().filter(move |it| self::meaning(*it) == Some(meaning)).flat_map(ApsPart::pairs)
}

/// Whether a factor has a weight.
pub(crate) fn is_weighted(priority: ApsPriority<'_>, factor: &str) -> bool {
    pairs(priority, ApsValue::Weight).filter_map(ApsPair::factor).any(|it| it.text().eq_ignore_ascii_case(factor))
}

/// File, section and name of a parameter that a factor needs in another file, such as `lsb.params:MAX_USER_PRIORITY`.
/// `None` if the parameter belongs to the queue.
pub(crate) fn elsewhere(needed: &'static str) -> Option<(FileKind, &'static SectionSpec, &'static str)> {
    let (file, name) = needed.split_once(':')?;
    let kind = FileKind::from_name(file)?;
    let section = kind.spec().sections.iter().find(|it| it.param(name).is_some())?;
    Some((kind, section, name))
}

/// The section whose PRIORITY is the value of a factor.
pub(crate) fn source(factor: &'static ApsFactor) -> Option<(FileKind, &'static SectionSpec)> {
    let (file, section) = factor.section.split_once(':')?;
    let kind = FileKind::from_name(file)?;
    Some((kind, lsflint_spec::section(kind, section)?))
}

/// Whether two settings of a section can be read at the same time.
pub(crate) fn are_read_together(a: Setting<'_>, b: Setting<'_>) -> bool {
    a.branch == b.branch || a.branch == 0 || b.branch == 0
}
