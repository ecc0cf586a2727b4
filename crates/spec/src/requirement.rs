//! The language of requirement strings: sections, keywords, units, and the sections that each parameter or command
//! uses.
//!
//! The grammar is in `lsflint-syntax`. It uses these lists of words, and so do the rules.

pub use crate::generated::requirement::{
    DEFAULT_ORDER, DEFAULT_SELECT, EMPTY_WORDS, GPU_OPTIONS, GPU_RESOURCE, PHASED_RESOURCES, REQUIREMENT_CONSUMERS,
    REQUIREMENT_RESPELLINGS, REQUIREMENT_SECTIONS, RESERVATION_METHODS, SELECTION_FUNCTIONS, SELECTION_WORDS,
    SIZE_UNITS, TIME_UNITS,
};
use crate::{Confidence, Version};

/// The word of [`SELECTION_WORDS`] that matches all hosts: `type==any`.
pub const SELECTION_ANY: &str = "any";

/// Where a keyword is inside the brackets of its section.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KeywordPlace {
    /// Between the separators of the section: `span[hosts=1]`, `cu[balance]`.
    Item,
    /// The processor unit an affinity section starts with: `affinity[core(2)]`.
    Unit,
    /// In the parentheses of a processor unit: `core(2,same=socket)`.
    UnitOption,
    /// In the parentheses of `exclusive=(...)`.
    ExclusiveScope,
}

/// What follows a keyword.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KeywordValue {
    /// Nothing.
    Flag,
    /// `=` and one of the listed words, perhaps with more in parentheses.
    Words,
    /// `=` and a whole number.
    Integer,
    /// Nothing, or `=` and a whole number.
    OptionalInteger,
    /// `=` and a decimal number.
    Number,
    /// `=` and a number with an optional time unit.
    Time,
    /// `=` and a number with an optional size unit.
    Size,
    /// `=` and something with a grammar of its own.
    Text,
}

/// A keyword of one section.
#[derive(Debug)]
pub struct RequirementKeyword {
    /// The keyword, in lowercase.
    pub name: &'static str,
    /// Where it is written.
    pub place: KeywordPlace,
    /// What follows it.
    pub value: KeywordValue,
    /// The documented form, for hovers.
    pub form: &'static str,
    /// The allowed words.
    pub values: &'static [&'static str],
    /// The smallest number; for a processor unit, the minimum count.
    pub min: Option<f64>,
    /// The name to write instead; empty when this is the name.
    pub alias_of: &'static str,
    /// Keywords of the section that exclude it.
    pub conflicts: &'static [&'static str],
    /// Whether it is allowed in compound and alternative requirements.
    pub compound: bool,
    /// The first version that supports it.
    pub since: Option<Version>,
    /// A summary for hovers.
    pub summary: &'static str,
    /// The reliability of these facts.
    pub confidence: Confidence,
}

/// One section of a requirement string.
#[derive(Debug)]
pub struct RequirementSection {
    /// The keyword before the bracket.
    pub name: &'static str,
    /// A summary for hovers.
    pub summary: &'static str,
    /// The documented form, for hovers.
    pub form: &'static str,
    /// Whether several `-R` options of a job may each contain one.
    pub multiple: bool,
    /// Whether it is allowed in compound and alternative requirements.
    pub compound: bool,
    /// The first version that supports it.
    pub since: Option<Version>,
    /// The vendor page.
    pub source: &'static str,
    /// Its keywords.
    pub keywords: &'static [RequirementKeyword],
}

/// A reader of requirement strings that does not use every section.
#[derive(Debug)]
pub struct RequirementConsumer {
    /// A command, or `file:PARAMETER`.
    pub name: &'static str,
    /// The sections it uses; others are ignored.
    pub sections: &'static [&'static str],
    /// Whether the command takes several `-R` options, which it joins.
    pub several: bool,
    /// Whether `rusage` may have alternatives: `rusage[mem=1 || swp=2]`.
    pub usage_alternatives: bool,
    /// Whether it takes compound and alternative requirements.
    pub compound: bool,
    /// The vendor page; empty for parameters.
    pub source: &'static str,
}

/// A word that programs print instead of a value, such as `null`.
#[derive(Debug)]
pub struct EmptyWord {
    /// The word.
    pub word: &'static str,
    /// Which programs print it, and when, as a clause: "Python prints it for a missing value".
    pub reason: &'static str,
}

/// An option of a GPU requirement: `bsub -gpu`, GPU_REQ, LSB_GPU_REQ.
#[derive(Debug)]
pub struct GpuOption {
    /// The name before `=`.
    pub name: &'static str,
    /// The documented form, with the values.
    pub form: &'static str,
    /// A summary for hovers.
    pub summary: &'static str,
}

/// The command of this name, with or without its option: `lsload` or `lsload -R`.
pub fn requirement_command(name: &str) -> Option<&'static RequirementConsumer> {
    let named = |it: &&RequirementConsumer| it.name.strip_suffix(" -R") == Some(name) || it.name == name;
    REQUIREMENT_CONSUMERS.iter().filter(|it| it.is_command()).find(named)
}

impl RequirementConsumer {
    /// Whether it is a command, and not a parameter.
    pub fn is_command(&self) -> bool {
        !self.name.contains(':')
    }
}

/// A misspelled word and its correction.
#[derive(Debug)]
pub struct Respelling {
    /// The section in which it is used; empty if not in a section.
    pub place: &'static str,
    /// The misspelled word.
    pub wrong: &'static str,
    /// The word that LSF reads.
    pub right: &'static str,
    /// Why; may be empty.
    pub note: &'static str,
}

/// The section of exactly this name.
pub fn requirement_section(name: &str) -> Option<&'static RequirementSection> {
    REQUIREMENT_SECTIONS.iter().find(|it| it.name == name)
}

impl RequirementSection {
    /// The keyword of this name at this place.
    pub fn keyword(&self, place: KeywordPlace, name: &str) -> Option<&'static RequirementKeyword> {
        self.keywords.iter().find(|it| it.place == place && it.name == name)
    }
}
