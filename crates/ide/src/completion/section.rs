//! Completion of `Begin NAME`, with the skeleton of the section, and `End NAME`.

use lsflint_spec::{Layout, SectionSpec};
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
            let (snippet, plain) = (skeleton(spec, true), skeleton(spec, false));
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
                true => item.snippet(skeleton(spec, true)).insert(skeleton(spec, false)),
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

/// The text of a section from its name on, with its required parameters.
fn skeleton(spec: &SectionSpec, snippet: bool) -> String {
    let mut text = escaped_if(spec.name, snippet);
    let required = || spec.expected().filter_map(|it| spec.param(it)).map(|it| it.name);
    text.push('\n');
    match spec.layout {
        Layout::Tabular => {
            let columns: Vec<String> = required().map(|it| escaped_if(it, snippet)).collect();
            // The columns of the header and the row are aligned, unless there is only one.
            let first =
                columns.is_empty().then(|| spec.params.first().map(|it| escaped_if(it.name, snippet))).flatten();
            text.push_str(&columns.join("  "));
            text.push_str(&first.unwrap_or_default());
            text.push('\n');
            if snippet {
                text.push_str("$0");
            }
        }
        Layout::Keyed | Layout::Either | Layout::Flat => {
            let width = required().map(str::len).max().unwrap_or(0);
            for (number, name) in required().enumerate() {
                let value = if snippet { format!("${}", number + 1) } else { String::new() };
                text.push_str(&format!("{:width$} = {value}\n", escaped_if(name, snippet)));
            }
            if snippet {
                text.push_str("$0");
            }
        }
    }
    text.push_str(&format!("\n{END} {}", escaped_if(spec.name, snippet)));
    text
}

fn escaped_if(text: &str, snippet: bool) -> String {
    if snippet { escaped(text) } else { text.to_owned() }
}
