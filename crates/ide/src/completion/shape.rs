//! Completion of values with a pattern: what can follow the text before the cursor.
//!
//! The matcher in `lsflint-syntax` decides greedily; this one follows every way to read the text before the cursor, and
//! collects what each of them expects next.

use lsflint_model::Referent;
use lsflint_spec::{Grammar, Shape, Terminal};

use super::item::{Item, Items, Rank};
use super::names::Space;
use super::render::Rendered;
use super::value::Value;
use super::{CompletionKind, Completions, Context};

/// The elements that may follow.
#[derive(Debug, Default)]
pub(super) struct Expected {
    /// Keywords, each with the patterns that must follow it.
    words: Vec<(&'static str, &'static [Shape])>,
    terminals: Vec<Terminal>,
    /// Bracketed groups.
    groups: Vec<&'static [Shape]>,
    steps: usize,
}

/// The maximum number of steps for one value.
const MOST_STEPS: usize = 20_000;

/// The elements that a pattern expects after a text.
pub(super) fn expected(shape: &'static Shape, text: &str) -> Expected {
    let mut expected = Expected::default();
    expected.walk(shape, &[], text, &[0]);
    expected
}

impl Expected {
    /// The offsets where a match of a pattern may end if it starts at one of the offsets `at`, in order.
    fn walk(&mut self, shape: &'static Shape, rest: &'static [Shape], text: &str, at: &[usize]) -> Vec<usize> {
        self.steps += 1 + at.len();
        if at.is_empty() || self.steps > MOST_STEPS {
            return Vec::new();
        }
        match shape {
            Shape::Literal(literal) => {
                if at.contains(&text.len()) && literal.starts_with(|it: char| it.is_ascii_alphabetic()) {
                    self.words.push((literal, rest));
                }
                let end = |from: &usize| {
                    let found = text.get(*from..from + literal.len())?;
                    found.eq_ignore_ascii_case(literal).then_some(from + literal.len())
                };
                at.iter().filter_map(end).collect()
            }
            Shape::Terminal(terminal) => {
                if at.contains(&text.len()) {
                    self.terminals.push(*terminal);
                }
                at.iter().filter_map(|from| Some(from + length(*terminal, &text[*from..])?)).collect()
            }
            Shape::Sequence(items) => {
                let opening = matches!(items.first(), Some(Shape::Literal("[" | "(")));
                if opening && at.contains(&text.len()) {
                    self.groups.push(items);
                }
                let mut at = at.to_vec();
                for (number, item) in items.iter().enumerate() {
                    at = self.walk(item, &items[number + 1..], text, &at);
                }
                at
            }
            Shape::Choice(items) => {
                let mut ends: Vec<usize> = items.iter().flat_map(|it| self.walk(it, rest, text, at)).collect();
                tidy(&mut ends);
                ends
            }
            Shape::Optional(inner) => {
                let mut ends = self.walk(inner, &[], text, at);
                ends.extend(at);
                tidy(&mut ends);
                ends
            }
            Shape::Repeat(inner) => {
                let mut all = at.to_vec();
                let mut new = at.to_vec();
                while !new.is_empty() {
                    new = self.walk(inner, &[], text, &new);
                    new.retain(|it| !all.contains(it));
                    all.extend(&new);
                }
                tidy(&mut all);
                all
            }
            Shape::Blank => at
                .iter()
                .map(|from| (from, blanks(&text[*from..])))
                .filter(|it| it.1 > 0)
                .map(|it| it.0 + it.1)
                .collect(),
            Shape::MaybeBlank => at.iter().map(|from| from + blanks(&text[*from..])).collect(),
        }
    }
}

fn tidy(ends: &mut Vec<usize>) {
    ends.sort_unstable();
    ends.dedup();
}

fn blanks(text: &str) -> usize {
    text.len() - text.trim_start_matches([' ', '\t']).len()
}

