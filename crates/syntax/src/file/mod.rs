//! Parses the structure of a file: sections, lines, directives.
//!
//! There are two passes over the logical lines. The first ([`conditional`]) pairs `#if` with `#endif` and decides which
//! blocks can be nodes: a block that opens a section in one branch and closes it after `#endif` is valid in LSF but not
//! a tree, so its directives are not combined into a node. The second pass writes the tree.
//!
//! Error recovery: a `Begin` always starts a section, so a missing `End` affects one section, not the file; an invalid
//! line affects only that line; surplus values in a row affect only those. One missing word causes one error, not one
//! per following line.

mod conditional;
mod directive;
mod entry;
mod recovery;
mod table;
mod tail;

use std::ops::Range;

use lsflint_spec::{FileKind, Layout, LexerFamily, SectionSpec};

use self::conditional::Conditionals;
use self::directive::directive_word;
pub(crate) use self::entry::is_free_text;
pub(crate) use self::recovery::lookalike;
pub use self::recovery::plain_text;
use crate::SyntaxKind::*;
use crate::blocks::Prose;
use crate::builder::Output;
use crate::error::{ErrorKind, StructureError};
use crate::line::{DirectiveKind, Joined, Line, LineClass, is_comment_like_directive, lines};
use crate::value::{self, ValueParser, is_templated};

/// Writes the tree of a whole file.
pub(crate) fn parse(out: &mut Output<'_>, kind: FileKind) {
    out.start(FILE);
    if out.text().starts_with('\u{feff}') {
        let length = '\u{feff}'.len_utf8();
        out.error(ErrorKind::Structure(StructureError::ByteOrderMark), 0..length);
        out.token(BYTE_ORDER_MARK, length);
    }
    let spec = kind.spec();
    let mut lines = lines(out.text(), out.written(), spec.lexer, spec.directives);
    let prose = demote_comments(out, &mut lines);
    let conditionals = Conditionals::new(&lines);
    for (error, line) in &conditionals.errors {
        out.error(ErrorKind::Structure(*error), directive_word(out.text(), &lines[*line]));
    }
    out.set_blocks(conditionals.summary(&lines).with_prose(prose));
    let flat = spec.sections.len() == 1 && spec.sections[0].layout == Layout::Flat && spec.sections[0].name.is_empty();
    let mut parser = FileParser {
        out,
        kind,
        family: spec.lexer,
        lines: &lines,
        conditionals: &conditionals,
        swallowed_marker: false,
        damaged_end: None,
        outside_reported: false,
    };
    parser.top_level(0..lines.len(), flat);
    parser.out.end();
}

/// If there are more `#if` than `#endif`, treats those followed by prose as comments: otherwise one such comment would
/// cause an error for the rest of the file.
fn demote_comments(out: &mut Output<'_>, lines: &mut [Line]) -> Prose {
    let count = |wanted: DirectiveKind| lines.iter().filter(|it| it.class == LineClass::Directive(wanted)).count();
    let surplus = count(DirectiveKind::If).saturating_sub(count(DirectiveKind::Endif));
    let mut found = Prose::None;
    let text = out.text();
    let prose = lines.iter_mut().filter(|it| it.class == LineClass::Directive(DirectiveKind::If));
    let prose = prose.filter(|it| is_comment_like_directive(&text[it.content_start as usize..]));
    for (number, line) in prose.enumerate() {
        if number >= surplus {
            return found.max(Prose::Some);
        }
        line.class = LineClass::Blank;
        let word = directive_word(text, line);
        out.error(ErrorKind::Structure(StructureError::CommentLikeDirective), word);
        found = Prose::Demoted;
    }
    found
}

/// Removes trailing whitespace and line breaks. Unlike `str::trim_end`, it keeps Unicode spaces, which LSF does not
/// treat as whitespace.
fn trim_end(text: &str) -> &str {
    text.trim_end_matches(|it: char| u8::try_from(it).is_ok_and(value::blank))
}

fn trim(text: &str) -> &str {
    trim_end(text).trim_start_matches(|it: char| u8::try_from(it).is_ok_and(value::blank))
}

struct FileParser<'p, 't> {
    out: &'p mut Output<'t>,
    kind: FileKind,
    family: LexerFamily,
    lines: &'p [Line],
    conditionals: &'p Conditionals,
    /// Whether a continuation of the open section contains a `Begin` or `End`, which explains why the section is not
    /// closed.
    swallowed_marker: bool,
    /// The line that is a misspelled `End` of the open section.
    damaged_end: Option<usize>,
    /// Whether text outside of sections was reported since the last section, across `#if` blocks.
    outside_reported: bool,
}

/// The form of the lines in the open section.
struct Body {
    spec: Option<&'static SectionSpec>,
    layout: BodyLayout,
    /// Whether LSF reads the lines. False in a section with an unknown name or the wrong form, which is reported once.
    judged: bool,
}

enum BodyLayout {
    Keyed,
    /// A table with its header, if it was read.
    Tabular(Option<table::Header>),
    Loose,
}

