//! Inlay hints with the units of numbers in arguments.

use super::{excerpt, excerpts};
use crate::{InlayHint, InlayHintOptions, Range, Script, Snapshot};

/// The hints in a part of a script, in order.
pub(crate) fn inlay_hints(
    snapshot: &Snapshot,
    script: &Script,
    range: Range,
    options: &InlayHintOptions,
) -> Vec<InlayHint> {
    let mut found = Vec::new();
    for excerpt in excerpts(snapshot, &script.source, Some(range)) {
        // The size of a list of hosts is a question about the cluster, not about the job.
        let options = InlayHintOptions { units: options.units, merged_requirements: false, group_sizes: false };
        for hint in crate::inlay_hints(&excerpt.snapshot, excerpt::PATH, excerpt.value(), &options) {
            let number = Range { start: hint.offset.saturating_sub(1), end: hint.offset };
            let Some(place) = excerpt.to_script(number) else { continue };
            // Not after `$MEM`, whose value is not there.
            let is_literal = script.source.text[place.start as usize..place.end as usize]
                == excerpt.text()[number.start as usize..number.end as usize];
            if is_literal && (range.start..=range.end).contains(&place.end) {
                found.push(InlayHint { offset: place.end, ..hint });
            }
        }
    }
    found.sort_by_key(|it| it.offset);
    found.dedup_by_key(|it| it.offset);
    found
}
