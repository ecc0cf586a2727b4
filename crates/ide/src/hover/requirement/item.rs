//! Hovers for keywords inside the sections of a requirement string, and for their values.

use lsflint_spec::{KeywordPlace, RequirementKeyword, RequirementSection, requirement_section};
use lsflint_syntax::ast::resreq::{Section, UsageItem};
use lsflint_syntax::{SyntaxKind, TextRange, Token};

use super::groups;
use crate::hover::{Page, Scene};
use crate::words;

/// The keyword of the item that contains a token.
fn keyword_at(scene: &Scene<'_>) -> Option<(&'static RequirementSection, &'static RequirementKeyword, TextRange)> {
    let section = scene.spot.path.iter().rev().find_map(|it| Section::cast(*it))?;
    let spec = requirement_section(&section.keyword()?.text())?;
    let item = *scene.spot.path.last()?;
    let word = item.tokens().find(|it| matches!(it.kind(), SyntaxKind::KEYWORD | SyntaxKind::NAME))?;
    let places: &[KeywordPlace] = match item.kind() {
        SyntaxKind::AFFINITY_UNIT => &[KeywordPlace::Unit],
        SyntaxKind::AFFINITY_OPTION => &[KeywordPlace::Item, KeywordPlace::UnitOption],
        SyntaxKind::USAGE_ITEM | SyntaxKind::SPAN_ITEM | SyntaxKind::CU_ITEM => &[KeywordPlace::Item],
        _ => return None,
    };
    let name = word.text();
    let known = places.iter().find_map(|it| spec.keyword(*it, &name))?;
    Some((spec, known, item.trimmed_range()))
}

/// Whether a word after a keyword is part of the language, not a name.
pub(super) fn is_language(scene: &Scene<'_>, token: Token<'_>) -> bool {
    keyword_at(scene).is_some_and(|(spec, it, _)| {
        it.values.iter().any(|it| token.is(it)) || spec.keyword(KeywordPlace::ExclusiveScope, &token.text()).is_some()
    })
}

/// The hover for a keyword or its value.
pub(super) fn at(scene: &Scene<'_>, token: Token<'_>) -> Option<(TextRange, Page)> {
    let method = ["job", "task", "host"].iter().any(|it| token.is(it));
    if method && token.kind() == SyntaxKind::KEYWORD && scene.spot.node_of(SyntaxKind::USAGE_ITEM).is_some() {
        return Some((token.range(), reservation_method(token)));
    }
    let (section, known, range) = keyword_at(scene)?;
    if let Some(scope) = section.keyword(KeywordPlace::ExclusiveScope, &token.text()) {
        let mut page = Page::new(scope.name, &format!("scope of `exclusive` in `{}`", section.name));
        page.text(words::full_sentence(scope.summary));
        return Some((token.range(), page));
    }
    let mut page = Page::new(known.name, &format!("keyword of `{}`", section.name));
    page.text(words::full_sentence(known.summary));
    if !known.alias_of.is_empty() {
        page.fact(format!("write `{}` instead", known.alias_of));
    }
    if let Some(item) = scene.spot.node::<UsageItem<'_>>() {
        page.labelled("applies to", groups::of_item(scene, item).unwrap_or_default());
    }
    page.labelled("form", words::code(known.form));
    page.labelled("allowed", words::names(known.values, 12));
    page.labelled("conflicts with", words::names(known.conflicts, 4));
    if !known.compound {
        page.fact("not allowed in requirements with braces");
    }
    if let Some(version) = known.since {
        page.fact(format!("since {version}"));
    }
    page.link(section.source);
    Some((range, page))
}

/// The hover for a reservation method: `/job`, `/task`, `/host`.
fn reservation_method(token: Token<'_>) -> Page {
    let text = token.text();
    let mut page = Page::new(&format!("/{text}"), "how the amount is reserved");
    page.text(match &*text {
        "job" => "The amount is reserved once for the whole job, regardless of the number of tasks and hosts.",
        "task" => "The amount is reserved for every task of the job.",
        _ => "The amount is reserved on every host of the job, regardless of the number of tasks there.",
    });
    page
}
