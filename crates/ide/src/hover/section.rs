//! Hovers for section names: the purpose and the parameters of a section.

use lsflint_spec::Layout;

use super::{Page, Scene};
use crate::words;

/// The maximum number of parameters.
const NAMED: usize = 12;

/// The hover for the section that contains the cursor; `None` outside of sections.
pub(super) fn of_section(scene: &Scene<'_>) -> Option<Page> {
    let section = scene.spot.section()?;
    let written = section.name()?.text();
    let file = scene.file.kind.spec();
    let Some(spec) = scene.spot.section_spec() else {
        let mut page = Page::new(&written, &format!("not a section of {}", file.name));
        page.labelled("sections of this file", words::names(file.sections.iter().map(|it| it.name), NAMED));
        return Some(page);
    };
    let mut page = Page::new(spec.name, &format!("section of {}", file.name));
    page.text(words::full_sentence(spec.summary));
    if !spec.obsolete.is_empty() {
        page.text(format!("**Obsolete**: {}.", words::sentence(spec.obsolete)));
    }
    let layout = match spec.layout {
        Layout::Keyed => "`KEY = value` lines",
        Layout::Tabular => "a header line with column names, then one row per entry",
        Layout::Either => "`KEY = value` lines, or a table",
        Layout::Flat => "a list of lines",
    };
    page.labelled("form", layout);
    if let Some(definition) = spec.defines {
        let each = if section.header().is_some() { "each row defines" } else { "defines" };
        let what = definition.what;
        let article = if what.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" };
        page.fact(format!("{each} {article} {what}, named by `{}`", definition.key));
    }
    page.labelled("required", words::names(spec.required, NAMED));
    page.labelled("usual", words::names(spec.usual, NAMED));
    let current = spec.params.iter().filter(|it| it.maturity == lsflint_spec::Maturity::Current);
    let rest = current.map(|it| it.name).filter(|it| !spec.expected().any(|name| name == *it));
    page.labelled("optional", words::names(rest, NAMED));
    match (spec.repeats, spec.second_ignored) {
        (false, true) => page.fact("LSF ignores a second section with this name"),
        (false, false) => page.fact("at most one per file"),
        (true, _) => &mut page,
    };
    if !spec.must_follow.is_empty() {
        page.fact(format!("must follow the section `{}`", spec.must_follow));
    }
    let after = lsflint_spec::after_change(scene.file.kind, spec.name, None);
    page.labelled("after a change run", words::names(after.commands(), 3));
    page.link(file.source);
    Some(page)
}