impl FileParser<'_, '_> {
    /// Writes lines outside of sections.
    fn top_level(&mut self, range: Range<usize>, flat: bool) {
        let mut index = range.start;
        while index < range.end {
            let line = self.lines[index];
            match line.class {
                LineClass::Blank | LineClass::Template => self.trivia_line(&line),
                LineClass::Directive(directive) => match self.conditionals.block(index, directive) {
                    Some(block) => {
                        let marks = block.marks.clone();
                        self.conditional(&marks, |it, lines| it.top_level(lines, flat));
                        index = marks[marks.len() - 1];
                    }
                    None => self.directive(&line, directive),
                },
                LineClass::Begin if !flat => {
                    index = self.section(index, range.end);
                    continue;
                }
                LineClass::End if !flat => {
                    if !self.outside_reported {
                        self.structure_error(StructureError::EndWithoutBegin, line.content());
                    }
                    self.loose_line(&line);
                    self.outside_reported = false;
                }
                _ if flat => match self.family {
                    LexerFamily::Conf => self.conf_line(&line),
                    _ => self.loose_line(&line),
                },
                _ => {
                    if !self.outside_reported && !is_templated(&self.out.text()[line.content()]) {
                        self.structure_error(StructureError::OutsideSection, line.content());
                        self.outside_reported = true;
                    }
                    self.loose_line(&line);
                }
            }
            index += 1;
        }
    }

    /// Writes a section from its `Begin` line on; returns the index of the first line after it.
    fn section(&mut self, begin: usize, limit: usize) -> usize {
        let inside = begin + 1..limit;
        let stop = inside
            .clone()
            .find(|&index| matches!(self.lines[index].class, LineClass::Begin | LineClass::End))
            .unwrap_or(limit);
        let closed = stop < limit && self.lines[stop].class == LineClass::End;
        // Blank lines before the next `Begin` are not part of the section.
        let body_end = if closed { stop } else { self.trim_blank(begin + 1, stop) };

        self.swallowed_marker = false;
        self.outside_reported = false;
        self.out.start(SECTION);
        let line = self.lines[begin];
        self.out.start(SECTION_BEGIN);
        let name = self.marker_line(&line, BEGIN_KW);
        self.out.end();
        if name.is_none() {
            self.structure_error(StructureError::BeginWithoutName, line.content());
        }
        let name_text = name.map(|it| &self.out.text()[it]);
        let spec = name_text.and_then(|it| lsflint_spec::section(self.kind, it));
        self.damaged_end = if closed { None } else { self.damaged_end(begin + 1..body_end, name_text) };
        let mut body = self.body_of(spec, begin, body_end, closed);
        self.body(begin + 1..body_end, &mut body);
        if closed {
            let line = self.lines[stop];
            self.out.start(SECTION_END);
            let end_name = self.marker_line(&line, END_KW);
            self.out.end();
            match (end_name, name_text) {
                (None, _) => self.structure_error(StructureError::EndWithoutName, line.content()),
                (Some(range), Some(open)) => {
                    let end = &self.out.text()[range.clone()];
                    // If one of the two names is unknown, that one is the error.
                    let begin_is_wrong = spec.is_none() && lsflint_spec::section(self.kind, end).is_some();
                    if !end.eq_ignore_ascii_case(open) && !begin_is_wrong {
                        self.structure_error(StructureError::EndNameMismatch, range);
                    }
                }
                _ => {}
            }
        } else if self.swallowed_marker {
            // That error is sufficient.
        } else if let Some(index) = self.damaged_end {
            self.structure_error(StructureError::MisspelledEnd, self.lines[index].content());
        } else if !self.conditionals.has_flat_directive(begin..stop) {
            if stop < limit {
                self.structure_error(StructureError::NotClosedBeforeBegin, self.lines[stop].content());
            } else {
                self.structure_error(StructureError::NotClosedAtEnd, line.content());
            }
        }
        self.out.end();
        if closed { stop + 1 } else { body_end }
    }

    /// Writes `Begin NAME ...` or `End NAME ...`; returns the range of the name.
    fn marker_line(&mut self, line: &Line, keyword: crate::SyntaxKind) -> Option<Range<usize>> {
        let content = line.content();
        self.out.token(WHITESPACE, content.start);
        let mut name = None;
        self.line_content(line, |parser| {
            let length = if keyword == BEGIN_KW { "begin".len() } else { "end".len() };
            parser.bump(keyword, length);
            parser.blanks();
            if !parser.at_end() {
                let start = parser.position();
                parser.bump_while(SECTION_NAME, |byte| !value::blank(byte));
                name = Some(start..parser.position());
            }
            parser.blanks();
            parser.bump_rest(IGNORED_TEXT);
        });
        self.tail(line);
        // On a joined line, clean offsets differ from those of the file, so the name is not looked up.
        name.filter(|_| !line.joined)
    }

    /// The last line of an unclosed section, if it is a misspelled `End`.
    fn damaged_end(&self, lines: Range<usize>, name: Option<&str>) -> Option<usize> {
        let last = lines.rev().find(|&index| self.lines[index].class == LineClass::Text)?;
        recovery::is_damaged_end(&self.out.text()[self.lines[last].content()], name?).then_some(last)
    }

