//! Completion of selections: operands, operators, and the values to compare string resources with.

use std::borrow::Cow;
use std::collections::BTreeSet;

use lsflint_model::of_namespace;
use lsflint_spec::{
    BuiltinResource, FileKind, ResourceType, SELECTION_FUNCTIONS, SELECTION_WORDS, STATUS_VALUES, Switch,
    builtin_resource,
};
use lsflint_syntax::ast::Location;

use super::resource_item;
use super::scan::is_name;
use crate::completion::item::{Item, Items, Rank};
use crate::completion::names::Space;
use crate::completion::value::Value;
use crate::completion::{CompletionKind, Completions, Context};

/// The state at the end of a selection that is cut off at the cursor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End<'v> {
    /// An operand is expected.
    Operand,
    /// The other side of a comparison with this name is expected.
    Compared(&'v str),
    /// Inside a quoted text that is compared with this name.
    Quoted(&'v str, &'v str),
    /// The argument of a function is expected.
    Argument,
    /// An operator is expected after this operand.
    Operator(&'v str),
}

/// Whether an operand is expected after a selection.
pub(super) fn wants_operand(text: &str) -> bool {
    !matches!(end(text), End::Operator(_))
}

fn end(text: &str) -> End<'_> {
    // An unclosed quote.
    if text.matches('\'').count() % 2 == 1 {
        let at = text.rfind('\'').unwrap_or(0);
        return match end(&text[..at]) {
            End::Compared(name) => End::Quoted(name, &text[at + 1..]),
            _ => End::Quoted("", &text[at + 1..]),
        };
    }
    let trimmed = text.trim_end();
    let comparison = trimmed.trim_end_matches(['=', '!', '<', '>']);
    let operator = &trimmed[comparison.len()..];
    if operator.contains(['=', '<', '>']) {
        let left = comparison.trim_end();
        let name = &left[left.trim_end_matches(is_name).len()..];
        return End::Compared(name);
    }
    match trimmed.chars().next_back() {
        None => End::Operand,
        Some('(') => {
            let before = trimmed[..trimmed.len() - 1].trim_end();
            let word = &before[before.trim_end_matches(is_name).len()..];
            if SELECTION_FUNCTIONS.contains(&word) { End::Argument } else { End::Operand }
        }
        Some('&' | '|' | '!' | '+' | '-' | '*' | '/' | ',' | '{') => End::Operand,
        Some(_) => End::Operator(&trimmed[trimmed.trim_end_matches(is_name).len()..]),
    }
}

impl<'t> Context<'t> {
    /// Completes the content of `select`.
    pub(super) fn selection(&self, mut items: Items<'t>, value: &Value<'_>, content: &str) -> Completions {
        match end(content) {
            End::Operand => {
                let number = items.typed().starts_with(|it: char| it.is_ascii_digit());
                if !number {
                    self.operands(&mut items, Rank::Normal, value.after);
                }
            }
            End::Argument => {
                let fits = |_: &str, it: &lsflint_model::Resource| it.defined == Some(true);
                self.resources(&mut items, Rank::Normal, fits, resource_item);
            }
            End::Compared(name) => {
                let resources = self.view.resources();
                if items.typed().starts_with(|it: char| it.is_ascii_digit()) {
                    let units = resources.get(name).is_some_and(|it| it.size_units);
                    return match units && self.target.reads(Switch::UnitSuffixes) {
                        true => self.units(&self.size_units(), value.before),
                        false => Completions::default(),
                    };
                }
                self.compared(&mut items, name, true);
            }
            End::Quoted(name, _) => {
                let word = self.cursor.word(|it| !matches!(it, '\'' | '"' | ']'));
                let mut items = Items::new(word, self.options);
                self.compared(&mut items, name, false);
                return items.finish();
            }
            End::Operator(_) if items.typed().is_empty() && content.ends_with([' ', '\t']) => {
                self.operators(&mut items, content);
            }
            End::Operator(_) => {}
        }
        items.finish()
    }

    /// Adds the names and functions that can start an expression.
    pub(super) fn operands(&self, items: &mut Items<'_>, rank: Rank, after: &str) {
        let behind = after.trim_start_matches(is_name).trim_start();
        let called = behind.starts_with('(');
        let mut compared = false;
        if !called {
            let other = behind.trim_start_matches(['<', '>', '=', '!']);
            compared = other.len() < behind.len();
            let number = other.trim_start().starts_with(|it: char| it.is_ascii_digit());
            let ordered = behind.starts_with(['<', '>']);
            let word = other.trim_start().split(|it| !is_name(it)).next().unwrap_or_default();
            let worded = compared && SELECTION_WORDS.contains(&word);
            let fits = |name: &str, it: &lsflint_model::Resource| match it.kind {
                _ if worded => builtin_resource(name).is_some_and(BuiltinResource::takes_selection_words),
                Some(ResourceType::Numeric) => !compared || number || ordered,
                Some(ResourceType::String) => !compared || !number && !ordered,
                Some(ResourceType::Boolean) => !compared,
                None => true,
            };
            self.resources(items, rank, fits, resource_item);
        }
        for name in SELECTION_FUNCTIONS.iter().filter(|_| !compared) {
            let item = Item::new(CompletionKind::Function, *name).detail("true on hosts that have the resource");
            let opened = if called { item } else { item.snippet(format!("{name}($1)")).insert(format!("{name}(")) };
            items.add(opened.rank(rank));
        }
    }