/// The length of a terminal at the start of a text, in bytes.
fn length(terminal: Terminal, text: &str) -> Option<usize> {
    let run = |belongs: &dyn Fn(char) -> bool| text.find(|it| !belongs(it)).unwrap_or(text.len());
    let some = |length: usize| Some(length).filter(|it| *it > 0);
    match terminal {
        Terminal::Unsigned => some(run(&|it| it.is_ascii_digit())),
        Terminal::Integer => some(run(&|it| it.is_ascii_digit() || matches!(it, '+' | '-'))),
        Terminal::Number => some(run(&|it| it.is_ascii_digit() || matches!(it, '+' | '-' | '.'))),
        Terminal::Name(_) => some(run(&is_name)),
        Terminal::Word => some(run(&|it| !it.is_whitespace())),
        Terminal::Inner => Some(run(&|it| !matches!(it, ']' | ')' | '}'))),
        Terminal::Rest => Some(text.len()),
        Terminal::Path => some(run(&|it| !it.is_whitespace() && !"\"'()[]{},;".contains(it))),
        Terminal::Address => some(run(&|it| it.is_ascii_hexdigit() || matches!(it, '.' | ':' | '*' | '-'))),
        Terminal::CpuList => some(run(&|it| it.is_ascii_digit() || matches!(it, ',' | '-'))),
        Terminal::Window => some(run(&|it| it.is_ascii_digit() || matches!(it, ':' | '-'))),
    }
}

/// Whether a character can be part of a name in a pattern.
fn is_name(it: char) -> bool {
    it.is_ascii_alphanumeric() || matches!(it, '_' | '-' | '.' | '\\') || !it.is_ascii()
}

/// Whether a character can directly follow a keyword.
fn may_open(rest: &[Shape], character: char) -> bool {
    for shape in rest {
        match shape {
            Shape::MaybeBlank => {}
            Shape::Literal(literal) => return literal.starts_with(character),
            Shape::Sequence(items) => return may_open(items, character),
            Shape::Optional(inner) if may_open(std::slice::from_ref(*inner), character) => return true,
            Shape::Optional(_) => {}
            _ => return false,
        }
    }
    false
}

fn is_number(terminal: Terminal) -> bool {
    matches!(terminal, Terminal::Unsigned | Terminal::Integer | Terminal::Number)
}

impl<'t> Context<'t> {
    /// Whether a queue cannot preempt this queue, or be preempted by it, because of the priorities.
    fn is_wrong_priority(&self, grammar: Grammar, text: &str, name: &str) -> bool {
        if grammar != Grammar::Preemption {
            return false;
        }
        let own = self.own_name(Space::Of(Referent::Queue));
        let priority = |name: &str| self.view.queue(name).and_then(|it| it.integer("PRIORITY"));
        let (Some(own), Some(other)) = (own.and_then(|it| priority(&it)), priority(name)) else { return false };
        let preempts = text.rfind('[').is_some_and(|at| {
            let before = text[..at].trim_end_matches(['[', ' ']);
            before.to_ascii_uppercase().ends_with("PREEMPTIVE")
        });
        if preempts { other >= own } else { other <= own }
    }

