//! Parses texts in selections: quoted, and unquoted ones in a comparison.
//!
//! `hname == host-a` is intended as a name, `mem == swp-a` as a subtraction, depending on the type of the left side.
//! The types of built-in resources are known; for others, a text is recognized only if it cannot be arithmetic, as in
//! `rel == rhel7.4`.

use std::ops::Range;

use lsflint_spec::{ResourceType, builtin_resource};

use super::operand::number;
use super::{Reader, ResReqError, is_name, starts_name};
use crate::SyntaxKind::*;

/// Whether a byte can be part of an unquoted text, if the left side is a string resource.
fn in_text(byte: u8) -> bool {
    is_name(byte) || matches!(byte, b'.' | b'-' | b'/' | b'@' | b'#' | b'%' | b'+' | b'*' | b'?')
}

impl Reader<'_, '_, '_> {
    /// Parses `'text'`, or `"text"`, which LSF does not accept.
    pub(super) fn string_literal(&mut self) {
        let start = self.position();
        let quote = self.peek().unwrap_or(b'\'');
        let Some(length) = self.bytes_from(start + 1).iter().position(|&byte| byte == quote) else {
            self.unbalanced(ResReqError::UnclosedQuote, start);
            self.bump(QUOTE, 1);
            return;
        };
        let range = start..start + length + 2;
        if quote == b'"' {
            self.error(ResReqError::DoubleQuotedString, range.clone());
        }
        let text = self.slice(range.clone());
        if let Some(backslash) = text.find('\\') {
            let escaped = text[backslash + 1..].chars().next().map_or(0, char::len_utf8);
            let at = start + backslash;
            self.error(ResReqError::EscapeInString, at..at + 1 + escaped);
        }
        self.bump(STRING, range.len());
    }

    /// Parses an unquoted text after `name ==` and similar comparisons. Returns false without consuming anything if
    /// there is none, or it may be arithmetic.
    pub(super) fn bare_text(&mut self, left: Range<usize>) -> bool {
        let bytes = self.bytes_from(self.position());
        let Some(&first) = bytes.first() else { return false };
        let plain = bytes.iter().take_while(|&&byte| is_name(byte)).count();
        let behind = bytes.get(plain).copied();
        let digits = first.is_ascii_digit() && bytes[..plain].iter().all(u8::is_ascii_digit);
        if matches!(behind, Some(b'(' | b'[')) || (digits && !behind.is_some_and(in_text)) {
            return false;
        }
        let negative = first == b'-' && bytes.get(1).copied().is_some_and(starts_name);
        if !is_name(first) && !negative {
            return false;
        }
        let builtin = builtin_resource(self.slice(left));
        let length = if builtin.is_some_and(|it| it.kind == ResourceType::String) {
            bytes.iter().take_while(|&&byte| in_text(byte)).count()
        } else if let Some(length) = dotted(bytes) {
            length
        } else {
            return false;
        };
        if bytes.get(length) == Some(&b'[') {
            return false;
        }
        if bytes[..length].iter().any(|&byte| !is_name(byte)) {
            let range = self.ahead(length);
            self.error(ResReqError::BareStringNeedsQuotes, range);
        }
        self.bump(WORD, length);
        true
    }
}

/// The length of a text that cannot be arithmetic: a part between hyphens contains a dot and is not a number.
fn dotted(bytes: &[u8]) -> Option<usize> {
    let length = bytes.iter().take_while(|&&byte| is_name(byte) || matches!(byte, b'.' | b'-')).count();
    let text = &bytes[..length];
    let textual = |part: &[u8]| {
        part.contains(&b'.')
            && number(part).is_none_or(|it| {
                let (digits, unit) = part.split_at(it.length);
                unit.contains(&b'.') || !unit.is_empty() && digits.ends_with(b".")
            })
    };
    text.split(|&byte| byte == b'-').any(textual).then_some(length)
}
