//! Parses `KEY = value` lines of sections and `NAME=VALUE` lines of lsf.conf.

use lsflint_spec::{Grammar, LexerFamily, ParamSpec, SectionSpec};

use super::{Body, FileParser, recovery};
use crate::SyntaxKind::*;
use crate::builder::Context;
use crate::error::{ErrorKind, StructureError};
use crate::line::{Line, LineClass, MARK_HIGH, MARK_QUOTE};
use crate::value::{self, ValueParser, blank, is_templated};

impl FileParser<'_, '_> {
    /// Writes a line of a section with `KEY = value` lines.
    pub(super) fn keyed_line(&mut self, index: usize, body: &Body) {
        let line = &self.lines[index];
        let context = Context::new(ENTRY, body.spec, body.judged);
        let unread = self.is_unread(index);
        if !unread && self.out.known_node(context, line.end as usize) {
            return;
        }
        let mark = self.out.mark();
        self.out.start(ENTRY);
        self.out.token(WHITESPACE, line.content_start as usize);
        let spec = body.spec;
        let judged = body.judged;
        let mut missing_equals = false;
        self.line_content(line, |parser| missing_equals = !entry(parser, spec, judged, unread));
        // A template may provide the `=`.
        if missing_equals && judged && !is_templated(&self.out.text()[line.content()]) {
            self.structure_error(StructureError::MissingEquals, line.content());
        }
        if judged && line.marks & MARK_QUOTE != 0 {
            self.cut_quotes(line);
        }
        self.swallowed_lines(line, spec);
        self.tail(line);
        self.out.end();
        if !unread {
            self.out.remember(context, mark);
        }
    }

    /// Whether the value of a line need not be read. An outline says of all lines next to an empty line whether they
    /// have an error, because a formatter keeps the empty lines between two of them.
    fn is_unread(&self, index: usize) -> bool {
        let Some(unread) = self.out.unread() else { return false };
        let line = &self.lines[index];
        let bytes = self.out.text().as_bytes();
        let is_empty = |index: usize| {
            let next = self.lines.get(index).filter(|it| it.class == LineClass::Blank);
            next.is_some_and(|it| bytes.get(it.content_start as usize) != Some(&b'#'))
        };
        if line.joined || is_empty(index + 1) || index > 0 && is_empty(index - 1) {
            return false;
        }
        let content = &self.out.text()[line.content()];
        let equals = content.bytes().position(|byte| byte == b'=');
        equals.is_some_and(|at| unread(content[at + 1..].trim_start_matches([' ', '\t'])))
    }

    /// Writes a `NAME=VALUE` line.
    pub(super) fn conf_line(&mut self, line: &Line) {
        self.out.start(ENTRY);
        self.out.token(WHITESPACE, line.content_start as usize);
        let spec = self.kind.spec().sections.first();
        self.line_content(line, |parser| conf_entry(parser, spec));
        self.swallowed_lines(line, spec);
        self.tail(line);
        self.out.end();
    }

    /// Reports a `#` in quotes that starts a comment, and a comment that is hidden by a quote.
    pub(super) fn cut_quotes(&mut self, line: &Line) {
        let content = line.content();
        let text = self.out.text();
        if text[content.clone()].bytes().filter(|&byte| byte == b'"').count() % 2 == 0 {
            return;
        }
        match self.family {
            LexerFamily::Batch => {
                let rest = &text[content.end..line.end as usize];
                let hash = rest.len() - rest.trim_start_matches([' ', '\t']).len();
                if rest[hash..].starts_with('#') && rest[hash..].contains('"') {
                    let at = content.end + hash;
                    self.structure_error(StructureError::CommentInsideQuotes, at..at + 1);
                }
            }
            LexerFamily::Base | LexerFamily::Conf => {
                let quote = content.start + text[content.clone()].rfind('"').unwrap_or_default();
                if text[quote..content.end].contains('#') {
                    self.structure_error(StructureError::QuoteHidesComment, quote..quote + 1);
                }
            }
        }
    }

    /// Reports lines that a continuation appended although they look like separate lines.
    pub(super) fn swallowed_lines(&mut self, line: &Line, spec: Option<&'static SectionSpec>) {
        if !line.continued {
            return;
        }
        let content = line.content();
        let text = self.out.text();
        let mut from = content.start;
        while let Some(newline) = text[from..content.end].find('\n') {
            let physical_end = from + newline;
            let head = &text[from..physical_end];
            let backslash = from + super::trim_end(head).len();
            if backslash < from + head.trim_end_matches('\r').len() {
                self.structure_error(StructureError::BlankAfterContinuation, backslash - 1..physical_end);
            }
            from = physical_end + 1;
            let rest = text[from..content.end].trim_start_matches([' ', '\t']);
            let start = content.end - rest.len();
            let word = &rest[..rest.find(|it: char| it.is_ascii_whitespace() || it == '=').unwrap_or(rest.len())];
            let after = rest[word.len()..].trim_start_matches([' ', '\t']);
            let marker = word.eq_ignore_ascii_case("begin") || word.eq_ignore_ascii_case("end");
            let key = after.starts_with('=') && spec.is_some_and(|it| it.param(word).is_some());
            if marker && !after.starts_with('=') || key && !after.starts_with("==") {
                self.swallowed_marker |= marker;
                self.structure_error(StructureError::ContinuationSwallowsLine, start..start + word.len());
            }
        }
    }
}

