//! What the rules about the contents of sections other than `select` share: the sections that apply, the section that
//! contains an error, and the requirement of a queue or an application profile together with its other parameters.

use lsflint_lint::{ErrorContext, FileContext, RequirementContext, SectionContext, Setting};
use lsflint_spec::{Dialect, KeywordPlace, RequirementKeyword, Switch, Target, builtin_resource, requirement_section};
use lsflint_syntax::ast::resreq::{Amount, ResReq, Section, Simple, UsageItem};
use lsflint_syntax::ast::{AstNode, Value};
use lsflint_syntax::{SyntaxKind, TextRange};

/// The simple strings of a requirement: the requirement itself, its terms, its alternatives. None for a broken string,
/// and none where sections other than `select` do not apply (STOP_COND).
pub(crate) fn simples<'a>(context: &RequirementContext<'a>) -> impl Iterator<Item = Simple<'a>> {
    let whole = ResReq::cast(context.node).filter(|it| !context.broken && !it.is_condition());
    whole.into_iter().flat_map(ResReq::simples)
}

/// The sections of one type in all simple strings. None for a broken string or where they do not apply.
pub(crate) fn sections<'a, S: AstNode<'a>>(context: &RequirementContext<'a>) -> impl Iterator<Item = S> {
    let judged = !context.broken && context.node.kind() == SyntaxKind::RES_REQ;
    context.parts.sections.iter().filter(move |_| judged).filter_map(|it| S::cast(it.node()))
}

/// The items of all `rusage` sections. None for a broken string or where they do not apply.
pub(crate) fn usages<'a>(context: &RequirementContext<'a>) -> impl Iterator<Item = UsageItem<'a>> {
    let judged = !context.broken && context.node.kind() == SyntaxKind::RES_REQ;
    context.parts.usages.iter().copied().filter(move |_| judged)
}

/// The sections of one type in one simple string.
pub(crate) fn sections_in<'a, S: AstNode<'a>>(simple: Simple<'a>) -> impl Iterator<Item = S> {
    simple.sections().filter_map(|it| S::cast(it.node()))
}

/// The section that contains an error.
pub(crate) fn section_around<'a>(context: &ErrorContext<'a>) -> Option<Section<'a>> {
    context.around().into_iter().rev().find_map(Section::cast)
}

/// The name of the section that contains an error, as documented.
pub(crate) fn section_name(context: &ErrorContext<'_>) -> Option<&'static str> {
    let keyword = section_around(context)?.keyword()?;
    requirement_section(&keyword.text()).map(|it| it.name)
}

/// The `rusage` item that contains an error. None for errors of other sections.
pub(crate) fn usage_item<'a>(context: &ErrorContext<'a>) -> Option<UsageItem<'a>> {
    context.around().into_iter().rev().find_map(UsageItem::cast)
}

/// Whether an error is in `rusage`.
pub(crate) fn in_rusage(context: &ErrorContext<'_>) -> bool {
    matches!(section_around(context), Some(Section::Rusage(_)))
}

/// The facts about a keyword.
pub(crate) fn keyword(section: &str, place: KeywordPlace, name: &str) -> Option<&'static RequirementKeyword> {
    requirement_section(section)?.keyword(place, name)
}

/// Words as alternatives of a sentence: "`a`, `b` or `c`".
pub(crate) fn choice<'n>(words: impl IntoIterator<Item = &'n str>) -> String {
    let quoted: Vec<String> = words.into_iter().map(|it| format!("`{it}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        Some((last, _)) => last.clone(),
        None => String::new(),
    }
}

/// The documented name of a resource that has two: `swp` for `swap`.
pub(crate) fn canonical(name: &str) -> &str {
    builtin_resource(name).filter(|it| it.alias == name).map_or(name, |it| it.name)
}

/// RES_REQ of a section with its parsed value. None when it is absent, filled in later, or broken.
pub(crate) fn requirement<'a>(context: &SectionContext<'a>) -> Option<(Setting<'a>, ResReq<'a>)> {
    let setting = known_setting(context, "RES_REQ")?;
    let node = setting.value.and_then(Value::content).and_then(ResReq::cast)?;
    Some((setting, node))
}

/// A setting of the section whose value is known and has no syntax error.
pub(crate) fn known_setting<'a>(context: &SectionContext<'a>, name: &str) -> Option<Setting<'a>> {
    let setting = context.entry(name)?;
    let range = setting.known_value()?.node().range();
    (!is_broken(&context.file, range)).then_some(setting)
}

/// Whether a range contains a syntax error other than one that only the strict parser reports.
fn is_broken(file: &FileContext<'_>, range: TextRange) -> bool {
    file.file.parse.errors_in(range).iter().any(|it| lsflint_lint::breaks_tree(it.kind))
}

/// An amount as written.
pub(crate) fn written(amount: Amount<'_>) -> String {
    let minus = if amount.minus.is_some() { "-" } else { "" };
    format!("{minus}{}{}", amount.number.text(), amount.unit_text())
}

/// Why the target does not support a construct, as a predicate: `requires LSF 10.1.0.2, but the target is 9.1.3`.
pub(crate) fn too_new(switch: Switch, target: Target) -> String {
    match target.dialect {
        Dialect::Lsf => format!("requires LSF {}, but the target is {target}", switch.spec().since),
        _ => format!("is not supported by {target}"),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check, check_string};

    #[test]
    fn nothing_is_piled_on_a_broken_string() {
        check_string("R302", "rusage[ncpus=1, mem=x]", expect![[""]]);
    }

    #[test]
    fn conditions_have_only_a_selection() {
        let text = "Begin Queue\nQUEUE_NAME = a\nSTOP_COND = select[ut>0.9] rusage[ncpus=1] span[hosts=7]\nEnd Queue\n";
        check("R302", "lsb.queues", text, expect![[""]]);
        check("R410", "lsb.queues", text, expect![[""]]);
    }
}
