//! Converts between the protocol and the other crates, in both directions: positions and byte
//! offsets, URIs and paths, findings and diagnostics.

use std::borrow::Cow;
use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use lsflint_ide::{Range, SymbolKind};
use lsflint_lint::{Diagnostic as Finding, Related, Severity, Tag};
use lsflint_project::ConfigError;
use serde_json::json;
use tower_lsp::ls_types::{
    self as lsp, CodeDescription, DiagnosticSeverity, DiagnosticTag, NumberOrString, Position, PositionEncodingKind,
    Uri,
};

use crate::client::ClientFacts;
use crate::settings::MessageForm;
use crate::text::{LineTable, Text};
use crate::written::{Other, Which};

/// The `source` of every diagnostic, and the name of the server.
pub(crate) const SOURCE: &str = "lsflint";

/// The unit of a column in the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Encoding {
    Utf8,
    /// The default encoding of the protocol.
    #[default]
    Utf16,
    Utf32,
}

impl Encoding {
    /// The first encoding of the client that the server supports.
    pub(crate) fn negotiate(offered: &[PositionEncodingKind]) -> Encoding {
        let known = |kind: &PositionEncodingKind| match kind.as_str() {
            "utf-8" => Some(Encoding::Utf8),
            "utf-16" => Some(Encoding::Utf16),
            "utf-32" => Some(Encoding::Utf32),
            _ => None,
        };
        offered.iter().find_map(known).unwrap_or_default()
    }

    pub(crate) fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
            Encoding::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    /// The number of columns of a character.
    fn columns_of(self, character: char) -> usize {
        match self {
            Encoding::Utf8 => character.len_utf8(),
            Encoding::Utf16 => character.len_utf16(),
            Encoding::Utf32 => 1,
        }
    }

    /// The number of columns of a part of a line.
    fn columns(self, part: &str) -> u32 {
        part.chars().map(|it| self.columns_of(it)).sum::<usize>() as u32
    }
}

/// The byte offset of a position. A position after the end of a line is clamped to it, a position after the last line
/// to the end of the text, a position inside a character to its start.
pub(crate) fn offset(text: &str, lines: &LineTable, position: Position, encoding: Encoding) -> u32 {
    let line = position.line as usize;
    if line >= lines.len() {
        return text.len() as u32;
    }
    let (start, end) = (lines.start(line), lines.end(line, text));
    let column = position.character as usize;
    if encoding == Encoding::Utf8 || lines.is_ascii() {
        return floor(text, (start as usize).saturating_add(column).min(end as usize));
    }
    let mut left = column;
    for (at, character) in text[start as usize..end as usize].char_indices() {
        let columns = encoding.columns_of(character);
        if left < columns {
            return start + at as u32;
        }
        left -= columns;
    }
    end
}

/// The byte range of a range. A range that ends before it starts is reversed.
pub(crate) fn bytes(text: &str, lines: &LineTable, range: lsp::Range, encoding: Encoding) -> Range {
    let offset = |it: Position| offset(text, lines, it, encoding);
    let (start, end) = (offset(range.start), offset(range.end));
    Range { start: start.min(end), end: start.max(end) }
}

/// The offset of the character that contains a byte.
fn floor(text: &str, offset: usize) -> u32 {
    let offset = offset.min(text.len());
    (0..=offset).rev().find(|it| text.is_char_boundary(*it)).unwrap_or_default() as u32
}

/// Converts between positions of the client and byte offsets of a text.
///
/// Converting positions in text order is cheap, even in a very long line.
#[derive(Debug, Clone)]
pub(crate) struct Positions {
    text: Text,
    encoding: Encoding,
    /// The previously requested position.
    last: Cell<Last>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Last {
    offset: u32,
    line: usize,
    column: u32,
}

impl Positions {
    pub(crate) fn new(text: Text, encoding: Encoding) -> Positions {
        Positions { text, encoding, last: Cell::default() }
    }

