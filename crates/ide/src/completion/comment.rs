//! Completion in lines that start with `#`: directives and their conditions, and suppression comments.

use lsflint_lint::{SUPPRESSION_MARK, SUPPRESSION_SCOPES};
use lsflint_spec::{DIRECTIVES, Grammar, IncludePlace, ParamSpec};
use lsflint_syntax::SyntaxKind;

use super::item::{Item, Items, Rank};
use super::{CompletionKind, Completions, Context};

/// The maximum number of findings near the cursor whose codes are offered first.
const NEAR: usize = 20;

impl<'t> Context<'t> {
    /// Completes a comment or directive.
    pub(super) fn comment(&self) -> Completions {
        let cursor = self.cursor;
        let start = cursor.comment.unwrap_or(cursor.offset);
        let text = &cursor.text()[start..cursor.offset];
        let first = cursor.text()[cursor.line.start..start].trim().is_empty();
        let length = text.find([' ', '\t', '(', '"']).unwrap_or(text.len());
        if first && length == text.len() {
            return self.directive();
        }
        let named = lsflint_spec::directive(&text[..length]).filter(|it| first && self.is_read(it));
        match named.and_then(function) {
            Some(function) => self.condition(function, &text[length..]),
            None if named.is_some() => Completions::default(),
            None => self.suppression(text),
        }
    }

    /// Completes the keyword of a directive.
    fn directive(&self) -> Completions {
        let mut items = Items::new(self.cursor.word(|it| !it.is_whitespace() && it != '('), self.options);
        let rest = self.cursor.text()[self.cursor.offset..self.cursor.line.end].trim();
        let fresh = rest.is_empty();
        for directive in DIRECTIVES.iter().filter(|it| self.fits(it)) {
            let name = directive.name;
            let mut item = Item::new(CompletionKind::Directive, name).detail(directive.summary);
            if fresh {
                item = match (function(directive), directive.grammar) {
                    (Some(function), _) => item.snippet(format!("{name} {function}(${{1:8:00-18:00}})")),
                    (None, Grammar::Path) => item.snippet(format!("{name} \"$1\"")),
                    _ => item,
                };
            }
            items.add(item.data(format!("directive/{name}")));
        }
        self.marks(&mut items);
        items.finish()
    }

    /// Whether LSF supports a directive in this kind of file.
    fn is_read(&self, directive: &ParamSpec) -> bool {
        let read = self.kind.spec().directives;
        match directive.grammar {
            Grammar::Path => read.include != IncludePlace::Nowhere,
            _ if directive.form.contains("NAME") => read.define,
            _ => read.conditionals,
        }
    }

    /// Whether a directive is valid on this line.
    fn fits(&self, directive: &ParamSpec) -> bool {
        let known = directive.only_in.is_empty() || directive.only_in.contains(&self.target.dialect);
        if !known || !self.is_read(directive) {
            return false;
        }
        let [opens, goes_on, otherwise, closes] = ["#if", "#elif", "#else", "#endif"];
        match directive.name {
            _ if directive.grammar == Grammar::Path => {
                let top = self.kind.spec().directives.include == IncludePlace::Top;
                let section = self.opened.source.parse.root().child(SyntaxKind::SECTION);
                !top || section.is_none_or(|it| usize::from(it.start()) >= self.cursor.line.start)
            }
            name if name == goes_on || name == otherwise => self.open_branch(opens, closes) == Some(false),
            name if name == closes => self.open_branch(opens, closes).is_some(),
            _ => true,
        }
    }

    /// The block that is open above the line: whether it has an `#else`. `None` if no block is open.
    fn open_branch(&self, opens: &str, closes: &str) -> Option<bool> {
        let mut open: Vec<bool> = Vec::new();
        for line in self.cursor.text()[..self.cursor.line.start].lines() {
            let line = line.trim_start();
            if !line.starts_with('#') {
                continue;
            }
            let word = line.split([' ', '\t', '(']).next().unwrap_or(line);
            if word.eq_ignore_ascii_case(opens) {
                open.push(false);
            } else if word.eq_ignore_ascii_case(closes) {
                open.pop();
            } else if word.eq_ignore_ascii_case("#else")
                && let Some(last) = open.last_mut()
            {
                *last = true;
            }
        }
        open.last().copied()
    }

