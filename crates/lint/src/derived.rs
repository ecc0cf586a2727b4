//! Findings that follow from others: LSF ignores a line or drops a definition, and other places rely on it.

use std::sync::Arc;

use lsflint_model::{Place, Reading, Readings};

use crate::consequence::Consequence;
use crate::diagnostic::Diagnostic;

/// The largest number of uses that a finding shows.
const SHOWN: usize = 3;

/// Whether a finding is about one text only. Others compare texts, so that they depend on what LSF reads of each.
pub fn is_independent(found: &Diagnostic) -> bool {
    found.related.is_empty()
}

/// Whether a finding compares texts one of which LSF ignores because of another finding, so that it does not hold.
/// `readings` are those of [independent](is_independent) findings.
pub fn is_moot(found: &Diagnostic, file: &Arc<str>, readings: &Readings) -> bool {
    if is_independent(found) {
        return false;
    }
    let own = Place { file: file.clone(), range: found.range };
    let others = found.related.iter().map(|it| {
        let file = it.file.as_deref().map_or_else(|| file.clone(), Arc::from);
        Place { file, range: it.range }
    });
    let is_ignored = |place: &Place| readings.ignored(place).is_some_and(|it| it.code != found.rule.code);
    std::iter::once(own).chain(others).any(|it| is_ignored(&it))
}

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
        let more = match uses.len() - shown {
            more @ 1.. if number + 1 == shown => format!(", nor in {more} other places"),
            _ => String::new(),
        };
        cause.related_at(place.clone(), format!("LSF does not know `{name}` here{more}"));
    }
}