    /// Adds the operators that are valid after the operand.
    pub(super) fn operators(&self, items: &mut Items<'_>, content: &str) {
        let End::Operator(operand) = end(content) else { return };
        if !items.typed().is_empty() {
            return;
        }
        let kind = self.view.resources().get(operand).and_then(|it| it.kind);
        let compared = content.trim_end()[..content.trim_end().len() - operand.len()].trim_end();
        let right = compared.ends_with(['=', '<', '>']);
        let fits: &[&str] = match kind {
            _ if right => &[],
            Some(ResourceType::String) => &["==", "!="],
            Some(ResourceType::Numeric) => &[">", ">=", "<", "<=", "==", "!="],
            Some(ResourceType::Boolean) | None => &[],
        };
        for operator in fits.iter().chain(&["&&", "||"]) {
            items.add(Item::new(CompletionKind::Operator, *operator).insert(format!("{operator} ")).rank(Rank::Rare));
        }
    }

    /// Adds the values that a name can be compared with. `quotes`: quote values that need it.
    fn compared(&self, items: &mut Items<'_>, name: &str, quotes: bool) {
        let resources = self.view.resources();
        let Some(resource) = resources.get(name) else { return };
        match resource.kind {
            Some(ResourceType::Numeric) if quotes => {
                let fits =
                    |other: &str, it: &lsflint_model::Resource| it.kind == Some(ResourceType::Numeric) && other != name;
                self.resources(items, Rank::Rare, fits, resource_item);
            }
            Some(ResourceType::String) => {
                let known = builtin_resource(name).filter(|_| resource.builtin);
                self.words_of_string(items, name, known, quotes);
            }
            _ => {}
        }
    }

    /// The values that a resource has in the cluster: on its hosts, and in ResourceMap. A dynamic resource has only its
    /// first values there.
    pub(in crate::completion) fn values_of(&self, name: &str) -> BTreeSet<Cow<'t, str>> {
        let facts = self.view.hosts().all_facts();
        let of_hosts = facts.iter().flat_map(|it| &it.resources).filter(|it| *it.name == *name);
        let mut values: BTreeSet<Cow<'t, str>> =
            of_hosts.filter_map(|it| it.value.as_deref()).map(Cow::Borrowed).collect();
        for row in self.view.all(FileKind::LsfCluster, "ResourceMap").filter(|it| !it.is_broken()) {
            if row.value("RESOURCENAME").as_deref() != Some(name) {
                continue;
            }
            let Some(parse) = row.parse("LOCATION") else { continue };
            let Some(location) = parse.typed::<Location<'_>>() else { continue };
            values.extend(location.instances().filter_map(|it| Some(it.value()?.text().into_owned().into())));
        }
        values
    }

    fn words_of_string(&self, items: &mut Items<'_>, name: &str, builtin: Option<&BuiltinResource>, quotes: bool) {
        if builtin.is_some_and(|it| it.name == "status") {
            for status in STATUS_VALUES.iter().filter(|it| it.batch) {
                items.add(Item::new(CompletionKind::Value, status.name).detail(status.summary));
            }
            return;
        }
        let space = builtin.and_then(|it| it.names).and_then(of_namespace);
        let words = builtin.is_some_and(BuiltinResource::takes_selection_words);
        for word in SELECTION_WORDS.iter().filter(|_| words) {
            items.add(Item::new(CompletionKind::Word, *word).detail(match *word {
                lsflint_spec::SELECTION_ANY => "every host",
                _ => "same as the submission host",
            }));
        }
        if let Some(space) = space {
            let mut found = Items::new(self.cursor.word(is_name), self.options);
            self.names(&mut found, Space::Of(space), &|_| false);
            let found = found.finish();
            if found.is_incomplete {
                items.note_more();
            }
            for item in found.items {
                items.add(
                    Item::new(item.kind, item.label.clone())
                        .insert(quoted(&item.label, quotes))
                        .detail(item.detail)
                        .data(item.data),
                );
            }
            return;
        }
        for text in self.values_of(name).into_iter().take(items.options().limit) {
            let insert = quoted(&text, quotes);
            let item = Item::new(CompletionKind::Value, text).insert(insert);
            items.add(item.detail(format!("value of {name} in this cluster")));
        }
    }
}

/// A value in a comparison: quoted if it is not a plain name.
fn quoted(text: &str, quotes: bool) -> String {
    let plain = text.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_');
    if plain || !quotes { text.to_owned() } else { format!("'{text}'") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_of_selections() {
        assert_eq!(end(""), End::Operand);
        assert_eq!(end("mem > 1 && "), End::Operand);
        assert_eq!(end("(!"), End::Operand);
        assert_eq!(end("type=="), End::Compared("type"));
        assert_eq!(end("a && mem >= "), End::Compared("mem"));
        assert_eq!(end("os == 'rhel"), End::Quoted("os", "rhel"));
        assert_eq!(end("defined("), End::Argument);
        assert_eq!(end("mem "), End::Operator("mem"));
        assert_eq!(end("(a) "), End::Operator(""));
    }

    #[test]
    fn names_with_marks_are_quoted() {
        assert_eq!(quoted("X86_64", true), "X86_64");
        assert_eq!(quoted("a.b-c", true), "'a.b-c'");
        assert_eq!(quoted("a.b-c", false), "a.b-c");
    }
}
