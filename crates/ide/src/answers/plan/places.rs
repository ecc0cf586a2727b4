//! The lines of places, for many places of the same files.

use lsflint_model::{AsRead, Place};

use super::{Because, Side};

/// Finds the lines of places on one side.
pub(super) struct Places<'c> {
    side: Side,
    cluster: &'c AsRead,
}

impl<'c> Places<'c> {
    pub(super) fn new(side: Side, cluster: &'c AsRead) -> Places<'c> {
        Places { side, cluster }
    }

    pub(super) fn of(&self, place: &Place) -> Option<Because> {
        let line = self.cluster.written().view().line_of(place)?;
        Some(Because { side: self.side, file: place.file.to_string(), line })
    }
}
