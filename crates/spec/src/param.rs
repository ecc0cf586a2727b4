//! The documented facts about a parameter or column.

use crate::{Dialect, Grammar, Version};

/// How reliable a fact is. It limits the severity of findings that depend on the fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Confidence {
    /// Not verified: accept any value, report at most an info.
    Low,
    /// The name is verified; bounds and defaults may be wrong: at most a warning.
    Medium,
    /// From a vendor page or observed: may cause an error.
    High,
}

/// Keyword line, table column, or a directive line that only looks like a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ParamKind {
    /// `KEY = value`.
    Keyword,
    /// A column of a table.
    Column,
    /// `#if`, `#INCLUDE`: documented with the parameters, never a key.
    Directive,
}

/// The life cycle of a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Maturity {
    /// In use.
    Current,
    /// Still read, should be replaced.
    Deprecated,
    /// A page of the manual calls it obsolete; the latest versions may or may not read it.
    Obsolete,
    /// Named by older manuals; no page of LSF 10.1 that we could look up describes it.
    NotSeen,
    /// Not read by LSF 10.1: unknown, or a keyword of another program.
    Removed,
    /// Read, but never documented, or only in forks.
    Undocumented,
}

/// What LSF ignores if a value is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Loss {
    /// The value: the line or cell is ignored, the default applies.
    Value,
    /// Nothing: LSF reads values that are not numbers as 0.
    Zero,
    /// The row of the table.
    Row,
    /// The section, and with it what it defines.
    Section,
}

/// What a page says that makes a fact true, in our words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reason {
    /// A clause that can follow "because"; empty when there is none.
    pub text: &'static str,
    /// The page, or the function of a named reader, that says so.
    pub source: &'static str,
}

impl Reason {
    /// No reason: the fact does not exist.
    pub(crate) const NONE: Reason = Reason { text: "", source: "" };
}

/// A numeric bound of a value, in the unit of the parameter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Bound {
    /// The bound itself is allowed.
    Inclusive(f64),
    /// The bound itself is not allowed.
    Exclusive(f64),
}

/// Whose job slots a limit counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SlotScope {
    /// Those of all jobs of a queue.
    Queue,
    /// Those of each user.
    User,
    /// Those on each host.
    Host,
    /// Those on each processor.
    Processor,
}

/// A condition of [`ParamSpec::void_with`] on another parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Condition {
    /// The parameter; with its file where that is another one: `lsf.conf:LSF_AUTH`.
    pub param: &'static str,
    /// The word.
    pub word: &'static str,
    /// Whether the value must have the word; otherwise it must have another one.
    pub has: bool,
}