/// Parses key, equals sign and value. Returns false without an equals sign.
///
/// `judged`: whether errors are reported, because LSF reads the section. `unread`: whether the value is not read.
fn entry(parser: &mut ValueParser<'_, '_>, section: Option<&'static SectionSpec>, judged: bool, unread: bool) -> bool {
    let line_start = parser.position();
    let key_length = parser.count_while(|byte| !blank(byte) && byte != b'=');
    let key = &parser.rest()[..key_length];
    // Of a value that is not read only the characters matter.
    let is_known = !unread || parser.may_hold(MARK_HIGH);
    let param = section.filter(|_| is_known).and_then(|it| it.param(key));
    if judged {
        lookalike(parser, param);
    }
    parser.bump(KEY, key_length);
    // The equals sign is usually near, so a byte loop is faster than a search for long texts.
    let Some(equals) = parser.rest().bytes().position(|byte| byte == b'=') else {
        parser.blanks();
        parser.bump_rest(ERROR_TEXT);
        return false;
    };
    if judged && key_length == 0 {
        parser.error(ErrorKind::Structure(StructureError::MissingName), line_start..parser.end_position());
    }
    parser.blanks();
    let equals_at = line_start + key_length + equals;
    if parser.position() < equals_at {
        let lost = super::trim_end(&parser.rest()[..equals_at - parser.position()]).len();
        let start = parser.position();
        parser.bump(IGNORED_TEXT, lost);
        if judged {
            parser.error(ErrorKind::Structure(StructureError::TextBeforeEquals), start..start + lost);
        }
        parser.blanks();
    }
    parser.bump(EQUALS, 1);
    parser.blanks();
    second_equals(parser, judged);
    if parser.at_end() {
        if judged && key_length > 0 {
            parser.error(ErrorKind::Structure(StructureError::EmptyValue), line_start..parser.position());
        }
        return true;
    }
    parser.start(VALUE);
    if unread {
        parser.bump_rest(TEXT);
    } else {
        keyed_value(parser, param);
    }
    parser.end();
    true
}

/// Skips the second sign of `KEY == value`, which LSF reads as a part of the value.
fn second_equals(parser: &mut ValueParser<'_, '_>, judged: bool) {
    if parser.peek() != Some(b'=') {
        return;
    }
    let start = parser.position();
    parser.bump(IGNORED_TEXT, parser.count_while(|byte| byte == b'='));
    if judged {
        parser.error(ErrorKind::Structure(StructureError::DoubledEquals), start..parser.position());
    }
    parser.blanks();
}

/// Reports the first lookalike character of a line. Free text may contain any character.
fn lookalike(parser: &mut ValueParser<'_, '_>, param: Option<&'static ParamSpec>) {
    if !parser.may_hold(MARK_HIGH) {
        return;
    }
    let text = parser.rest();
    let equals = text.find('=').unwrap_or(text.len());
    let judged = if param.is_none_or(|it| is_free_text(it.grammar)) { &text[..equals] } else { text };
    if let Some(range) = recovery::lookalike(judged) {
        let at = parser.position();
        parser.error(ErrorKind::Structure(StructureError::Lookalike), at + range.start..at + range.end);
    }
}

/// Whether values of the grammar may contain any character.
pub(crate) fn is_free_text(grammar: Grammar) -> bool {
    matches!(grammar, Grammar::Text | Grammar::Command | Grammar::Any)
}

/// Parses the value of a keyed line: an unset mark, a literal, a parenthesized text, or the grammar of the parameter.
fn keyed_value(parser: &mut ValueParser<'_, '_>, param: Option<&'static ParamSpec>) {
    let grammar = param.map_or(Grammar::Any, |it| it.grammar);
    let whole =
        matches!(grammar, Grammar::ResReq | Grammar::Condition | Grammar::Text | Grammar::Command | Grammar::Any);
    if unset(parser) || literal(parser, param) {
        return;
    }
    if whole || parser.peek() != Some(b'(') {
        value::parse_value(parser, grammar);
        return;
    }
    // LSF removes the first parenthesis and ignores everything from the last one on.
    let start = parser.position();
    let close = parser.rest().rfind(')').map(|at| start + at);
    parser.bump(L_PAREN, 1);
    match close {
        Some(close) => {
            parser.within(close, |it| value::parse_value(it, grammar));
            parser.bump(R_PAREN, 1);
            parser.blanks();
            let rest = parser.position()..parser.end_position();
            if !rest.is_empty() {
                parser.error(ErrorKind::Structure(StructureError::TextAfterParenthesis), rest);
                parser.bump_rest(IGNORED_TEXT);
            }
        }
        None => {
            parser.error(ErrorKind::Structure(StructureError::UnclosedParenthesis), start..start + 1);
            value::parse_value(parser, grammar);
        }
    }
}

