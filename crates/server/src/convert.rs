//! Between what the protocol counts and what we count: positions and byte offsets, URIs and paths.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use lsflint_ide::Range;
use ropey::Rope;
use tower_lsp::ls_types::{self as lsp, Position, PositionEncodingKind, Uri};

/// What a column of the protocol counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Encoding {
    Utf8,
    /// What a client means that says nothing.
    #[default]
    Utf16,
    Utf32,
}

impl Encoding {
    /// The client's first that we know.
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
}

/// A text in which positions of the client and our byte offsets find each other. Cheap to clone.
///
/// Lines end at `\n`, `\r\n` and `\r`, as the protocol has it. A position behind the end of its line is the end of the line, one behind
/// the last line the end of the text, one inside a character the start of the character.
#[derive(Debug, Clone)]
pub(crate) struct Positions {
    rope: Rope,
    encoding: Encoding,
}

impl Positions {
    pub(crate) fn new(rope: Rope, encoding: Encoding) -> Positions {
        Positions { rope, encoding }
    }

    /// The byte at a position.
    pub(crate) fn offset(&self, position: Position) -> u32 {
        let rope = &self.rope;
        let line = position.line as usize;
        if line >= rope.len_lines() {
            return rope.len_bytes() as u32;
        }
        let text = rope.line(line);
        let column = position.character as usize;
        let end = text.len_chars() - line_end(text);
        let column = match self.encoding {
            Encoding::Utf8 => text.byte_to_char(column.min(text.len_bytes())),
            Encoding::Utf16 => text.utf16_cu_to_char(column.min(text.len_utf16_cu())),
            Encoding::Utf32 => column,
        };
        (rope.line_to_byte(line) + text.char_to_byte(column.min(end))) as u32
    }

    /// The position of a byte.
    pub(crate) fn position(&self, offset: u32) -> Position {
        let rope = &self.rope;
        let offset = (offset as usize).min(rope.len_bytes());
        let line = rope.byte_to_line(offset);
        let start = rope.line_to_byte(line);
        let text = rope.line(line);
        let column = match self.encoding {
            Encoding::Utf8 => text.char_to_byte(text.byte_to_char(offset - start)),
            Encoding::Utf16 => text.char_to_utf16_cu(text.byte_to_char(offset - start)),
            Encoding::Utf32 => text.byte_to_char(offset - start),
        };
        Position::new(line as u32, column as u32)
    }

    /// The bytes of a range. A range that ends before it starts is read from its end.
    pub(crate) fn bytes(&self, range: lsp::Range) -> Range {
        let (start, end) = (self.offset(range.start), self.offset(range.end));
        Range { start: start.min(end), end: start.max(end) }
    }

    /// The range of bytes.
    pub(crate) fn range(&self, range: impl Into<Range>) -> lsp::Range {
        let range = range.into();
        lsp::Range::new(self.position(range.start), self.position(range.end))
    }
}

/// How many characters of a line are its end.
fn line_end(line: ropey::RopeSlice<'_>) -> usize {
    let count = line.len_chars();
    match line.get_char(count.wrapping_sub(1)) {
        Some('\n') if line.get_char(count.wrapping_sub(2)) == Some('\r') => 2,
        Some('\n' | '\r') => 1,
        _ => 0,
    }
}

/// The path under which the rest of the house knows a document.
///
/// A file has its own path. A buffer that was never saved has one that does not exist: a folder of its own, so that it has no
/// neighbours, and in it the name that tells what kind of file the editor takes it for.
pub(crate) fn path_of(uri: &Uri, kind: Option<&str>) -> PathBuf {
    if uri.scheme().as_str().eq_ignore_ascii_case("file")
        && let Some(path) = uri.to_file_path()
        && path.is_absolute()
    {
        return path.into_owned();
    }
    let name = uri.path().decode().to_string_lossy().replace(['/', '\\'], "_");
    let folder = PathBuf::from(if cfg!(windows) { "\\" } else { "/" }).join(format!("{}:{name}", uri.scheme()));
    folder.join(kind.unwrap_or(&name))
}

/// Whether a document lies on the disk.
pub(crate) fn is_file(uri: &Uri) -> bool {
    uri.scheme().as_str().eq_ignore_ascii_case("file")
}

/// The URI of a path.
pub(crate) fn uri_of(path: &Path) -> Option<Uri> {
    if !path.is_absolute() {
        return None;
    }
    Uri::from_file_path(path)
}

/// The kind of file that the language of a document names: `lsb-queues`, `lsb_queues` and `lsb.queues` are lsb.queues.
pub(crate) fn kind_of_language(language: &str) -> Option<&'static str> {
    let language = language.replace(['-', '_'], ".");
    lsflint_spec::FileKind::ALL
        .into_iter()
        .map(lsflint_spec::FileKind::name)
        .find(|it| it.eq_ignore_ascii_case(&language))
}

/// A web address, if it is one.
pub(crate) fn web(address: &str) -> Option<Uri> {
    Uri::from_str(address).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every column of the text there and back, in all encodings.
    #[track_caller]
    fn check(text: &str, position: (u32, u32), encoding: Encoding, offset: u32) {
        let positions = Positions::new(Rope::from_str(text), encoding);
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
        let positions = Positions::new(Rope::from_str("abc\ndef"), Encoding::Utf8);
        let range = lsp::Range::new(Position::new(1, 1), Position::new(0, 1));
        assert_eq!(positions.bytes(range), Range { start: 1, end: 5 });
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
