//! The facts on which findings depend, each set once: most sections of a file depend on the same facts.

use std::sync::Arc;

use lsflint_model::{Basis, Index};
use rustc_hash::FxHashMap;

/// The index of a basis.
pub(super) type BasisId = u32;

/// Everything on which the findings of a file depend.
#[derive(Debug, Default)]
pub(super) struct Bases {
    slots: Vec<Slot>,
    by_basis: FxHashMap<Basis, BasisId>,
    /// Those that hold but for changed resources, with the names of these resources in lower case and the basis after
    /// the change; `None` if more changed. Only during a check.
    renewed: FxHashMap<BasisId, Option<Renewed>>,
}

/// A basis after a change of resources.
type Renewed = (Arc<[String]>, BasisId);

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
        self.renewed.clear();
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

    /// The basis after a change of resources, if nothing else that it contains changed and the text names none of them.
    pub(super) fn renewed(&mut self, id: BasisId, text: &str, index: &Index) -> Option<BasisId> {
        if !self.renewed.contains_key(&id) {
            let renewed = self.renew(id, index);
            self.renewed.insert(id, renewed);
        }
        let (names, renewed) = self.renewed.get(&id)?.as_ref()?;
        let text = lsflint_syntax::without_continuations(text).to_ascii_lowercase();
        (!names.iter().any(|it| has_word(&text, it))).then_some(*renewed)
    }

    fn renew(&mut self, id: BasisId, index: &Index) -> Option<Renewed> {
        let basis = self.get(id)?;
        let names = basis.changed_resources(index)?.iter().map(|it| it.to_ascii_lowercase()).collect();
        let now = basis.with_changed_resources(index)?;
        Some((names, self.add(now)))
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

/// Whether a text contains a name, with neither a letter or digit nor `_` before and after it.
fn has_word(text: &str, name: &str) -> bool {
    let is_part = |it: Option<&u8>| it.is_some_and(|it| it.is_ascii_alphanumeric() || *it == b'_' || !it.is_ascii());
    let bytes = text.as_bytes();
    let mut found = text.match_indices(name).map(|it| it.0);
    found.any(|at| !is_part(bytes[..at].last()) && !is_part(bytes.get(at + name.len())))
}

#[cfg(test)]
mod tests {
    use super::has_word;

    #[test]
    fn a_name_is_a_whole_word() {
        assert!(has_word("rusage[lic=1]", "lic"));
        assert!(has_word("lic2 && lic", "lic"));
        assert!(has_word("lic-2", "lic"), "it may be two names");
        assert!(!has_word("my_lic lic2 lic_2 slic", "lic"));
    }
}
