//! The kinds of change: each changes one token of a line.

use std::collections::BTreeMap;
use std::ops::Range;

use lsflint_test_support::generate::Random;

/// A kind of change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Change {
    LetterDropped,
    LetterDoubled,
    LettersSwapped,
    DigitToLetter,
    WrongUnit,
    NumberTooLarge,
    NumberNegative,
    SeparatorLost,
    SeparatorDoubled,
    BracketLost,
    QuoteLost,
    OtherNamespace,
    ValueEmptied,
    WrongCase,
    WordAppended,
}

impl Change {
    pub(super) const ALL: [Change; 15] = [
        Change::LetterDropped,
        Change::LetterDoubled,
        Change::LettersSwapped,
        Change::DigitToLetter,
        Change::WrongUnit,
        Change::NumberTooLarge,
        Change::NumberNegative,
        Change::SeparatorLost,
        Change::SeparatorDoubled,
        Change::BracketLost,
        Change::QuoteLost,
        Change::OtherNamespace,
        Change::ValueEmptied,
        Change::WrongCase,
        Change::WordAppended,
    ];

    /// All changes in a random order.
    pub(super) fn shuffled(random: &mut Random) -> [Change; 15] {
        let mut changes = Change::ALL;
        for last in (1..changes.len()).rev() {
            changes.swap(last, random.between(0, last + 1));
        }
        changes
    }

    /// The name in tables.
    pub(super) fn name(self) -> &'static str {
        match self {
            Change::LetterDropped => "letter dropped",
            Change::LetterDoubled => "letter doubled",
            Change::LettersSwapped => "letters swapped",
            Change::DigitToLetter => "digit to letter",
            Change::WrongUnit => "wrong unit",
            Change::NumberTooLarge => "number too large",
            Change::NumberNegative => "number negative",
            Change::SeparatorLost => "separator lost",
            Change::SeparatorDoubled => "separator doubled",
            Change::BracketLost => "bracket lost",
            Change::QuoteLost => "quote lost",
            Change::OtherNamespace => "name of another kind",
            Change::ValueEmptied => "value emptied",
            Change::WrongCase => "wrong case",
            Change::WordAppended => "word appended",
        }
    }

    /// Whether the change makes other words, and leaves the punctuation between them.
    pub(super) fn keeps_words(self) -> bool {
        matches!(
            self,
            Change::LetterDropped
                | Change::LetterDoubled
                | Change::LettersSwapped
                | Change::DigitToLetter
                | Change::WrongCase
                | Change::WordAppended
        )
    }

    /// The edit of a line: the bytes to replace and their new text. `None` if the line has nothing to change.
    pub(super) fn apply(self, line: &str, names: &Names, random: &mut Random) -> Option<(Range<usize>, String)> {
        let code = &line[..comment_start(line)];
        match self {
            Change::LetterDropped | Change::LetterDoubled | Change::LettersSwapped => self.letters(code, random),
            Change::DigitToLetter | Change::WrongUnit | Change::NumberTooLarge | Change::NumberNegative => {
                self.number(code, random)
            }
            Change::SeparatorLost => one(code, ",:=/+@;.|&", random).map(|at| (at..at + 1, String::new())),
            Change::SeparatorDoubled => one(code, ",:=/+@;.", random).map(|at| (at..at + 1, code[at..=at].repeat(2))),
            Change::BracketLost => one(code, "[](){}", random).map(|at| (at..at + 1, String::new())),
            Change::QuoteLost => one(code, "\"'", random).map(|at| (at..at + 1, String::new())),
            Change::OtherNamespace => {
                let known: Vec<Range<usize>> =
                    words(code).filter(|it| names.kinds(&code[it.clone()]).is_some()).collect();
                let range = pick(&known, random)?;
                let other = names.other_than(&code[range.clone()], random)?;
                Some((range, other))
            }
            Change::ValueEmptied => {
                let start = code.find('=')? + 1;
                let end = code.trim_end().len();
                (!code[start..end].trim().is_empty() && is_key(&code[..start - 1])).then(|| (start..end, String::new()))
            }
            Change::WrongCase => {
                let words: Vec<Range<usize>> = words(code).filter(|it| letters(&code[it.clone()]) > 1).collect();
                let range = pick(&words, random)?;
                let word = &code[range.clone()];
                let changed = if word.bytes().any(|it| it.is_ascii_lowercase()) {
                    word.to_ascii_uppercase()
                } else {
                    word.to_ascii_lowercase()
                };
                Some((range, changed))
            }
            Change::WordAppended => {
                let end = code.trim_end().trim_end_matches('\\').trim_end().len();
                (end > 0).then(|| (end..end, " surplus".to_owned()))
            }
        }
    }

    fn letters(self, code: &str, random: &mut Random) -> Option<(Range<usize>, String)> {
        let words: Vec<Range<usize>> = words(code).filter(|it| letters(&code[it.clone()]) > 2).collect();
        let word = pick(&words, random)?;
        let places: Vec<usize> = word
            .clone()
            .filter(|&at| {
                let letter = |at: usize| code.as_bytes()[at].is_ascii_alphabetic();
                let next = at + 1 < word.end && letter(at + 1) && code.as_bytes()[at] != code.as_bytes()[at + 1];
                letter(at) && (self != Change::LettersSwapped || next)
            })
            .collect();
        let at = *places.get(random.between(0, places.len().max(1)))?;
        Some(match self {
            Change::LetterDropped => (at..at + 1, String::new()),
            Change::LetterDoubled => (at..at + 1, code[at..=at].repeat(2)),
            _ => (at..at + 2, code[at..at + 2].chars().rev().collect()),
        })
    }

    fn number(self, code: &str, random: &mut Random) -> Option<(Range<usize>, String)> {
        let numbers: Vec<Range<usize>> = tokens(code).filter(|it| code.as_bytes()[it.start].is_ascii_digit()).collect();
        let range = pick(&numbers, random)?;
        let text = &code[range.clone()];
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        match self {
            Change::DigitToLetter => {
                let at = range.start + random.between(0, digits);
                let letter = match code.as_bytes()[at] {
                    b'0' => "o",
                    b'1' => "l",
                    b'5' => "S",
                    _ => "x",
                };
                Some((at..at + 1, letter.to_owned()))
            }
            Change::WrongUnit => Some((range.start + digits..range.end, "Q".to_owned())),
            Change::NumberTooLarge => Some((range.start..range.start + digits, "99999999999999".to_owned())),
            _ => {
                let signed = code[..range.start].ends_with(['-', '.']);
                (!signed).then(|| (range.start..range.start + digits, "-1".to_owned()))
            }
        }
    }
}

