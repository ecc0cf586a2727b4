//! The cluster as LSF reads it.
//!
//! A finding can say what LSF makes of a part of a file: it ignores a line, drops a section, reads a value as another
//! one. These are the [`Reading`]s of the file. [`AsRead`] applies them to the text: what LSF ignores is overwritten
//! with spaces, what it reads differently is replaced. The result is parsed like any other file, so that the cluster as
//! read has the same type as the cluster as written, and every answer works on both. Places in it are translated back
//! to the files as written.

mod kept;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use lsflint_syntax::{Edit, TextRange, TextSize};
use rustc_hash::FxHashMap;

pub use self::kept::KeptRead;
use crate::{Cluster, Entity, Place, SourceFile, Summary, View};

/// The largest number of places of a file that are parsed one after the other; beyond it, parsing the file is faster.
const FEW: usize = 8;

/// What LSF makes of a part of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The byte range: a section, a row, a line, or a part of a value.
    pub range: TextRange,
    /// What LSF reads instead; `None` if it reads nothing.
    pub text: Option<Box<str>>,
    /// The code of the rule that reports it.
    pub code: &'static str,
    /// What LSF does, in words: `LSF ignores the line`.
    pub effect: Box<str>,
}

/// Why LSF has no object that files define.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dropped {
    /// The code of the rule that reports it; `None` if none does.
    pub code: Option<&'static str>,
    /// What LSF does: `LSF drops the queue`.
    pub effect: String,
    /// The definition.
    pub place: Place,
}

impl Dropped {
    /// What LSF does, with the code of the rule.
    pub fn words(&self) -> String {
        match self.code {
            Some(code) => format!("{} ({code})", self.effect),
            None => self.effect.clone(),
        }
    }
}

/// A cluster as written and as LSF reads it.
#[derive(Debug, Clone, Default)]
pub struct AsRead {
    written: Arc<Cluster>,
    read: Arc<Cluster>,
    readings: Arc<Readings>,
}

/// The readings of files, by path.
#[derive(Debug, Default)]
pub struct Readings(FxHashMap<Arc<str>, Arc<FileReadings>>);

impl Readings {
    /// The readings of files, in any order.
    pub fn new(readings: impl IntoIterator<Item = (Arc<str>, Vec<Reading>)>) -> Readings {
        Readings::shared(readings.into_iter().map(|(file, it)| (file, Arc::new(FileReadings::new(it)))))
    }

    /// Like [`Readings::new`], with readings that are in order already.
    pub fn shared(readings: impl IntoIterator<Item = (Arc<str>, Arc<FileReadings>)>) -> Readings {
        Readings(readings.into_iter().filter(|it| !it.1.readings.is_empty()).collect())
    }

    /// Whether there are none: LSF reads everything as it is written.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The readings of a file, ordered by start, the longer one first.
    pub fn of_file(&self, file: &str) -> &[Reading] {
        self.0.get(file).map_or(&[], |it| &it.readings)
    }

    /// The reading that removes a place, if LSF reads nothing there: the one with the longest range.
    pub fn ignored(&self, place: &Place) -> Option<&Reading> {
        self.around(place).filter(|it| it.text.is_none()).max_by_key(|it| it.range.len())
    }

    /// Whether a file has the same readings in both.
    pub fn are_same(&self, other: &Readings, file: &str) -> bool {
        match (self.0.get(file), other.0.get(file)) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other) || one == other,
            (None, None) => true,
            _ => false,
        }
    }

    fn around(&self, place: &Place) -> impl Iterator<Item = &Reading> {
        self.0.get(&place.file).into_iter().flat_map(|it| it.around(place.range))
    }
}

/// The readings of a file.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct FileReadings {
    /// Ordered by start, the longer one first.
    readings: Vec<Reading>,
    /// For each of them, the largest end of it and those before it.
    reach: Vec<TextSize>,
}

impl FileReadings {
    /// The readings of a file, in any order.
    pub fn new(mut readings: Vec<Reading>) -> FileReadings {
        readings.sort_by_key(|it| (it.range.start(), std::cmp::Reverse(it.range.end())));
        let mut reach = Vec::with_capacity(readings.len());
        let mut end = TextSize::new(0);
        for reading in &readings {
            end = end.max(reading.range.end());
            reach.push(end);
        }
        FileReadings { readings, reach }
    }

    /// The readings that contain a range, the shortest one first.
    fn around(&self, range: TextRange) -> impl Iterator<Item = &Reading> {
        let until = self.readings.partition_point(|it| it.range.start() <= range.start());
        let reaches = move |number: &usize| self.reach[*number] >= range.end();
        let before = (0..until).rev().take_while(reaches).map(|it| &self.readings[it]);
        before.filter(move |it| it.range.contains_range(range))
    }
}

