//! Parses table sections: a header line with columns, then rows.
//!
//! A row is split like LSF does (observed): values are separated by whitespace; one that starts with `(` ends at the
//! first `)` and may contain whitespace; parentheses cannot be nested; text directly after the closing parenthesis is
//! ignored; quotes and brackets do not group.

use std::collections::HashSet;

use lsflint_spec::{ParamSpec, SectionSpec};

use super::entry::{is_free_text, literal, unset};
use super::{Body, BodyLayout, FileParser, recovery};
use crate::SyntaxKind::*;
use crate::builder::Context;
use crate::error::{ErrorKind, StructureError};
use crate::line::{Line, MARK_QUOTE, MARK_TEMPLATE};
use crate::value::{self, ValueParser, blank, is_templated};

/// The columns of a table, in the order of its header line.
pub(super) struct Header {
    columns: Vec<Option<&'static ParamSpec>>,
}

impl FileParser<'_, '_> {
    /// Writes the header or a row of the table.
    pub(super) fn table_line(&mut self, line: &Line, body: &mut Body) {
        let BodyLayout::Tabular(header) = &mut body.layout else { return };
        if header.is_none() && is_templated(&self.out.text()[line.content()]) {
            // The columns are unknown, so rows cannot be checked.
            *header = Some(Header { columns: Vec::new() });
            body.judged = false;
            self.loose_line(line);
            return;
        }

        let is_header = header.is_none();
        match header {
            None => {
                self.out.start(TABLE_HEADER);
                self.out.token(WHITESPACE, line.content_start as usize);
                let mut columns = Vec::new();
                let spec = body.spec;
                self.line_content(line, |parser| {
                    let mut names: HashSet<String> = HashSet::new();
                    while !parser.at_end() {
                        let length = parser.count_while(|byte| !blank(byte));
                        let name = &parser.rest()[..length];
                        let start = parser.position();
                        if let Some(range) = recovery::lookalike(name) {
                            let range = start + range.start..start + range.end;
                            parser.error(ErrorKind::Structure(StructureError::Lookalike), range);
                        }
                        if !names.insert(name.to_ascii_lowercase()) {
                            parser.error(ErrorKind::Structure(StructureError::DuplicateColumn), start..start + length);
                        }
                        columns.push(spec.and_then(|it| it.param(name)));
                        parser.bump(COLUMN_NAME, length);
                        parser.blanks();
                    }
                });
                *header = Some(Header { columns });
            }
            Some(header) => {
                self.out.start(TABLE_ROW);
                self.out.token(WHITESPACE, line.content_start as usize);
                let templated = line.marks & MARK_TEMPLATE != 0 && is_templated(&self.out.text()[line.content()]);
                let judged = body.judged && !templated;
                self.line_content(line, |parser| match templated {
                    true => templated_row(parser),
                    false => row(parser, header, judged),
                });
            }
        }
        if is_header && body.judged {
            self.swallowed_row(line, body.spec);
        }
        if body.judged && line.marks & MARK_QUOTE != 0 {
            self.cut_quotes(line);
        }
        self.swallowed_lines(line, None);
        self.tail(line);
        self.out.end();
    }
}

impl FileParser<'_, '_> {
    /// Reports a continuation that appends the first row to the header: none of its words is a column.
    fn swallowed_row(&mut self, line: &Line, spec: Option<&'static SectionSpec>) {
        let text = &self.out.text()[line.content()];
        let (Some(newline), Some(spec)) = (text.find('\n'), spec) else { return };
        let rest = text[newline..].trim_start_matches(|it: char| u8::try_from(it).is_ok_and(blank));
        let mut words = rest.split_ascii_whitespace().filter(|it| *it != "\\");
        if rest.is_empty() || words.any(|it| spec.param(it).is_some()) {
            return;
        }
        let start = line.content().end - rest.len();
        let length = rest.bytes().take_while(|&byte| !blank(byte)).count();
        self.structure_error(StructureError::ContinuationSwallowsLine, start..start + length);
    }
}

/// Writes a row with a template marker, whose cell boundaries are unknown.
fn templated_row(parser: &mut ValueParser<'_, '_>) {
    while !parser.at_end() {
        parser.start(CELL);
        parser.bump_while(TEMPLATE, |byte| !blank(byte));
        parser.end();
        parser.blanks();
    }
}

