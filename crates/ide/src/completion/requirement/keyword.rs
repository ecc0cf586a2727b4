//! Completion of sections that contain keywords: `span`, `cu`, `affinity`.

use lsflint_spec::{KeywordPlace, KeywordValue, RequirementKeyword, RequirementSection};

use super::scan::{Scan, is_name, last_part};
use crate::completion::item::{Item, Items};
use crate::completion::names::Space;
use crate::completion::value::Value;
use crate::completion::{CompletionKind, Completions, Context};
use lsflint_model::Referent;

/// A keyword with its value, as plain text and as a snippet.
pub(super) fn written(keyword: &RequirementKeyword) -> (String, String) {
    let name = keyword.name;
    match (keyword.place, keyword.value) {
        (KeywordPlace::Unit, _) => (format!("{name}(1)"), format!("{name}(${{1:1}})")),
        (_, KeywordValue::Flag | KeywordValue::OptionalInteger) => (name.to_owned(), name.to_owned()),
        (_, KeywordValue::Words) if parenthesised(keyword) => (format!("{name}=(...)"), format!("{name}=($1)")),
        (_, KeywordValue::Words) => match keyword.values {
            [first, ..] => (format!("{name}={first}"), format!("{name}=${{1:{first}}}")),
            [] => (format!("{name}=..."), format!("{name}=$1")),
        },
        (_, KeywordValue::Integer) => {
            let least = keyword.min.unwrap_or(1.0).max(1.0);
            (format!("{name}={least}"), format!("{name}=${{1:{least}}}"))
        }
        _ => (format!("{name}=..."), format!("{name}=$1")),
    }
}

/// Whether the documented form has the values in parentheses.
fn parenthesised(keyword: &RequirementKeyword) -> bool {
    keyword.form.contains("=(")
}

/// The quoted part of the documented form, as in `ptile='!'`.
fn quoted_word(keyword: &RequirementKeyword) -> Option<&'static str> {
    let from = keyword.form.find('\'')?;
    let to = from + 1 + keyword.form[from + 1..].find('\'')?;
    Some(&keyword.form[from..=to])
}

impl<'t> Context<'t> {
    /// Completes the content of `span` and `cu`.
    pub(super) fn keywords(
        &self,
        mut items: Items<'t>,
        value: &Value<'_>,
        section: &'static RequirementSection,
        content: &str,
        braces: bool,
    ) -> Completions {
        let start = last_part(content, &[':']);
        let item = content[start..].trim_start();
        if let Some((name, rest)) = item.split_once('=') {
            if let Some(keyword) = section.keyword(KeywordPlace::Item, name.trim()) {
                self.keyword_value(&mut items, section, keyword, rest);
            }
            return items.finish();
        }
        // A section allows only one item if it cannot come from several levels and its form has no `:`.
        let single = !section.form.contains(':');
        let used = |name: &str| {
            let other = value.after.split(']').next().unwrap_or_default();
            let other = &other[other.find(':').unwrap_or(other.len())..];
            let words = content.split(|it| !is_name(it)).chain(other.split(|it| !is_name(it)));
            words.filter(|it| !it.is_empty()).any(|it| it == name)
        };
        if !item.is_empty() || single && start > 0 {
            return items.finish();
        }
        for keyword in section.keywords.iter().filter(|it| it.place == KeywordPlace::Item) {
            let conflicts = keyword.conflicts.iter().any(|it| used(it));
            if self.offers(keyword, braces) && !used(keyword.name) && !conflicts {
                items.add(self.keyword_item(section, keyword, value.after));
            }
        }
        items.finish()
    }

