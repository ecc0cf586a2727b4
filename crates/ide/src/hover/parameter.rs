//! Hovers for keys and columns: purpose, valid values, and effective value of a parameter.

use lsflint_model::effective::{Effective, Link, LinkState};
use lsflint_spec::{Bound, Confidence, Dialect, Loss, Maturity, ParamKind, ParamSpec, SectionSpec};

use lsflint_syntax::SyntaxKind;

use super::{Page, Scene, over_time, values};
use crate::spot::SettingAt;
use crate::words;

/// The maximum number of notes; the documentation has all of them.
const NOTES: usize = 3;
/// The maximum number of values listed after the effective one.
const MOST_ELSE: usize = 3;

/// The hover for the key of a line.
pub(super) fn of_key(scene: &Scene<'_>) -> Option<Page> {
    let setting = scene.spot.setting()?;
    page(scene, &setting)
}

/// The hover for a column name.
pub(super) fn of_column(scene: &Scene<'_>) -> Option<Page> {
    page(scene, &scene.spot.column()?)
}

fn page(scene: &Scene<'_>, setting: &SettingAt<'_>) -> Option<Page> {
    let section = scene.spot.section_spec();
    let Some(param) = setting.spec else { return unknown(scene, setting, section) };
    let name = if param.name.starts_with('<') { setting.name.text() } else { param.name.into() };
    let is_column =
        setting.name.kind() == SyntaxKind::COLUMN_NAME || scene.spot.node_of(SyntaxKind::TABLE_ROW).is_some();
    let mut page = Page::new(&name, &place(scene, section, is_column));
    page.text(words::full_sentence(param.summary));
    page.text(life(param));
    if setting.value.is_some() {
        in_effect(scene, setting, param, &mut page);
    }
    page.fact(enforced(scene, param).unwrap_or_default());
    facts(scene, param, &mut page);
    page.link(param.source);
    Some(page)
}

/// The hover for a documented parameter.
pub(super) fn of_spec(scene: &Scene<'_>, section: &'static SectionSpec, param: &'static ParamSpec) -> Page {
    let mut page = Page::new(param.name, &place(scene, Some(section), param.kind == ParamKind::Column));
    page.text(words::full_sentence(param.summary));
    page.text(life(param));
    facts(scene, param, &mut page);
    page.link(param.source);
    page
}

/// The file and section of the parameter as text.
fn place(scene: &Scene<'_>, section: Option<&SectionSpec>, is_column: bool) -> String {
    let word = if is_column { "column" } else { "parameter" };
    match section.map(|it| it.name).filter(|it| !it.is_empty()) {
        Some(section) => format!("{word} of {}, section `{section}`", scene.file.kind.name()),
        None => format!("{word} of {}", scene.file.kind.name()),
    }
}

/// The hover for an undocumented name: a site-defined load index in queues and host rows; `None` for other names.
fn unknown(scene: &Scene<'_>, setting: &SettingAt<'_>, section: Option<&'static SectionSpec>) -> Option<Page> {
    let section = section?;
    let name = setting.name.text();
    if section.load_index_names && scene.view.resources().get(&name).is_some() {
        let param = section.param("<load_index>")?;
        let mut page = Page::new(&name, &format!("load threshold of {}", scene.file.kind.name()));
        page.text(words::full_sentence(param.summary));
        in_effect(scene, setting, param, &mut page);
        page.link(param.source);
        return Some(page);
    }
    let elsewhere: Vec<String> = lsflint_spec::params_named(&name)
        .map(|(kind, section, _)| match section.name {
            "" => kind.name().to_owned(),
            section => format!("{} (`{section}`)", kind.name()),
        })
        .collect();
    let file = scene.file.kind.spec();
    let mut page = Page::new(&name, &format!("not a documented parameter of {}", file.name));
    page.labelled("documented in", elsewhere.join(", "));
    if file.names_complete && !is_reported(scene, setting) {
        page.fact("LSF logs an error and ignores the line");
    }
    Some(page)
}

