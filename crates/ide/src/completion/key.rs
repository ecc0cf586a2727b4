//! Completion of keys: those that are valid in the section, compatible with its other keys, and not set yet.

use lsflint_spec::{LexerFamily, Maturity, ParamKind, ParamSpec, Reading, ResourceType, SectionSpec};
use lsflint_syntax::ast::{self, AstNode};
use lsflint_syntax::{Parent, SyntaxKind, TextRange};
use rustc_hash::{FxHashMap, FxHashSet};

use super::item::{Item, Items, Rank};
use super::{CompletionKind, Completions, Context, available};

/// The maximum number of sections of the same kind whose keys are counted.
const NEIGHBOURS: usize = 40;

impl<'t> Context<'t> {
    /// Completes a key.
    pub(super) fn key(&self) -> Completions {
        let is_word = |it: char| !it.is_whitespace() && it != '=';
        let word = self.cursor.word(is_word);
        let Some(spec) = self.spec else { return Completions::default() };
        let first = self.cursor.before.trim_end_matches(is_word).trim().is_empty();
        if !first || self.cursor.is_continued() {
            return Completions::default();
        }
        let entries = self.entries();
        let style = Style::of(self, &entries, word.range.start - self.cursor.line.start);
        // The separator between key and value is part of the inserted text.
        let after = &self.cursor.text()[word.range.end..self.cursor.line.end];
        let gap = after.len() - after.trim_start_matches([' ', '\t']).len();
        let assigned = after[gap..].starts_with('=');
        let mut word = word;
        if assigned {
            word.range.end += gap;
        }
        let mut items = Items::new(word, self.options);
        if !entries.is_empty() {
            self.end_line(&mut items);
        }
        let used: FxHashSet<&'static str> =
            entries.iter().filter(|it| it.counts).filter_map(|it| it.param).map(|it| it.name).collect();
        let common = self.common();
        for param in available::in_order(spec).filter(|it| it.kind == ParamKind::Keyword) {
            let Some(mut rank) = available::rank(param, self.target) else { continue };
            let excluded = param.conflicts.iter().any(|it| used.contains(it) && *it != param.name);
            if used.contains(param.name) || excluded {
                continue;
            }
            if rank == Rank::Normal {
                rank = match () {
                    () if spec.expected().any(|it| it == param.name) => Rank::Required,
                    () if common.contains_key(param.name) => Rank::Common,
                    () if !param.name_verified || param.maturity != Maturity::Current => Rank::Rare,
                    () => Rank::Normal,
                };
            }
            let item = Item::new(CompletionKind::Key, style.key(param.name)).detail(available::detail(param));
            let item = item.rank(rank).data(format!("param/{}/{}/{}", self.kind.name(), spec.name, param.name));
            items.add(item.insert(style.assignment(param.name, assigned)));
        }
        if spec.load_index_names {
            self.load_indices(spec, &entries, &style, assigned, &mut items);
        }
        items.finish()
    }

    /// Adds site-defined load indices, which are keys of thresholds.
    fn load_indices(
        &self,
        spec: &SectionSpec,
        entries: &[Neighbour<'_>],
        style: &Style,
        assigned: bool,
        items: &mut Items<'_>,
    ) {
        let resources = self.view.resources();
        let mut names: Vec<&str> = resources.site_names().collect();
        names.sort_unstable();
        for name in names {
            let Some(resource) = resources.get(name) else { continue };
            let index = resource.kind == Some(ResourceType::Numeric) && resource.reading == Some(Reading::Dynamic);
            let used = entries.iter().any(|it| it.name.eq_ignore_ascii_case(name));
            if index && !used && spec.param(name).is_none() && resource.shared != Some(true) {
                let item = Item::new(CompletionKind::Resource, name).detail("threshold for a site-defined load index");
                let item = item.rank(Rank::Rare).data(format!("name/resource/{name}"));
                items.add(item.insert(style.written(name, assigned)));
            }
        }
    }

    /// The keys of other sections of the same kind, with their frequency.
    pub(super) fn common(&self) -> FxHashMap<&'static str, usize> {
        let mut common = FxHashMap::default();
        let Some(spec) = self.spec.filter(|it| it.repeats) else { return common };
        for record in self.view.all(self.kind, spec.name).take(NEIGHBOURS) {
            for param in record.all_fields().filter_map(|it| it.param()) {
                *common.entry(param.name).or_default() += 1;
            }
        }
        common
    }

