//! Completion items while they are collected.

use std::borrow::Cow;

use super::cursor::Word;
use super::{Completion, CompletionKind, CompletionOptions, Completions};
use crate::Range;

/// The usefulness of an item, the primary sort key of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) enum Rank {
    /// A required item.
    Required,
    /// An item that neighboring sections use.
    Common,
    #[default]
    Normal,
    /// A valid item that is rarely used.
    Rare,
    /// A deprecated item.
    Old,
}

/// A builder of a completion item.
#[derive(Debug, Clone)]
pub(super) struct Item<'a> {
    label: Cow<'a, str>,
    kind: CompletionKind,
    detail: Cow<'a, str>,
    insert: Option<String>,
    snippet: Option<String>,
    filter: Option<String>,
    rank: Rank,
    commit: &'static [&'static str],
    data: String,
}

impl<'a> Item<'a> {
    pub(super) fn new(kind: CompletionKind, label: impl Into<Cow<'a, str>>) -> Item<'a> {
        Item {
            label: label.into(),
            kind,
            detail: Cow::Borrowed(""),
            insert: None,
            snippet: None,
            filter: None,
            rank: Rank::Normal,
            commit: &[],
            data: String::new(),
        }
    }

    /// Sets the text next to the label.
    pub(super) fn detail(self, detail: impl Into<Cow<'a, str>>) -> Item<'a> {
        Item { detail: detail.into(), ..self }
    }

    /// Sets the text to insert instead of the label.
    pub(super) fn insert(self, insert: impl Into<String>) -> Item<'a> {
        Item { insert: Some(insert.into()), ..self }
    }

    /// Sets the snippet to insert if the client supports snippets.
    pub(super) fn snippet(self, snippet: impl Into<String>) -> Item<'a> {
        Item { snippet: Some(snippet.into()), ..self }
    }

    /// Sets the text to match instead of the label.
    pub(super) fn filter(self, filter: impl Into<String>) -> Item<'a> {
        Item { filter: Some(filter.into()), ..self }
    }

    pub(super) fn rank(self, rank: Rank) -> Item<'a> {
        Item { rank, ..self }
    }

    /// Sets the characters that accept the item.
    pub(super) fn commit(self, commit: &'static [&'static str]) -> Item<'a> {
        Item { commit, ..self }
    }

    /// Sets the data from which `resolve` computes the documentation.
    pub(super) fn data(self, data: impl Into<String>) -> Item<'a> {
        Item { data: data.into(), ..self }
    }
}

/// The items for a position.
#[derive(Debug)]
pub(super) struct Items<'t> {
    found: Vec<(Rank, Completion)>,
    incomplete: bool,
    word: Word<'t>,
    /// The number of bytes up to the next cell; items are padded with spaces so that the cell does not move.
    width: Option<usize>,
    options: CompletionOptions,
}

impl<'t> Items<'t> {
    /// Items that replace a word.
    pub(super) fn new(word: Word<'t>, options: CompletionOptions) -> Items<'t> {
        Items { found: Vec::new(), incomplete: false, word, width: None, options }
    }

    /// Also replaces the spaces after the word, so that the following text keeps its column. Not if the word ends
    /// inside of its cell.
    pub(super) fn padded(mut self, blanks: usize, text: &str) -> Items<'t> {
        let end = self.word.range.end;
        let after = text.as_bytes().get(end..end + blanks).unwrap_or_default();
        if !after.is_empty() && after.iter().all(|it| *it == b' ') {
            self.word.range.end += blanks;
            self.width = Some(text[self.word.range.clone()].chars().count());
        }
        self
    }

    /// The part of the word before the cursor.
    pub(super) fn typed(&self) -> &'t str {
        self.word.typed
    }

    /// The part of the word in the preceding lines.
    pub(super) fn above(&self) -> &str {
        &self.word.above
    }

    /// The capabilities of the client.
    pub(super) fn options(&self) -> CompletionOptions {
        self.options
    }

    /// Marks the list as incomplete.
    pub(super) fn note_more(&mut self) {
        self.incomplete = true;
    }

    pub(super) fn add(&mut self, item: Item<'_>) {
        let is_snippet = self.options.snippets && item.snippet.is_some();
        let plain = item.insert.unwrap_or_else(|| item.label.clone().into_owned());
        let mut insert = if is_snippet { item.snippet.unwrap_or_default() } else { plain };
        let mut filter = item.filter.unwrap_or_else(|| item.label.clone().into_owned());
        if !self.word.above.is_empty() {
            // The start of the word is in a previous line and cannot be replaced.
            let Some(rest) = insert.strip_prefix(&*self.word.above) else { return };
            insert = rest.to_owned();
            filter = filter.strip_prefix(&*self.word.above).unwrap_or(&filter).to_owned();
        }
        if let Some(width) = self.width.filter(|_| !is_snippet) {
            let blanks = width.saturating_sub(insert.chars().count()).max(1);
            insert.extend(std::iter::repeat_n(' ', blanks));
        }
        let goes_on = insert.trim_end().ends_with(['=', '[', '('])
            || item.kind == CompletionKind::Folder
            || insert.contains("$1]")
            || insert.contains("$1)");
        let range = Range { start: offset(self.word.range.start), end: offset(self.word.range.end) };
        let completion = Completion {
            label: item.label.into_owned(),
            kind: item.kind,
            detail: item.detail.into_owned(),
            insert,
            is_snippet,
            range,
            filter,
            sort: String::new(),
            is_deprecated: item.rank == Rank::Old,
            commit: item.commit,
            goes_on,
            data: item.data,
        };
        self.found.push((item.rank, completion));
    }

    /// The sorted list.
    pub(super) fn finish(self) -> Completions {
        let mut found = self.found;
        found.sort_by_key(|it| it.0);
        let mut seen = rustc_hash::FxHashSet::default();
        // A keyword may be known as a value, too.
        let kind = |it: &Completion| if it.kind == CompletionKind::Word { CompletionKind::Value } else { it.kind };
        found.retain(|it| seen.insert((it.1.label.clone(), kind(&it.1))));
        let number =
            |(number, (_, item)): (usize, (Rank, Completion))| Completion { sort: format!("{number:04}"), ..item };
        Completions { items: found.into_iter().enumerate().map(number).collect(), is_incomplete: self.incomplete }
    }
}

fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Escapes a text for a snippet, where `$`, `}` and the backslash have a meaning.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, '$' | '}' | '\\') {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}
