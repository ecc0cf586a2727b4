//! Hovers for records that are plain lists of settings: limits, pools, service classes, clusters.

use lsflint_model::{Entity, State};
use rustc_hash::FxHashSet;

use crate::hover::{Page, Scene, over_time};
use crate::symbol::SymbolKind;
use crate::words;

/// The maximum number of settings.
const SETTINGS: usize = 8;

/// The hover with the settings of a definition.
pub(super) fn page(scene: &Scene<'_>, name: &str, kind: SymbolKind) -> Option<Page> {
    let (file, section) = kind.section()?;
    let record = scene.view.find(file, section, name)?;
    let mut page = Page::new(name, &format!("{} of {}", kind.what(), file.name()));
    description(&record, &mut page);
    settings(scene, &record, &["DESCRIPTION"], SETTINGS, &mut page);
    conditional(scene, &record, &mut page);
    if page.is_empty() {
        page.labelled("defined at", scene.place(&record.place()).unwrap_or_default());
    }
    Some(page)
}

/// Adds the DESCRIPTION of a record.
pub(super) fn description(record: &Entity<'_>, page: &mut Page) {
    if let Some(text) = record.value("DESCRIPTION") {
        page.text(words::paragraph(text.trim_matches('"')));
    }
}

/// Adds the settings, except the name and those in `except`.
pub(super) fn settings(scene: &Scene<'_>, record: &Entity<'_>, except: &[&str], most: usize, page: &mut Page) {
    let words = setting_words(scene, record, except);
    let more = words.len().saturating_sub(most);
    for line in words.into_iter().take(most) {
        page.fact(line);
    }
    if more > 0 {
        page.fact(format!("and {more} more settings"));
    }
}

/// The settings of a record as text: name and value of each, with the hours of values that depend on the time.
pub(super) fn setting_words(scene: &Scene<'_>, record: &Entity<'_>, except: &[&str]) -> Vec<String> {
    let key = record.section().defines.map_or("", |it| it.key);
    let is = |name: &str, other: &str| name.eq_ignore_ascii_case(other);
    // A parameter that several branches set has one line.
    let mut named: FxHashSet<&'static str> = FxHashSet::default();
    record
        .all_fields()
        .filter(|it| {
            it.state() == State::Known && !is(it.name(), key) && !except.iter().any(|other| is(it.name(), other))
        })
        .filter_map(|it| {
            let over_time = it
                .param()
                .filter(|_| it.is_conditional() && !record.is_conditional())
                .and_then(|param| Some((param, over_time::values(scene, record, &record.name(), param)?)));
            if let Some((param, values)) = over_time {
                return named.insert(param.name).then(|| format!("`{}` {values}", param.name));
            }
            let at_times = if it.is_conditional() { ", while its `#if` is true" } else { "" };
            Some(format!("`{}` {}{at_times}", it.name(), words::code(&it.known().unwrap_or_default())))
        })
        .collect()
}

/// Adds the hours of a record that depends on an `#if`. `verb`: what it is at these times, `defined`.
pub(super) fn at_times(scene: &Scene<'_>, record: &Entity<'_>, verb: &str, page: &mut Page) {
    if record.is_conditional() {
        page.fact(match over_time::existing(scene, record) {
            Some(when) => format!("{verb} only at times: {when}"),
            None => format!("{verb} only while its `#if` is true"),
        });
    }
}

/// Adds a note if the definition depends on an `#if`.
pub(super) fn conditional(scene: &Scene<'_>, record: &Entity<'_>, page: &mut Page) {
    at_times(scene, record, "defined", page);
    if record.is_broken() {
        page.fact("**LSF drops it** because it is malformed");
    }
}