    /// The entries of the section, except that of the cursor.
    fn entries(&self) -> Vec<Neighbour<'t>> {
        let mut found = Vec::new();
        match self.section {
            Some(section) => self.entries_in(section.node().into(), true, &mut found),
            None => self.entries_in(self.opened.source.parse.root(), true, &mut found),
        }
        found
    }

    fn entries_in(&self, parent: Parent<'t>, counts: bool, found: &mut Vec<Neighbour<'t>>) {
        let line = self.cursor.logical_start;
        let here = |range: TextRange| usize::from(range.start()) <= line && line < usize::from(range.end());
        let elsewhere = parent.kind() == SyntaxKind::CONDITIONAL && here(parent.range());
        for child in parent.children() {
            match child.kind() {
                SyntaxKind::CONDITIONAL => self.entries_in(child.into(), counts, found),
                // Of the blocks around the cursor, the other branches are read instead of this one.
                SyntaxKind::BRANCH => {
                    self.entries_in(child.into(), counts && (!elsewhere || here(child.range())), found)
                }
                SyntaxKind::ENTRY if !here(child.range()) => {
                    let Some(entry) = ast::Entry::cast(child) else { continue };
                    let (Some(key), equals, _) = entry.parts() else { continue };
                    let param = self.spec.and_then(|it| it.param(&key.text()));
                    let start = usize::from(key.range().start());
                    let gap = equals.map(|it| usize::from(key.range().end())..usize::from(it.range().start()));
                    found.push(Neighbour { name: key.raw(), param, start, gap, counts });
                }
                _ => {}
            }
        }
    }
}

/// Another entry of the section.
struct Neighbour<'t> {
    name: &'t str,
    param: Option<&'static ParamSpec>,
    start: usize,
    /// The range of the spaces before `=`.
    gap: Option<std::ops::Range<usize>>,
    /// Whether LSF reads it together with the line of the cursor.
    counts: bool,
}

/// The style of the keys in a section.
struct Style {
    case: Case,
    /// The column of the `=`, relative to the start of the key, if the lines agree.
    column: Option<usize>,
    before: String,
    after: &'static str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Case {
    Documented,
    Lower,
    Upper,
}

impl Style {
    /// Derives the style from the entries near the cursor.
    fn of(context: &Context<'_>, entries: &[Neighbour<'_>], indent: usize) -> Style {
        if context.kind.spec().lexer == LexerFamily::Conf {
            return Style { case: Case::Documented, column: None, before: String::new(), after: "" };
        }
        let text = context.cursor.text();
        let at = entries.partition_point(|it| it.start < context.cursor.offset);
        let near = &entries[at.saturating_sub(8)..(at + 8).min(entries.len())];
        let all = |same: fn(&str) -> bool| {
            near.iter().any(|it| it.param.is_some_and(|param| param.name != it.name))
                && near.iter().all(|it| same(it.name))
        };
        let case = match () {
            () if all(|it| it.bytes().all(|it| !it.is_ascii_uppercase())) => Case::Lower,
            () if all(|it| it.bytes().all(|it| !it.is_ascii_lowercase())) => Case::Upper,
            () => Case::Documented,
        };
        let mut columns: FxHashMap<usize, (usize, usize)> = FxHashMap::default();
        for neighbour in near {
            let Some(gap) = &neighbour.gap else { continue };
            let line = text[..neighbour.start].rfind('\n').map_or(0, |at| at + 1);
            let blank = !text[gap.clone()].contains('\t') && !gap.is_empty();
            if blank {
                let entry = columns.entry(text[line..gap.end].chars().count()).or_default();
                entry.0 += 1;
                entry.1 = entry.1.max(neighbour.name.len());
            }
        }
        let most = columns.iter().max_by_key(|it| (it.1.0, *it.0)).filter(|it| it.1.0 > 1 || near.len() == 1);
        let column = most.and_then(|it| it.0.checked_sub(indent));
        let nearest = near.get(at.saturating_sub(at.saturating_sub(8)).saturating_sub(1)).or_else(|| near.first());
        let gap = nearest.and_then(|it| it.gap.clone());
        let before = match gap {
            Some(gap) if text[gap.clone()].is_empty() || text[gap.clone()].contains('\t') => text[gap].to_owned(),
            _ => " ".to_owned(),
        };
        let tight =
            nearest.and_then(|it| it.gap.as_ref()).is_some_and(|it| !text[it.end + 1..].starts_with([' ', '\t']));
        let tight = tight && before.is_empty();
        Style { case, column, before, after: if tight { "" } else { " " } }
    }

    /// A documented name in the letter case of the section.
    fn key(&self, name: &str) -> String {
        match self.case {
            Case::Documented => name.to_owned(),
            Case::Lower => name.to_ascii_lowercase(),
            Case::Upper => name.to_ascii_uppercase(),
        }
    }

    /// A documented name with the separator before its value. `assigned`: the line already contains `=`.
    fn assignment(&self, name: &str, assigned: bool) -> String {
        self.written(&self.key(name), assigned)
    }

    fn written(&self, name: &str, assigned: bool) -> String {
        let mut text = name.to_owned();
        match self.column.filter(|it| *it > name.len()) {
            Some(column) => text.extend(std::iter::repeat_n(' ', column - name.len())),
            None => text.push_str(&self.before),
        }
        if !assigned {
            text.push('=');
            text.push_str(self.after);
        }
        text
    }
}