/// Whether a finding about the name, which is shown with its page, says what LSF does.
fn is_reported(scene: &Scene<'_>, setting: &SettingAt<'_>) -> bool {
    let findings = scene.snapshot.file(&scene.file.path).map_or(&[][..], |it| &*it.findings);
    findings.iter().any(|it| it.range == setting.name.range())
}

/// The versions in which the parameter was introduced and removed.
fn life(param: &ParamSpec) -> String {
    let mut text = match param.maturity {
        Maturity::Current => String::new(),
        Maturity::Deprecated if param.deprecated_since.is_some() => String::new(),
        Maturity::Deprecated => "**Deprecated**".to_owned(),
        Maturity::Obsolete => "**Obsolete**: newer versions may not read it".to_owned(),
        Maturity::NotSeen => "**Not seen** in the pages of LSF 10.1 that lsflint knows".to_owned(),
        Maturity::Removed => "**Not read** by LSF 10.1".to_owned(),
        Maturity::Undocumented => "**Not documented** by IBM for LSF 10.1".to_owned(),
    };
    if text.is_empty() && param.removed_since.is_none() && param.deprecated_since.is_none() {
        return text;
    }
    let mut add = |part: String| {
        if !text.is_empty() {
            text.push_str(", ");
        }
        text.push_str(&part);
    };
    if let Some(version) = param.deprecated_since {
        add(format!("deprecated since {version}"));
    }
    if let Some(version) = param.removed_since {
        add(format!("no longer read since {version}"));
    }
    if !param.replaced_by.is_empty() {
        add(format!("use {} instead", reference(param.replaced_by)));
    }
    text + "."
}

/// A reference such as `lsb.params:NAME` as text.
fn reference(name: &str) -> String {
    match name.split_once(':') {
        Some((file, name)) => format!("`{name}` of {file}"),
        None => format!("`{name}`"),
    }
}

/// Several references as text.
pub(super) fn references(all: &[&str], most: usize) -> String {
    let mut named: Vec<String> = all.iter().take(most).map(|it| reference(it)).collect();
    if all.len() > most {
        named.push(format!("{} more", all.len() - most));
    }
    named.join(", ")
}

/// Adds the effective value: its meaning, and what would apply without it.
fn in_effect(scene: &Scene<'_>, setting: &SettingAt<'_>, param: &'static ParamSpec, page: &mut Page) {
    let unset = setting.value.is_some_and(|it| it.is_unset());
    if scene.spot.node_of(SyntaxKind::BRANCH).is_some() && !unset {
        page.note("applies only while its `#if` branch is active");
    }
    if let Some(text) = scene.text(setting) {
        let described = values::described(scene, setting, param, &text);
        if described.is_empty() {
            page.labelled("here", words::code(&text));
        } else {
            match described.as_slice() {
                // The words would only repeat the value.
                [one] if one.starts_with(text.trim()) => {
                    page.labelled("here", one);
                }
                [one] => {
                    page.fact(format!("here: {}, {one}", words::code(&text)));
                }
                [first, rest @ ..] if first.starts_with(text.trim()) => {
                    page.labelled("here", first);
                    rest.iter().for_each(|it| {
                        page.fact(it);
                    });
                }
                several => {
                    page.labelled("here", words::code(&text));
                    several.iter().for_each(|it| {
                        page.fact(it);
                    });
                }
            }
        }
    } else if unset {
        page.fact("here: empty, the same as leaving out the line");
    }
    if let Some(effective) = scene.effective(param) {
        let own = effective.chain.iter().find(|it| is_here(scene, it));
        let read = own.is_none_or(|it| own_state(it, page));
        page.fact(chain(scene, &effective, unset || !read));
        if let Some(record) = scene.entity().filter(|_| effective.is_unknown()) {
            page.labelled("by time", over_time::values(scene, &record, &record.name(), param).unwrap_or_default());
        }
    }
}

