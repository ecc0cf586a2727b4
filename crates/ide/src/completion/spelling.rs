//! One spelling of words that LSF reads in several: that of the file, otherwise that of the manual.

use std::borrow::Cow;

use lsflint_spec::{ParamSpec, SIZE_UNITS, yes_no};

use super::Context;

/// How a file spells `Y` and `N`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Style {
    /// `yes` instead of `y`.
    is_word: bool,
    case: Case,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Case {
    Lower,
    Upper,
    Capital,
}

impl Style {
    fn of(word: &str) -> Style {
        let lower = |it: &str| it.bytes().all(|it| it.is_ascii_lowercase());
        // What was typed can be any characters.
        let case = match word.split_at_checked(1) {
            _ if lower(word) => Case::Lower,
            Some((_, rest)) if !rest.is_empty() && lower(rest) => Case::Capital,
            _ => Case::Upper,
        };
        Style { is_word: word.len() > 1, case }
    }

    fn write(self, answer: bool) -> String {
        let word = if answer { "yes" } else { "no" };
        let word = if self.is_word { word } else { &word[..1] };
        match self.case {
            Case::Lower => word.to_owned(),
            Case::Upper => word.to_ascii_uppercase(),
            Case::Capital => format!("{}{}", word[..1].to_ascii_uppercase(), &word[1..]),
        }
    }
}

/// A text with its number of occurrences; the most frequent one, of several the first.
#[derive(Debug, Default)]
struct Counts<'t>(Vec<(&'t str, usize)>);

impl<'t> Counts<'t> {
    fn add(&mut self, word: &'t str) {
        match self.0.iter_mut().find(|it| it.0 == word) {
            Some(found) => found.1 += 1,
            None => self.0.push((word, 1)),
        }
    }

    fn most(&self) -> Option<&'t str> {
        let most = self.0.iter().map(|it| it.1).max()?;
        self.0.iter().find(|it| it.1 == most).map(|it| it.0)
    }
}

impl<'t> Context<'t> {
    /// `Y` and `N` as the other lines of the file spell them, otherwise as the form of the parameter does. What is
    /// typed already decides whether it is a word: `y` may become `yes`, but `ye` cannot become `Y`.
    pub(super) fn answers(&self, param: &ParamSpec, typed: &str) -> [String; 2] {
        let documented = || param.form.split(|it: char| !it.is_ascii_alphabetic()).find(|it| yes_no(it).is_some());
        let found = self.written_answers().most().or_else(documented);
        let mut style = found.map_or(Style { is_word: false, case: Case::Upper }, Style::of);
        if typed.len() > 1 {
            style = Style { is_word: true, ..Style::of(typed) };
        }
        [style.write(true), style.write(false)]
    }

    /// One word for each meaning: of those that mean yes or no only the one that the file uses, or the first.
    pub(super) fn distinct(&self, param: &ParamSpec, words: &[&'static str], typed: &str) -> Vec<Cow<'static, str>> {
        let repeated = |answer: bool| words.iter().filter(|it| yes_no(it) == Some(answer)).count() > 1;
        if !repeated(true) && !repeated(false) {
            return words.iter().map(|it| Cow::Borrowed(*it)).collect();
        }
        let styled = self.answers(param, typed);
        let chosen = |answer: bool| -> Cow<'static, str> {
            let same = || words.iter().filter(|it| yes_no(it) == Some(answer));
            let own = &styled[usize::from(!answer)];
            let exact = same().find(|it| **it == own.as_str());
            match exact.or_else(|| same().next()) {
                _ if !param.case_sensitive && same().any(|it| it.eq_ignore_ascii_case(own)) => own.clone().into(),
                Some(word) => Cow::Borrowed(*word),
                None => Cow::Borrowed(""),
            }
        };
        let mut found: Vec<Cow<'static, str>> = Vec::new();
        for word in words {
            let word = yes_no(word).map_or(Cow::Borrowed(*word), chosen);
            if !found.contains(&word) {
                found.push(word);
            }
        }
        found
    }

    /// The answers in the other lines of the file.
    fn written_answers(&self) -> Counts<'t> {
        let mut counts = Counts::default();
        let text = self.cursor.text();
        let others = [&text[..self.cursor.line.start], &text[self.cursor.line.end..]];
        for line in others.into_iter().flat_map(str::lines) {
            let Some((_, value)) = line.split_once('=') else { continue };
            let value = value.split('#').next().unwrap_or(value).trim().trim_matches('"');
            if value.len() <= 3 && yes_no(value).is_some() {
                counts.add(value);
            }
        }
        counts
    }

    /// The units of sizes, each in one spelling: with `B` if the file writes that more often.
    pub(super) fn size_units(&self) -> Vec<&'static str> {
        let text = self.cursor.text();
        let (mut short, mut long) = (0_usize, 0_usize);
        let is_word = |it: char| it.is_ascii_alphanumeric() || it == '_' || it == '.';
        for word in text.split(|it| !is_word(it)) {
            let unit = word.trim_start_matches(|it: char| it.is_ascii_digit() || it == '.');
            if unit.is_empty() || unit.len() == word.len() || unit.len() > 2 {
                continue;
            }
            if SIZE_UNITS.iter().any(|it| it.eq_ignore_ascii_case(unit)) {
                *(if unit.len() == 1 { &mut short } else { &mut long }) += 1;
            }
        }
        // The word at the cursor has no unit yet, or is counted once.
        let length = if long > short { 2 } else { 1 };
        SIZE_UNITS.iter().copied().filter(|it| it.len() == length).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_written_alike() {
        let written = |like: &str| [true, false].map(|it| Style::of(like).write(it)).join(" ");
        assert_eq!(written("Y"), "Y N");
        assert_eq!(written("no"), "yes no");
        assert_eq!(written("YES"), "YES NO");
        assert_eq!(written("No"), "Yes No");
        assert_eq!(written("n"), "y n");
        assert_eq!(written("ä"), "YES NO");
        assert_eq!(written(""), "y n");
    }
}
