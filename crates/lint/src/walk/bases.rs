//! The facts on which findings depend, each set once: most sections of a file depend on the same facts.

use lsflint_model::{Basis, Index};
use rustc_hash::FxHashMap;

/// The index of a basis.
pub(super) type BasisId = u32;

/// Everything on which the findings of a file depend.
#[derive(Debug, Default)]
pub(super) struct Bases {
    slots: Vec<Slot>,
    by_basis: FxHashMap<Basis, BasisId>,
}

#[derive(Debug)]
struct Slot {
    /// `None` if nothing depends on it any more and the slot is free.
    basis: Option<Basis>,
    holds: bool,
    used: bool,
}

impl Bases {
    /// Determines which of them hold.
    pub(super) fn begin(&mut self, index: &Index) {
        for slot in &mut self.slots {
            slot.holds = slot.basis.as_ref().is_some_and(|it| it.holds(index));
        }
    }

    /// Removes those that are not used.
    pub(super) fn end(&mut self, used: impl Iterator<Item = BasisId>) {
        for id in used {
            self.slots[id as usize].used = true;
        }
        for slot in &mut self.slots {
            if !std::mem::take(&mut slot.used)
                && let Some(basis) = slot.basis.take()
            {
                self.by_basis.remove(&basis);
            }
        }
    }

    /// Whether all of them hold.
    pub(super) fn all_hold(&self, index: &Index) -> bool {
        self.slots.iter().filter_map(|it| it.basis.as_ref()).all(|it| it.holds(index))
    }

    /// Whether one of them held at the start of the check, or was added during the check.
    pub(super) fn holds(&self, id: BasisId) -> bool {
        self.slots[id as usize].holds
    }

    pub(super) fn get(&self, id: BasisId) -> Option<&Basis> {
        self.slots[id as usize].basis.as_ref()
    }

    /// The index of a basis that holds.
    pub(super) fn add(&mut self, basis: Basis) -> BasisId {
        if let Some(id) = self.by_basis.get(&basis) {
            return *id;
        }
        let slot = Slot { basis: Some(basis.clone()), holds: true, used: false };
        let id = match self.slots.iter().position(|it| it.basis.is_none()) {
            Some(free) => {
                self.slots[free] = slot;
                free
            }
            None => {
                self.slots.push(slot);
                self.slots.len() - 1
            }
        };
        self.by_basis.insert(basis, id as BasisId);
        id as BasisId
    }
}
