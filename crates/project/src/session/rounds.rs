//! Pending edits, and which of them are processed together.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lsflint_model::composed;
use lsflint_syntax::{Edit, TextSize};

/// The maximum distance in bytes of edits that are processed as one place.
const NEAR: u32 = 4096;

/// The maximum number of places of edits; with more, everything between them is checked in one step.
const PLACES: usize = 16;

/// Pending edits of one file.
#[derive(Default)]
pub(super) struct Edits {
    pub(super) edits: Vec<Edit>,
    /// The text after the edits, if the caller has applied them.
    pub(super) text: Option<Arc<str>>,
}

/// Splits the edits into rounds. Edits of one round make everything between them be checked again, so edits that are
/// far apart are put into separate rounds. `text_of`: the text of a known file before them.
pub(super) fn rounds(
    mut edits: BTreeMap<PathBuf, Edits>,
    text_of: impl Fn(&Path) -> Option<Arc<str>>,
) -> Vec<BTreeMap<PathBuf, Edits>> {
    let lone = edits.first_entry().filter(|it| it.get().edits.len() > 1);
    let text = lone.as_ref().and_then(|it| text_of(it.key()));
    let (Some(lone), Some(text)) = (lone, text) else { return vec![edits] };
    let (path, all) = lone.remove_entry();
    let hunks = composed(&text, &all.edits);
    let mut places: Vec<Vec<Edit>> = Vec::new();
    // From the end, so that earlier offsets stay valid.
    for hunk in hunks.into_iter().rev() {
        let near =
            |it: &Vec<Edit>| it.last().is_some_and(|it| it.range.start() < hunk.range.end() + TextSize::new(NEAR));
        match places.last_mut().filter(|it| near(it)) {
            Some(place) => place.push(hunk),
            None => places.push(vec![hunk]),
        }
    }
    if !edits.is_empty() || places.len() > PLACES {
        edits.insert(path, all);
        return vec![edits];
    }
    // No effective edit remains; that is one round, too.
    let Some(last) = places.pop() else { return vec![edits] };
    let first = places.into_iter().map(|edits| Edits { edits, text: None });
    let rounds = first.chain([Edits { edits: last, text: all.text }]);
    rounds.map(|it| BTreeMap::from([(path.clone(), it)])).collect()
}
