//! The findings that comments suppress, in time linear in both.

use std::collections::BTreeMap;

use lsflint_syntax::{TextRange, TextSize};
use rustc_hash::FxHashMap;

use crate::context::{CodeState, SuppressionComment};
use crate::diagnostic::Diagnostic;

/// The codes of comments that cover text up to the same place, by their text: the number of the comment and of its
/// code. Each is listed until a finding needs it.
type Waiting<'a> = FxHashMap<&'a str, Vec<(usize, usize)>>;

/// Whether a comment suppresses each finding. Marks the codes of comments that do so as needed. The comments are in the
/// order of their starts.
pub(super) fn suppressed(comments: &mut [(TextRange, SuppressionComment<'_>)], found: &[Diagnostic]) -> Vec<bool> {
    let mut order: Vec<usize> = (0..found.len()).collect();
    order.sort_by_key(|it| found[*it].range.start());
    let mut begins: Vec<usize> = (0..comments.len()).collect();
    begins.sort_by_key(|it| comments[*it].0.start());
    let mut begins = begins.into_iter().peekable();
    let mut open: BTreeMap<TextSize, Waiting<'_>> = BTreeMap::new();
    let mut needed = Vec::new();
    let mut suppressed = vec![false; found.len()];
    for number in order {
        let (rule, at) = (found[number].rule, found[number].range.start());
        while let Some(comment) = begins.next_if(|it| comments[*it].0.start() <= at) {
            let (covers, comment_read) = &comments[comment];
            let waiting = open.entry(covers.end()).or_default();
            for (code, it) in comment_read.codes.iter().enumerate() {
                waiting.entry(it.text).or_default().push((comment, code));
            }
        }
        open = open.split_off(&at);
        for (text, codes) in open.values_mut().flatten() {
            if rule.is_suppressed_by(text) {
                suppressed[number] = true;
                needed.append(codes);
            }
        }
    }
    for (comment, code) in needed {
        comments[comment].1.codes[code].state = CodeState::Needed;
    }
    suppressed
}
