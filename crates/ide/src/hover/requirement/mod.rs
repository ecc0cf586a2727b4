//! Hovers for requirement strings: the whole string, its sections, keywords, operators, functions, numbers.

mod groups;
mod item;
pub(super) mod number;
pub(super) mod operator;
mod word;

use lsflint_model::combined;
use lsflint_model::requirement::merge::Options;
use lsflint_model::requirement::{Requirement, Shape};
use lsflint_model::{Entity, View};
use lsflint_spec::{FileKind, REQUIREMENT_CONSUMERS, requirement_section};
use lsflint_syntax::ast::resreq::{RusageSection, Section};
use lsflint_syntax::{SyntaxKind, TextRange, Token};

use super::{Page, Scene};
use crate::answers::{PartAnswer, Question, Times, condition, matching_hosts_of, possible_of};
use crate::words;

/// The maximum number of terms or alternatives that are shown separately.
const PARTS: usize = 4;

/// Whether a token of a requirement string is part of the language, and therefore not looked up as a name.
pub(super) fn wants(scene: &Scene<'_>, token: Token<'_>) -> bool {
    if matches!(token.kind(), SyntaxKind::NAME | SyntaxKind::STRING | SyntaxKind::WORD)
        && word::at(scene, token).is_some()
    {
        return true;
    }
    match token.kind() {
        SyntaxKind::NAME | SyntaxKind::STRING => false,
        // Words after `=`, some of which are compute unit types.
        SyntaxKind::WORD => item::is_language(scene, token),
        _ => true,
    }
}

/// The hover for a token of a requirement string.
pub(super) fn at(scene: &Scene<'_>, token: Token<'_>) -> Option<(TextRange, Page)> {
    if let Some(found) = word::at(scene, token) {
        return Some(found);
    }
    let own = match token.kind() {
        SyntaxKind::KEYWORD => keyword(scene, token),
        SyntaxKind::WORD | SyntaxKind::NAME => item::at(scene, token),
        SyntaxKind::INTEGER | SyntaxKind::NUMBER | SyntaxKind::UNIT => number::at(scene, token),
        _ => operator::at(scene, token),
    };
    own.or_else(|| whole(scene))
}

/// The hover for the word before brackets: a section, a function, or a keyword of an item.
fn keyword(scene: &Scene<'_>, token: Token<'_>) -> Option<(TextRange, Page)> {
    let parent = scene.spot.path.last()?;
    if parent.kind() == SyntaxKind::CALL_EXPR {
        return operator::function(scene, token);
    }
    match Section::cast(*parent) {
        Some(Section::Unknown(_)) => None,
        Some(_) => Some((token.range(), section(scene, token)?)),
        None => item::at(scene, token),
    }
}

/// The hover for a section.
fn section(scene: &Scene<'_>, token: Token<'_>) -> Option<Page> {
    let spec = requirement_section(&token.text())?;
    let mut page = Page::new(spec.name, "section of a requirement string");
    page.text(words::full_sentence(spec.summary));
    page.labelled("form", words::code(spec.form));
    for keyword in spec.keywords.iter().filter(|it| it.alias_of.is_empty()).take(8) {
        page.fact(format!("`{}`: {}", keyword.form, words::sentence(keyword.summary)));
    }
    if let Some(section) = scene.spot.node::<RusageSection<'_>>() {
        for line in groups::lines(section) {
            page.fact(line);
        }
    }
    if spec.name == "select" && scene.spot.node_of(SyntaxKind::CONDITION).is_none() {
        page.note(format!(
            "without it, only hosts of the same type as the submission host match: `select[{}]`",
            lsflint_spec::DEFAULT_SELECT
        ));
    }
    if spec.name == "order" {
        let order = scene.view.switches().default_order.as_deref().unwrap_or(lsflint_spec::DEFAULT_ORDER);
        page.note(format!("without it, hosts are sorted as with `order[{order}]`"));
    }
    if let Some(setting) = scene.spot.setting() {
        let reader = format!("{}:{}", scene.file.kind.name(), setting.spec.map_or("", |it| it.name));
        let ignored = REQUIREMENT_CONSUMERS.iter().any(|it| it.name == reader && !it.sections.contains(&spec.name));
        if ignored {
            page.fact(format!("`{}` ignores this section", setting.name.text()));
        }
    }
    if let Some(version) = spec.since {
        page.note(format!("since {version}"));
    }
    page.link(spec.source);
    Some(page)
}