/// What enforces a limit of jobs in this cluster.
pub(super) fn enforced(scene: &Scene<'_>, param: &ParamSpec) -> Option<String> {
    crate::answers::enforced(scene.view, scene.file.kind, scene.entity().as_ref(), param.name)
}

/// Adds what LSF makes of the value at the cursor, if that is not what is written; false if it ignores it.
fn own_state(link: &Link, page: &mut Page) -> bool {
    match &link.state {
        LinkState::Ignored { code, effect } => {
            page.fact(format!("**not in effect**: {effect} (`{code}`)"));
            false
        }
        LinkState::ReadAs { code, .. } => {
            page.fact(format!("LSF reads {} (`{code}`)", words::code(link.value.as_deref().unwrap_or_default())));
            true
        }
        _ => true,
    }
}

/// Whether a link is the value at the cursor.
fn is_here(scene: &Scene<'_>, link: &Link) -> bool {
    link.place.as_ref().is_some_and(|it| *it.file == *scene.file.path && inside(scene, it))
}

/// The values of the chain that are overridden.
fn chain(scene: &Scene<'_>, effective: &Effective, unset: bool) -> String {
    let described = |it: &Link| {
        let value = it.value.as_deref()?;
        let from = it.place.as_ref().and_then(|it| scene.place(it)).unwrap_or_else(|| it.from.clone());
        let state = match &it.state {
            LinkState::Unknown => ", in an `#if` branch".to_owned(),
            LinkState::Ignored { code, .. } => format!(", ignored: `{code}`"),
            LinkState::ReadAs { written, code } => format!(", written {}: `{code}`", words::code(written)),
            LinkState::Counts | LinkState::Overridden | LinkState::Unset => String::new(),
        };
        Some(match it.place {
            Some(_) => format!("{} ({from}{state})", words::code(value)),
            None if effective.param.name == "RES_REQ" => default_requirement(scene),
            None => default_words(value, &it.from, &effective.unit)?,
        })
    };
    let mut others: Vec<String> = Vec::new();
    for link in effective.chain.iter().filter(|it| !is_here(scene, it)) {
        match described(link) {
            Some(text) => {
                let settles = !matches!(link.state, LinkState::Unknown | LinkState::Ignored { .. });
                others.push(text);
                if settles {
                    break;
                }
            }
            None if link.state == LinkState::Unknown && link.place.is_none() => {
                others.push(format!("{} is not completely loaded", link.from));
                break;
            }
            None => {}
        }
    }
    others.truncate(MOST_ELSE);
    match others.as_slice() {
        [] => String::new(),
        [one] if one.starts_with(DEFAULT) => one.replacen(DEFAULT, "default:", 1),
        _ => format!("{}: {}", if unset { "in effect" } else { "otherwise" }, others.join(", then ")),
    }
}

/// The requirement of jobs that do not specify one.
fn default_requirement(scene: &Scene<'_>) -> String {
    let order = scene.view.switches().default_order.as_deref().unwrap_or(lsflint_spec::DEFAULT_ORDER);
    format!("{DEFAULT} `select[{}] order[{order}]`", lsflint_spec::DEFAULT_SELECT)
}

/// Whether a place is in the line or cell with the cursor.
fn inside(scene: &Scene<'_>, place: &lsflint_model::Place) -> bool {
    scene.spot.setting().and_then(|it| it.value).is_some_and(|it| it.node().range().contains_range(place.range))
        || scene.spot.setting().is_some_and(|it| it.name.range() == place.range)
}

/// The start of the words for a default.
const DEFAULT: &str = "default";

/// A documented default, with its unit if it is a number; `None` if there is none.
fn default_words(value: &str, from: &str, unit: &str) -> Option<String> {
    if value.contains("required") {
        return None;
    }
    let number = !value.is_empty() && value.chars().all(|it| it.is_ascii_digit() || it == '.');
    let described = match number {
        true => words::amount(value, unit),
        false => words::sentence(&words::default_value(value)),
    };
    let unsure = if from.contains("unverified") { " (not verified)" } else { "" };
    Some(format!("{DEFAULT} {described}{unsure}"))
}