    fn keyword_item(
        &self,
        section: &RequirementSection,
        keyword: &'static RequirementKeyword,
        after: &str,
    ) -> Item<'static> {
        let behind = after.trim_start_matches(is_name).trim_start();
        let opened = behind.starts_with(['=', '(']);
        let item = Item::new(CompletionKind::Key, keyword.name).detail(keyword.summary);
        let item = item.data(format!("keyword/{}/{}", section.name, keyword.name));
        match keyword.value {
            KeywordValue::Flag | KeywordValue::OptionalInteger => item,
            _ if opened => item,
            KeywordValue::Words if parenthesised(keyword) => {
                item.snippet(format!("{}=($1)", keyword.name)).insert(format!("{}=(", keyword.name))
            }
            _ => item.insert(format!("{}=", keyword.name)),
        }
    }

    /// Completes the value after the `=` of a keyword.
    fn keyword_value(
        &self,
        items: &mut Items<'_>,
        section: &RequirementSection,
        keyword: &'static RequirementKeyword,
        rest: &str,
    ) {
        let separated = rest.trim_end().is_empty() || rest.trim_end().ends_with(',');
        if !separated {
            return;
        }
        for word in keyword.values.iter().filter(|_| rest.trim().is_empty()) {
            items.add(Item::new(CompletionKind::Value, *word).detail(keyword.summary));
        }
        if keyword.value != KeywordValue::Text {
            return;
        }
        if let Some(word) = quoted_word(keyword).filter(|_| rest.trim().is_empty()) {
            items.add(Item::new(CompletionKind::Value, word).detail(keyword.form));
        }
        if keyword.form.contains("compute_unit_type") {
            self.names(items, Space::ComputeUnitType, &|_| false);
        } else if keyword.form.contains("name:") && section.name == "span" {
            // One number for each host type or each host model, never mixed.
            for referent in [Referent::HostType, Referent::HostModel] {
                let skip = |name: &str| rest.contains(name) || !name.chars().all(is_name);
                self.names(items, Space::Of(referent), &skip);
            }
        }
    }

    /// Completes the content of `affinity`.
    pub(super) fn affinity(&self, mut items: Items<'t>, content: &str, scan: &Scan<'_>) -> Completions {
        let Some(section) = scan.section() else { return items.finish() };
        let mut open = Vec::new();
        for (at, character) in content.char_indices() {
            match character {
                '(' => open.push(at + 1),
                ')' => drop(open.pop()),
                _ => {}
            }
        }
        let inner = &content[open.last().copied().unwrap_or(0)..];
        let start = last_part(inner, &[':', ',']);
        let part = inner[start..].trim();
        let place = match (open.len(), start) {
            (0, 0) => KeywordPlace::Unit,
            (0, _) => KeywordPlace::Item,
            (1, _) => KeywordPlace::UnitOption,
            _ => KeywordPlace::ExclusiveScope,
        };
        if let Some((name, rest)) = part.split_once('=') {
            if let Some(keyword) = section.keyword(place, name.trim()).filter(|_| rest.trim().is_empty()) {
                // The enclosing unit determines the possible levels.
                let outer = &content[..open.last().map_or(0, |it| it - 1)];
                let unit = &outer[outer.trim_end_matches(is_name).len()..];
                let level = keyword.values.iter().position(|it| *it == unit);
                let above = level.filter(|_| place == KeywordPlace::UnitOption).unwrap_or(keyword.values.len());
                for word in &keyword.values[..above] {
                    items.add(Item::new(CompletionKind::Value, *word).detail(keyword.summary));
                }
            }
            return items.finish();
        }
        let scope = place == KeywordPlace::ExclusiveScope;
        if scope && start == 0 {
            // The value of `exclusive=(` starts with a level.
            let before = content[..open.last().copied().unwrap_or(0)].trim_end_matches(['(', '=', ' ']);
            let name = &before[before.trim_end_matches(is_name).len()..];
            for word in section.keyword(KeywordPlace::UnitOption, name).map_or(&[][..], |it| it.values) {
                items.add(Item::new(CompletionKind::Value, *word));
            }
            return items.finish();
        }
        let separated = part.is_empty() || scope && part.ends_with('|');
        let count = place == KeywordPlace::UnitOption && start == 0;
        if !separated || count {
            return items.finish();
        }
        for keyword in section.keywords.iter().filter(|it| it.place == place) {
            let used = content.split(|it| !is_name(it)).any(|it| it == keyword.name);
            if self.offers(keyword, scan.braces) && (!used || place == KeywordPlace::Unit) {
                let item = self.keyword_item(section, keyword, "");
                items.add(match place {
                    KeywordPlace::Unit => item.snippet(written(keyword).1),
                    _ => item,
                });
            }
        }
        items.finish()
    }
}