/// Parses a lone `-` or `()`.
pub(super) fn unset(parser: &mut ValueParser<'_, '_>) -> bool {
    let rest = parser.rest();
    let trimmed = rest.trim_ascii_end();
    let inner = trimmed.strip_prefix('(').and_then(|it| it.strip_suffix(')'));
    let found = trimmed == "-" || inner.is_some_and(|it| it.bytes().all(blank));
    if found {
        parser.bump(UNSET, trimmed.len());
        parser.blanks();
    }
    found
}

/// Parses a word that the parameter accepts in addition to its grammar.
pub(super) fn literal(parser: &mut ValueParser<'_, '_>, param: Option<&'static ParamSpec>) -> bool {
    let Some(param) = param.filter(|it| !it.literals.is_empty()) else { return false };
    let word = parser.rest().trim_ascii_end();
    let found = param.literals.iter().any(|it| it.eq_ignore_ascii_case(word));
    if found {
        parser.bump(WORD, word.len());
        parser.blanks();
    }
    found
}

/// Parses a line of lsf.conf: no whitespace next to the equals sign, values with whitespace in double quotes.
fn conf_entry(parser: &mut ValueParser<'_, '_>, section: Option<&'static SectionSpec>) {
    let line_start = parser.position();
    let key_length = parser.count_while(|byte| !blank(byte) && byte != b'=');
    let key = &parser.rest()[..key_length];
    let param = section.and_then(|it| it.param(key));
    lookalike(parser, param);
    let after_key = parser.skip_blanks_from(key_length);
    if parser.rest().as_bytes().get(after_key) != Some(&b'=') {
        if is_templated(parser.rest()) {
            parser.bump_rest(TEMPLATE);
            return;
        }
        let shell =
            matches!(key, "export" | "set" | "setenv" | "unset" | "." | "source" | "if" | "then" | "else" | "fi");
        let error = if shell { StructureError::ShellSyntax } else { StructureError::MissingEquals };
        parser.error(ErrorKind::Structure(error), line_start..parser.end_position());
        if shell {
            parser.bump_rest(ERROR_TEXT);
        } else {
            parser.bump(KEY, key_length);
            parser.blanks();
            parser.bump_rest(ERROR_TEXT);
        }
        return;
    }
    if key_length == 0 {
        parser.error(ErrorKind::Structure(StructureError::MissingName), line_start..parser.end_position());
    }
    parser.bump(KEY, key_length);
    let gap = parser.position();
    let before = parser.blanks();
    parser.bump(EQUALS, 1);
    let after = parser.blanks() && !parser.at_end();
    if (before || after) && key_length > 0 {
        let to = parser.position();
        parser.error(ErrorKind::Structure(StructureError::BlankAroundEquals), gap..to);
    }
    second_equals(parser, true);
    if parser.at_end() {
        return;
    }
    parser.start(VALUE);
    let grammar = param.map_or(Grammar::Any, |it| it.grammar);
    let start = parser.position();
    if parser.peek() == Some(b'"') {
        let close = parser.rest()[1..].find('"').map(|at| start + 1 + at);
        parser.bump(QUOTE, 1);
        let Some(close) = close else {
            parser.error(ErrorKind::Structure(StructureError::UnbalancedQuote), start..start + 1);
            parser.bump_rest(ERROR_TEXT);
            parser.end();
            return;
        };
        parser.within(close, |it| {
            if !literal(it, param) {
                value::parse_value(it, grammar);
            }
        });
        parser.bump(QUOTE, 1);
        if !parser.at_end() && !parser.peek().is_some_and(blank) {
            let glued = parser.position()..parser.position() + parser.count_while(|byte| !blank(byte));
            parser.error(ErrorKind::Structure(StructureError::TextAfterQuote), glued.clone());
            parser.bump(IGNORED_TEXT, glued.len());
        }
    } else if parser.rest().contains("{{") || parser.rest().contains("<%") {
        // Whitespace inside a template placeholder does not separate words.
        parser.bump_rest(TEMPLATE);
    } else {
        let word = parser.count_while(|byte| !blank(byte));
        let quotes = parser.rest()[..word].bytes().filter(|&byte| byte == b'"').count();
        if quotes % 2 == 1 {
            let at = start + parser.rest()[..word].find('"').unwrap_or(0);
            parser.error(ErrorKind::Structure(StructureError::UnbalancedQuote), at..at + 1);
            parser.bump_rest(ERROR_TEXT);
            parser.end();
            return;
        }
        parser.within(start + word, |it| {
            if !literal(it, param) {
                value::parse_value(it, grammar);
            }
        });
    }
    parser.blanks();
    if !parser.at_end() {
        let rest = parser.position()..parser.end_position();
        parser.error(ErrorKind::Structure(StructureError::UnquotedSecondWord), rest);
        parser.bump_rest(ERROR_TEXT);
    }
    parser.end();
}
