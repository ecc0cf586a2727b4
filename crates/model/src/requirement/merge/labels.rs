//! The text of a merged requirement, with the level that each piece of it comes from.

use std::fmt::{self, Display, Write};

use super::Level;
use super::layer::{Layer, Reserved};
use super::stage::Stage;
use crate::requirement::pieces::{PartId, Pieces};

/// A piece of the text of the merged requirement. All pieces together are the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The text.
    pub text: String,
    /// The level it comes from; `None` for brackets, names of sections and separators.
    pub from: Option<Level>,
}

/// The pieces of an intermediate result.
pub(super) fn pieces(stage: &Stage) -> Vec<Piece> {
    let mut labels = Labels { stage, leaves: stage.leaves(), leaf: None, pieces: Vec::new() };
    // Only the text of an operand can fail, and none does.
    let _ = stage.requirement().print(&mut labels);
    labels.pieces
}

/// Records the level of each piece that is printed.
struct Labels<'s, I> {
    stage: &'s Stage,
    /// The sections of the leaves that follow.
    leaves: I,
    /// The sections that are printed.
    leaf: Option<&'s Layer>,
    pieces: Vec<Piece>,
}

impl<I> Labels<'_, I> {
    fn add(&mut self, from: Option<Level>, text: impl Display) -> fmt::Result {
        match self.pieces.last_mut().filter(|it| it.from == from) {
            Some(last) => write!(last.text, "{text}"),
            None => {
                self.pieces.push(Piece { text: text.to_string(), from });
                Ok(())
            }
        }
    }
}

impl<'s, I: Iterator<Item = &'s Layer>> Pieces for Labels<'s, I> {
    fn leaf(&mut self, begins: bool) {
        self.leaf = if begins { self.leaves.next() } else { None };
    }

    fn part(&mut self, part: PartId, text: impl Display) -> fmt::Result {
        let from = self.leaf.and_then(|it| it.level_of(part));
        self.add(from, text)
    }

    fn between(&mut self, text: impl Display) -> fmt::Result {
        // The counts, braces and delays come from the level that determines the form.
        let from = if self.leaf.is_some() { None } else { Some(self.stage.from) };
        self.add(from, text)
    }
}

impl Layer {
    /// The level of a part.
    fn level_of(&self, part: PartId) -> Option<Level> {
        let reserved = |alternative: usize, index: usize, of: fn(&Reserved) -> Level| {
            self.rusage.get(alternative).and_then(|it| it.get(index)).map(of)
        };
        match part {
            PartId::Select(index) => self.select.get(index).map(|it| it.from),
            PartId::Order => self.order.as_ref().map(|it| it.from),
            PartId::Amount(alternative, index) => reserved(alternative, index, |it| it.from),
            PartId::Duration(alternative, index) => reserved(alternative, index, |it| it.duration),
            PartId::Decay(alternative, index) => reserved(alternative, index, |it| it.decay),
            PartId::Threshold(alternative, index) => reserved(alternative, index, |it| it.threshold),
            PartId::Span => self.span.as_ref().map(|it| it.from),
            PartId::Same(index) => self.same.get(index).map(|it| it.from),
            PartId::ComputeUnits => self.cu.as_ref().map(|it| it.from),
            PartId::Affinity => self.affinity.as_ref().map(|it| it.from),
        }
    }
}