impl AsRead {
    /// A cluster that LSF reads as written.
    pub fn as_written(cluster: Arc<Cluster>) -> AsRead {
        AsRead { read: cluster.clone(), written: cluster, readings: Arc::default() }
    }

    /// The cluster with the readings of its files. `files` are the files that the cluster was made from, in any order;
    /// readings of other files are not used.
    pub fn of<'f>(
        written: Arc<Cluster>,
        files: impl IntoIterator<Item = &'f Arc<SourceFile>>,
        readings: impl Into<Arc<Readings>>,
    ) -> AsRead {
        let readings = readings.into();
        let mut changed: FxHashMap<&str, Arc<Summary>> = FxHashMap::default();
        for file in files {
            let of_file = readings.of_file(&file.path);
            if of_file.is_empty() {
                continue;
            }
            if let Some(before) = written.index().file(&file.path) {
                let (read, shares, shifts) = read(file, of_file);
                let before = Some((&**file, &**before)).filter(|_| shares);
                changed.insert(&file.path, Arc::new(Summary::after(&read, before).0.shifted(shifts)));
            }
        }
        AsRead::with(written, readings, None, |it| changed.get(it).cloned())
    }

    /// The cluster with the summaries that `read` returns for the files that LSF reads differently, by path.
    fn with(
        written: Arc<Cluster>,
        readings: Arc<Readings>,
        before: Option<&Cluster>,
        read: impl Fn(&str) -> Option<Arc<Summary>>,
    ) -> AsRead {
        match written.with_summaries(before, read) {
            Some(read) => AsRead { written, read: Arc::new(read), readings },
            None => AsRead { readings, ..AsRead::as_written(written) },
        }
    }

    /// The cluster as written.
    pub fn written(&self) -> &Arc<Cluster> {
        &self.written
    }

    /// The cluster as LSF reads it. Its places are places of the files as written.
    pub fn read(&self) -> &Arc<Cluster> {
        &self.read
    }

    /// The view of the cluster as LSF reads it.
    pub fn view(&self) -> View<'_> {
        View::new(&self.read)
    }

    /// The readings of all files.
    pub fn all_readings(&self) -> &Readings {
        &self.readings
    }

    /// The readings of a file, ordered by start, the longer one first.
    pub fn readings(&self, file: &str) -> &[Reading] {
        self.readings.of_file(file)
    }

    /// The reading that removes a place; see [`Readings::ignored`].
    pub fn ignored(&self, place: &Place) -> Option<&Reading> {
        self.readings.ignored(place)
    }

    /// Why LSF does not read what is written at a place: because of the reading that removes it, else because of the
    /// next one, which joins its section with another one.
    pub fn reading_of(&self, place: &Place) -> Option<&Reading> {
        let after = || {
            let of_file = self.readings(&place.file);
            let from = of_file.partition_point(|it| it.range.start() <= place.range.start());
            of_file[from..].iter().find(|it| it.text.is_none())
        };
        self.ignored(place).or_else(after)
    }

    /// The first reading that is about a part of a place, or all of it.
    pub fn reading_in(&self, place: &Place) -> Option<&Reading> {
        let of_file = self.readings(&place.file);
        let from = of_file.partition_point(|it| it.range.start() < place.range.start());
        of_file.get(from).filter(|it| it.range.end() <= place.range.end())
    }

    /// A record of the cluster as written, as LSF reads it. `None` if LSF does not read it, or only as a part of
    /// another one.
    pub fn as_read(&self, written: &Entity<'_>) -> Option<Entity<'_>> {
        let (kind, section) = (written.kind(), written.section().name);
        if Arc::ptr_eq(&self.written, &self.read) {
            return self.view().record(kind, section, written.number());
        }
        let (name, place) = (written.name(), written.place());
        if !name.is_empty() {
            return self.view().named(kind, section, &name).into_iter().find(|it| it.place() == place);
        }
        self.view().all(kind, section).find(|it| it.place() == place)
    }

    /// A record of the cluster as read, as it is written.
    pub fn written_of(&self, read: &Entity<'_>) -> Option<Entity<'_>> {
        let place = read.place();
        let mut named = self.written.view().named(read.kind(), read.section().name, &read.name()).into_iter();
        named.find(|it| it.place() == place)
    }

    /// Why LSF does not read a record of the cluster as written; `None` if it reads it.
    pub fn dropped(&self, written: &Entity<'_>) -> Option<Dropped> {
        if self.as_read(written).is_some() {
            return None;
        }
        let place = written.place();
        if let Some(reading) = self.ignored(&place) {
            return Some(Dropped { code: Some(reading.code), effect: reading.effect.to_string(), place });
        }
        let effect = match self.part_of(written) {
            Some(other) => format!("LSF reads it as part of `{}`", other.name()),
            None => "LSF does not read it".to_owned(),
        };
        Some(Dropped { code: self.reading_of(&place).map(|it| it.code), effect, place })
    }

    /// The record that LSF reads a record as a part of, because a line between the two is missing.
    fn part_of(&self, written: &Entity<'_>) -> Option<Entity<'_>> {
        let place = written.place();
        let holds = |it: &Entity<'_>| it.all_fields().any(|it| it.place() == place);
        self.view().all(written.kind(), written.section().name).find(holds)
    }
}

/// A file as LSF reads it, whether its tree shares parts with that of the file as written, and the positions in it.
fn read(file: &SourceFile, readings: &[Reading]) -> (SourceFile, bool, Shifts) {
    let (edits, shifts) = edits(&file.text, readings);
    if edits.len() <= FEW {
        return (file.edited(&edits), true, shifts);
    }
    let text: Arc<str> = applied(&file.text, &edits).into();
    let parse = lsflint_syntax::parse(&text, file.kind);
    (SourceFile { parse, text, ..file.clone() }, false, shifts)
}

/// Positions in a text as read and the byte counts to add for the position in the text as written, ordered.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Shifts(Vec<(TextSize, i64)>);

impl Shifts {
    /// The position in the text as written.
    pub(crate) fn written(&self, at: TextSize) -> TextSize {
        let before = self.0.partition_point(|it| it.0 <= at);
        let shift = before.checked_sub(1).map_or(0, |it| self.0[it].1);
        TextSize::new(u32::try_from(i64::from(u32::from(at)) + shift).unwrap_or_default())
    }

    /// The position in the text as read.
    pub(crate) fn read(&self, at: TextSize) -> TextSize {
        let written = |it: &(TextSize, i64)| i64::from(u32::from(it.0)) + it.1;
        let before = self.0.partition_point(|it| written(it) <= i64::from(u32::from(at)));
        let shift = before.checked_sub(1).map_or(0, |it| self.0[it].1);
        TextSize::new(u32::try_from(i64::from(u32::from(at)) - shift).unwrap_or_default())
    }

    /// The range in the text as written.
    pub(crate) fn written_range(&self, range: TextRange) -> TextRange {
        if self.0.is_empty() {
            return range;
        }
        let start = self.written(range.start());
        // The end belongs to what is before it.
        let end = self.written(range.end());
        TextRange::new(start, end.max(start))
    }
}

/// The edits that turn a text as written into the text as read: applied one after the other, last one first. Readings
/// inside another one are left out.
fn edits(text: &str, readings: &[Reading]) -> (Vec<Edit>, Shifts) {
    let mut edits: Vec<Edit> = Vec::new();
    let mut shifts = Vec::new();
    let (mut end, mut shift) = (TextSize::new(0), 0_i64);
    for reading in readings.iter().filter(|it| !it.range.is_empty()) {
        if reading.range.start() < end || usize::from(reading.range.end()) > text.len() {
            continue;
        }
        end = reading.range.end();
        let written = &text[reading.range];
        let insert = match &reading.text {
            Some(read) => read.to_string(),
            None => blank(written),
        };
        let longer = insert.len() as i64 - written.len() as i64;
        if longer != 0 {
            // From the end of the new text on, positions differ by that much more.
            let at = i64::from(u32::from(reading.range.start())) - shift + insert.len() as i64;
            shift -= longer;
            shifts.push((TextSize::new(u32::try_from(at).unwrap_or_default()), shift));
        }
        edits.push(Edit { range: reading.range, insert });
    }
    edits.reverse();
    (edits, Shifts(shifts))
}

/// The text overwritten with spaces. Line ends stay, with the backslash before them: the rest of a continued line may
/// not be part of the text.
pub fn blank(text: &str) -> String {
    let mut blank = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let end = line.trim_end_matches(['\n', '\r']);
        let kept = if end.len() < line.len() { end.strip_suffix('\\').unwrap_or(end).len() } else { end.len() };
        blank.extend(std::iter::repeat_n(' ', kept));
        blank.push_str(&line[kept..]);
    }
    blank
}

/// The text with disjoint edits, given last one first.
fn applied(text: &str, edits: &[Edit]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for edit in edits.iter().rev() {
        let range = std::ops::Range::<usize>::from(edit.range);
        out.push_str(&text[from..range.start]);
        out.push_str(&edit.insert);
        from = range.end;
    }
    out.push_str(&text[from..]);
    out
}
