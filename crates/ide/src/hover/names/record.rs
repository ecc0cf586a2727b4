//! A record of the files that is a plain list of settings: limits, pools, service classes, clusters.

use lsflint_model::{Entity, State};

use crate::hover::{Page, Scene};
use crate::symbol::SymbolKind;
use crate::words;

/// So many settings are shown.
const SETTINGS: usize = 8;

/// The settings of a definition.
pub(super) fn page(scene: &Scene<'_>, name: &str, kind: SymbolKind) -> Option<Page> {
    let (file, section) = kind.section()?;
    let record = scene.view.find(file, section, name)?;
    let mut page = Page::new(name, &format!("{} of {}", kind.what(), file.name()));
    description(&record, &mut page);
    settings(&record, &["DESCRIPTION"], SETTINGS, &mut page);
    conditional(&record, &mut page);
    if page.is_empty() {
        page.labelled("defined at", scene.place(&record.place()).unwrap_or_default());
    }
    Some(page)
}

/// The text that the site wrote about it.
pub(super) fn description(record: &Entity<'_>, page: &mut Page) {
    if let Some(text) = record.value("DESCRIPTION") {
        page.text(words::paragraph(text.trim_matches('"')));
    }
}

/// What is set, besides the name and what was said already.
pub(super) fn settings(record: &Entity<'_>, besides: &[&str], most: usize, page: &mut Page) {
    let key = record.section().defines.map_or("", |it| it.key);
    let fields: Vec<_> = record
        .all_fields()
        .filter(|it| it.state() == State::Known)
        .filter(|it| {
            !it.name().eq_ignore_ascii_case(key) && !besides.iter().any(|name| it.name().eq_ignore_ascii_case(name))
        })
        .collect();
    for field in fields.iter().take(most) {
        let at_times = if field.is_conditional() { ", while its `#if` holds" } else { "" };
        page.fact(format!("`{}` {}{at_times}", field.name(), words::code(&field.known().unwrap_or_default())));
    }
    if fields.len() > most {
        page.fact(format!("and {} more settings", fields.len() - most));
    }
}

/// Whether an `#if` decides.
pub(super) fn conditional(record: &Entity<'_>, page: &mut Page) {
    if record.is_conditional() {
        page.fact("defined only while its `#if` holds");
    }
    if record.is_broken() {
        page.fact("**LSF drops it** because of its form");
    }
}
