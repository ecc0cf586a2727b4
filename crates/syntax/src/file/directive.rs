//! Parses directive lines: `#if` blocks, `#define`, `#INCLUDE`.

use std::ops::Range;

use super::{FileParser, trim, trim_end};
use crate::SyntaxKind::*;
use crate::error::StructureError;
use crate::line::{DirectiveKind, Line, LineClass};
use crate::value::{self, ValueParser};

/// The range of the directive keyword of a line, for errors.
pub(super) fn directive_word(text: &str, line: &Line) -> Range<usize> {
    let start = line.content_start as usize;
    let length = text[start..line.end as usize].bytes().take_while(|&byte| !value::blank(byte)).count();
    start..start + length
}

impl FileParser<'_, '_> {
    /// Writes a well-nested `#if` block: `marks` are the lines of its directives, `#endif` last.
    pub(super) fn conditional(&mut self, marks: &[usize], mut contents: impl FnMut(&mut Self, Range<usize>)) {
        self.out.start(CONDITIONAL);
        for pair in marks.windows(2) {
            self.out.start(BRANCH);
            self.directive_at(pair[0]);
            contents(self, pair[0] + 1..pair[1]);
            self.out.end();
        }
        self.directive_at(marks[marks.len() - 1]);
        self.out.end();
    }

    pub(super) fn directive_at(&mut self, index: usize) {
        let line = self.lines[index];
        if let LineClass::Directive(directive) = line.class {
            self.directive(&line, directive);
        }
    }

    /// Writes one directive line.
    pub(super) fn directive(&mut self, line: &Line, directive: DirectiveKind) {
        let text = self.out.text();
        let start = line.content_start as usize;
        let limit = start + trim_end(&text[start..line.end as usize]).len();
        let word = directive_word(text, line);
        // `#if(time ...)`: the keyword ends at the parenthesis.
        let word_end = text[word.clone()].find(['(', '"']).map_or(word.end, |at| word.start + at);
        self.out.start(DIRECTIVE);
        self.out.token(WHITESPACE, start);
        self.out.token(DIRECTIVE_KW, word_end);
        let comment = text[word_end..limit].find('#').map_or(limit, |at| word_end + at);
        let rest = trim(&text[word_end..comment]);
        match directive {
            DirectiveKind::If | DirectiveKind::Elif => {
                if rest.is_empty() {
                    self.structure_error(
                        StructureError::DirectiveWithoutCondition,
                        word_end - (word_end - start)..word_end,
                    );
                }
                self.condition(word_end..comment);
            }
            DirectiveKind::Define => {
                let mut parser = ValueParser::plain(self.out, word_end..comment);
                parser.blanks();
                let has_name = parser.bump_while(NAME, |byte| !value::blank(byte));
                let condition = parser.position()..comment;
                if !has_name || trim(&text[condition.clone()]).is_empty() {
                    self.structure_error(StructureError::IncompleteDefine, start..word_end);
                }
                self.condition(condition);
            }
            DirectiveKind::Include => {
                let mut parser = ValueParser::plain(self.out, word_end..limit);
                parser.blanks();
                let quoted = parser.eat(b'"', QUOTE);
                let length = parser.count_while(|byte| if quoted { byte != b'"' } else { !value::blank(byte) });
                parser.bump(PATH, length);
                let closed = quoted && parser.eat(b'"', QUOTE);
                if !closed || length == 0 {
                    self.structure_error(StructureError::IncludeWithoutPath, start..limit);
                }
            }
            DirectiveKind::Else | DirectiveKind::Endif => {
                let content = word_end + text[word_end..comment].bytes().take_while(|&byte| value::blank(byte)).count();
                self.out.token(WHITESPACE, content);
                self.out.token(IGNORED_TEXT, content + rest.len());
            }
        }
        self.rest_of_line(line);
        self.out.end();
    }

    pub(super) fn condition(&mut self, range: Range<usize>) {
        let text = &self.out.text()[range.clone()];
        let start = range.start + text.bytes().take_while(|&byte| value::blank(byte)).count();
        let end = range.start + trim_end(text).len();
        if start >= end {
            return;
        }
        self.out.token(WHITESPACE, start);
        self.out.start(CONDITION_EXPRESSION);
        let mut parser = ValueParser::plain(self.out, start..end);
        parser.within(end, value::time_expression::expression);
        self.out.end();
    }
}
