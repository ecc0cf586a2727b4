//! Findings as JSON, for pushed and for pulled diagnostics.
//!
//! After most edits all findings but a few are the same, at other positions. The text of a finding is therefore written
//! once, without its positions, and copied from then on.

use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::path::Path;
use std::ptr;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use lsflint_lint::{Diagnostic as Finding, RuleMeta};
use lsflint_project::FileSnapshot;
use lsflint_syntax::TextRange;
use rustc_hash::{FxHashMap, FxHasher};
use serde::Serialize;
use tower_lsp::ls_types::{self as lsp, CodeDescription, Location, Uri};

use crate::settings::MessageForm;
use crate::to_proto::Positions;

/// How a diagnostic starts.
const START: &str = r#"{"range":"#;

/// The range of a diagnostic that has none yet.
const NO_RANGE: &str = r#"{"start":{"line":0,"character":0},"end":{"line":0,"character":0}}"#;

/// The diagnostics of a file in JSON.
#[derive(Default)]
pub(crate) struct Written {
    inputs: Option<Inputs>,
    /// The diagnostics, separated by commas.
    items: String,
    /// The findings of the diagnostics.
    findings: Vec<Item>,
    /// The ranges in `items`, in order.
    holes: Vec<Hole>,
    hash: OnceLock<u64>,
}

/// What diagnostics were made from: they are the same if it is the same.
struct Inputs {
    text: Arc<str>,
    findings: Arc<[Finding]>,
    uri: Option<Uri>,
    most: usize,
    form: MessageForm,
    /// Whether findings refer to other files, in which lines may move.
    refers: bool,
}

/// The JSON of a finding.
struct Item {
    /// The number of the finding.
    number: u32,
    /// Where it ends in the JSON.
    end: u32,
    /// The number of holes up to there.
    holes: u32,
}

/// A range in the JSON of a finding.
#[derive(Clone)]
struct Hole {
    /// Where it is in the JSON.
    at: Range<u32>,
    which: Which,
    /// What is written there.
    range: lsp::Range,
}

/// The range that is written.
#[derive(Clone, Copy)]
pub(crate) enum Which {
    /// That of the finding.
    Own,
    /// That of a related place.
    Related(u32),
}

/// Writes the parts of a diagnostic.
pub(crate) struct Writer<'s, D, R, L> {
    pub(crate) positions: &'s Positions,
    /// The URI of the file.
    pub(crate) uri: Option<Uri>,
    /// A diagnostic without range and related places.
    pub(crate) diagnostic: D,
    /// What is written about related places.
    pub(crate) related: R,
    /// A place in another file.
    pub(crate) locate: L,
}

/// The path of a file if it is another one.
pub(crate) type Other<'f> = Option<&'f str>;

impl Written {
    /// The JSON of some diagnostics.
    pub(crate) fn of(diagnostics: &[lsp::Diagnostic]) -> Written {
        let mut written = Written::default();
        diagnostics.iter().for_each(|it| written.push(it));
        written
    }

