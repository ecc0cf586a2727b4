//! Completion of `Begin NAME`, with the skeleton of the section, and `End NAME`.

use lsflint_spec::{Layout, ParamSpec, SectionSpec};
use lsflint_syntax::SyntaxKind;
use lsflint_syntax::ast::{self, AstNode};

use super::context::{BEGIN, END};
use super::item::{Item, Items, Rank, escaped};
use super::{CompletionKind, Completions, Context};

impl<'t> Context<'t> {
    /// Completes a line outside of sections.
    pub(super) fn outside(&self) -> Completions {
        let mut items = Items::new(self.cursor.word(is_word), self.options);
        for spec in self.sections() {
            let (snippet, plain) = (self.skeleton(spec, true), self.skeleton(spec, false));
            let item = section_item(self, spec, format!("{BEGIN} {}", spec.name));
            items.add(item.snippet(format!("{BEGIN} {snippet}")).insert(format!("{BEGIN} {plain}")));
        }
        items.finish()
    }

    /// Completes the name after `Begin `.
    pub(super) fn begin(&self, rest: &str) -> Completions {
        let mut items = Items::new(self.cursor.word(is_word), self.options);
        if !rest.trim_end_matches(is_word).trim().is_empty() {
            return items.finish();
        }
        let whole = self.section.is_none_or(|section| {
            let text = |it: &lsflint_syntax::Node<'_>| it.kind() != SyntaxKind::SECTION_BEGIN;
            !section.node().children().any(|it| text(&it))
        });
        for spec in self.sections() {
            let item = section_item(self, spec, spec.name.to_owned());
            items.add(match whole {
                true => item.snippet(self.skeleton(spec, true)).insert(self.skeleton(spec, false)),
                false => item,
            });
        }
        items.finish()
    }

    /// Completes the name after `End `.
    pub(super) fn end(&self, rest: &str) -> Completions {
        let mut items = Items::new(self.cursor.word(is_word), self.options);
        let first = rest.trim_end_matches(is_word).trim().is_empty();
        if let Some(name) = self.section.and_then(ast::Section::name).filter(|_| first) {
            items.add(Item::new(CompletionKind::Section, name.text()).detail("ends the section").rank(Rank::Required));
        }
        items.finish()
    }

    /// Adds `End NAME` at the start of a line of an unclosed section.
    pub(super) fn end_line(&self, items: &mut Items<'_>) {
        let open = self.section.filter(|it| it.end().is_none() && !self.is_begin_line(*it));
        if let Some(name) = open.and_then(ast::Section::name) {
            let label = format!("{END} {}", name.text());
            items.add(Item::new(CompletionKind::Section, label).detail("ends the section").rank(Rank::Common));
        }
    }

    /// The sections that the file may still contain.
    fn sections(&self) -> impl Iterator<Item = &'static SectionSpec> {
        let spec = self.kind.spec();
        let here = self.section.map(|it| it.node().start());
        let once: Vec<&'static SectionSpec> = spec.sections.iter().filter(|it| !it.repeats).collect();
        let mut taken = Vec::new();
        if !once.is_empty() {
            let sections = self.opened.source.parse.root().children().filter_map(ast::Section::cast);
            for section in sections.filter(|it| Some(it.node().start()) != here) {
                let Some(name) = section.name() else { continue };
                let Some(found) = lsflint_spec::section(self.kind, &name.text()) else { continue };
                if !found.repeats && !taken.contains(&found.name) {
                    taken.push(found.name);
                }
            }
        }
        let named = spec.sections.iter().filter(|it| !it.name.is_empty() && !it.params.is_empty());
        named.filter(move |it| !taken.contains(&it.name))
    }

    /// The text of a new section, written as the nearest one above, or the first one, of the same kind.
    fn skeleton(&self, spec: &'static SectionSpec, snippet: bool) -> String {
        let sections = self.opened.source.parse.root().children().filter_map(ast::Section::cast);
        let here = self.section.map(|it| it.node().start());
        let same = |it: &ast::Section<'_>| {
            let named = it.name().and_then(|it| lsflint_spec::section(self.kind, &it.text()));
            Some(it.node().start()) != here && named.is_some_and(|it| it.name == spec.name)
        };
        let mut found = None;
        for section in sections.filter(same) {
            if found.is_some() && usize::from(section.node().start()) > self.cursor.offset {
                break;
            }
            found = Some(section);
        }
        let style = found.and_then(|it| Style::of(it, self.cursor.text())).unwrap_or_default();
        skeleton(spec, self.kind.spec().empty_values, &style, snippet)
    }

    /// Whether a section that LSF requires or expects is missing.
    fn is_missing(&self, name: &str) -> bool {
        let spec = self.kind.spec();
        let listed = spec.required_sections.contains(&name) || spec.expected_sections.contains(&name);
        listed && !self.view.has_section(self.kind, name)
    }
}

