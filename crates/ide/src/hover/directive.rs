//! Hovers for directive lines: `#if`, `#define`, `#INCLUDE`, and their parts.

use lsflint_model::week::{Activity, Reason, WeekReader, Zoned, branch_times};
use lsflint_syntax::ast::{AstNode, Branch, Conditional, Directive, TimeExpression};
use lsflint_syntax::{SyntaxKind, TextRange, Token};

use super::values::time;
use super::{Page, Scene};
use crate::words;

/// The hover for a directive keyword.
pub(super) fn of_keyword(scene: &Scene<'_>, token: Token<'_>) -> Option<Page> {
    let param = lsflint_spec::directive(&token.text())?;
    let mut page = Page::new(param.name, "directive, not a comment");
    page.text(words::full_sentence(param.summary));
    let directive = scene.spot.node::<Directive<'_>>()?;
    if let Some(condition) = directive.condition() {
        when(scene, condition, &mut page);
    }
    if let Some(path) = directive.path() {
        page.fact(included(scene, path));
    }
    branch(scene, directive, &mut page);
    page.labelled("form", words::code(param.form));
    for note in param.notes.iter().take(2) {
        page.note(words::sentence(note));
    }
    page.link(param.source);
    Some(page)
}

/// The hover for the part after the keyword: a condition, a name, a path.
pub(super) fn of_part(scene: &Scene<'_>, token: Token<'_>) -> Option<(TextRange, Page)> {
    let directive = scene.spot.node::<Directive<'_>>()?;
    if token.kind() == SyntaxKind::PATH {
        let mut page = Page::new(&token.text(), "included file");
        page.fact(included(scene, token));
        return Some((token.range(), page));
    }
    let condition = directive.condition()?;
    if let Some(window) = scene.spot.node_of(SyntaxKind::TIME_WINDOW) {
        return Some((window.range(), time::window_page(scene, window)?));
    }
    let text = words::one_line(&scene.file.text[condition.range()]).into_owned();
    let mut page = Page::new("condition", &words::code(&text));
    when(scene, condition, &mut page);
    branch(scene, directive, &mut page);
    Some((condition.range(), page))
}

/// Adds the times when a condition is true.
fn when(scene: &Scene<'_>, condition: lsflint_syntax::Node<'_>, page: &mut Page) {
    let Some(expression) = TimeExpression::of_condition(condition) else { return };
    match reader(scene).expression(expression) {
        Some(zoned) => {
            time::zoned(scene, &zoned, "true", page);
        }
        None if expression.names().next().is_some() => {
            page.fact("depends on a name defined by `#define`");
        }
        None => {}
    }
}

fn reader<'s>(scene: &Scene<'s>) -> WeekReader<'s> {
    WeekReader::new(&scene.file.parse, scene.view.switches().target)
}

/// Adds the times when the lines under the directive are active.
fn branch(scene: &Scene<'_>, directive: Directive<'_>, page: &mut Page) {
    let at = directive.node().range().start();
    let blocks = scene.spot.path.iter().copied().filter_map(Conditional::cast);
    let Some(outer) = blocks.into_iter().next() else { return };
    let times = branch_times(outer, reader(scene));
    let mine = |it: &Branch<'_>| it.directive().is_some_and(|it| it.node().range().start() == at);
    let Some(found) = times.iter().find(|it| mine(&it.branch)) else { return };
    let line = match found.activity {
        Activity::Never(Reason::Condition) => "these lines are never active: the condition is never true",
        Activity::Never(Reason::Earlier) => "these lines are never active: the preceding branches cover the whole week",
        Activity::Never(Reason::Outer) => {
            "these lines are never active: the enclosing branch is inactive whenever the condition is true"
        }
        Activity::Always(_) => "these lines are always active",
        Activity::Sometimes => "",
    };
    page.fact(line);
    if found.condition.is_none() && matches!(found.activity, Activity::Sometimes) {
        // `#else` applies at times not covered by the preceding conditions.
        let before = times.iter().filter(|it| it.block.node().range() == found.block.node().range());
        let mut left = Some(Zoned { week: found.outer.clone(), zone: None });
        for it in before.take_while(|it| !mine(&it.branch)) {
            left = match (left, &it.condition) {
                (Some(left), Some(condition)) if condition.zone.is_none() => {
                    Some(Zoned { week: left.week.minus(&condition.week), zone: None })
                }
                _ => None,
            };
        }
        if let Some(left) = left.filter(|_| directive.is("#else")) {
            time::zoned(scene, &left, "true", page);
        }
    }
}

/// Whether the file of an `#INCLUDE` is loaded.
fn included(scene: &Scene<'_>, path: Token<'_>) -> String {
    let path = path.text();
    let missing = scene.view.missing_include(&scene.file.path, &path).is_some();
    let unknown = if missing { "; the file is not loaded, so its contents are unknown" } else { "" };
    format!("LSF reads the lines of {} here{unknown}", words::code(&path))
}