/// The hover for the whole string: its form, matching hosts, and what other levels add.
fn whole(scene: &Scene<'_>) -> Option<(TextRange, Page)> {
    let node = scene.spot.node_of(SyntaxKind::RES_REQ)?;
    let setting = scene.spot.setting()?;
    let text = scene.text(&setting)?;
    let mut page = Page::new(&setting.name.text(), "requirement string");
    for line in described(scene, &text) {
        page.fact(line);
    }
    Some((node.trimmed_range(), page))
}

/// The lines that describe a requirement string in its context.
pub(super) fn described(scene: &Scene<'_>, text: &str) -> Vec<String> {
    let Some(requirement) = Requirement::parse(text) else {
        return vec!["lsflint cannot parse it: LSF may reject it, or a template fills it in".to_owned()];
    };
    let entity = scene.entity();
    let mut lines = matches(scene, entity.as_ref(), &requirement);
    if let Some(entity) = entity.filter(|it| it.kind() == FileKind::LsbQueues) {
        lines.extend(with_profile(scene.view, &entity));
    }
    lines
}

/// The lines on hosts that can match a requirement of a queue, an application profile or a job.
pub(super) fn matches(scene: &Scene<'_>, entity: Option<&Entity<'_>>, requirement: &Requirement) -> Vec<String> {
    let queue = entity.filter(|it| it.kind() == FileKind::LsbQueues);
    let profile = entity.filter(|it| it.kind() == FileKind::LsbApplications);
    let view = scene.view;
    let options = Options::of(view, queue, profile);
    let times = Times::new(scene.snapshot.as_read().read());
    let question = Question { times: Some(&times), ..Question::new(queue, requirement, options) };
    let Some(answer) = matching_hosts_of(view, question).filter(|it| !it.hosts_unknown && it.counts.all() > 0) else {
        return Vec::new();
    };
    let whose = if queue.is_some() { "of the queue " } else { "" };
    let beyond = if answer.beyond { ", not counting hosts that are not loaded" } else { "" };
    let described = |it: &PartAnswer| {
        let condition = match condition(it.counts) {
            words if words.is_empty() => words,
            words => format!(" ({words})"),
        };
        let number = possible_of(it.counts).replace("can match", &format!("{whose}can match"));
        let by_type = it.by_submission_type().map(|it| format!("; {it}")).unwrap_or_default();
        format!("{number}{condition}{by_type}{beyond}")
    };
    match requirement.shape() {
        Shape::None | Shape::Simple => answer.parts.iter().map(described).collect(),
        shape => {
            let (words, head) = match shape {
                Shape::Compound => ("terms", "each placed on its own hosts"),
                _ => ("branches", "tried in order"),
            };
            let mut lines = vec![format!("{} {words}, {head}", answer.parts.len())];
            lines.extend(answer.parts.iter().take(PARTS).map(|it| format!("{}: {}", it.name, described(it))));
            lines
        }
    }
}

/// The merged requirement of a queue if the default application profile adds to it.
pub(super) fn with_profile(view: View<'_>, queue: &Entity<'_>) -> Option<String> {
    let profile = combined::default_profile(view)?;
    let merged = combined::combined(view, Some(queue), Some(&profile))?;
    let name = profile.name();
    if let Some(reason) = &merged.reason {
        return Some(format!(
            "with the default application profile {}, LSF rejects jobs: {reason}",
            words::code(&name)
        ));
    }
    let of_profile = merged.origins.iter().any(|it| it.from == lsflint_model::requirement::Level::Application);
    let text = combined::outcome(&merged).filter(|_| of_profile)?;
    Some(format!("with the default application profile {}: {}", words::code(&name), words::code(&text)))
}
