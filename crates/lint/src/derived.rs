//! What follows for other places if LSF drops a definition.

use lsflint_model::{Place, Reading};

use crate::consequence::Consequence;
use crate::diagnostic::{Diagnostic, Related};

/// The largest number of uses that a finding shows.
const SHOWN: usize = 3;

/// Adds the uses of a name to the finding because of which LSF drops its definition. The uses get no findings of their
/// own: they are valid once the definition is. `dropped` is the reading of the definition.
pub fn note_uses(found: &mut [Diagnostic], dropped: &Reading, name: &str, uses: &[Place]) {
    let drops = |it: &&mut Diagnostic| {
        it.rule.code == dropped.code
            && it.consequence.as_ref().is_some_and(Consequence::is_certain)
            && dropped.range.contains_range(it.subject.unwrap_or(it.range))
    };
    let Some(cause) = found.iter_mut().find(drops) else { return };
    let shown = if uses.len() > SHOWN + 1 { SHOWN } else { uses.len() };
    for (number, place) in uses[..shown].iter().enumerate() {
        // Several clusters may share the file.
        let is_here = |it: &Related| it.range == place.range && it.file.as_deref() == Some(&*place.file);
        if cause.related.iter().any(is_here) {
            continue;
        }
        let more = match uses.len() - shown {
            more @ 1.. if number + 1 == shown => format!(", nor in {more} other places"),
            _ => String::new(),
        };
        cause.related_at(place.clone(), format!("LSF does not know `{name}` here{more}"));
    }
}