    /// The byte offset of a position; see [`offset`].
    pub(crate) fn offset(&self, position: Position) -> u32 {
        offset(self.text.text(), self.text.lines(), position, self.encoding)
    }

    /// The byte range of a range; see [`bytes`].
    pub(crate) fn bytes(&self, range: lsp::Range) -> Range {
        bytes(self.text.text(), self.text.lines(), range, self.encoding)
    }

    /// The position of a byte offset.
    pub(crate) fn position(&self, offset: u32) -> Position {
        let (text, lines) = (self.text.text(), self.text.lines());
        let offset = floor(text, offset as usize);
        let last = self.last.get();
        let line = lines.line_at(offset, last.line);
        let start = lines.start(line);
        let column = if self.counts_bytes() {
            offset - start
        } else if last.line == line && last.offset.abs_diff(offset) < offset - start {
            match last.offset <= offset {
                true => last.column + self.columns(last.offset, offset),
                false => last.column - self.columns(offset, last.offset),
            }
        } else {
            self.columns(start, offset)
        };
        self.last.set(Last { offset, line, column });
        Position::new(line as u32, column)
    }

    /// The range of a byte range.
    pub(crate) fn range(&self, range: impl Into<Range>) -> lsp::Range {
        let range = range.into();
        lsp::Range::new(self.position(range.start), self.position(range.end))
    }

    /// The number of columns of a byte range, up to the end of the line.
    pub(crate) fn width(&self, range: Range) -> u32 {
        let lines = self.text.lines();
        let line = lines.line_at(range.start, self.last.get().line);
        let end = if line + 1 < lines.len() { range.end.min(lines.start(line + 1) - 1) } else { range.end };
        let end = end.max(range.start);
        if self.counts_bytes() { end - range.start } else { self.columns(range.start, end) }
    }

    fn counts_bytes(&self) -> bool {
        self.encoding == Encoding::Utf8 || self.text.lines().is_ascii()
    }

    fn columns(&self, from: u32, to: u32) -> u32 {
        self.encoding.columns(self.text.text().get(from as usize..to as usize).unwrap_or_default())
    }
}

/// The path that represents a document in the other crates.
///
/// A file has its own path. An unsaved buffer gets a nonexistent path in a separate directory, so that it has no
/// sibling files, with the file name that belongs to its language ID.
pub(crate) fn path_of(uri: &Uri, kind: Option<&str>) -> PathBuf {
    if uri.scheme().as_str().eq_ignore_ascii_case("file")
        && let Some(path) = uri.to_file_path()
        && is_absolute(&path)
    {
        return path.into_owned();
    }
    let name = uri.path().decode().to_string_lossy().replace(['/', '\\'], "_");
    let folder = PathBuf::from(if cfg!(windows) { "\\" } else { "/" }).join(format!("{}:{name}", uri.scheme()));
    folder.join(kind.unwrap_or(&name))
}

/// Whether a document is a file on the disk.
pub(crate) fn is_file(uri: &Uri) -> bool {
    uri.scheme().as_str().eq_ignore_ascii_case("file")
}

/// The schemes of documents that editors show for reading, an older state of a file (`git`) or a page, and of cells of
/// notebooks.
const VIEWS: [&str; 10] =
    ["git", "gitlens", "gitfs", "review", "fugitive", "diffview", "gitsigns", "http", "https", "vscode-notebook-cell"];

/// Whether a document is only shown, and cannot be changed, or is a part of a file. Findings in it would be those of
/// another state of the file.
pub(crate) fn is_view(uri: &Uri) -> bool {
    VIEWS.iter().any(|it| uri.scheme().as_str().eq_ignore_ascii_case(it))
}

/// The URI of a path.
pub(crate) fn uri_of(path: &Path) -> Option<Uri> {
    if !is_absolute(path) {
        return None;
    }
    #[cfg(target_family = "wasm")]
    let uri = encoded(path);
    #[cfg(not(target_family = "wasm"))]
    let uri = Uri::from_file_path(path);
    uri
}

/// Whether a path is absolute. For WebAssembly, the standard library does not take any path for absolute.
fn is_absolute(path: &Path) -> bool {
    if cfg!(target_family = "wasm") { path.has_root() } else { path.is_absolute() }
}

/// As [`Uri::from_file_path`], which asks the standard library whether a path is absolute.
#[cfg(any(test, target_family = "wasm"))]
fn encoded(path: &Path) -> Option<Uri> {
    use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
    const KEPT: AsciiSet = NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');
    let path = path.to_string_lossy();
    format!("file://{}", utf8_percent_encode(&path, &KEPT)).parse().ok()
}

/// The kind of file of a language ID: `lsb-queues`, `lsb_queues` and `lsb.queues` are lsb.queues.
pub(crate) fn kind_of_language(language: &str) -> Option<&'static str> {
    let language = language.replace(['-', '_'], ".");
    lsflint_spec::FileKind::ALL
        .into_iter()
        .map(lsflint_spec::FileKind::name)
        .find(|it| it.eq_ignore_ascii_case(&language))
}