/// One parameter, column or directive of one section of one file.
///
/// Names of other parameters (`requires`, `conflicts`, `not_above` ...) are `NAME` in the same file or `file:NAME` in
/// another one. A `NAME` that the own section has is meant there, else it is in any section of the file; `requires_any`
/// is satisfied anywhere, and names the own file where any section of it will do. `NAME=value` in `requires` asks for
/// this value.
#[derive(Debug)]
pub struct ParamSpec {
    /// The documented spelling.
    pub name: &'static str,
    /// The section it belongs to; empty in flat files.
    pub section: &'static str,
    /// Keyword line, column or directive.
    pub kind: ParamKind,
    /// The grammar of its value.
    pub grammar: Grammar,
    /// The grammar as the documentation writes it, for hovers.
    pub form: &'static str,
    /// The allowed words of a [`Grammar::Enum`] or [`Grammar::EnumList`]; for a [`Grammar::Name`] or [`Grammar::Names`]
    /// known words, although other words are allowed.
    pub values: &'static [&'static str],
    /// Words accepted in addition to the grammar (`infinit`, `!`, `-`, `()`).
    pub literals: &'static [&'static str],
    /// Whether the allowed words are compared with case.
    pub case_sensitive: bool,
    /// The smallest allowed number. In a [`Grammar::Shape`] and in grammars with several numbers it holds for each of
    /// them.
    pub min: Option<Bound>,
    /// The largest allowed number.
    pub max: Option<Bound>,
    /// The largest allowed percentage, where a number may carry `%`; the smallest is 1.
    pub max_percent: Option<f64>,
    /// Whether LSF replaces a number out of range by the nearest bound instead of rejecting it.
    pub clamped: bool,
    /// The longest allowed value, in characters.
    pub max_length: Option<u32>,
    /// The largest number of names in a list.
    pub max_items: Option<u32>,
    /// The shortest allowed value, in characters.
    pub min_length: Option<u32>,
    /// For names: the characters allowed in addition to letters and digits. `None` if all characters are.
    pub name_characters: Option<&'static str>,
    /// For names: characters that may not occur.
    pub forbidden_characters: &'static str,
    /// For names: whether the first character may not be a digit.
    pub no_leading_digit: bool,
    /// For names: reserved words.
    pub reserved: &'static [&'static str],
    /// For lists of words: words that must be the only one.
    pub alone: &'static [&'static str],
    /// For lists of words: words of which at most one may be used.
    pub rivals: &'static [&'static str],
    /// Whether a path, or the program of a command, must be absolute.
    pub absolute: bool,
    /// What LSF ignores if the value is invalid.
    pub loss: Loss,
    /// Parameters of the same section whose number this one should not exceed, because it could never be reached.
    pub not_above: &'static [&'static str],
    /// What a number above those of `not_above` does, if it is not that it has no effect; empty otherwise.
    pub above_effect: &'static str,
    /// Parameters whose value this one may not have.
    pub distinct_from: &'static [&'static str],
    /// Parameters of the feature that this one is a part of: without any of them it is of no use, although no page says
    /// that LSF ignores it. Written as `requires_any`; `NAME=value` asks for this value.
    pub useful_with: &'static [&'static str],
    /// Words of other parameters with which this one has no effect: `NAME=word`, or `NAME!=word` for every other word.
    pub void_with: &'static [&'static str],
    /// In a limit: the only resources and consumers that it works with.
    pub only_with: &'static [&'static str],
    /// The parameter, of another file, that limits the slots of the same name.
    pub same_limit: &'static str,
    /// Whose job slots the number limits.
    pub slots_of: Option<SlotScope>,
    /// The unit of the number: `minutes`, `KB`, `seconds` ...; empty when it has none.
    pub unit: &'static str,
    /// What LSF uses when the parameter is absent, as documented; empty when nothing is known.
    pub default: &'static str,
    /// First version in which that is the default.
    pub default_since: Option<Version>,
    /// The earlier default; empty without `default_since`.
    pub default_before: &'static str,
    /// Other spellings that mean the same.
    pub aliases: &'static [&'static str],
    /// Current, deprecated, obsolete.
    pub maturity: Maturity,
    /// Why it is deprecated or obsolete.
    pub status_because: Reason,
    /// The name to use instead; empty when there is none.
    pub replaced_by: &'static str,
    /// The first version that supports it.
    pub since: Option<Version>,
    /// First version in which it is deprecated.
    pub deprecated_since: Option<Version>,
    /// First version that no longer reads it.
    pub removed_since: Option<Version>,
    /// Dialects outside IBM Spectrum LSF that know it; empty when all or unknown.
    pub only_in: &'static [Dialect],
    /// Every one of these must be set for this one to have effect.
    pub requires: &'static [&'static str],
    /// One of these must be set for this one to have effect.
    pub requires_any: &'static [&'static str],
    /// Why it has no effect without the parameters of `requires` and `requires_any`.
    pub requires_because: Reason,
    /// Setting both is wrong or one of the two is ignored.
    pub conflicts: &'static [&'static str],
    /// Columns or keywords in which the names of the value must be defined.
    pub references: &'static [&'static str],
    /// Parameters that change the meaning or unit of this one.
    pub affected_by: &'static [&'static str],
    /// Parameters of other files that LSF ignores where this one is set.
    pub overrides: &'static [&'static str],
    /// A value as the manual writes it, in our words; empty when there is none. It has no finding above an information.
    pub example: &'static str,
    /// A summary for hovers.
    pub summary: &'static str,
    /// Notes: other documented conditions.
    pub notes: &'static [&'static str],
    /// The source of the facts.
    pub source: &'static str,
    /// The reliability of value, range and default.
    pub confidence: Confidence,
    /// Whether the name was found on a page.
    pub name_verified: bool,
}

impl ParamSpec {
    /// A parameter without facts; the generated tables set only fields that differ.
    pub(crate) const DEFAULT: ParamSpec = ParamSpec {
        name: "",
        section: "",
        kind: ParamKind::Keyword,
        grammar: Grammar::Any,
        form: "",
        values: &[],
        literals: &[],
        case_sensitive: false,
        min: None,
        max: None,
        max_percent: None,
        clamped: false,
        max_length: None,
        max_items: None,
        min_length: None,
        name_characters: None,
        forbidden_characters: "",
        no_leading_digit: false,
        reserved: &[],
        alone: &[],
        rivals: &[],
        absolute: false,
        loss: Loss::Value,
        not_above: &[],
        above_effect: "",
        distinct_from: &[],
        useful_with: &[],
        void_with: &[],
        only_with: &[],
        same_limit: "",
        slots_of: None,
        unit: "",
        default: "",
        aliases: &[],
        maturity: Maturity::Current,
        status_because: Reason::NONE,
        replaced_by: "",
        since: None,
        default_since: None,
        default_before: "",
        deprecated_since: None,
        removed_since: None,
        only_in: &[],
        requires: &[],
        requires_any: &[],
        requires_because: Reason::NONE,
        conflicts: &[],
        references: &[],
        affected_by: &[],
        overrides: &[],
        example: "",
        summary: "",
        notes: &[],
        source: "",
        confidence: Confidence::Low,
        name_verified: true,
    };
}

impl ParamSpec {
    /// The conditions of [`ParamSpec::void_with`].
    pub fn void_conditions(&self) -> impl Iterator<Item = Condition> {
        self.void_with.iter().filter_map(|it| {
            let (param, word) = it.split_once('=')?;
            let other = param.strip_suffix('!');
            Some(Condition { param: other.unwrap_or(param), word, has: other.is_none() })
        })
    }
}

impl Bound {
    /// The number of the bound.
    pub fn value(self) -> f64 {
        match self {
            Bound::Inclusive(value) | Bound::Exclusive(value) => value,
        }
    }
}
