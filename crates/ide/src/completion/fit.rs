//! Filters and additions for lists: keywords that LSF accepts in a list, and names that would be invalid in it.

use lsflint_model::{Entity, Referent};
use lsflint_spec::{FileKind, Grammar, LIST_WORDS, ListPlace, ResourceType};

use super::item::{Item, Items, Rank};
use super::names::Space;
use super::value::Value;
use super::{CompletionKind, Context};

impl<'t> Context<'t> {
    /// Adds the keywords that LSF accepts in a list, according to the documented form of the parameter.
    pub(super) fn list_words(&self, items: &mut Items<'_>, value: &Value<'_>) {
        let form = || value.param.form.split(|it: char| !it.is_ascii_alphanumeric() && it != '_');
        let divides = |it: char| it.is_whitespace() || matches!(it, ',' | '(' | ')' | '"');
        let after = value.after.trim_start_matches(|it| !divides(it));
        let others = value.before_word(items).split(divides).chain(after.split(divides)).filter(|it| !it.is_empty());
        let others: Vec<&str> = others.collect();
        let only_exceptions = others.iter().all(|it| it.starts_with('~'));
        let has_word_of = |place: ListPlace| {
            let mut words = LIST_WORDS.iter().filter(|it| it.place == place);
            words.any(|it| others.contains(&it.name))
        };
        for word in LIST_WORDS {
            let known = form().any(|it| it == word.name) || value.param.literals.contains(&word.name);
            let fits = match word.place {
                ListPlace::Alone => others.is_empty(),
                ListPlace::WithExceptions => only_exceptions,
                ListPlace::Anywhere => !has_word_of(ListPlace::Alone) && !has_word_of(ListPlace::WithExceptions),
            };
            if known && fits && !others.contains(&word.name) && !self.is_defined_already(value, word.name) {
                let rank = if word.place == ListPlace::Alone { Rank::Rare } else { Rank::Common };
                items.add(Item::new(CompletionKind::Word, word.name).detail(word.summary).rank(rank));
            }
        }
    }

    /// Whether a name would be invalid in a list although it is of the right kind.
    pub(super) fn is_unfit(&self, space: Space, value: &Value<'_>, name: &str) -> bool {
        let param = value.param;
        let resource = || self.view.resources().get(name);
        let kind_is = |kind: ResourceType| resource().is_some_and(|it| it.kind == Some(kind));
        let wrong = match space {
            // Jobs never start on client hosts.
            Space::Of(Referent::Host | Referent::HostOrGroup | Referent::HostOrModel | Referent::BatchHost) => {
                let hosts = self.view.hosts();
                let host =
                    hosts.find(name).filter(|it| self.kind != FileKind::LsfShared && *hosts.get(*it).name == *name);
                host.is_some_and(|it| hosts.facts(it).server == Some(false))
            }
            Space::Of(Referent::Resource) if param.grammar == Grammar::HostResources => {
                let numeric = kind_is(ResourceType::Numeric);
                resource().is_some_and(|it| it.builtin || it.shared == Some(true) || numeric && it.interval.is_some())
            }
            Space::SharedResource | Space::Of(Referent::Resource) => {
                // Boolean resources are not mapped to locations; reservations and preemption need consumable numeric
                // resources.
                let shared = self.kind == FileKind::LsfCluster;
                let defined = param.references.contains(&"lsf.shared:RESOURCENAME");
                let amount = match self.kind {
                    FileKind::LsbResources => true,
                    FileKind::LsbParams => defined,
                    _ => param.grammar == Grammar::ReservationLimits,
                };
                let counted = resource().is_none_or(|it| it.consumable != Some(false));
                (shared || amount) && kind_is(ResourceType::Boolean)
                    || shared && resource().is_some_and(|it| it.builtin)
                    || amount && (kind_is(ResourceType::String) || !counted)
            }
            _ => false,
        };
        wrong || self.is_defined_already(value, name)
    }

    /// Whether the value defines a name that is already defined on another line that LSF always reads.
    fn is_defined_already(&self, value: &Value<'_>, name: &str) -> bool {
        let Some(section) = value.section else { return false };
        if section.defines.is_none_or(|it| it.key != value.param.name) {
            return false;
        }
        let line = &self.cursor.line;
        let elsewhere = |it: &Entity<'_>| {
            let place = it.place();
            let here = line.start <= usize::from(place.range.start()) && usize::from(place.range.start()) <= line.end;
            *place.file != *self.cursor.file.path || !here
        };
        // Fast path: most names have at most one definition.
        match self.view.find(self.kind, section.name, name) {
            None => return false,
            Some(row) if !row.is_conditional() && elsewhere(&row) => return true,
            Some(_) => {}
        }
        let rows = self.view.named(self.kind, section.name, name);
        rows.iter().any(|it| !it.is_conditional() && elsewhere(it))
    }

    /// Whether the value is a list that must not contain duplicates.
    pub(super) fn is_list(grammar: Grammar) -> bool {
        !matches!(grammar, Grammar::Name(_) | Grammar::RunLimit)
    }
}
