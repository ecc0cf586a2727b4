//! The baseline: findings that existed when lsflint was adopted and are not reported.
//!
//! A baseline is a list of findings, each identified by the path of its file, its code and its [`Fingerprint`]. The
//! text is sorted TOML with one finding per line, including its message for readers, so that changes are easy to review
//! and two branches that shrink it can be merged. It contains no line numbers, because lines move.
//!
//! [`Comparison`] compares a baseline with the findings of a run. Findings in the baseline are not reported. Entries
//! that the run no longer finds are stale, but only if the run checked for them: entries of other files and of rules
//! that did not run stay. If a file no longer exists, its findings are recognized in any file, so a renamed file has no
//! new findings.
//!
//! This module does not read or write files.

use std::cell::Cell;
use std::fmt::{self, Write};
use std::ops::Range;

use rustc_hash::FxHashMap;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::fingerprint::Fingerprint;

/// The only version of the format so far.
const VERSION: i64 = 1;

const HEAD: &str = "\
# Findings that lsflint knows and does not report: `lsflint check --baseline FILE`.
# `lsflint check --write-baseline FILE` removes those that are no longer found.
";

/// A finding that is not reported. Sorted by text, which does not depend on line numbers.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct BaselineEntry {
    /// The path of the file relative to the directory of the baseline, with `/`.
    pub file: String,
    /// The code of the rule.
    pub code: String,
    /// The message of the finding when it was recorded. For readers only.
    pub message: String,
    /// The identity of the finding.
    pub fingerprint: Fingerprint,
}

/// Findings that are not reported.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Baseline {
    /// In the order of the text.
    pub entries: Vec<BaselineEntry>,
}

/// Why a text is not a baseline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaselineError {
    /// What is wrong.
    pub message: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
}

impl fmt::Display for BaselineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for BaselineError {}

impl Baseline {
    /// Parses the text that [`Baseline::text`] writes.
    ///
    /// # Errors
    /// The first error in the text and its position.
    pub fn parse(text: &str) -> Result<Baseline, BaselineError> {
        let at = |place: Range<usize>, message: String| BaselineError::at(text, place.start, message);
        let table = DeTable::parse(text).map_err(|error| {
            let message = error.message().lines().map(str::trim).filter(|it| !it.is_empty()).collect::<Vec<_>>();
            at(error.span().unwrap_or(0..0), message.join(", "))
        })?;
        let table = table.get_ref();
        let version = table.get("version").ok_or_else(|| at(0..0, "not a baseline: `version` is missing".into()))?;
        if version.get_ref().as_integer().and_then(|it| it.as_str().parse().ok()) != Some(VERSION) {
            let message = format!("`version` must be {VERSION}; a newer lsflint may have written this baseline");
            return Err(at(version.span(), message));
        }
        if let Some((key, _)) = table.iter().find(|it| !["version", "findings"].contains(&&**it.0.get_ref())) {
            return Err(at(key.span(), format!("unknown key `{}`", key.get_ref())));
        }
        let Some(findings) = table.get("findings") else {
            return Err(at(version.span(), "`findings` is missing; an empty baseline has `findings = []`".into()));
        };
        let list = findings.get_ref().as_array();
        let list = list.ok_or_else(|| at(findings.span(), "`findings` must be a list".into()))?;
        let mut entries = Vec::with_capacity(list.len());
        for it in list {
            entries.push(entry(it).map_err(|(place, message)| at(place, message))?);
        }
        Ok(Baseline { entries })
    }

    /// The text: sorted, one finding per line.
    pub fn text(&self) -> String {
        let mut entries: Vec<&BaselineEntry> = self.entries.iter().collect();
        entries.sort();
        entries.dedup();
        let mut text = format!("{HEAD}version = {VERSION}\nfindings = [");
        for BaselineEntry { file, code, message, fingerprint } in entries {
            let (file, code, message) = (quoted(file), quoted(code), quoted(message));
            // Writing to a string does not fail.
            let _ = write!(
                text,
                "\n  {{ file = {file}, code = {code}, fingerprint = \"{fingerprint}\", message = {message} }},"
            );
        }
        text.push_str(if self.entries.is_empty() { "]\n" } else { "\n]\n" });
        text
    }
}

