//! Hovers for codes in suppression comments: a summary of the rule.

use lsflint_lint::{Rule, RuleMeta, Rules};
use lsflint_syntax::{TextRange, TextSize, Token};

use super::{Page, Scene};
use crate::words;

/// The maximum number of rules for a code prefix.
const NAMED: usize = 8;

/// The hover for the code at the cursor, if the comment is a suppression.
pub(super) fn of_comment(scene: &Scene<'_>, token: Token<'_>) -> Option<(TextRange, Page)> {
    let raw = token.raw();
    let marker = raw.find("lsflint:")?;
    let open = marker + raw[marker..].find('[')?;
    let close = open + raw[open..].find(']')?;
    let at = usize::from(scene.spot.offset.checked_sub(token.range().start())?);
    if at <= open || at > close {
        return None;
    }
    let from = raw[..at].rfind([',', '[']).map_or(open + 1, |it| it + 1);
    let to = raw[at..].find([',', ']']).map_or(close, |it| at + it);
    let code = raw[from..to].trim();
    let start = from + (raw[from..to].len() - raw[from..to].trim_start().len());
    let offset = |it: usize| token.range().start() + TextSize::new(u32::try_from(it).unwrap_or(u32::MAX));
    let range = TextRange::new(offset(start), offset(start + code.len()));
    Some((range, page(scene.snapshot.rules, code)?))
}

/// The rules that a code or code prefix refers to.
pub(super) fn page(all: Rules, code: &str) -> Option<Page> {
    if let Some(rule) = all.find(code) {
        return Some(of_rule(rule));
    }
    let with_prefix = |it: &&RuleMeta| !code.is_empty() && it.is_suppressed_by(code);
    let rules: Vec<&RuleMeta> = all.iter().map(|it| &it.meta).filter(with_prefix).collect();
    if rules.is_empty() {
        return None;
    }
    let mut page = Page::new(code, &format!("{} with codes that start with this", words::counted(rules.len(), "rule")));
    for rule in rules.iter().take(NAMED) {
        page.fact(format!("`{}` {}", rule.code, rule.name));
    }
    if rules.len() > NAMED {
        page.fact(format!("and {} more", rules.len() - NAMED));
    }
    Some(page)
}

/// The hover for a rule: what it finds and why.
fn of_rule(rule: &'static Rule) -> Page {
    let meta = &rule.meta;
    let mut page = Page::new(meta.code, &format!("`{}`, {}", meta.name, meta.in_words()));
    let doc = meta.doc();
    page.text(&doc.summary);
    let effect = doc.section("Effect").map_or(String::new(), |it| format!("**Effect**: {}", it.markdown()));
    page.text(effect);
    page
}