    /// Determines the form of the lines of a section, and reports a form that LSF does not accept there.
    fn body_of(&mut self, spec: Option<&'static SectionSpec>, begin: usize, end: usize, closed: bool) -> Body {
        let is_text = |index: &usize| self.lines[*index].class == LineClass::Text && self.damaged_end != Some(*index);
        let text = self.out.text();
        let has_equals = |index: usize| text.as_bytes()[self.lines[index].content()].contains(&b'=');
        // A template that replaces a whole line does not determine the form of the section.
        let is_filled_in = |index: &usize| text[self.lines[*index].content()].starts_with("{{") && !has_equals(*index);
        let mut texts = (begin + 1..end).filter(|it| is_text(it) && !is_filled_in(it));
        let Some(first) = texts.next() else {
            let elsewhere = |index: usize| match self.lines[index].class {
                LineClass::Template | LineClass::Directive(DirectiveKind::Include) => true,
                _ => is_text(&index),
            };
            let filled_elsewhere = (begin + 1..end).any(elsewhere);
            // For an unclosed section, that error is sufficient.
            if closed && !filled_elsewhere && !self.conditionals.has_flat_directive(begin..end) {
                self.structure_error(StructureError::EmptySection, self.lines[begin].content());
            }
            return Body { spec, layout: BodyLayout::Keyed, judged: spec.is_some() };
        };
        let looks_keyed = has_equals(first);
        let keyed = match spec.map(|it| it.layout) {
            Some(Layout::Keyed) => looks_keyed || texts.any(has_equals),
            Some(Layout::Tabular) => looks_keyed && texts.next().is_none_or(has_equals),
            Some(Layout::Flat) => return Body { spec, layout: BodyLayout::Loose, judged: true },
            Some(Layout::Either) | None => looks_keyed,
        };
        let error = match spec.map(|it| it.layout) {
            Some(Layout::Keyed) if !looks_keyed => Some(StructureError::TableWhereKeyed),
            Some(Layout::Tabular) if looks_keyed => Some(StructureError::KeyedWhereTable),
            _ => None,
        };
        if let Some(error) = error {
            self.structure_error(error, self.lines[first].content());
        }
        let layout = if keyed { BodyLayout::Keyed } else { BodyLayout::Tabular(None) };
        Body { spec, layout, judged: spec.is_some() && error.is_none() }
    }

    /// Writes the lines between `Begin` and `End`.
    fn body(&mut self, range: Range<usize>, body: &mut Body) {
        let mut index = range.start;
        while index < range.end {
            let line = self.lines[index];
            match line.class {
                LineClass::Blank | LineClass::Template => self.trivia_line(&line),
                LineClass::Directive(directive) => match self.conditionals.block(index, directive) {
                    Some(block) => {
                        let marks = block.marks.clone();
                        self.conditional(&marks, |it, lines| it.body(lines, body));
                        index = marks[marks.len() - 1];
                    }
                    None => self.directive(&line, directive),
                },
                _ if self.damaged_end == Some(index) => self.loose_line(&line),
                _ => match body.layout {
                    BodyLayout::Keyed => self.keyed_line(index, body),
                    BodyLayout::Tabular(_) => self.table_line(&line, body),
                    BodyLayout::Loose => self.loose_line(&line),
                },
            }
            index += 1;
        }
    }

    /// Writes a line as separate words.
    fn loose_line(&mut self, line: &Line) {
        self.out.start(LOOSE_LINE);
        self.out.token(WHITESPACE, line.content_start as usize);
        self.line_content(line, |parser| {
            while !parser.at_end() {
                parser.bump_while(WORD, |byte| !value::blank(byte));
                parser.blanks();
            }
        });
        self.tail(line);
        self.out.end();
    }

    /// Writes a blank line, a comment line or a template statement.
    fn trivia_line(&mut self, line: &Line) {
        if line.class == LineClass::Template {
            self.out.token(WHITESPACE, line.content_start as usize);
            self.out.token(TEMPLATE, line.content_end as usize);
        }
        self.tail(line);
    }

    /// Runs a parser on the content of a line, joined or not.
    fn line_content(&mut self, line: &Line, grammar: impl FnOnce(&mut ValueParser<'_, '_>)) {
        let content = line.content();
        if line.joined {
            let joined = Joined::new(self.out.text(), content, self.family);
            let mut parser = ValueParser::joined(self.out, &joined).marked(line.marks);
            let end = parser.end_position();
            parser.within(end, |it| grammar(it));
        } else {
            let mut parser = ValueParser::plain(self.out, content.clone()).marked(line.marks);
            parser.within(content.end, |it| grammar(it));
        }
    }

    fn trim_blank(&self, from: usize, to: usize) -> usize {
        (from..to).rev().find(|&index| self.lines[index].class != LineClass::Blank).map_or(from, |index| index + 1)
    }

    fn structure_error(&mut self, error: StructureError, range: Range<usize>) {
        self.out.error(ErrorKind::Structure(error), range);
    }
}
