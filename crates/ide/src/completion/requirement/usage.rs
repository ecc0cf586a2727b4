//! Completion of reservations: `rusage[mem=1G/host:duration=1h, lic=1 || ...]`.

use lsflint_spec::{
    GPU_RESOURCE, KeywordPlace, KeywordValue, PHASED_RESOURCES, RESERVATION_METHODS, RequirementKeyword, Switch,
    TIME_UNITS, requirement_section,
};

use super::resource_item;
use super::scan::{is_name, last_part};
use crate::completion::item::{Item, Items, Rank};
use crate::completion::value::Value;
use crate::completion::{CompletionKind, Completions, Context};

impl<'t> Context<'t> {
    /// Completes the content of `rusage`.
    pub(super) fn usage(&self, mut items: Items<'t>, value: &Value<'_>, content: &str) -> Completions {
        let alternative = &content[last_part(content, &['|'])..];
        let group = &alternative[last_part(alternative, &[','])..];
        let at = last_part(group, &[':']);
        let (before, item) = (&group[..at], &group[at..]);
        let Some((name, amount)) = item.split_once('=') else {
            if item.trim().is_empty() {
                self.usage_names(&mut items, value, alternative, before);
            }
            return items.finish();
        };
        let keyword = requirement_section("rusage").and_then(|it| it.keyword(KeywordPlace::Item, name.trim()));
        let typed = items.typed();
        let number = typed.starts_with(|it: char| it.is_ascii_digit());
        let Some(keyword) = keyword else {
            if amount.ends_with('/') && self.target.reads(Switch::ReservationMethods) {
                for method in RESERVATION_METHODS {
                    let item = Item::new(CompletionKind::Value, *method);
                    items.add(item.detail(format!("the amount is reserved per {method}")));
                }
                return items.finish();
            }
            let resource = self.view.resources().get(name.trim());
            let units = resource.is_some_and(|it| it.size_units) && self.target.reads(Switch::UnitSuffixes);
            return if number && units { self.units(&self.size_units(), value.before) } else { items.finish() };
        };
        match keyword.value {
            KeywordValue::Time if number => return self.units(TIME_UNITS, value.before),
            KeywordValue::Time if items.options().snippets && amount.trim().is_empty() => {
                for unit in [""].iter().chain(TIME_UNITS) {
                    let item = Item::new(CompletionKind::Snippet, format!("<time>{unit}")).detail(keyword.summary);
                    items.add(item.snippet(format!("${{1:time}}{unit}")).insert(""));
                }
            }
            KeywordValue::Size if number => return self.units(&self.size_units(), value.before),
            KeywordValue::Words => {
                for word in keyword.values {
                    items.add(Item::new(CompletionKind::Value, *word).detail(keyword.summary));
                }
            }
            _ => {}
        }
        items.finish()
    }

    /// Adds the names that can start an item.
    fn usage_names(&self, items: &mut Items<'_>, value: &Value<'_>, alternative: &str, group: &str) {
        let names = |text: &'_ str| -> Vec<String> {
            let items = text.split([',', ':', '|']).filter_map(|it| it.split_once('='));
            items.map(|it| it.0.trim().to_owned()).collect()
        };
        let rest = value.after.split([']', '|']).next().unwrap_or_default();
        let rest = &rest[rest.find([',', ':']).unwrap_or(rest.len())..];
        let mut used = names(alternative);
        used.extend(names(rest));
        // The amount, if it is already written after the name.
        let given = value.after.trim_start_matches(is_name).trim_start().strip_prefix('=').map(str::trim_start);
        let assigned = given.is_some();
        let phases = given.is_some_and(|it| it.starts_with('('));
        let number = given.unwrap_or_default();
        let number = number.trim_start_matches(|it: char| it.is_ascii_digit() || it == '.');
        let units = assigned && number.starts_with(|it: char| it.is_ascii_alphabetic());
        let written = |name: &str| if assigned { name.to_owned() } else { format!("{name}=") };
        if !group.is_empty() {
            let mut here = names(group);
            here.extend(names(rest.split(',').next().unwrap_or_default()));
            let gpus = here.iter().any(|it| it == GPU_RESOURCE);
            let keywords = requirement_section("rusage").map_or(&[][..], |it| it.keywords);
            // The GPU keywords were introduced in the same version and apply to the GPUs of the same group.
            let fits = |it: &&RequirementKeyword| {
                let word = given.map(|it| it.trim_start_matches('('));
                let word = word.map(|it| it.split([':', ',', ']', ')', ' ']).next().unwrap_or(it));
                let formed = word.is_none_or(|word| it.value != KeywordValue::Words || it.values.contains(&word));
                (gpus || it.since.is_none()) && formed
            };
            for keyword in keywords.iter().filter(fits).filter(|it| self.offers(it, false)) {
                if here.iter().all(|it| it != keyword.name) {
                    let item = Item::new(CompletionKind::Key, keyword.name).detail(keyword.summary);
                    let item = item.insert(written(keyword.name)).rank(Rank::Common);
                    items.add(item.data(format!("keyword/rusage/{}", keyword.name)));
                }
            }
        }
        let rank = if group.is_empty() { Rank::Normal } else { Rank::Rare };
        let fits = |name: &str, it: &lsflint_model::Resource| {
            let formed = (!phases || PHASED_RESOURCES.contains(&name)) && (!units || it.size_units);
            it.consumable == Some(true) && formed && used.iter().all(|used| used != name)
        };
        self.resources(items, rank, fits, |it| resource_item(it).insert(written(it)));
    }
}