/// Parses one entry, or returns the position of the error and the message.
fn entry(value: &Spanned<DeValue<'_>>) -> Result<BaselineEntry, (Range<usize>, String)> {
    let table = value.get_ref().as_table();
    let table =
        table.ok_or_else(|| (value.span(), "expected a table with `file`, `code` and `fingerprint`".to_owned()))?;
    let word = |key: &str| {
        let word = table.get(key).ok_or_else(|| (value.span(), format!("`{key}` is missing")))?;
        word.get_ref().as_str().ok_or_else(|| (word.span(), format!("`{key}` must be a string")))
    };
    let known = ["file", "code", "fingerprint", "message"];
    if let Some((key, _)) = table.iter().find(|it| !known.contains(&&**it.0.get_ref())) {
        return Err((key.span(), format!("unknown key `{}`, expected one of {}", key.get_ref(), known.join(", "))));
    }
    let digits = word("fingerprint")?;
    let fingerprint = Fingerprint::parse(digits).ok_or_else(|| {
        let place = table.get("fingerprint").map_or(value.span(), Spanned::span);
        (place, format!("invalid fingerprint `{digits}`: expected 16 hexadecimal digits"))
    })?;
    let message = if table.contains_key("message") { word("message")? } else { "" };
    Ok(BaselineEntry {
        file: word("file")?.to_owned(),
        code: word("code")?.to_owned(),
        message: message.to_owned(),
        fingerprint,
    })
}

impl BaselineError {
    fn at(text: &str, offset: usize, message: String) -> BaselineError {
        let before = text.get(..offset).unwrap_or(text);
        let start = before.rfind('\n').map_or(0, |it| it + 1);
        let (line, column) = (before.matches('\n').count() + 1, before[start..].chars().count() + 1);
        BaselineError { message, line, column }
    }
}

/// A text as a basic string of TOML.
pub fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for it in text.chars() {
        match it {
            '"' | '\\' => quoted.extend(['\\', it]),
            it if it.is_control() => {
                let _ = write!(quoted, "\\u{:04X}", u32::from(it));
            }
            it => quoted.push(it),
        }
    }
    quoted.push('"');
    quoted
}

/// A baseline compared with the findings of a run.
#[derive(Debug)]
pub struct Comparison {
    entries: Vec<Held>,
    by_file: FxHashMap<String, Vec<usize>>,
    /// The entries of files that no longer exist, by fingerprint.
    homeless: FxHashMap<Fingerprint, Vec<usize>>,
    added: Vec<BaselineEntry>,
    /// The codes of these entries, and whether their rules ran in any file.
    ran: FxHashMap<String, bool>,
    hidden: usize,
}

/// An entry and its result in the run.
#[derive(Debug)]
struct Held {
    entry: BaselineEntry,
    /// The run found it.
    found: Cell<bool>,
    /// The run checked for it.
    looked_for: Cell<bool>,
    /// Its file no longer exists, and the run covered the path of the file.
    gone: bool,
}

/// The parts of a finding that a baseline needs.
#[derive(Debug, Clone, Copy)]
pub struct Seen<'a> {
    /// The code of the rule.
    pub code: &'a str,
    /// The message.
    pub message: &'a str,
    /// The identity of the finding.
    pub fingerprint: Fingerprint,
}

impl Comparison {
    /// Creates the state before anything was found. `gone` returns, for the path of an entry, whether the file no
    /// longer exists and the run covered its path.
    pub fn new(baseline: Baseline, mut gone: impl FnMut(&str) -> bool) -> Comparison {
        let mut by_file: FxHashMap<String, Vec<usize>> = FxHashMap::default();
        let mut homeless: FxHashMap<Fingerprint, Vec<usize>> = FxHashMap::default();
        for (index, entry) in baseline.entries.iter().enumerate() {
            by_file.entry(entry.file.clone()).or_default().push(index);
        }
        let gone: FxHashMap<&String, bool> = by_file.keys().map(|it| (it, gone(it))).collect();
        let held = |entry: BaselineEntry| {
            let gone = gone.get(&entry.file).copied().unwrap_or_default();
            Held { entry, found: Cell::new(false), looked_for: Cell::new(false), gone }
        };
        let entries: Vec<Held> = baseline.entries.into_iter().map(held).collect();
        let mut ran = FxHashMap::default();
        for (index, it) in entries.iter().enumerate().filter(|it| it.1.gone) {
            homeless.entry(it.entry.fingerprint).or_default().push(index);
            ran.insert(it.entry.code.clone(), false);
        }
        Comparison { entries, by_file, homeless, added: Vec::new(), ran, hidden: 0 }
    }