    /// The diagnostics of a file: those of the findings with these numbers. `before` are the last ones.
    pub(crate) fn after<'f, D, R, L>(
        before: Option<&Written>,
        file: &'f FileSnapshot,
        shown: &[u32],
        (most, form): (usize, MessageForm),
        writer: &mut Writer<'_, D, R, L>,
    ) -> Written
    where
        D: FnMut(&'f Finding) -> lsp::Diagnostic,
        R: Fn(&'f Finding) -> Vec<(Other<'f>, Which, Cow<'f, str>)>,
        L: Fn(&str, TextRange) -> Option<Location>,
    {
        let findings = &file.findings;
        let own = &**file.source.path();
        let known = before.and_then(|it| {
            let inputs = it.inputs.as_ref().filter(|it| it.form == form && it.uri == writer.uri)?;
            Some((it, &*inputs.findings))
        });
        let (items, old): (&[Item], &[Finding]) = known.map_or((&[], &[]), |(it, old)| (&it.findings, old));
        let is_same = |(item, number): &(&Item, &u32)| {
            is_same_text(&old[item.number as usize], &findings[**number as usize], own)
        };
        let ahead = items.iter().zip(shown).take_while(is_same).count();
        let rest = items.len().min(shown.len()) - ahead;
        let behind = items.iter().rev().zip(shown.iter().rev()).take(rest).take_while(is_same).count();
        let mut written = Written {
            items: String::with_capacity(before.map_or(0, |it| it.items.len()) + 1024),
            findings: Vec::with_capacity(shown.len()),
            holes: Vec::with_capacity(before.map_or(0, |it| it.holes.len())),
            ..Written::default()
        };
        let same_place = |it: &usize| {
            before.is_some_and(|before| before.is_at(*it, &findings[shown[*it] as usize], writer.positions))
        };
        let unmoved = (0..ahead).take_while(same_place).count();
        if let Some(before) = before {
            written.copy_first(before, &shown[..unmoved]);
        }
        for (place, number) in shown.iter().enumerate().skip(unmoved) {
            let found = &findings[*number as usize];
            let from_end = shown.len() - place;
            let same = match (place < ahead, from_end <= behind) {
                (true, _) => Some(place),
                (_, true) => Some(items.len() - from_end),
                _ => None,
            };
            written.separate();
            match same.zip(before) {
                Some((same, before)) => written.copy(before, same, found, writer.positions),
                None => written.write(found, own, writer),
            }
            let (end, holes) = (written.items.len() as u32, written.holes.len() as u32);
            written.findings.push(Item { number: *number, end, holes });
        }
        let refers = shown.iter().any(|it| refers(&findings[*it as usize], own));
        let (text, findings) = (file.source.text().clone(), findings.clone());
        written.inputs = Some(Inputs { text, findings, uri: writer.uri.clone(), most, form, refers });
        written
    }

    /// Whether the diagnostics of a file are still these.
    fn is_of(&self, file: &FileSnapshot, uri: Option<&Uri>, most: usize, form: MessageForm) -> bool {
        self.inputs.as_ref().is_some_and(|it| {
            !it.refers
                && it.most == most
                && it.form == form
                && it.uri.as_ref() == uri
                && Arc::ptr_eq(&it.findings, &file.findings)
                && Arc::ptr_eq(&it.text, file.source.text())
        })
    }

    /// Whether they refer to other files, in which lines may move.
    pub(crate) fn refers(&self) -> bool {
        self.inputs.as_ref().is_some_and(|it| it.refers)
    }

    /// Adds a diagnostic.
    pub(crate) fn push(&mut self, diagnostic: &lsp::Diagnostic) {
        self.separate();
        self.items.push_str(&json(diagnostic));
    }

    /// Whether the ranges of an item are still those of the finding.
    fn is_at(&self, item: usize, found: &Finding, positions: &Positions) -> bool {
        let holes = &self.holes[self.start(item).1..self.findings[item].holes as usize];
        holes.iter().all(|it| positions.range(it.which.range(found)) == it.range)
    }

    /// Copies the first items, which have not changed. They get these numbers.
    fn copy_first(&mut self, before: &Written, numbers: &[u32]) {
        let Some(last) = numbers.len().checked_sub(1).map(|it| &before.findings[it]) else { return };
        self.items.push_str(&before.items[..last.end as usize]);
        self.holes.extend_from_slice(&before.holes[..last.holes as usize]);
        let items = before.findings.iter().zip(numbers);
        self.findings.extend(items.map(|(item, number)| Item { number: *number, ..*item }));
    }

    /// Where an item starts in the JSON, and in the holes.
    fn start(&self, item: usize) -> (usize, usize) {
        match item.checked_sub(1).map(|it| &self.findings[it]) {
            // The comma is between them.
            Some(last) => (last.end as usize + 1, last.holes as usize),
            None => (0, 0),
        }
    }

    /// Copies the JSON of a finding, with new ranges.
    fn copy(&mut self, before: &Written, same: usize, found: &Finding, positions: &Positions) {
        let (mut at, first) = before.start(same);
        let item = &before.findings[same];
        for hole in &before.holes[first..item.holes as usize] {
            self.items.push_str(&before.items[at..hole.at.start as usize]);
            self.hole(found, hole.which, positions);
            at = hole.at.end as usize;
        }
        self.items.push_str(&before.items[at..item.end as usize]);
    }

    /// Writes the JSON of a finding.
    fn write<'f, D, R, L>(&mut self, found: &'f Finding, own: &str, writer: &mut Writer<'_, D, R, L>)
    where
        D: FnMut(&'f Finding) -> lsp::Diagnostic,
        R: Fn(&'f Finding) -> Vec<(Other<'f>, Which, Cow<'f, str>)>,
        L: Fn(&str, TextRange) -> Option<Location>,
    {
        let text = json(&(writer.diagnostic)(found));
        let rest =
            text.strip_prefix(START).and_then(|it| it.strip_prefix(NO_RANGE)).and_then(|it| it.strip_suffix('}'));
        debug_assert!(rest.is_some(), "the range comes first: {text}");
        self.items.push_str(START);
        self.hole(found, Which::Own, writer.positions);
        self.items.push_str(rest.unwrap_or_default());
        let mut separator = r#","relatedInformation":["#;
        for (other, which, message) in (writer.related)(found) {
            match other.filter(|it| *it != own) {
                Some(other) => {
                    let Some(location) = (writer.locate)(other, which.range(found)) else { continue };
                    self.items.push_str(separator);
                    self.items.push_str(r#"{"location":"#);
                    self.items.push_str(&json(&location));
                }
                None => {
                    let Some(uri) = &writer.uri else { continue };
                    self.items.push_str(separator);
                    self.items.push_str(r#"{"location":{"uri":"#);
                    self.items.push_str(&json(uri));
                    self.items.push_str(r#","range":"#);
                    self.hole(found, which, writer.positions);
                    self.items.push('}');
                }
            }
            self.items.push_str(r#","message":"#);
            self.items.push_str(&json(&message));
            self.items.push('}');
            separator = ",";
        }
        self.items.push_str(if separator == "," { "]}" } else { "}" });
    }

    fn hole(&mut self, found: &Finding, which: Which, positions: &Positions) {
        let range = positions.range(which.range(found));
        let from = self.items.len() as u32;
        let mut digits = itoa::Buffer::new();
        for (text, number) in [
            (r#"{"start":{"line":"#, range.start.line),
            (r#","character":"#, range.start.character),
            (r#"},"end":{"line":"#, range.end.line),
            (r#","character":"#, range.end.character),
        ] {
            self.items.push_str(text);
            self.items.push_str(digits.format(number));
        }
        self.items.push_str("}}");
        self.holes.push(Hole { at: from..self.items.len() as u32, which, range });
    }

    fn separate(&mut self) {
        if !self.items.is_empty() {
            self.items.push(',');
        }
    }

    /// The diagnostics, separated by commas.
    pub(crate) fn items(&self) -> &str {
        &self.items
    }

    /// A hash of the diagnostics.
    pub(crate) fn hash(&self) -> u64 {
        *self.hash.get_or_init(|| {
            let mut hasher = FxHasher::default();
            self.items.hash(&mut hasher);
            hasher.finish()
        })
    }
}

impl Which {
    fn range(self, found: &Finding) -> TextRange {
        match self {
            Which::Own => found.range,
            Which::Related(number) => found.related[number as usize].range,
        }
    }
}

/// Whether two findings of a file have the same JSON, apart from ranges in the file.
fn is_same_text(a: &Finding, b: &Finding, own: &str) -> bool {
    ptr::eq(a.rule, b.rule)
        && a.severity == b.severity
        && a.message == b.message
        && a.effect == b.effect
        && a.help == b.help
        && a.fix.as_ref().map(|it| &it.title) == b.fix.as_ref().map(|it| &it.title)
        && !refers(a, own)
        && !refers(b, own)
        && a.related.iter().map(|it| &it.message).eq(b.related.iter().map(|it| &it.message))
}

/// Whether a finding refers to another file.
fn refers(found: &Finding, own: &str) -> bool {
    found.related.iter().any(|it| it.file.as_ref().is_some_and(|it| *it != *own))
}

/// The JSON of a value of the protocol.
fn json(value: &impl Serialize) -> String {
    // Serialization cannot fail: all maps have string keys.
    serde_json::to_string(value).unwrap_or_default()
}

/// The pages of rules, by code.
#[derive(Default)]
pub(crate) struct Pages(FxHashMap<&'static str, Option<CodeDescription>>);

impl Pages {
    /// The page of a rule.
    pub(crate) fn of(
        &mut self,
        rule: &'static RuleMeta,
        page: impl FnOnce(&'static RuleMeta) -> Option<Uri>,
    ) -> Option<CodeDescription> {
        let new = || page(rule).map(|href| CodeDescription { href });
        self.0.entry(rule.code).or_insert_with(new).clone()
    }
}

/// The last diagnostics of each file, shared by all snapshots.
#[derive(Default)]
pub(crate) struct WrittenCache(Mutex<FxHashMap<Arc<Path>, Arc<Written>>>);

impl WrittenCache {
    /// The diagnostics of a file: those that are known, or `new` ones, made from the last ones.
    pub(crate) fn get(
        &self,
        file: &FileSnapshot,
        uri: Option<&Uri>,
        (most, form): (usize, MessageForm),
        new: impl FnOnce(Option<&Written>) -> Written,
    ) -> Arc<Written> {
        let last = self.lock().get(&file.path).cloned();
        if let Some(known) = last.as_ref().filter(|it| it.is_of(file, uri, most, form)) {
            return known.clone();
        }
        let written = Arc::new(new(last.as_deref()));
        self.lock().insert(file.path.clone(), written.clone());
        written
    }

    /// Removes files.
    pub(crate) fn forget<'p>(&self, paths: impl IntoIterator<Item = &'p Arc<Path>>) {
        let mut known = self.lock();
        paths.into_iter().for_each(|it| drop(known.remove(it)));
    }

    fn lock(&self) -> MutexGuard<'_, FxHashMap<Arc<Path>, Arc<Written>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