/// Writes the values of one row. `judged`: whether errors are reported, because LSF reads the table.
fn row(parser: &mut ValueParser<'_, '_>, header: &Header, judged: bool) {
    let row_start = parser.position();
    let mut found = 0;
    let mut has_lookalike = false;
    let mut surplus = None;
    while !parser.at_end() {
        if found == header.columns.len() {
            surplus = Some(parser.position());
        }
        let param = header.columns.get(found).copied().flatten();
        found += 1;
        let context = Context::new(CELL, param, judged);
        let end = parser.position() + extent(parser);
        if parser.known_node(context, end) {
            parser.blanks();
            continue;
        }
        let mark = parser.mark();
        parser.start(CELL);
        let start = parser.position();
        let closed = cell(parser, param);
        parser.end();
        let has_words = judged && !param.is_none_or(|it| is_free_text(it.grammar));
        match recovery::lookalike(parser.slice(start..parser.position())).filter(|_| has_words) {
            // An unclosed parenthesis is reported below, in each row.
            None if closed.is_ok() => parser.remember(context, mark),
            Some(range) if !has_lookalike => {
                has_lookalike = true;
                let range = start + range.start..start + range.end;
                parser.error(ErrorKind::Structure(StructureError::Lookalike), range);
            }
            _ => {}
        }
        if let Err(open) = closed {
            if judged {
                parser.error(ErrorKind::Structure(StructureError::RowUnclosedParenthesis), open..open + 1);
            }
            return;
        }
        parser.blanks();
    }
    let expected = header.columns.len();
    if !judged || found == expected {
        return;
    }
    let (expected, found) = (saturate(expected), saturate(found));
    let end = parser.end_position();
    match surplus {
        Some(start) => {
            parser.error(ErrorKind::Structure(StructureError::RowTooLong { expected, found }), start..end);
        }
        None => {
            parser.error(ErrorKind::Structure(StructureError::RowTooShort { expected, found }), row_start..end);
        }
    }
}

fn saturate(count: usize) -> u16 {
    u16::try_from(count).unwrap_or(u16::MAX)
}

/// The length of the value at the cursor, with the text that LSF ignores after a parenthesis.
fn extent(parser: &ValueParser<'_, '_>) -> usize {
    let rest = parser.rest();
    let closed = if rest.starts_with('(') { rest.find(')').unwrap_or(rest.len()) } else { 0 };
    closed + rest[closed..].bytes().take_while(|&byte| !blank(byte)).count()
}

/// Writes one value. The error is the offset of an unclosed parenthesis, which ends the row.
fn cell(parser: &mut ValueParser<'_, '_>, param: Option<&'static ParamSpec>) -> Result<(), usize> {
    let start = parser.position();
    if parser.peek() != Some(b'(') {
        let end = start + parser.count_while(|byte| !blank(byte));
        parser.within(end, |it| cell_value(it, param));
        return Ok(());
    }
    let Some(close) = parser.rest().find(')') else {
        parser.bump(L_PAREN, 1);
        parser.bump_rest(ERROR_TEXT);
        return Err(start);
    };
    // Of several consecutive closing parentheses, the last one is used.
    let run = parser.rest()[close..].bytes().take_while(|&byte| byte == b')').count();
    let close = start + close + run - 1;
    if parser.slice(start + 1..close).bytes().all(blank) {
        parser.bump(UNSET, close + 1 - start);
    } else {
        parser.bump(L_PAREN, 1);
        parser.within(close, |it| cell_value(it, param));
        parser.bump(R_PAREN, 1);
    }
    let glued = parser.count_while(|byte| !blank(byte));
    if glued > 0 {
        let at = parser.position();
        parser.error(ErrorKind::Structure(StructureError::TextAfterParenthesis), at..at + glued);
        parser.bump(IGNORED_TEXT, glued);
    }
    Ok(())
}

fn cell_value(parser: &mut ValueParser<'_, '_>, param: Option<&'static ParamSpec>) {
    parser.blanks();
    if unset(parser) || literal(parser, param) {
        return;
    }
    match param {
        Some(param) => value::parse_value(parser, param.grammar),
        None => value::parse_value(parser, lsflint_spec::Grammar::Any),
    }
}