    /// Adds the start of a suppression comment.
    fn marks(&self, items: &mut Items<'_>) {
        if items.typed() != "#" {
            return;
        }
        for (scope, summary) in SUPPRESSION_SCOPES {
            let label = format!("# {SUPPRESSION_MARK} {scope}[...]");
            let item = Item::new(CompletionKind::Snippet, label).detail(*summary).rank(Rank::Rare);
            items.add(
                item.snippet(format!("# {SUPPRESSION_MARK} {scope}[$1] $2"))
                    .insert(format!("# {SUPPRESSION_MARK} {scope}[")),
            );
        }
    }

    /// Completes a suppression comment: the mark, the scope and the codes of rules.
    fn suppression(&self, text: &str) -> Completions {
        let is_word = |it: char| it.is_ascii_alphanumeric() || it == '-';
        let mut items = Items::new(self.cursor.word(is_word), self.options);
        let Some(at) = text.find(SUPPRESSION_MARK) else {
            let typed = items.typed();
            if !typed.is_empty() && SUPPRESSION_MARK.starts_with(typed) {
                for (scope, summary) in SUPPRESSION_SCOPES {
                    let item = Item::new(CompletionKind::Snippet, format!("{SUPPRESSION_MARK} {scope}[...]"));
                    let item = item.snippet(format!("{SUPPRESSION_MARK} {scope}[$1] $2"));
                    items.add(item.insert(format!("{SUPPRESSION_MARK} {scope}[")).detail(*summary));
                }
            }
            return items.finish();
        };
        let rest = text[at + SUPPRESSION_MARK.len()..].trim_start();
        match rest.split_once('[') {
            None if rest == items.typed() => {
                for (scope, summary) in SUPPRESSION_SCOPES {
                    let item = Item::new(CompletionKind::Word, *scope).detail(*summary);
                    items.add(item.snippet(format!("{scope}[$1] $2")).insert(format!("{scope}[")));
                }
            }
            Some((_, codes)) if !codes.contains(']') => self.codes(&mut items, codes),
            _ => {}
        }
        items.finish()
    }

    /// Adds rules by code, or by name if a lowercase letter was typed; those with findings near the cursor first.
    fn codes(&self, items: &mut Items<'_>, written: &str) {
        let used: Vec<&str> = written.split(',').map(str::trim).collect();
        let text = self.cursor.text();
        let next = text[self.cursor.line.end..].char_indices().filter(|it| it.1 == '\n').nth(1);
        let end = next.map_or(text.len(), |it| self.cursor.line.end + it.0);
        let findings = &self.opened.findings;
        let from = findings.partition_point(|it| usize::from(it.range.start()) < self.cursor.line.start);
        let near = findings[from..].iter().take_while(|it| usize::from(it.range.start()) <= end);
        let near = near.filter(|it| it.can_be_suppressed()).take(NEAR);
        let near: Vec<&str> = near.map(|it| it.rule.code).collect();
        let by_name = items.typed().starts_with(|it: char| it.is_ascii_lowercase());
        if items.typed().is_empty() {
            items.note_more();
        }
        for rule in self.rules.iter() {
            let (code, name) = (rule.meta.code, rule.meta.name);
            let (label, other) = if by_name { (name, code) } else { (code, name) };
            if used.contains(&code) || used.contains(&name) && items.typed() != name {
                continue;
            }
            let rank = if near.contains(&code) { Rank::Required } else { Rank::Normal };
            items.add(Item::new(CompletionKind::Rule, label).detail(other).rank(rank).data(format!("rule/{code}")));
        }
    }
}

/// The function in the condition of a directive, according to its documented form.
fn function(directive: &'static ParamSpec) -> Option<&'static str> {
    let before = directive.form.split_once('(')?.0;
    before.split_whitespace().next_back()
}