/// Parses a web URL; `None` if it is not one.
pub(crate) fn web(address: &str) -> Option<Uri> {
    Uri::from_str(address).ok()
}

/// Converts a finding to a diagnostic without range and related places.
pub(crate) fn diagnostic(
    found: &Finding,
    form: MessageForm,
    code_description: Option<CodeDescription>,
) -> lsp::Diagnostic {
    let rule = found.rule;
    lsp::Diagnostic {
        range: lsp::Range::default(),
        severity: Some(severity(found.severity)),
        code: Some(NumberOrString::String(rule.code.into())),
        code_description,
        source: Some(SOURCE.into()),
        message: message(found, form),
        related_information: None,
        tags: Some(rule.tags.iter().copied().filter_map(tag).collect()).filter(|it: &Vec<_>| !it.is_empty()),
        data: Some(json!({"rule": rule.name, "fix": found.fix.as_ref().map(|it| &it.title)})),
    }
}

/// The related places of a finding: file, range and message of each.
pub(crate) fn related<'f>(
    found: &'f Finding,
    form: MessageForm,
    client: &ClientFacts,
) -> Vec<(Other<'f>, Which, Cow<'f, str>)> {
    // What the short message does not say is about the same place.
    let in_related = form == MessageForm::Short && !client.effect_in_hovers();
    let more = in_related.then(|| effect_and_help(found)).into_iter().flatten().map(|it| (None, Which::Own, it));
    let place = |(number, it): (usize, &'f Related)| {
        (it.file.as_deref(), Which::Related(number as u32), Cow::Borrowed(&*it.message))
    };
    more.chain(found.related.iter().enumerate().map(place)).collect()
}

/// The diagnostic that replaces findings beyond the limit.
pub(crate) fn more_findings(count: usize, range: lsp::Range) -> lsp::Diagnostic {
    let findings = if count == 1 { "finding is" } else { "findings are" };
    lsp::Diagnostic {
        range: lsp::Range::new(range.start, range.start),
        severity: Some(DiagnosticSeverity::INFORMATION),
        source: Some(SOURCE.into()),
        message: format!("{count} more {findings} not shown; increase the setting `lsflint.maxProblems` to show them"),
        ..lsp::Diagnostic::default()
    }
}

/// Diagnostics for errors in an lsflint.toml.
pub(crate) fn config_diagnostics(error: &ConfigError, encoding: Encoding) -> Vec<lsp::Diagnostic> {
    let convert = |it: &lsflint_project::ConfigProblem| {
        let columns = |it: char| encoding.columns_of(it);
        let column = |characters: usize| it.excerpt.chars().take(characters).map(columns).sum::<usize>() as u32;
        let line = it.line.saturating_sub(1) as u32;
        let start = it.column.saturating_sub(1);
        lsp::Diagnostic {
            range: lsp::Range::new(Position::new(line, column(start)), Position::new(line, column(start + it.width))),
            severity: Some(DiagnosticSeverity::ERROR),
            code: Some(NumberOrString::String(it.kind.code().into())),
            source: Some(SOURCE.into()),
            message: it.message.clone(),
            ..lsp::Diagnostic::default()
        }
    };
    error.problems.iter().map(convert).collect()
}

fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Info => DiagnosticSeverity::INFORMATION,
        Severity::Hint => DiagnosticSeverity::HINT,
    }
}

fn tag(tag: Tag) -> Option<DiagnosticTag> {
    match tag {
        Tag::Unnecessary => Some(DiagnosticTag::UNNECESSARY),
        Tag::Deprecated => Some(DiagnosticTag::DEPRECATED),
        Tag::LineEnds => None,
    }
}

/// The message on one line; in the full form followed by the effect and the help, one line each.
///
/// Many editors show messages where there is little space: in a list, or at the end of the line.
fn message(found: &Finding, form: MessageForm) -> String {
    let mut message = found.message.clone();
    if form == MessageForm::Full {
        for line in effect_and_help(found) {
            message.push('\n');
            message.push_str(&line);
        }
    }
    message
}

/// What LSF does, and what to write instead, one line each.
fn effect_and_help(found: &Finding) -> impl Iterator<Item = Cow<'_, str>> {
    let help = found.help.as_ref().map(|it| Cow::Owned(format!("help: {it}")));
    found.effect.as_deref().map(Cow::Borrowed).into_iter().chain(help)
}

/// The symbol kind with the best icon; the protocol only has kinds for programming languages.
pub(crate) fn symbol_kind(kind: SymbolKind) -> lsp::SymbolKind {
    match kind {
        SymbolKind::Queue => lsp::SymbolKind::CLASS,
        SymbolKind::Application | SymbolKind::ServiceClass => lsp::SymbolKind::INTERFACE,
        SymbolKind::Host | SymbolKind::User => lsp::SymbolKind::OBJECT,
        SymbolKind::HostGroup | SymbolKind::ComputeUnit | SymbolKind::HostPartition | SymbolKind::UserGroup => {
            lsp::SymbolKind::ARRAY
        }
        SymbolKind::Resource | SymbolKind::Variable => lsp::SymbolKind::VARIABLE,
        SymbolKind::HostType | SymbolKind::HostModel => lsp::SymbolKind::STRUCT,
        SymbolKind::ComputeUnitType => lsp::SymbolKind::ENUM_MEMBER,
        SymbolKind::Cluster => lsp::SymbolKind::NAMESPACE,
        SymbolKind::Limit | SymbolKind::Pool | SymbolKind::SharePolicy => lsp::SymbolKind::PROPERTY,
        SymbolKind::ApsFactor => lsp::SymbolKind::CONSTANT,
        SymbolKind::Rule => lsp::SymbolKind::KEY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn paths_are_encoded_alike() {
        for path in ["/", "/site/lsb.queues", "/a b/#c/lsb.hosts~", "/gr\u{fc}n/%20?"] {
            let path = Path::new(path);
            assert_eq!(encoded(path), Uri::from_file_path(path), "{path:?}");
        }
    }

    /// Every column of the text there and back, in all encodings.
    #[track_caller]
    fn check(text: &str, position: (u32, u32), encoding: Encoding, offset: u32) {
        let positions = Positions::new(Text::new(text), encoding);
        assert_eq!(positions.offset(Position::new(position.0, position.1)), offset, "{encoding:?}");
        for (offset, _) in text.char_indices().chain([(text.len(), ' ')]) {
            let position = positions.position(offset as u32);
            let inside_line_end = text[..offset].ends_with('\r') && text[offset..].starts_with('\n');
            assert!(
                inside_line_end || positions.offset(position) == offset as u32,
                "{encoding:?} {offset} {position:?}"
            );
        }
    }

    #[test]
    fn columns_count_what_was_agreed() {
        let text = "# ä€😀x\n";
        check(text, (0, 11), Encoding::Utf8, 11);
        check(text, (0, 6), Encoding::Utf16, 11);
        check(text, (0, 5), Encoding::Utf32, 11);
    }

    #[test]
    fn inside_a_character_is_its_start() {
        check("ä😀x", (0, 1), Encoding::Utf8, 0);
        check("ä😀x", (0, 2), Encoding::Utf16, 2);
    }

    #[test]
    fn behind_the_end() {
        for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
            check("ab\r\ncd", (0, 99), encoding, 2);
            check("ab\rcd\n", (0, 99), encoding, 2);
            check("ab\ncd", (1, 99), encoding, 5);
            check("ab\ncd", (9, 0), encoding, 5);
            check("", (0, 7), encoding, 0);
        }
    }

    #[test]
    fn other_line_ends_of_unicode_are_no_line_ends() {
        check("a\u{2028}b\u{b}c\u{85}d\ne", (1, 0), Encoding::Utf16, 11);
    }

    #[test]
    fn ranges_from_either_side() {
        let positions = Positions::new(Text::new("abc\ndef"), Encoding::Utf8);
        let range = lsp::Range::new(Position::new(1, 1), Position::new(0, 1));
        assert_eq!(positions.bytes(range), Range { start: 1, end: 5 });
    }

    #[test]
    fn the_order_of_questions_changes_no_position() {
        let text = Text::new("# ä€😀x\r\nab\rc\n\n😀\u{2028}d");
        let offsets: Vec<u32> = (0..=text.text().len() as u32).collect();
        for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
            for first in &offsets {
                for second in &offsets {
                    let positions = Positions::new(text.clone(), encoding);
                    positions.position(*first);
                    let alone = Positions::new(text.clone(), encoding).position(*second);
                    assert_eq!(positions.position(*second), alone, "{encoding:?} {first} {second}");
                }
            }
        }
    }

    #[test]
    fn widths_end_with_the_line() {
        let positions = Positions::new(Text::new("ä😀\rx"), Encoding::Utf16);
        assert_eq!(positions.width(Range { start: 0, end: 6 }), 3);
        assert_eq!(positions.width(Range { start: 0, end: 8 }), 3);
        assert_eq!(positions.width(Range { start: 7, end: 8 }), 1);
    }

    #[track_caller]
    fn check_path(uri: &str, path: &str) {
        assert_eq!(path_of(&Uri::from_str(uri).expect("a URI"), Some("lsb.queues")), Path::new(path));
    }

    #[test]
    #[cfg(unix)]
    fn uris_are_paths() {
        check_path("file:///a%20b/gr%C3%B6%C3%9Fe/lsb.queues", "/a b/größe/lsb.queues");
        check_path("file:///a/%23x%25", "/a/#x%");
        check_path("untitled:Untitled-1", "/untitled:Untitled-1/lsb.queues");
        check_path("vscode-vfs://host/a/lsb.queues", "/vscode-vfs:_a_lsb.queues/lsb.queues");
        for path in ["/a b/größe/lsb.queues", "/x/#a%20?b[1]"] {
            assert_eq!(path_of(&uri_of(Path::new(path)).expect("a URI"), None), Path::new(path));
        }
    }

    #[test]
    fn languages_name_kinds() {
        assert_eq!(kind_of_language("lsb-queues"), Some("lsb.queues"));
        assert_eq!(kind_of_language("lsb.hosts"), Some("lsb.hosts"));
        assert_eq!(kind_of_language("plaintext"), None);
    }

    #[test]
    fn the_first_encoding_that_we_know() {
        let offered = |kinds: &[&str]| {
            let kinds: Vec<_> = kinds.iter().map(|it| PositionEncodingKind::from((*it).to_owned())).collect();
            Encoding::negotiate(&kinds)
        };
        assert_eq!(offered(&["utf-7", "utf-32", "utf-8"]), Encoding::Utf32);
        assert_eq!(offered(&["utf-8", "utf-16"]), Encoding::Utf8);
        assert_eq!(offered(&[]), Encoding::Utf16);
    }
}
