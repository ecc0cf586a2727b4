//! An intermediate result of a merge: the kind of the requirement, and its sections with levels.

use std::collections::HashSet;

use super::layer::Layer;
use super::{Level, Origin};
use crate::requirement::{Body, Requirement, Shape, Simple, Term};

/// A requirement whose parts have levels.
#[derive(Debug)]
pub(super) struct Stage {
    /// The counts, braces and delays; its sections are outdated.
    skeleton: Requirement,
    /// The sections of all leaves, in the order of the text.
    leaves: Vec<Layer>,
    /// The level that determines the kind of requirement.
    pub(super) from: Level,
}

impl Stage {
    /// The requirement of a level.
    pub(super) fn of(requirement: Option<&Requirement>, from: Level) -> Stage {
        let skeleton = requirement.cloned().unwrap_or_else(|| Requirement::Simple(Box::default()));
        let leaves = skeleton.simples().into_iter().map(|it| Layer::of(it, from)).collect();
        Stage { skeleton, leaves, from }
    }

    /// A simple requirement whose parts may come from several levels.
    pub(super) fn simple(layer: Layer) -> Stage {
        let skeleton = Requirement::Simple(Box::new(layer.simple()));
        Stage { skeleton, leaves: vec![layer], from: Level::Job }
    }

    pub(super) fn shape(&self) -> Shape {
        self.skeleton.shape()
    }

    pub(super) fn leaves(&self) -> impl Iterator<Item = &Layer> {
        self.leaves.iter()
    }

    /// The sections of a simple requirement.
    pub(super) fn into_leaf(mut self) -> Layer {
        self.leaves.pop().unwrap_or_default()
    }

    /// Replaces the sections of all leaves. The function receives whether the leaf is the first term of its compound or
    /// branch.
    pub(super) fn map<E>(self, mut change: impl FnMut(Layer, bool) -> Result<Layer, E>) -> Result<Stage, E> {
        let first = self.first_terms();
        let leaves =
            self.leaves.into_iter().zip(first).map(|(it, first)| change(it, first)).collect::<Result<_, E>>()?;
        Ok(Stage { leaves, ..self })
    }

    /// For every leaf, whether it is the first one of its compound or branch.
    fn first_terms(&self) -> Vec<bool> {
        let group = |count: usize| (0..count).map(|index| index == 0);
        match &self.skeleton {
            Requirement::Simple(_) => vec![true],
            Requirement::Compound(terms) => group(terms.len()).collect(),
            Requirement::Alternative(branches) => {
                branches.iter().flat_map(|it| group(it.body.simples().len())).collect()
            }
        }
    }

    /// Whether a compound in it has more than one term.
    pub(super) fn has_later_terms(&self) -> bool {
        self.first_terms().contains(&false)
    }

    /// Whether a branch has a delay.
    pub(super) fn has_delays(&self) -> bool {
        matches!(&self.skeleton, Requirement::Alternative(branches) if branches.iter().any(|it| it.delay.is_some()))
    }

    /// The slot counts of each compound in it, as written.
    pub(super) fn counts(&self) -> Vec<Vec<Option<u64>>> {
        let counts = |terms: &[Term]| terms.iter().map(|it| it.count).collect();
        match &self.skeleton {
            Requirement::Simple(_) => Vec::new(),
            Requirement::Compound(terms) => vec![counts(terms)],
            Requirement::Alternative(branches) => branches
                .iter()
                .filter_map(|it| match &it.body {
                    Body::Simple(_) => None,
                    Body::Compound(terms) => Some(counts(terms)),
                })
                .collect(),
        }
    }

    /// The requirement without levels.
    pub(super) fn requirement(&self) -> Requirement {
        let mut requirement = self.skeleton.clone();
        let mut leaves = self.leaves.iter().map(Layer::simple);
        let mut fill = |it: &mut Simple| {
            if let Some(leaf) = leaves.next() {
                *it = leaf;
            }
        };
        match &mut requirement {
            Requirement::Simple(it) => fill(it),
            Requirement::Compound(terms) => terms.iter_mut().for_each(|it| fill(&mut it.body)),
            Requirement::Alternative(branches) => {
                for branch in branches {
                    match &mut branch.body {
                        Body::Simple(it) => fill(it),
                        Body::Compound(terms) => terms.iter_mut().for_each(|it| fill(&mut it.body)),
                    }
                }
            }
        }
        requirement
    }

    /// The origins of the parts, without duplicates.
    pub(super) fn origins(&self) -> Vec<Origin> {
        let mut seen = HashSet::new();
        self.leaves.iter().flat_map(Layer::origins).filter(|it| seen.insert(it.clone())).collect()
    }
}