/// The defined names of a cluster with what they name: `queue`, `host`.
#[derive(Debug, Default)]
pub(super) struct Names(BTreeMap<String, Vec<&'static str>>);

impl Names {
    pub(super) fn add(&mut self, name: &str, what: &'static str) {
        let kinds = self.0.entry(name.to_owned()).or_default();
        if !kinds.contains(&what) {
            kinds.push(what);
        }
    }

    /// What a name is defined as.
    pub(super) fn kinds(&self, name: &str) -> Option<&[&'static str]> {
        self.0.get(name).map(Vec::as_slice)
    }

    /// Whether the word at a place of a line is defined.
    pub(super) fn word_at(&self, line: &str, at: usize) -> bool {
        tokens(line).any(|it| it.contains(&at) && self.kinds(&line[it.clone()]).is_some())
    }

    /// A name that is only defined as something else.
    fn other_than(&self, name: &str, random: &mut Random) -> Option<String> {
        let kinds = self.kinds(name)?;
        let others: Vec<&String> =
            self.0.iter().filter(|it| it.1.iter().all(|what| !kinds.contains(what))).map(|it| it.0).collect();
        (!others.is_empty()).then(|| others[random.between(0, others.len())].clone())
    }
}

/// The start of a comment in a line; directives are not comments.
pub(super) fn comment_start(line: &str) -> usize {
    if is_directive(line) { line.len() } else { line.find('#').unwrap_or(line.len()) }
}

/// Whether a line is one of the directives that LSF reads.
pub(super) fn is_directive(line: &str) -> bool {
    ["#if", "#elif", "#else", "#endif", "#INCLUDE"].iter().any(|it| line.trim_start().starts_with(it))
}

/// Whether the text before `=` is a key: one word.
fn is_key(text: &str) -> bool {
    !text.trim().is_empty() && text.trim().bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_')
}

/// The runs of letters, digits, underscores.
fn tokens(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let is_word = |it: &u8| it.is_ascii_alphanumeric() || *it == b'_';
        let bytes = text.as_bytes();
        let start = at + bytes[at..].iter().position(is_word)?;
        let end = start + bytes[start..].iter().take_while(|it| is_word(it)).count();
        at = end;
        Some(start..end)
    })
}

/// Those of [`tokens`] that do not begin with a digit.
fn words(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    tokens(text).filter(|it| !text.as_bytes()[it.start].is_ascii_digit())
}

fn letters(word: &str) -> usize {
    word.bytes().filter(u8::is_ascii_alphabetic).count()
}

/// The place of one of these characters.
fn one(text: &str, characters: &str, random: &mut Random) -> Option<usize> {
    let places: Vec<usize> = text.match_indices(|it| characters.contains(it)).map(|it| it.0).collect();
    (!places.is_empty()).then(|| places[random.between(0, places.len())])
}

fn pick(ranges: &[Range<usize>], random: &mut Random) -> Option<Range<usize>> {
    (!ranges.is_empty()).then(|| ranges[random.between(0, ranges.len())].clone())
}
