//! What only the files have: parameters of displayed objects that are not displayed, and objects.

use lsflint_spec::{Confidence, DISPLAYS, Display, DisplayLayout, FileKind};
use rustc_hash::{FxHashMap, FxHashSet};

use super::asked::Asked;
use super::files::{Expected, Files, Records, not_read};
use super::judge::{Judge, Would, is_made_by_lsf};
use super::meaning::Meaning;
use super::read::{Input, Limits, Shown, ShownObject};
use super::{Compared, ShownAt, Verdict};
use crate::answers::plan::records;
use crate::words;

/// Adds the parameters that a command would display if they were set.
pub(super) fn values(judge: &mut Judge<'_>, input: &Input) {
    let mut displayed: Vec<FxHashSet<&str>> = vec![FxHashSet::default(); input.objects.len()];
    for it in &input.values {
        let names = match &it.what {
            Shown::Part(part) => part.params,
            Shown::Param(_) | Shown::Index(_) => &[],
        };
        displayed[it.object].extend(names);
        displayed[it.object].insert(it.what.name());
    }
    for (object, displayed) in input.objects.iter().zip(&displayed) {
        let is_block = object.display.layout == DisplayLayout::Blocks;
        if is_block && object.cut_at.is_none() && !is_made_by_lsf(object.display, &object.name) {
            of_object(judge, object, displayed);
        }
    }
}

fn of_object(judge: &mut Judge<'_>, shown: &ShownObject, displayed: &FxHashSet<&str>) {
    let display = shown.display;
    let Some(section) = Files::section(display) else { return };
    let records = judge.files.records(display, &shown.name);
    if matches!(records, Records::Missing) || !judge.files.is_loaded(display) {
        return;
    }
    let mut seen: FxHashSet<&str> = FxHashSet::default();
    for part in display.parts.iter().filter(|it| it.confidence == Confidence::High && !it.always) {
        let params = part.params.iter().filter(|it| !displayed.contains(*it));
        for param in params.filter_map(|it| section.param(it)) {
            if seen.insert(param.name) {
                parameter(judge, shown, &records, &Asked::of_part(display, part, param));
            }
        }
    }
    if display.rows.is_empty() {
        return;
    }
    // A table of thresholds has all built-in indices.
    for index in section.params.iter().filter(|it| lsflint_spec::builtin_resource(it.name).is_some()) {
        if !displayed.contains(index.name) {
            let what = Shown::Index(index.name.to_owned());
            Asked::of(display, &what).iter().for_each(|it| parameter(judge, shown, &records, it));
        }
    }
}

/// Adds a parameter that is not displayed, if the files set it.
fn parameter<'c>(judge: &mut Judge<'c>, shown: &ShownObject, records: &Records<'c>, asked: &Asked) {
    let display = shown.display;
    let effective = match records {
        Records::Of(all) => lsflint_model::effective::Effective::of_rows(judge.files.cluster, all, asked.param),
        _ => return,
    };
    let Some(section) = Files::section(display) else { return };
    let mut compared = Compared {
        object: records::object(display.file, section, &shown.name),
        parameter: Some(asked.param.name.to_owned()),
        running: None,
        file: None,
        verdict: Verdict::OnlyFiles,
        because: String::new(),
        shown: Some(ShownAt { source: shown.source, line: shown.line }),
        place: None,
    };
    if let Some(it) = not_read(&effective) {
        let unset = effective.deciding().is_none_or(|it| it.place.is_none());
        if unset && !it.written.trim().is_empty() {
            let file = Some(words::one_line(&it.written).into_owned());
            compared = Compared { file, verdict: Verdict::Differs, because: it.effect, place: it.place, ..compared };
            judge.push(compared, asked);
            return;
        }
    }
    let own = |it: &lsflint_model::effective::Link| it.from == display.file.name();
    let Some(link) = effective.deciding().filter(|it| own(it) && it.place.is_some()).cloned() else { return };
    let Expected::Value { text: Some(text), .. } = judge.files.expected(records, &shown.name, &effective, asked) else {
        return;
    };
    let meaning = asked.of_file(Some(&text), Limits::All, judge.context(display, asked, &effective.unit));
    // What has the default value may not be displayed.
    let is_default = asked.param.default.split(' ').next() == Some(text.as_str());
    if matches!(meaning, Meaning::NotSet | Meaning::Unknown(_)) || is_default {
        return;
    }
    let would = judge.would(display, asked.param.name, Would::Add);
    compared.file = Some(words::one_line(&text).into_owned());
    compared.because = format!("`{}` would display it{would}", display.command);
    compared.place = link.place;
    judge.push(compared, asked);
}

/// Adds the objects that a command would display. An output with one object may be that of one object.
pub(super) fn objects(judge: &mut Judge<'_>, input: &Input) {
    let mut displayed: FxHashMap<&str, FxHashSet<&str>> = FxHashMap::default();
    for it in &input.objects {
        displayed.entry(it.display.command).or_default().insert(&it.name);
    }
    let mut done: FxHashSet<(FileKind, &str)> = FxHashSet::default();
    for display in DISPLAYS {
        let Some(names) = displayed.get(display.command).filter(|it| it.len() > 1) else { continue };
        if names_its_objects(display) && done.insert((display.file, display.section)) {
            of_display(judge, display, names);
        }
    }
}

/// Whether the objects of a display are those that its section defines.
fn names_its_objects(display: &Display) -> bool {
    let named = matches!(display.layout, DisplayLayout::Blocks | DisplayLayout::Rows | DisplayLayout::Sections);
    // A row of lsb.hosts may be for a group, a model, or all other hosts.
    named && !display.partial && (display.file, display.section) != (FileKind::LsbHosts, "Host")
}

fn of_display(judge: &mut Judge<'_>, display: &'static Display, displayed: &FxHashSet<&str>) {
    let Some(section) = Files::section(display).filter(|_| judge.files.is_loaded(display)) else { return };
    let cut: FxHashSet<&str> = displayed.iter().filter(|it| it.chars().count() == display.cut).copied().collect();
    let is_displayed = |name: &str| {
        let prefix = name.char_indices().nth(display.cut).map_or(name, |it| &name[..it.0]);
        displayed.contains(name) || display.cut > 0 && cut.contains(prefix)
    };
    let view = judge.files.view();
    let entities = view.all(display.file, section.name).filter(|it| !it.is_broken() && !it.is_conditional());
    let missing: Vec<(String, lsflint_model::Place)> = entities
        .filter(|it| !is_displayed(&it.name()) && !it.name().is_empty())
        .map(|it| (it.name().into_owned(), it.place()))
        .collect();
    for (name, place) in missing {
        // The limits of `group@` are displayed for each of its members.
        let is_of_members = display.file == FileKind::LsbUsers && name.ends_with('@');
        if is_made_by_lsf(display, &name) || name == display.fallback || is_of_members {
            continue;
        }
        let would = judge.would(display, "", Would::Add);
        judge.comparison.values.push(Compared {
            object: records::object(display.file, section, &name),
            parameter: None,
            running: None,
            file: Some(name),
            verdict: Verdict::OnlyFiles,
            because: format!("`{}` would display it{would}", display.command),
            shown: None,
            place: Some(place),
        });
    }
}
