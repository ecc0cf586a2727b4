//! Completion of values, by their grammar.

use lsflint_spec::{Grammar, LexerFamily, ParamSpec, SIGNALS, SectionSpec, USUAL_SIGNALS, yes_no};

use super::context::Line;
use super::item::{Item, Items, Rank};
use super::names::Space;
use super::{CompletionKind, Completions, Context};
use crate::words;

/// The value of a parameter around the cursor.
pub(super) struct Value<'v> {
    /// The specification of the parameter.
    pub(super) param: &'static ParamSpec,
    pub(super) section: Option<&'static SectionSpec>,
    /// The value before the cursor, without an enclosing quote or parenthesis.
    pub(super) before: &'v str,
    /// The value after the cursor, up to the end of the line.
    pub(super) after: &'v str,
    /// Whether it is a cell of a table.
    pub(super) is_cell: bool,
    /// Whether it is inside an open parenthesis.
    pub(super) has_parentheses: bool,
    /// Whether it is the first cell of its row.
    pub(super) starts_row: bool,
    /// Whether a special value (`-` or `()`) selects the default.
    pub(super) allows_unset: bool,
    /// The number of spaces up to the next cell.
    pub(super) blanks_to_next: usize,
}

impl<'v> Value<'v> {
    pub(super) fn new(
        param: &'static ParamSpec,
        section: Option<&'static SectionSpec>,
        before: &'v str,
        after: &'v str,
    ) -> Value<'v> {
        Value {
            param,
            section,
            before,
            after,
            is_cell: false,
            has_parentheses: false,
            starts_row: false,
            allows_unset: false,
            blanks_to_next: 0,
        }
    }

    /// The value before the word at the cursor.
    pub(super) fn before_word(&self, items: &Items<'_>) -> &'v str {
        let before = self.before.strip_suffix(items.typed()).unwrap_or(self.before);
        before.strip_suffix(items.above()).unwrap_or(before)
    }

    /// The words of the value except that at the cursor, regardless of separators.
    pub(super) fn other_words(&self, items: &Items<'_>) -> impl Iterator<Item = &'v str> {
        let divides = |it: char| it.is_whitespace() || "[](){},~+@!=:/*|&\"'".contains(it);
        let after = self.after.trim_start_matches(move |it| !divides(it));
        self.before_word(items).split(divides).chain(after.split(divides)).filter(|it| !it.is_empty())
    }
}

/// Whether the documented form of a value starts with a signal.
pub(super) fn names_signals(param: &ParamSpec) -> bool {
    param.form == "signal" || param.form.starts_with("signal |")
}

impl<'t> Context<'t> {
    /// The parameter whose value is being typed in a `KEY = value` line or a cell, with the value up to the cursor.
    pub(crate) fn typed_value(&self) -> Option<(&'static ParamSpec, &str)> {
        if self.cursor.comment.is_some() {
            return None;
        }
        match self.line() {
            Line::Entry | Line::EntryOrHeader => {
                let (key, value) = self.cursor.before.split_once('=')?;
                let key = key.split_whitespace().next().unwrap_or_default();
                Some((self.spec?.param(key)?, value.trim_start()))
            }
            Line::Row => self.typed_cell(),
            Line::Header | Line::Loose => None,
        }
    }

    /// Completes the value of a `KEY = value` line.
    pub(super) fn entry_value(&self) -> Completions {
        let Some((param, mut value)) = self.typed_value() else { return Completions::default() };
        let mut after = self.cursor.line_after();
        let whole = matches!(param.grammar, Grammar::ResReq | Grammar::Condition);
        // Patterns handle quotes themselves.
        let knows = whole || matches!(param.grammar, Grammar::Shape(_));
        if let Some(quoted) = value.strip_prefix('"').filter(|_| !knows || self.kind.spec().lexer == LexerFamily::Conf)
        {
            value = quoted;
            after = after.split('"').next().unwrap_or(after);
        }
        let inner = value.strip_prefix('(').filter(|_| !whole).unwrap_or(value);
        self.value(&Value::new(param, self.spec, inner, after))
    }

    /// Completes a value according to its grammar.
    pub(super) fn value(&self, value: &Value<'_>) -> Completions {
        match value.param.grammar {
            Grammar::ResReq => self.requirement(value),
            Grammar::Condition => self.requirement(value),
            Grammar::ApsPriority => self.aps(value),
            Grammar::TimeWindows => self.windows(value),
            Grammar::YesNo => self.answer(value),
            Grammar::Enum | Grammar::EnumList => self.words_of_list(value),
            Grammar::Name(space) | Grammar::Names(space) => {
                self.list(value, Space::of(self.kind, value.section, value.param, space))
            }
            Grammar::HostList | Grammar::UserList | Grammar::QueueList | Grammar::ApplicationList => {
                self.list(value, Space::of(self.kind, value.section, value.param, None))
            }
            ref grammar => match grammar.sketch() {
                Some(shape) => self.shape(value, shape),
                None => self.plain(value),
            },
        }
    }

    /// The items for a word of a value, with those common to all values: keywords outside the grammar, `-` and `()`.
    pub(super) fn items_of<'v>(&self, value: &Value<'v>, belongs: impl Fn(char) -> bool) -> Items<'t>
    where
        't: 'v,
    {
        let mut word = self.cursor.word(belongs);
        if word.typed.len() > value.before.len() {
            // Only the part after `KEY=`.
            word.typed = &word.typed[word.typed.len() - value.before.len()..];
            word.range.start = self.cursor.offset - word.typed.len();
            word.above.clear();
        }
        let empty = value.before.trim_end_matches(word.typed).is_empty();
        let text = self.cursor.text();
        let mut items = Items::new(word, self.options).padded(value.blanks_to_next, text);
        if value.starts_row {
            self.end_line(&mut items);
        }
        if empty && !value.has_parentheses {
            let unset = if value.allows_unset { self.kind.spec().empty_values } else { &[] };
            for name in unset {
                let item = Item::new(CompletionKind::Word, *name).rank(Rank::Rare);
                items.add(item.detail(match value.param.default {
                    "" => "use the default".to_owned(),
                    default => format!("use the default: {}", words::default_value(default)),
                }));
            }
        }
        // The keywords are only valid as the whole value.
        if empty
            && value.after.trim_start_matches(|it: char| !it.is_whitespace() && !"[]()".contains(it)).trim().is_empty()
        {
            let answers = matches!(value.param.grammar, Grammar::Enum | Grammar::EnumList);
            let skipped = |it: &&&str| matches!(**it, "-" | "()") || answers && yes_no(it).is_some();
            for name in value.param.literals.iter().filter(|it| !skipped(it)) {
                items.add(Item::new(CompletionKind::Word, *name).detail(value.param.form));
            }
        }
        items
    }

    /// Completes `Y` or `N`.
    fn answer(&self, value: &Value<'_>) -> Completions {
        let mut items = self.items_of(value, |it| it.is_ascii_alphanumeric() || it == '_');
        if value.before_word(&items).trim().is_empty() {
            for word in self.answers(value.param, items.typed()) {
                let default = value.param.default.eq_ignore_ascii_case(&word);
                items.add(Item::new(CompletionKind::Value, word).detail(if default { "default" } else { "" }));
            }
        }
        items.finish()
    }

    /// Completes a keyword of an enumeration.
    fn words_of_list(&self, value: &Value<'_>) -> Completions {
        let mut items = self.items_of(value, |it| !it.is_whitespace() && !matches!(it, ',' | '"' | '(' | ')'));
        let list = value.param.grammar == Grammar::EnumList;
        let before = value.before_word(&items);
        if !list && !before.trim().is_empty() {
            return Completions::default();
        }
        let used: Vec<String> = value.other_words(&items).map(str::to_ascii_lowercase).collect();
        let is_used = |word: &&str| used.contains(&word.to_ascii_lowercase());
        let alone = value.param.alone;
        let answers = value.param.literals.iter().filter(|it| yes_no(it).is_some());
        let words: Vec<&'static str> = answers.chain(value.param.values).copied().collect();
        for word in self.distinct(value.param, &words, items.typed()) {
            let rival = value.param.rivals.contains(&&*word) && value.param.rivals.iter().any(&is_used);
            let lonely = !used.is_empty() && (alone.contains(&&*word) || alone.iter().any(&is_used));
            if list && (is_used(&&*word) || rival || lonely) {
                continue;
            }
            let default = value.param.default.eq_ignore_ascii_case(&word);
            items.add(Item::new(CompletionKind::Value, word).detail(if default { "default" } else { "" }));
        }
        items.finish()
    }

    /// Completes values without a specific grammar: units after sizes, the default and the forms of numbers and limits.
    fn plain(&self, value: &Value<'_>) -> Completions {
        let numeric = |it: char| it.is_ascii_alphanumeric() || it == '.';
        if value.param.grammar == Grammar::Size && value.before.trim().starts_with(|it: char| it.is_ascii_digit()) {
            return self.units(&self.size_units(), value.before);
        }
        let mut items = self.items_of(value, |it| numeric(it) || matches!(it, '-' | ':' | '_'));
        let empty = value.before_word(&items).trim().is_empty();
        for word in value.param.values.iter().filter(|_| empty) {
            items.add(Item::new(CompletionKind::Value, *word));
        }
        if empty && value.param.grammar == Grammar::Command && names_signals(value.param) {
            self.signals(&mut items);
        }
        if empty && !value.is_cell {
            self.forms(&mut items, value.param);
        }
        items.finish()
    }

    /// Adds signals, common ones first.
    pub(super) fn signals(&self, items: &mut Items<'_>) {
        for name in SIGNALS {
            let rank = if USUAL_SIGNALS.contains(name) { Rank::Normal } else { Rank::Rare };
            items.add(
                Item::new(CompletionKind::Value, format!("SIG{name}")).detail("signal sent to the job").rank(rank),
            );
        }
    }

    /// Completes the unit after the number that ends the text.
    pub(super) fn units(&self, units: &[&'static str], before: &str) -> Completions {
        let number = before.trim_end_matches(|it: char| it.is_ascii_alphabetic());
        if !number.ends_with(|it: char| it.is_ascii_digit()) {
            return Completions::default();
        }
        let mut items = Items::new(self.cursor.word(|it| it.is_ascii_alphabetic()), self.options);
        for unit in units {
            items.add(Item::new(CompletionKind::Unit, *unit));
        }
        items.finish()
    }
}
