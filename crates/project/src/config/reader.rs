//! The state of reading one `lsflint.toml`: conversion of values to plain types, and errors with their places.

use std::ops::{Range, RangeInclusive};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use lsflint_lint::{Rules, SiteCheck};
use lsflint_policy::Policy;
use rustc_hash::FxHashSet;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::draft::PolicyDraft;
use super::{ConfigError, ConfigProblem, ConfigProblemKind};

/// The maximum length of an excerpt in characters; longer lines are cut.
const EXCERPT: usize = 160;

pub(super) type Value<'t> = Spanned<DeValue<'t>>;
pub(super) type Key<'t> = Spanned<std::borrow::Cow<'t, str>>;

/// The state of reading one file.
pub(crate) struct Reader<'t> {
    pub(super) text: &'t str,
    /// The offset of each line break.
    line_breaks: Vec<usize>,
    /// The directory of the file.
    pub(super) root: PathBuf,
    pub(super) shown: Arc<str>,
    pub(super) problems: Vec<ConfigProblem>,
    /// The policies that were read so far, in this file and those that it extends.
    pub(super) policies: Vec<Arc<Policy>>,
    /// The keys of the policy that is being read.
    pub(super) policy: PolicyDraft,
    /// The codes of the policies of this file.
    pub(super) codes: FxHashSet<String>,
}

impl<'t> Reader<'t> {
    /// Nothing is read yet. `root` is the directory of the file, `shown` its path in messages.
    pub(super) fn new(text: &'t str, root: PathBuf, shown: &str) -> Reader<'t> {
        Reader {
            text,
            line_breaks: memchr::memchr_iter(b'\n', text.as_bytes()).collect(),
            root,
            shown: shown.into(),
            problems: Vec::new(),
            policies: Vec::new(),
            policy: PolicyDraft::default(),
            codes: FxHashSet::default(),
        }
    }
}

impl Reader<'_> {
    /// The rules that keys may name: the built-in ones, and the policies that were read so far.
    pub(super) fn rules(&self) -> Rules {
        lsflint_rules::all().with_site(self.policies.iter().map(|it| it.rule()))
    }

    pub(super) fn into_error(mut self) -> ConfigError {
        self.problems.sort_by_key(|it| (it.line, it.column));
        ConfigError { path: self.shown.to_string(), problems: self.problems }
    }

    /// The line of a byte offset, 1-based.
    pub(super) fn line(&self, offset: usize) -> usize {
        self.line_breaks.partition_point(|it| *it < offset) + 1
    }

    fn expected(&mut self, value: &Value<'_>, what: &str) {
        self.problem(value.span(), format!("expected {what}, found {}", describe(value.get_ref())));
    }

    /// Adds an error about a value.
    pub(super) fn problem(&mut self, span: Range<usize>, message: String) {
        self.problem_of(ConfigProblemKind::Value, span, message);
    }

    /// Adds an error.
    pub(super) fn problem_of(&mut self, kind: ConfigProblemKind, span: Range<usize>, message: String) {
        let start = floor(self.text, span.start);
        let line_start = self.text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line_end = self.text[start..].find('\n').map_or(self.text.len(), |at| start + at);
        let end = floor(self.text, span.end).clamp(start, line_end);
        let line_text = self.text[line_start..line_end].trim_end_matches('\r').replace('\t', " ");
        let column = self.text[line_start..start].chars().count() + 1;
        let width = self.text[start..end].chars().count().max(1);
        let cut = line_text.chars().count() > EXCERPT;
        let excerpt: String =
            if cut { line_text.chars().take(EXCERPT).chain("...".chars()).collect() } else { line_text };
        self.problems.push(ConfigProblem {
            kind,
            message,
            line: self.line(start),
            column,
            width: width.min(EXCERPT.saturating_sub(column).max(1)),
            excerpt,
        });
    }

    /// Returns `found`, or reports that `what` was expected.
    fn take<T>(&mut self, value: &Value<'_>, found: Option<T>, what: &str) -> Option<T> {
        if found.is_none() {
            self.expected(value, what);
        }
        found
    }

    pub(super) fn flag(&mut self, value: &Value<'_>) -> Option<bool> {
        self.take(value, value.get_ref().as_bool(), "`true` or `false`")
    }

    pub(super) fn number(&mut self, value: &Value<'_>, range: RangeInclusive<u8>, what: &str) -> Option<u8> {
        let number = value.get_ref().as_integer().and_then(|it| it.as_str().parse().ok());
        let what = format!("{what} from {} to {}", range.start(), range.end());
        self.take(value, number.filter(|it| range.contains(it)), &what)
    }

    pub(super) fn parsed<T: FromStr<Err: std::fmt::Display>>(&mut self, value: &Value<'_>) -> Option<T> {
        let parsed = self.string(value)?.parse();
        parsed.map_err(|error| self.problem(value.span(), format!("{error}"))).ok()
    }

    /// The strings of a list, each with its byte range.
    pub(super) fn strings<'v>(&mut self, value: &'v Value<'_>, what: &str) -> Vec<(&'v str, Range<usize>)> {
        let entries = self.array(value, what);
        entries.iter().filter_map(|it| Some((self.string(it)?, it.span()))).collect()
    }

    pub(super) fn string<'v>(&mut self, value: &'v Value<'_>) -> Option<&'v str> {
        self.take(value, value.get_ref().as_str(), "a quoted string")
    }

    pub(super) fn array<'v, 't>(&mut self, value: &'v Value<'t>, what: &str) -> &'v [Value<'t>] {
        self.take(value, value.get_ref().as_array(), what).map_or(&[], |it| it)
    }

    pub(super) fn table<'v, 't>(&mut self, value: &'v Value<'t>, what: &str) -> Option<&'v DeTable<'t>> {
        self.take(value, value.get_ref().as_table(), what)
    }
}

/// The nearest character boundary at or before a byte offset.
pub(super) fn floor(text: &str, offset: usize) -> usize {
    (0..=offset.min(text.len())).rev().find(|it| text.is_char_boundary(*it)).unwrap_or(0)
}

fn describe(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a string",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "`true` or `false`",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

pub(super) fn one_of(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|it| format!("`{it}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => quoted.join(""),
    }
}