/// Adds the form, range, versions and dependencies.
fn facts(scene: &Scene<'_>, param: &'static ParamSpec, page: &mut Page) {
    let range = range(param).map_or(String::new(), |it| format!(", {it}"));
    page.labelled(
        "form",
        if param.form.is_empty() { String::new() } else { format!("{}{range}", words::code(param.form)) },
    );
    if param.form.is_empty() && !param.values.is_empty() {
        page.labelled("one of", words::names(param.values, 12));
    }
    let mut line: Vec<String> = Vec::new();
    let unit = lsflint_model::effective::unit_of(param, scene.view.switches());
    if !unit.is_empty() {
        let by_conf = param.affected_by.iter().any(|it| it.ends_with(":LSF_UNIT_FOR_LIMITS"));
        line.push(if by_conf { format!("unit {unit} (LSF_UNIT_FOR_LIMITS)") } else { format!("unit {unit}") });
    }
    if param.form.is_empty() && !range.is_empty() {
        line.push(range.trim_start_matches(", ").to_owned());
    }
    if !scene_shows_default(scene) && !param.default.is_empty() {
        let from = if param.confidence == Confidence::High { "" } else { "unverified" };
        line.extend(default_words(param.default, from, &unit));
    }
    if let Some(version) = param.since {
        line.push(format!("since {version}"));
    }
    if !param.only_in.is_empty() && !param.only_in.contains(&Dialect::Lsf) {
        line.push("OpenLava and volclava only".to_owned());
    }
    page.fact(line.join(", "));
    let named = |all: &[&str]| references(all, 4);
    let because = param.requires_because.text;
    let required = |names: String| match names.is_empty() || because.is_empty() {
        true => names,
        false => format!("{names}, because {because}"),
    };
    page.labelled("requires", required(named(param.requires)));
    page.labelled("requires one of", required(named(param.requires_any)));
    page.labelled("conflicts with", named(param.conflicts));
    page.labelled("affected by", named(param.affected_by));
    // A parameter without effect on it is not worth a second line.
    let features = param.useful_with.iter().all(|it| param.affected_by.contains(it));
    page.labelled("useful only with", if features { String::new() } else { named(param.useful_with) });
    page.fact(mistake(param));
    for note in param.notes.iter().take(NOTES) {
        page.note(words::sentence(note));
    }
    let after = lsflint_spec::after_change(scene.file.kind, param.section, Some(param.name));
    page.labelled("after a change run", words::names(after.commands(), 3));
}

/// Whether the default is part of the chain of values.
fn scene_shows_default(scene: &Scene<'_>) -> bool {
    scene.spot.setting().is_some_and(|it| it.value.is_some()) && scene.entity().is_some()
}

fn range(param: &ParamSpec) -> Option<String> {
    let side = |bound: Bound, from: &str, beyond: &str| match bound {
        Bound::Inclusive(value) => format!("{from} {value}"),
        Bound::Exclusive(value) => format!("{beyond} {value}"),
    };
    let low = param.min.map(|it| side(it, "from", "above"));
    let high = param.max.map(|it| side(it, "to", "below"));
    let parts: Vec<String> = [low, high].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

/// Describes how LSF handles an invalid value.
fn mistake(param: &ParamSpec) -> &'static str {
    match (param.clamped, param.loss) {
        _ if param.kind == ParamKind::Directive || param.confidence != Confidence::High => "",
        (true, _) => "LSF changes an out-of-range number to the nearest allowed value",
        (false, Loss::Value) => "",
        (false, Loss::Zero) => "LSF reads anything but a number as 0",
        (false, Loss::Row) => "an invalid value makes LSF drop the whole row",
        (false, Loss::Section) => "an invalid value makes LSF drop the whole section",
    }
}
