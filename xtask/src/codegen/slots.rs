//! Where a parameter stands in the hash table that `lookup.rs` of the spec room reads.

use super::data::Param;

/// The longest run of slots a look-up may visit.
const LONGEST_PROBE: usize = 8;

/// The hash slots over the sorted parameters, aliases included: `lookup.rs` of the spec room reads them.
pub(super) fn slots(params: &[Param]) -> Vec<u16> {
    let names = || {
        params.iter().enumerate().flat_map(|(index, it)| {
            std::iter::once(&it.data.name).chain(&it.data.aliases).map(move |name| (index, name))
        })
    };
    let mut size = (names().count() * 2).next_power_of_two().max(2);
    if params.is_empty() {
        return Vec::new();
    }
    loop {
        let mut slots = vec![u16::MAX; size];
        for (index, name) in names() {
            let mut slot = hash(name) as usize & (size - 1);
            while slots[slot] != u16::MAX {
                slot = (slot + 1) & (size - 1);
            }
            slots[slot] = u16::try_from(index).expect("fewer than 65,535 parameters");
        }
        if longest_run(&slots) < LONGEST_PROBE {
            return slots;
        }
        size *= 2;
    }
}

/// The longest run of used slots, which bounds what a miss visits.
fn longest_run(slots: &[u16]) -> usize {
    let (mut longest, mut run) = (0, 0);
    for slot in slots.iter().chain(slots) {
        run = if *slot == u16::MAX { 0 } else { run + 1 };
        longest = longest.max(run);
    }
    longest
}

/// The hash of `lookup.rs`; the tests of the spec room look every name up, so a difference cannot stay unseen.
fn hash(name: &str) -> u32 {
    name.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte.to_ascii_uppercase())).wrapping_mul(0x0100_0193))
}
