//! The scene of a hover: the files, the cursor, and common lookups.

use lsflint_model::effective::Effective;
use lsflint_model::{Entity, Place, SourceFile, View};
use lsflint_spec::ParamSpec;
use lsflint_syntax::TextSize;

use super::HoverOptions;
use crate::Snapshot;
use crate::spot::{SettingAt, Spot};

/// A cursor position in a snapshot, with its syntax and view.
pub(crate) struct Scene<'s> {
    pub(crate) snapshot: &'s Snapshot,
    /// The cluster as LSF reads it.
    pub(crate) view: View<'s>,
    pub(crate) file: &'s SourceFile,
    pub(crate) spot: Spot<'s>,
    pub(crate) options: &'s HoverOptions,
}

impl<'s> Scene<'s> {
    /// The scene at an offset of a file.
    pub(crate) fn new(snapshot: &'s Snapshot, path: &str, offset: u32, options: &'s HoverOptions) -> Option<Scene<'s>> {
        let file = &*snapshot.file(path)?.source;
        let spot = Spot::at(file, TextSize::new(offset));
        Some(Scene { snapshot, view: snapshot.as_read().view(), file, spot, options })
    }

    /// The record that contains the cursor, if LSF reads it.
    pub(crate) fn entity(&self) -> Option<Entity<'s>> {
        self.spot.entity(self.view)
    }

    /// The effective value of a parameter at the cursor.
    pub(crate) fn effective(&self, param: &'static ParamSpec) -> Option<Effective> {
        let record = self.spot.entity(self.snapshot.view())?;
        Some(Effective::of(self.snapshot.as_read(), &record, param))
    }

    /// The value of a setting as LSF reads it.
    pub(crate) fn text(&self, setting: &SettingAt<'_>) -> Option<String> {
        let value = setting.value.filter(|it| it.is_known())?;
        let text = &self.file.text[value.range()];
        Some(lsflint_syntax::without_continuations(text))
    }

    /// A place as `lsb.queues:12`, shortened if it is in this file.
    pub(crate) fn place(&self, place: &Place) -> Option<String> {
        let line = self.view.line_of(place)?;
        if *place.file == *self.file.path {
            return Some(format!("line {line}"));
        }
        let name = place.file.rsplit('/').next().unwrap_or_default();
        Some(format!("{name}:{line}"))
    }
}
