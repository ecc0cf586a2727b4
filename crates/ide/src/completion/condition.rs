//! Completion of conditions of `#if` and `#elif`.

use super::item::{Item, Items};
use super::{CompletionKind, Completions, Context};

impl<'t> Context<'t> {
    /// Completes the part after the keyword of a directive with a condition.
    pub(super) fn condition(&self, function: &str, text: &str) -> Completions {
        let mut items = Items::new(self.cursor.word(|it| it.is_ascii_alphanumeric() || it == '_'), self.options);
        let before = text.strip_suffix(items.typed()).unwrap_or(text);
        let open = before.matches('(').count() > before.matches(')').count();
        let called =
            before.rfind('(').is_some_and(|at| before[..at].trim_end().to_ascii_lowercase().ends_with(function));
        if open && called {
            self.window_items(&mut items, before, true);
            return items.finish();
        }
        let last = before.trim_end().chars().next_back();
        if last.is_none_or(|it| "&|!(".contains(it)) {
            let item = Item::new(CompletionKind::Function, function.to_owned()).detail("true during the time windows");
            items.add(item.snippet(format!("{function}(${{1:8:00-18:00}})")).insert(format!("{function}(")));
            for name in self.defined_names() {
                items.add(Item::new(CompletionKind::Name, name).detail("defined by #define"));
            }
        } else if items.typed().is_empty() && before.ends_with([' ', '\t']) {
            for operator in ["&&", "||"] {
                items.add(Item::new(CompletionKind::Operator, operator).insert(format!("{operator} ")));
            }
        }
        items.finish()
    }

    /// The names that `#define` lines above the cursor define.
    fn defined_names(&self) -> Vec<&'t str> {
        let text = &self.cursor.text()[..self.cursor.line.start];
        let define = |line: &'t str| {
            let mut words = line.split_whitespace();
            words.next().filter(|it| it.eq_ignore_ascii_case("#define"))?;
            words.next()
        };
        if !self.kind.spec().directives.define {
            return Vec::new();
        }
        text.lines().filter(|it| it.starts_with('#')).filter_map(define).collect()
    }
}
