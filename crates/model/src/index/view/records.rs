//! Lookups of the records of a section: all of them, those of a file, those with a name or a parameter.

use lsflint_spec::{FileKind, SectionSpec};
use lsflint_syntax::{TextRange, TextSize};

use super::View;
use crate::index::entity::Entity;
use crate::index::param_set::ParamSet;
use crate::index::uses::Fact;

impl<'a> View<'a> {
    /// All records of a section, ordered by file and line. Sections are given by documented name.
    pub fn all(&self, kind: FileKind, section: &str) -> impl Iterator<Item = Entity<'a>> + use<'a> {
        let spec = lsflint_spec::section(kind, section);
        if let Some(spec) = spec {
            self.note(Fact::order(spec));
        }
        let view = *self;
        let found = spec.and_then(|spec| Some((spec, view.cluster.index.section(spec)?)));
        found.into_iter().flat_map(move |(section, index)| {
            view.cluster.index.all(index).map(move |(number, found)| {
                view.step();
                Entity { view, section, found, number }
            })
        })
    }

    /// As [`View::all`], only records that may have a key or column for one of some parameters.
    pub fn all_with(
        &self,
        kind: FileKind,
        section: &str,
        names: &[&str],
    ) -> impl Iterator<Item = Entity<'a>> + use<'a> {
        let spec = lsflint_spec::section(kind, section);
        let params: Vec<_> = names.iter().filter_map(|it| spec?.param(it)).collect();
        params.iter().for_each(|it| self.note(Fact::values(it)));
        let view = *self;
        // Most parameters are not set anywhere; then the order of the records does not matter.
        let spec = spec.filter(|_| params.iter().any(|it| view.index().has(Fact::values(it))));
        if let Some(spec) = spec {
            self.note(Fact::order(spec));
        }
        let found = spec.and_then(|spec| Some((spec, view.cluster.index.section(spec)?)));
        found.into_iter().flat_map(move |(section, index)| {
            let wanted = ParamSet::of(section, params.iter().copied().map(Some));
            view.cluster.index.all_with(index, wanted).map(move |(number, found)| {
                view.step();
                Entity { view, section, found, number }
            })
        })
    }

    /// As [`View::all`], only those in the file with this path.
    pub fn all_in(&self, kind: FileKind, section: &str, path: &str) -> impl Iterator<Item = Entity<'a>> + use<'a> {
        let spec = lsflint_spec::section(kind, section);
        if let Some(spec) = spec {
            self.note(Fact::order(spec));
        }
        let view = *self;
        let found = spec.and_then(|spec| Some((spec, view.cluster.index.section(spec)?)));
        let found = found.map(|(section, index)| (section, view.cluster.index.all_in(index, path)));
        found.into_iter().flat_map(move |(section, records)| {
            records.map(move |(number, found)| {
                view.step();
                Entity { view, section, found, number }
            })
        })
    }

