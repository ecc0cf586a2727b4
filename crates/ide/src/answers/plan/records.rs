//! The records of a cluster by object: what is compared with what.

use std::collections::BTreeMap;

use lsflint_model::{AsRead, Entity, FieldRef, State};
use lsflint_spec::{FileKind, Layout, ParamKind, ParamSpec, SectionSpec, files};

use super::PlanObject;

/// The kind of the parameters of a whole file.
pub(in crate::answers) const PARAMETER: &str = "parameter";

/// The records of a section by object.
pub(in crate::answers) type Records<'a> = BTreeMap<String, Vec<Record<'a>>>;

/// A record with the values that it sets.
pub(in crate::answers) struct Record<'a> {
    pub(in crate::answers) entity: Entity<'a>,
    /// By name of the parameter.
    pub(in crate::answers) values: BTreeMap<&'a str, Own<'a>>,
}

/// A value of a record.
pub(in crate::answers) struct Own<'a> {
    pub(in crate::answers) param: Option<&'static ParamSpec>,
    /// The field that takes effect.
    pub(in crate::answers) field: FieldRef<'a>,
    /// Whether an `#if` decides.
    pub(in crate::answers) is_conditional: bool,
}

impl<'a> Record<'a> {
    fn of(entity: Entity<'a>) -> Record<'a> {
        let named = entity.section().defines.map_or("", |it| it.key);
        let mut values: BTreeMap<&'a str, Own<'a>> = BTreeMap::new();
        for field in entity.all_fields() {
            let param = field.param();
            let name = param.map_or(field.name(), |it| it.name);
            let skipped = name == named || param.is_some_and(|it| it.kind == ParamKind::Directive);
            if skipped || field.state() == State::Unset {
                continue;
            }
            let is_conditional = field.is_conditional() || entity.is_conditional();
            add(&mut values, name, Own { param, field, is_conditional });
        }
        Record { entity, values }
    }

    /// Whether an `#if` decides whether it exists.
    pub(in crate::answers) fn is_conditional(&self) -> bool {
        self.entity.is_conditional()
    }
}

/// Adds a value. Of several values, the last one takes effect.
fn add<'a>(values: &mut BTreeMap<&'a str, Own<'a>>, name: &'a str, own: Own<'a>) {
    let was_conditional = values.get(name).is_some_and(|it| it.is_conditional);
    values.insert(name, Own { is_conditional: own.is_conditional || was_conditional, ..own });
}

/// All sections with their files.
pub(in crate::answers) fn sections() -> impl Iterator<Item = (FileKind, &'static SectionSpec)> {
    files().flat_map(|file| file.sections.iter().map(|it| (file.kind, it)))
}

/// The records of a section that LSF reads, by name.
pub(in crate::answers) fn records<'a>(
    cluster: &'a AsRead,
    file: FileKind,
    section: &'static SectionSpec,
) -> Records<'a> {
    let mut found: Records<'a> = BTreeMap::new();
    for entity in cluster.view().all(file, section.name).filter(|it| !it.is_broken()) {
        let record = Record::of(entity);
        let name = name(&record, section);
        let same = found.entry(name).or_default();
        // Parameters of a whole file are one object, even if several sections or included files set them. So are the
        // definitions of a name in the branches of an `#if`.
        let joins = |first: &Record<'_>| {
            let branches = first.is_conditional() || record.is_conditional();
            is_cluster_wide(section) || section.defines.is_some() && branches
        };
        match same.first_mut().filter(|it| joins(it)) {
            Some(first) => record.values.into_iter().for_each(|(name, own)| add(&mut first.values, name, own)),
            None => same.push(record),
        }
    }
    found
}

/// The name of the object that a record belongs to; empty if it has none.
fn name(record: &Record<'_>, section: &SectionSpec) -> String {
    if section.defines.is_some() {
        return record.entity.name().into_owned();
    }
    if is_cluster_wide(section) {
        return String::new();
    }
    // The first column or parameter names what a row is about: RESOURCENAME in ResourceMap.
    let first = record.entity.all_fields().find(|it| it.state() == State::Known);
    first.and_then(|it| it.known()).map(|it| it.into_owned()).unwrap_or_default()
}

/// Whether a section holds parameters of a whole file.
pub(in crate::answers) fn is_cluster_wide(section: &SectionSpec) -> bool {
    let is_one = !section.repeats || section.name == "Parameters";
    section.defines.is_none() && is_one && section.layout != Layout::Tabular
}

/// The object of a name.
pub(in crate::answers) fn object(file: FileKind, section: &'static SectionSpec, name: &str) -> PlanObject {
    let (kind, name) = match is_cluster_wide(section) {
        true => (PARAMETER.to_owned(), file.name().to_owned()),
        false => (kind(file, section), name.to_owned()),
    };
    PlanObject { kind, name, file, section: section.name }
}

/// `queue`, `host-group`, `resource-map`.
fn kind(file: FileKind, section: &SectionSpec) -> String {
    match (file, section.name) {
        (FileKind::LsbApplications, "Application") => "application".to_owned(),
        (FileKind::LsbUsers, "User") => "user".to_owned(),
        (FileKind::LsbResources, "ReservationUsage") => "reservation-usage".to_owned(),
        _ => match section.defines {
            Some(it) => it.what.replace(' ', "-"),
            None => kebab(section.name),
        },
    }
}

/// `ResourceMap` as `resource-map`.
fn kebab(name: &str) -> String {
    let mut text = String::new();
    for (at, letter) in name.chars().filter(|it| *it != '_').enumerate() {
        if letter.is_ascii_uppercase() && at > 0 && !text.ends_with('-') {
            text.push('-');
        }
        text.push(letter.to_ascii_lowercase());
    }
    text
}
