//! Lookups of cluster-wide settings: the parameters of lsf.conf, lsb.params and similar sections.

use lsflint_spec::FileKind;

use super::{Lookup, View};
use crate::Knowledge;
use crate::index::State;

/// Settings of sections with more records and values than this are searched once, not for each lookup.
const LARGE: usize = 200;

/// A [`Lookup`] without references.
#[derive(Clone, Copy)]
enum Found {
    Unknown,
    Absent,
    /// The number of the record, and that of the value in it.
    Set(u32, usize),
}

impl<'a> View<'a> {
    /// A parameter of a section with cluster-wide settings. Of several values, the last one is used.
    pub fn setting(&self, kind: FileKind, section: &str, name: &str) -> Lookup<'a> {
        let known = lsflint_spec::section(kind, section).and_then(|it| Some((it.name, it.param(name)?.name)));
        let Some((of, question)) = known.filter(|_| self.is_large(kind, section)) else {
            return self.search_setting(kind, section, name);
        };
        let search = |view: View<'_>| match view.search_setting(kind, section, name) {
            Lookup::Unknown => Found::Unknown,
            Lookup::Absent => Found::Absent,
            Lookup::Set(field) => Found::Set(field.entity().number(), field.number()),
        };
        match self.once_for_section(question, (kind, of), search).as_deref() {
            Some(Found::Absent) => Lookup::Absent,
            Some(Found::Set(record, number)) => match self.record(kind, section, *record) {
                Some(record) => Lookup::Set(record.field_at(*number)),
                None => Lookup::Unknown,
            },
            Some(Found::Unknown) | None => Lookup::Unknown,
        }
    }

    fn is_large(&self, kind: FileKind, section: &str) -> bool {
        let mut size = 0;
        self.all(kind, section).any(|it| {
            size += 1 + it.count();
            size > LARGE
        })
    }

    fn search_setting(&self, kind: FileKind, section: &str, name: &str) -> Lookup<'a> {
        let knowledge = self.knowledge(kind);
        let mut last = None;
        for record in self.all(kind, section) {
            for field in record.fields(name) {
                if record.is_conditional() || field.is_conditional() {
                    return Lookup::Unknown;
                }
                last = Some(field);
            }
        }
        match last {
            Some(field) if field.state() == State::Templated => Lookup::Unknown,
            Some(field) if field.state() == State::Known => Lookup::Set(field),
            _ if knowledge == Knowledge::Complete => Lookup::Absent,
            _ => Lookup::Unknown,
        }
    }
}