    /// Completes a value with a pattern.
    pub(super) fn shape(&self, value: &Value<'_>, shape: &'static Shape) -> Completions {
        let mut items = self.items_of(value, is_name);
        let mut text = value.before_word(&items);
        let mut expected = expected(shape, text);
        let letters = items.typed().trim_start_matches(|it: char| it.is_ascii_digit() || it == '.');
        if expected.terminals.iter().any(|it| is_number(*it)) && letters.len() < items.typed().len() {
            // A unit after a number.
            text = &value.before[..value.before.len() - letters.len()];
            expected = self::expected(shape, text);
            items = Items::new(self.cursor.word(|it| it.is_ascii_alphabetic()), self.options);
        }
        let used: Vec<&str> = value.other_words(&items).collect();
        let grammar = value.param.grammar;
        let written: Vec<&'static str> = expected.words.iter().map(|it| it.0).collect();
        let distinct = self.distinct(value.param, &written, items.typed());
        for (word, rest) in &expected.words {
            if !distinct.iter().any(|it| it.eq_ignore_ascii_case(word)) {
                continue;
            }
            let more = Rendered::of(rest);
            // The sketch for exit values is that of the parameter with the most keywords.
            let rest_of_shares = matches!(grammar, Grammar::Fairshare | Grammar::UserShares);
            let excluded = rest_of_shares && expected.words.iter().any(|other| used.contains(&other.0));
            let unknown = excluded || grammar == Grammar::ExitValues && !value.param.form.contains(word);
            let repeated = !more.is_empty() && used.iter().any(|it| it.eq_ignore_ascii_case(word));
            if unknown || repeated {
                continue;
            }
            let mut item = Item::new(CompletionKind::Word, *word);
            let behind = value.after.trim_start_matches(is_name).trim_start().chars().next();
            let opened = behind.filter(|it| matches!(it, '[' | '(' | '=' | ','));
            let opens = more.plain.chars().next().filter(|it| matches!(it, '[' | '(' | '='));
            if opened.is_some_and(|it| it != ',' && !may_open(rest, it)) {
                continue;
            }
            if opens.is_some() && opened.is_none() {
                item = item.snippet(format!("{word}{}", more.snippet));
                if more.plain.starts_with('=') {
                    item = item.insert(format!("{word}="));
                }
            }
            let default = value.param.default.eq_ignore_ascii_case(word);
            items.add(item.detail(if default { "default".to_owned() } else { format!("{word}{}", more.plain) }));
        }
        if text.trim().is_empty() && !value.is_cell {
            self.forms(&mut items, value.param);
        }
        if items.options().snippets {
            for group in &expected.groups {
                let rendered = Rendered::of(group);
                let item = Item::new(CompletionKind::Snippet, rendered.plain.clone()).snippet(rendered.snippet);
                items.add(item.detail(value.param.form).rank(Rank::Rare));
            }
        }
        let mut spaces: Vec<Space> = Vec::new();
        for terminal in &expected.terminals {
            match terminal {
                Terminal::Name(Some(space)) => spaces.push(Space::of_namespace(*space)),
                Terminal::Window => self.window_items(&mut items, text, true),
                _ => {}
            }
        }
        spaces.dedup();
        let action = grammar == Grammar::JobControls && text.trim_end().ends_with('[');
        if action && expected.terminals.contains(&Terminal::Inner) {
            self.signals(&mut items);
        }
        if grammar == Grammar::HostResources
            && let Some(before) = text.strip_suffix('=')
        {
            let name = &before[before.trim_end_matches(is_name).len()..];
            for text in self.values_of(name) {
                let item = Item::new(CompletionKind::Value, text);
                items.add(item.detail(format!("value of {name} on other hosts")));
            }
        }
        for space in spaces {
            let own = self.own_name(space);
            let used = |name: &str| Self::is_list(grammar) && (used.contains(&name) || own.as_deref() == Some(name));
            let skip = |name: &str| {
                used(name) || self.is_unfit(space, value, name) || self.is_wrong_priority(grammar, text, name)
            };
            self.names(&mut items, space, &skip);
        }
        items.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(grammar: Grammar, text: &str, expected_words: &[&str], names: usize) {
        let found = expected(grammar.sketch().expect("a sketch"), text);
        let words: Vec<&str> = found.words.iter().map(|it| it.0).collect();
        let named = found.terminals.iter().filter(|it| matches!(it, Terminal::Name(_))).count();
        assert_eq!((words.as_slice(), named), (expected_words, names));
    }

    #[test]
    fn sketches_say_what_comes_next() {
        check(Grammar::Fairshare, "", &["USER_SHARES"], 0);
        check(Grammar::Fairshare, "USER_SHARES[[", &["others", "default"], 1);
        check(Grammar::Fairshare, "USER_SHARES[[rtl, 3] [", &["others", "default"], 1);
        check(Grammar::Fairshare, "USER_SHARES[[rtl, ", &[], 0);
        check(Grammar::Preemption, "PREEMPTIVE[night+1 ", &[], 1);
        check(Grammar::Preemption, "PREEMPTIVE[night] ", &["PREEMPTIVE", "PREEMPTABLE"], 0);
        check(Grammar::Exclusive, "", &["CU", "CU", "Y", "N"], 0);
        check(Grammar::Exclusive, "CU[", &[], 1);
        check(Grammar::ExitValues, "99 EXCLUDE(", &["all"], 0);
    }

    #[test]
    fn text_that_does_not_fit_expects_nothing() {
        check(Grammar::Fairshare, "shares of all ", &[], 0);
        check(Grammar::YesNo, "Y ", &[], 0);
    }
}