    /// As [`View::all_in`], only those of the sections that touch one of some ranges, which are ordered and disjoint.
    pub fn all_at(&self, kind: FileKind, section: &str, path: &str, ranges: &[TextRange]) -> Vec<Entity<'a>> {
        let Some(section) = lsflint_spec::section(kind, section) else { return Vec::new() };
        self.note(Fact::order(section));
        let Some(index) = self.cluster.index.section(section) else { return Vec::new() };
        let entity = |(number, found)| {
            self.step();
            Entity { view: *self, section, found, number }
        };
        self.cluster.index.all_at(index, path, ranges).map(entity).collect()
    }

    /// The starts of the `key = value` sections in the file with this path whose name another record may define as
    /// well, or that may define several names. Contains some of which neither is true.
    pub fn starts_of_doubtful(&self, kind: FileKind, section: &str, path: &str) -> Vec<TextSize> {
        let Some(section) = lsflint_spec::section(kind, section) else { return Vec::new() };
        self.note(Fact::order(section));
        let Some(index) = self.cluster.index.section(section) else { return Vec::new() };
        let doubtful = index.by_name.doubtful().iter().filter_map(|it| self.entity(section, *it));
        doubtful.filter(|it| !it.is_row() && *it.found.file.path == *path).map(|it| it.start()).collect()
    }

    /// The records of a section that define a name, in order. Names are case-sensitive, as in LSF.
    pub fn named(&self, kind: FileKind, section: &str, name: &str) -> Vec<Entity<'a>> {
        let Some(spec) = lsflint_spec::section(kind, section) else { return Vec::new() };
        self.note(Fact::names(spec));
        let Some(index) = self.cluster.index.section(spec) else { return Vec::new() };
        index.by_name.find(&self.cluster.index, index, name).filter_map(|it| self.entity(spec, it)).collect()
    }

    /// The record of a section that defines a name, if it is the only one.
    pub fn only_named(&self, kind: FileKind, section: &str, name: &str) -> Option<Entity<'a>> {
        let spec = lsflint_spec::section(kind, section)?;
        self.note(Fact::names(spec));
        let index = self.cluster.index.section(spec)?;
        let mut found = index.by_name.find(&self.cluster.index, index, name);
        let only = found.next().filter(|_| found.next().is_none())?;
        self.entity(spec, only)
    }

    /// The record of a section that defines a name: the first one, which LSF uses.
    pub fn find(&self, kind: FileKind, section: &str, name: &str) -> Option<Entity<'a>> {
        let spec = lsflint_spec::section(kind, section)?;
        self.note(Fact::names(spec));
        let index = self.cluster.index.section(spec)?;
        self.entity(spec, index.by_name.find(&self.cluster.index, index, name).next()?)
    }

    /// The record of a section with a number; see [`Entity::number`].
    pub fn record(&self, kind: FileKind, section: &str, number: u32) -> Option<Entity<'a>> {
        let spec = lsflint_spec::section(kind, section)?;
        self.note(Fact::order(spec));
        self.entity(spec, number)
    }

    /// The names that a section defines, in arbitrary order.
    pub fn names(&self, kind: FileKind, section: &str) -> impl Iterator<Item = &'a str> + use<'a> {
        let spec = lsflint_spec::section(kind, section);
        if let Some(spec) = spec {
            self.note(Fact::names(spec));
        }
        let index = spec.and_then(|it| self.cluster.index.section(it));
        let cluster = self.cluster;
        index.into_iter().flat_map(move |it| it.by_name.names(&cluster.index, it))
    }

    pub(in crate::index) fn entity(&self, section: &'static SectionSpec, number: u32) -> Option<Entity<'a>> {
        let index = self.cluster.index.section(section)?;
        let found = self.cluster.index.record(index, number)?;
        self.step();
        Some(Entity { view: *self, section, found, number })
    }

    /// The queues of lsb.queues.
    pub fn queues(&self) -> impl Iterator<Item = Entity<'a>> + use<'a> {
        self.all(FileKind::LsbQueues, "Queue")
    }

    /// As [`View::queues`], only those that may set one of some parameters.
    pub fn queues_with(&self, names: &[&str]) -> impl Iterator<Item = Entity<'a>> + use<'a> {
        self.all_with(FileKind::LsbQueues, "Queue", names)
    }

    /// The queue with a name.
    pub fn queue(&self, name: &str) -> Option<Entity<'a>> {
        self.find(FileKind::LsbQueues, "Queue", name)
    }

    /// The application profiles of lsb.applications.
    pub fn applications(&self) -> impl Iterator<Item = Entity<'a>> + use<'a> {
        self.all(FileKind::LsbApplications, "Application")
    }

    /// As [`View::applications`], only those that may set one of some parameters.
    pub fn applications_with(&self, names: &[&str]) -> impl Iterator<Item = Entity<'a>> + use<'a> {
        self.all_with(FileKind::LsbApplications, "Application", names)
    }

    /// The application profile with a name.
    pub fn application(&self, name: &str) -> Option<Entity<'a>> {
        self.find(FileKind::LsbApplications, "Application", name)
    }
}