    /// Processes the findings of a file, and returns which of them are in the baseline. `ran` returns whether the rule
    /// of a code ran in the file.
    pub fn file(&mut self, file: &str, seen: &[Seen<'_>], ran: impl Fn(&str) -> bool) -> Vec<bool> {
        let here = self.by_file.get(file).map_or(&[][..], Vec::as_slice);
        let mut by_print: FxHashMap<Fingerprint, usize> = FxHashMap::default();
        for &index in here {
            let held = &self.entries[index];
            held.looked_for.set(ran(&held.entry.code));
            by_print.insert(held.entry.fingerprint, index);
        }
        for (code, anywhere) in &mut self.ran {
            *anywhere = *anywhere || ran(code);
        }
        let mut known = Vec::with_capacity(seen.len());
        for it in seen {
            let same = |index: &&usize| self.entries[**index].entry.code == it.code;
            let here = by_print.get(&it.fingerprint).filter(same);
            let mut homeless = self.homeless.get(&it.fingerprint).into_iter().flatten().filter(same);
            let moved = || homeless.find(|it| !self.entries[**it].found.get());
            let index = here.or_else(moved);
            if let Some(index) = index {
                self.entries[*index].found.set(true);
            }
            if index.is_some() && here.is_none() {
                // The entry is recorded for the file where it was found, because the file was renamed.
                self.added.push(it.entry(file));
            }
            self.hidden += usize::from(index.is_some());
            known.push(index.is_some());
        }
        known
    }

    /// Adds a finding to the baseline.
    pub fn record(&mut self, file: &str, seen: &Seen<'_>) {
        self.added.push(seen.entry(file));
        self.hidden += 1;
    }

    /// The number of findings that are in the baseline or were recorded.
    pub fn hidden(&self) -> usize {
        self.hidden
    }

    /// Entries that the run checked for and did not find, in the order of the text.
    pub fn stale(&self) -> impl Iterator<Item = &BaselineEntry> {
        self.entries.iter().filter(|it| self.is_stale(it)).map(|it| &it.entry)
    }

    fn is_stale(&self, held: &Held) -> bool {
        let looked_for = held.looked_for.get() || held.gone && self.ran.get(&held.entry.code) == Some(&true);
        looked_for && !held.found.get()
    }

    /// The updated baseline: without stale entries, with recorded ones. Other entries are unchanged.
    pub fn renewed(&self) -> Baseline {
        let moved = |it: &Held| it.gone && it.found.get();
        let stays = self.entries.iter().filter(|it| !self.is_stale(it) && !moved(it));
        let mut entries: Vec<BaselineEntry> = stays.map(|it| it.entry.clone()).collect();
        entries.extend(self.added.iter().cloned());
        entries.sort();
        Baseline { entries }
    }
}

impl Seen<'_> {
    fn entry(&self, file: &str) -> BaselineEntry {
        let Seen { code, message, fingerprint } = *self;
        BaselineEntry { file: file.to_owned(), code: code.to_owned(), message: message.to_owned(), fingerprint }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    fn print(number: u64) -> Fingerprint {
        Fingerprint::parse(&format!("{number:016x}")).expect("16 digits")
    }

    fn baseline(entries: &[(&str, &str, u64)]) -> Baseline {
        let entry = |&(file, code, number): &(&str, &str, u64)| BaselineEntry {
            file: file.to_owned(),
            code: code.to_owned(),
            message: format!("number {number}"),
            fingerprint: print(number),
        };
        Baseline { entries: entries.iter().map(entry).collect() }
    }

    /// Holds a baseline against what a run found, file by file, and shows which findings it knew, what is stale and
    /// what is left. Files whose name begins with `old` are gone; rules of family R did not run.
    #[track_caller]
    fn check(before: &[(&str, &str, u64)], found: &[(&str, &[(&str, u64)])], expect: Expect) {
        let mut comparison = Comparison::new(baseline(before), |it| it.starts_with("old"));
        let mut shown = String::new();
        for (file, findings) in found {
            let message = |it: &(&str, u64)| format!("number {}", it.1);
            let messages: Vec<String> = findings.iter().map(message).collect();
            let seen = findings.iter().zip(&messages);
            let seen: Vec<Seen<'_>> =
                seen.map(|(it, message)| Seen { code: it.0, message, fingerprint: print(it.1) }).collect();
            let known = comparison.file(file, &seen, |it| !it.starts_with('R'));
            shown.push_str(&format!("{file}: {known:?}\n"));
        }
        let list =
            |it: &BaselineEntry| format!(" {}/{}/{}", it.file, it.code, it.message.trim_start_matches("number "));
        shown.push_str(&format!("stale:{}\n", comparison.stale().map(list).collect::<String>()));
        shown.push_str(&format!("left:{}\n", comparison.renewed().entries.iter().map(list).collect::<String>()));
        expect.assert_eq(&shown);
    }

    #[test]
    fn what_is_known_is_known_and_what_is_gone_is_stale() {
        check(
            &[("a", "F001", 1), ("a", "F001", 2), ("b", "F001", 3)],
            &[("a", &[("F001", 2), ("F001", 9)])],
            expect![[r#"
                a: [true, false]
                stale: a/F001/1
                left: a/F001/2 b/F001/3
            "#]],
        );
    }

    #[test]
    fn rules_that_did_not_run_keep_their_entries() {
        check(
            &[("a", "R001", 1), ("a", "F001", 2), ("old", "R001", 3), ("old", "F001", 4)],
            &[("a", &[])],
            expect![[r#"
                a: []
                stale: a/F001/2 old/F001/4
                left: a/R001/1 old/R001/3
            "#]],
        );
    }

    #[test]
    fn another_rule_is_another_finding() {
        check(
            &[("a", "F001", 1)],
            &[("a", &[("F002", 1)])],
            expect![[r#"
                a: [false]
                stale: a/F001/1
                left:
            "#]],
        );
    }

    #[test]
    fn a_renamed_file_brings_nothing_new_but_a_copy_does() {
        check(
            &[("old", "F001", 1), ("other", "F001", 2)],
            &[("copy", &[("F001", 2)]), ("new", &[("F001", 1), ("F001", 2)]), ("third", &[("F001", 1)])],
            expect![[r#"
                copy: [false]
                new: [true, false]
                third: [false]
                stale:
                left: new/F001/1 other/F001/2
            "#]],
        );
    }

    #[test]
    fn what_is_recorded_comes_to_what_stays() {
        let mut comparison = Comparison::new(baseline(&[("a", "F001", 1)]), |_| false);
        comparison.record("a", &Seen { code: "F001", message: "a \"quoted\"\tword \\", fingerprint: print(2) });
        let text = comparison.renewed().text();
        expect![[r#"
            # Findings that lsflint knows and does not report: `lsflint check --baseline FILE`.
            # `lsflint check --write-baseline FILE` removes those that are no longer found.
            version = 1
            findings = [
              { file = "a", code = "F001", fingerprint = "0000000000000002", message = "a \"quoted\"\u0009word \\" },
              { file = "a", code = "F001", fingerprint = "0000000000000001", message = "number 1" },
            ]
        "#]]
        .assert_eq(&text);
        assert_eq!(Baseline::parse(&text), Ok(comparison.renewed()));
    }

    #[test]
    fn nothing_is_written_and_read() {
        let text = Baseline::default().text();
        assert!(text.ends_with("findings = []\n"), "{text}");
        assert_eq!(Baseline::parse(&text), Ok(Baseline::default()));
    }

    #[track_caller]
    fn check_error(text: &str, expected: &str) {
        assert_eq!(Baseline::parse(text).map_err(|it| it.to_string()), Err(expected.to_owned()));
    }

    #[test]
    fn mistakes_have_a_place() {
        check_error("", "1:1: not a baseline: `version` is missing");
        check_error("\nversion = 2\n", "2:11: `version` must be 1; a newer lsflint may have written this baseline");
        check_error("version = 1\n", "1:11: `findings` is missing; an empty baseline has `findings = []`");
        check_error("version = 1\nfindings = 3\n", "2:12: `findings` must be a list");
        check_error(
            "version = 1\nfindings = [\n  3,\n]\n",
            "3:3: expected a table with `file`, `code` and `fingerprint`",
        );
        check_error("version = 1\nfindings = [{ file = 3 }]\n", "2:13: `fingerprint` is missing");
        check_error(
            "version = 1\nfindings = [{ file = \"a\", code = \"F001\", fingerprint = \"12\" }]\n",
            "2:56: invalid fingerprint `12`: expected 16 hexadecimal digits",
        );
        check_error(
            "version = 1\nfindings = [{ line = 1 }]\n",
            "2:15: unknown key `line`, expected one of file, code, fingerprint, message",
        );
        let error = Baseline::parse("version = 1\nfindings = [\n<<<<<<< ours\n").expect_err("a conflict");
        assert_eq!(error.line, 3, "{error}");
    }
}
