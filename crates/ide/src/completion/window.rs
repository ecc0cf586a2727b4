//! Completion of time windows.

use lsflint_spec::{DAY_NAMES, MAX_DAY, Switch};

use super::item::{Item, Items, Rank};
use super::value::Value;
use super::{CompletionKind, Completions, Context};

impl<'t> Context<'t> {
    /// Completes a list of windows.
    pub(super) fn windows(&self, value: &Value<'_>) -> Completions {
        let mut items = self.items_of(value, |it| it.is_ascii_alphanumeric());
        let before = value.before_word(&items);
        self.window_items(&mut items, before, !value.is_cell || value.has_parentheses);
        items.finish()
    }

    /// Adds what can follow a text that ends inside a list of windows. `several`: more than one window is allowed.
    pub(super) fn window_items(&self, items: &mut Items<'_>, before: &str, several: bool) {
        let window = before.rsplit([' ', '\t', '(']).next().unwrap_or(before);
        let first = window.is_empty();
        let another = !before.trim().is_empty() && !before.trim_end().ends_with('(');
        // The end of a window has a day if its start has one.
        let from = window.strip_suffix('-').map(|it| it.split(':').count());
        if !first && from != Some(3) || first && another && !several {
            return;
        }
        let last = if self.target.reads(Switch::DaySeven) { MAX_DAY } else { MAX_DAY - 1 };
        if first && items.options().snippets {
            let daily = Item::new(CompletionKind::Snippet, "hour:minute-hour:minute").detail("every day");
            items.add(daily.snippet("${1:20}:${2:00}-${3:8}:${4:00}").insert(""));
            let weekly = Item::new(CompletionKind::Snippet, "day:hour:minute-day:hour:minute").detail("every week");
            items.add(weekly.snippet("${1:5}:${2:20}:${3:00}-${4:1}:${5:8}:${6:00}").insert(""));
        }
        let digits = items.typed().starts_with(|it: char| it.is_ascii_digit());
        for (number, name) in DAY_NAMES.iter().enumerate().take(last as usize + 1) {
            let item = Item::new(CompletionKind::Time, format!("{number}: {name}")).insert(format!("{number}:"));
            let item = item.filter(if digits { number.to_string() } else { (*name).to_owned() });
            items.add(item.detail(format!("{number} is {name}")).rank(Rank::Rare));
        }
    }
}
