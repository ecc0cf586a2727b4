//! The list of all rules that is passed to the engine.

use std::fmt;

use crate::check::Rule;
use crate::rule::RuleMeta;
use crate::settings::Selection;
use crate::site;

/// All rules: the built-in ones by code, then those of a site by code.
#[derive(Debug, Clone, Copy, Default)]
pub struct Rules {
    built_in: &'static [&'static Rule],
    site: &'static [&'static Rule],
}

impl Rules {
    /// Creates a list of built-in rules, which must be sorted by code.
    pub const fn new(rules: &'static [&'static Rule]) -> Rules {
        Rules { built_in: rules, site: &[] }
    }

    /// The same built-in rules with these rules of a site.
    pub fn with_site(self, rules: impl IntoIterator<Item = &'static Rule>) -> Rules {
        let mut rules: Vec<&'static Rule> = rules.into_iter().collect();
        rules.sort_by_key(|it| it.meta.code);
        Rules { site: site::list(rules), ..self }
    }

    /// The rules: the built-in ones by code, then those of the site by code.
    pub fn iter(self) -> impl Iterator<Item = &'static Rule> + Clone {
        self.built_in.iter().chain(self.site).copied()
    }

    /// The rule with a code or name, ignoring case.
    pub fn find(self, code_or_name: &str) -> Option<&'static Rule> {
        let is_meant =
            |it: &RuleMeta| it.code.eq_ignore_ascii_case(code_or_name) || it.name.eq_ignore_ascii_case(code_or_name);
        self.iter().find(|it| is_meant(&it.meta))
    }

    /// The rules that a code, a prefix of codes, a name or `ALL` selects.
    pub fn selected<'t>(self, entry: &'t str) -> impl Iterator<Item = &'static Rule> + 't {
        self.iter().filter(move |it| it.meta.is_selected_by(entry))
    }

    /// Creates a selection and checks that every entry selects a rule.
    ///
    /// # Errors
    /// The first entry that is neither a prefix of a code nor a name.
    pub fn selection(self, entries: impl IntoIterator<Item = String>) -> Result<Selection, UnknownCode> {
        let (selection, unknown) = self.selection_with_unknown(entries);
        match unknown.into_iter().next() {
            Some(unknown) => Err(unknown),
            None => Ok(selection),
        }
    }

    /// As [`Rules::selection`]; also returns the entries that select none of these rules. They may select rules of a
    /// site that are not known yet.
    pub fn selection_with_unknown(self, entries: impl IntoIterator<Item = String>) -> (Selection, Vec<UnknownCode>) {
        let entries: Vec<String> = entries.into_iter().filter(|it| !it.is_empty()).collect();
        let unknown = entries.iter().filter(|it| !self.has(it)).map(|it| self.unknown(it)).collect();
        (Selection::new(entries), unknown)
    }

    /// Whether an entry of a selection selects a rule.
    pub fn has(self, entry: &str) -> bool {
        entry.eq_ignore_ascii_case("all") || self.selected(entry).next().is_some()
    }

    /// The error for a code that selects no rule.
    pub fn unknown(self, given: &str) -> UnknownCode {
        let lower = given.to_ascii_lowercase();
        let names = self.iter().flat_map(|rule| [rule.meta.code, rule.meta.name]);
        let nearest = names
            .map(|name| (strsim::damerau_levenshtein(&lower, &name.to_ascii_lowercase()), name))
            .filter(|(distance, _)| *distance <= 1 + given.len() / 4)
            .min()
            .map(|(_, name)| name);
        UnknownCode { given: given.to_owned(), nearest }
    }
}

/// A code, prefix or name that is not a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownCode {
    /// The text as given.
    pub given: String,
    /// The most similar code or name.
    pub nearest: Option<&'static str>,
}

impl fmt::Display for UnknownCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown rule `{}`", self.given)?;
        match self.nearest {
            Some(nearest) => write!(f, "; did you mean `{nearest}`?"),
            None => write!(f, "; run `lsflint rules` to list all rules"),
        }
    }
}

impl std::error::Error for UnknownCode {}