fn is_word(it: char) -> bool {
    !it.is_whitespace()
}

fn section_item<'a>(context: &Context<'_>, spec: &'static SectionSpec, label: String) -> Item<'a> {
    let rank = match () {
        () if !spec.obsolete.is_empty() => Rank::Old,
        () if context.is_missing(spec.name) => Rank::Required,
        () => Rank::Normal,
    };
    let data = format!("section/{}/{}", context.kind.name(), spec.name);
    Item::new(CompletionKind::Section, label).detail(spec.summary).rank(rank).data(data)
}

/// How the nearest section of the same kind writes its lines.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Style {
    indent: String,
    /// The column of the `=`, from the start of the key.
    column: usize,
}

impl Style {
    /// The style of a section: the most frequent column of its `=`.
    fn of(section: ast::Section<'_>, text: &str) -> Option<Style> {
        let mut columns: Vec<(usize, usize)> = Vec::new();
        let mut indent = None;
        for entry in section.node().children().filter_map(ast::Entry::cast) {
            let (Some(key), Some(equals), _) = entry.parts() else { continue };
            let (start, at) = (usize::from(key.range().start()), usize::from(equals.range().start()));
            let line = text[..start].rfind('\n').map_or(0, |it| it + 1);
            indent.get_or_insert_with(|| text[line..start].to_owned());
            if text[start..at].contains('\t') {
                continue;
            }
            let column = text[start..at].chars().count();
            match columns.iter_mut().find(|it| it.0 == column) {
                Some(found) => found.1 += 1,
                None => columns.push((column, 1)),
            }
        }
        let column = columns.into_iter().max_by_key(|it| (it.1, it.0)).map_or(0, |it| it.0);
        Some(Style { indent: indent?, column })
    }
}

/// The parameters of a new section: those that most have, or those that a complete one has.
fn parameters(spec: &'static SectionSpec) -> Vec<&'static ParamSpec> {
    let mut params: Vec<&ParamSpec> = match spec.frequent {
        [] => spec.expected().filter_map(|it| spec.param(it)).collect(),
        names => names.iter().filter_map(|it| spec.param(it)).collect(),
    };
    if spec.layout == Layout::Tabular && params.is_empty() {
        params.extend(spec.params.first());
    }
    params
}

/// The text of a section from its name on, with the parameters that nearly all such sections have.
fn skeleton(spec: &'static SectionSpec, unset: &[&str], style: &Style, snippet: bool) -> String {
    let mut text = escaped_if(spec.name, snippet);
    let params = parameters(spec);
    text.push('\n');
    match spec.layout {
        Layout::Tabular => {
            let (mut header, mut row) = (String::new(), String::new());
            for (number, param) in params.iter().enumerate() {
                // A cell that may be empty is filled, so that a row is complete.
                let empty = unset.contains(&"()") && !spec.expected().any(|it| it == param.name);
                let cell = if empty && snippet { "()" } else { "" };
                let last = number + 1 == params.len();
                let pad = |text: &str| if last { 0 } else { param.name.len() + 2 - text.len() };
                header.push_str(&escaped_if(param.name, snippet));
                header.extend(std::iter::repeat_n(' ', pad(param.name)));
                match cell {
                    _ if !snippet => {}
                    "" => row.push_str(&format!("${}", number + 1)),
                    cell => row.push_str(&format!("${{{}:{cell}}}", number + 1)),
                }
                if snippet {
                    row.extend(std::iter::repeat_n(' ', pad(cell)));
                }
            }
            text.push_str(&format!("{header}\n{row}"));
            if snippet {
                text.push_str("$0");
            }
        }
        Layout::Keyed | Layout::Either | Layout::Flat => {
            let width = params.iter().map(|it| it.name.len() + 1).max().unwrap_or(0).max(style.column);
            for (number, param) in params.iter().enumerate() {
                let value = if snippet { format!("${}", number + 1) } else { String::new() };
                let name = escaped_if(param.name, snippet);
                text.push_str(&format!("{}{name:width$}= {value}\n", style.indent));
            }
            if snippet {
                text.push_str(&format!("{}$0", style.indent));
            }
        }
    }
    text.push_str(&format!("\n{END} {}", escaped_if(spec.name, snippet)));
    text
}

fn escaped_if(text: &str, snippet: bool) -> String {
    if snippet { escaped(text) } else { text.to_owned() }
}
