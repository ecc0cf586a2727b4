//! Completion of lists of names: hosts, users, queues, application profiles, resources, with the operators of the list.

use lsflint_model::Referent;
use lsflint_spec::Grammar;

use super::item::Item;
use super::names::Space;
use super::value::{Value, names_signals};
use super::{CompletionKind, Completions, Context};

impl<'t> Context<'t> {
    /// Completes a name or a list of names.
    pub(super) fn list(&self, value: &Value<'_>, space: Space) -> Completions {
        let mut items = self.items_of(value, |it| !it.is_whitespace() && !",~+@!()[]\"=".contains(it));
        let before = value.before_word(&items);
        let grammar = value.param.grammar;
        let one = matches!(grammar, Grammar::Name(_));
        let glued = before.chars().next_back().filter(|it| !it.is_whitespace() && *it != ',');
        match glued {
            Some('~') | None => {}
            Some('@') if !matches!(grammar, Grammar::UserList | Grammar::Name(_)) => {
                self.names(&mut items, Space::Of(Referent::Cluster), &|_| false);
                return items.finish();
            }
            // The rights of an administrator: `ann[full]`.
            Some('[') if grammar == Grammar::UserList => {
                for right in value.param.values {
                    items.add(Item::new(CompletionKind::Value, *right));
                }
                return items.finish();
            }
            Some(_) => return Completions::default(),
        }
        let excluded = glued == Some('~');
        let first = before.trim_end_matches('~').trim().is_empty();
        if one && !first {
            return Completions::default();
        }
        let used: Vec<&str> = value.other_words(&items).collect();
        let own = self.own_name(space);
        let rows = self.other_rows(value);
        let own = |name: &str| own.as_deref() == Some(name);
        let skip = |name: &str| {
            rows.contains(name) || !one && (used.contains(&name) || own(name)) || self.is_unfit(space, value, name)
        };
        if !excluded {
            self.list_words(&mut items, value);
            for word in value.param.values.iter().filter(|it| grammar != Grammar::UserList && !used.contains(*it)) {
                items.add(Item::new(CompletionKind::Value, *word));
            }
        }
        if one && names_signals(value.param) {
            self.signals(&mut items);
        }
        self.names(&mut items, space, &skip);
        items.finish()
    }
}
