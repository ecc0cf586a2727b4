//! An index of the records of a section kind by name.
//!
//! A sorted list instead of a map, because it is rebuilt whenever a name changes and must be cheap.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use super::{Index, SectionIndex, entity};

/// The record numbers by name.
#[derive(Debug, Default)]
pub(super) struct ByName {
    /// The hash of a name in the upper half, the record number in the lower one; sorted.
    sorted: Vec<u64>,
    /// Names that contain a line continuation, with the continuation removed, by record number.
    joined: FxHashMap<u32, Box<str>>,
    /// The records whose name may be defined more than once; in order.
    doubtful: Vec<u32>,
}

impl ByName {
    pub(super) fn of(index: &Index, section: &SectionIndex) -> ByName {
        let mut found = ByName { sorted: Vec::with_capacity(section.count as usize), ..ByName::default() };
        for &(file, item, first) in &section.items {
            let summary = &index.files[file as usize];
            let placed = &summary.items[item as usize];
            for (number, record) in (first..).zip(&placed.item.records) {
                if record.unusual {
                    found.doubtful.push(number);
                }
                let Some(name) = record.name else { continue };
                let text = entity::plain(summary.slice(placed.range.start(), name));
                found.sorted.push(print(&text) << 32 | u64::from(number));
                if let std::borrow::Cow::Owned(text) = text {
                    found.joined.insert(number, text.into());
                }
            }
        }
        found.sorted.sort_unstable();
        let alike = found.sorted.windows(2).filter(|it| it[0] >> 32 == it[1] >> 32);
        found.doubtful.extend(alike.flatten().map(|it| *it as u32));
        found.doubtful.sort_unstable();
        found.doubtful.dedup();
        found
    }

    /// The numbers of the records whose name another record may define as well, or that may define several names; in
    /// order. It contains some records of which neither is true, but lacks none of which one is.
    pub(super) fn doubtful(&self) -> &[u32] {
        &self.doubtful
    }

    /// The numbers of the records that define a name, in order.
    pub(super) fn find<'a>(
        &'a self,
        index: &'a Index,
        section: &'a SectionIndex,
        name: &'a str,
    ) -> impl Iterator<Item = u32> {
        let wanted = print(name);
        let from = self.sorted.partition_point(|it| it >> 32 < wanted);
        let alike = self.sorted[from..].iter().take_while(move |it| *it >> 32 == wanted).map(|it| *it as u32);
        // Different names may have the same hash.
        alike.filter(move |it| self.name(index, section, *it) == Some(name))
    }

    /// All names without duplicates.
    pub(super) fn names<'a>(&'a self, index: &'a Index, section: &'a SectionIndex) -> impl Iterator<Item = &'a str> {
        let (mut last, mut seen) = (None, Vec::new());
        self.sorted.iter().filter_map(move |it| {
            if last != Some(it >> 32) {
                (last, seen) = (Some(it >> 32), Vec::new());
            }
            let name = self.name(index, section, *it as u32)?;
            if seen.contains(&name) {
                return None;
            }
            seen.push(name);
            Some(name)
        })
    }

    fn name<'a>(&'a self, index: &'a Index, section: &SectionIndex, number: u32) -> Option<&'a str> {
        if let Some(joined) = self.joined.get(&number) {
            return Some(joined);
        }
        let found = index.record(section, number)?;
        let placed = &found.file.items[found.item_number as usize];
        Some(found.file.slice(placed.range.start(), found.record.name?))
    }
}

fn print(name: &str) -> u64 {
    let mut hasher = FxHasher::default();
    name.hash(&mut hasher);
    halves(hasher.finish())
}

/// A hash in 32 bits, from both halves: on targets with 32 bits, such as WebAssembly, the upper half is always zero.
fn halves(hash: u64) -> u64 {
    hash >> 32 ^ hash & 0xffff_ffff
}

#[cfg(test)]
mod tests {
    use super::halves;

    #[test]
    fn each_half_of_a_hash_distinguishes_names() {
        assert_ne!(halves(0x1234_5678), halves(0x1234_5679));
        assert_ne!(halves(0x1234_5678 << 32), halves(0x1234_5679 << 32));
        assert!(halves(u64::MAX - 1) <= u64::from(u32::MAX));
    }
}
