//! Hovers for APS_PRIORITY: the formula with its weights, and its factors.

use lsflint_model::aps::{Formula, Time, Weight};
use lsflint_spec::{APS_PARTS, Grammar, aps_factor, aps_respelling};
use lsflint_syntax::ast::{ApsPair, ApsPart, ApsPriority};
use lsflint_syntax::{SyntaxKind, TextRange, Token};

use crate::hover::parameter::references;
use crate::hover::{Page, Scene};
use crate::words;

/// The lines that describe the formula of a value.
pub(super) fn described(text: &str) -> Vec<String> {
    let parse = lsflint_syntax::parse_value(text, Grammar::ApsPriority);
    let Some(priority) = parse.typed::<ApsPriority<'_>>() else { return Vec::new() };
    let formula = Formula::of(priority);
    let written = formula.to_string();
    if written.is_empty() {
        return Vec::new();
    }
    let mut lines = vec![format!("priority of a pending job = `{written}`")];
    if written.contains("limit(") {
        lines.push("`limit(x, n)`: x, limited to the range from -n to n".to_owned());
    }
    if written.contains("after(") {
        lines.push("`after(t, x)`: x, once the job has pended for t".to_owned());
    }
    if !parse.errors().is_empty() {
        lines.push("lsflint cannot parse parts of the value: LSF may ignore the whole line".to_owned());
    }
    lines
}

/// The hover for a part, a factor or a number.
pub(super) fn at(scene: &Scene<'_>, token: Token<'_>) -> Option<(TextRange, Page)> {
    let part = scene.spot.node::<ApsPart<'_>>()?;
    match token.kind() {
        SyntaxKind::KEYWORD => {
            let text = token.text();
            let known = APS_PARTS.iter().find(|it| it.name.eq_ignore_ascii_case(&text))?;
            let mut page = Page::new(known.name, "part of APS_PRIORITY");
            page.text(words::full_sentence(known.summary));
            Some((token.range(), page))
        }
        SyntaxKind::NAME => Some((token.range(), factor(scene, token)?)),
        SyntaxKind::INTEGER | SyntaxKind::NUMBER | SyntaxKind::UNIT => {
            let pair = scene.spot.node::<ApsPair<'_>>()?;
            let name = pair.factor()?;
            let mut page = factor(scene, name)?;
            if part.is("GRACE_PERIOD") && pair.unit().is_none() {
                page.note("a number without a unit is in hours");
            }
            Some((pair.value()?.range(), page))
        }
        _ => None,
    }
}

/// The hover for a factor: its meaning, and its weight in this formula.
fn factor(scene: &Scene<'_>, token: Token<'_>) -> Option<Page> {
    let name = token.text().to_ascii_uppercase();
    let Some(known) = aps_factor(&name) else {
        let right = aps_respelling(&name)?;
        let mut page = Page::new(&name, "unknown APS_PRIORITY factor");
        page.fact(format!("LSF reads it as `{}`", right.right));
        return Some(page);
    };
    let kind = if known.parent.is_empty() { "factor" } else { "subfactor" };
    let mut page = Page::new(known.name, &format!("{kind} of APS_PRIORITY"));
    page.text(words::full_sentence(known.summary));
    page.labelled("value", words::sentence(known.data));
    if let Some(priority) = scene.spot.node::<ApsPriority<'_>>() {
        let formula = Formula::of(priority);
        if let Some(term) = formula.term(known.name) {
            page.labelled("here", format!("`{term}`"));
            let why = match term.weight {
                Weight::OfParent => "its weight is 1 because one of its subfactors has a weight",
                Weight::Unset => "it has no weight and therefore no effect",
                Weight::Fixed | Weight::Written(_) => "",
            };
            page.fact(why);
            if let Some(limit) = term.limit {
                page.fact(format!("adds or subtracts at most {limit}"));
            }
            if let Some(grace) = term.grace {
                page.fact(format!("takes effect after the job has pended for {}", Time(grace)));
            }
        }
    }
    if let (Some(priority), false) = (scene.spot.node::<ApsPriority<'_>>(), known.parent.is_empty()) {
        let weight = Formula::of(priority).term(known.parent).map_or(0.0, |it| it.weight.number());
        page.fact(format!("part of `{}` and also multiplied by its weight {weight}", known.parent));
    }
    page.labelled("needs", references(known.needs, 4));
    if let Some(version) = known.since {
        page.fact(format!("since {version}"));
    }
    Some(page)
}
