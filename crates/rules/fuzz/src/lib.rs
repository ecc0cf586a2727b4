//! What the fuzz targets share: reading a kind and a text out of raw bytes.

use lsflint_spec::FileKind;

/// The file kind that the first byte stands for, and the rest as text; bytes that are no UTF-8 are replaced, as when a file is read.
pub fn file(data: &[u8]) -> Option<(FileKind, String)> {
    let (&first, rest) = data.split_first()?;
    let kind = FileKind::ALL[usize::from(first) % FileKind::ALL.len()];
    Some((kind, String::from_utf8_lossy(rest).into_owned()))
}

/// The file kind that the name in the first line stands for, and the rest as text.
pub fn named_file(data: &[u8]) -> Option<(FileKind, String)> {
    let end = data.iter().position(|it| *it == b'\n')?;
    let kind = FileKind::from_name(&String::from_utf8_lossy(&data[..end]))?;
    Some((kind, String::from_utf8_lossy(&data[end + 1..]).into_owned()))
}
