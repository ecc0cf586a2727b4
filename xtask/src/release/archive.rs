//! Reproducible archives: entries are sorted, and owner and date are fixed.

use anyhow::Context;
use flate2::write::GzEncoder;
use flate2::{Compression, GzBuilder};

/// A file in an archive.
pub(super) struct Entry {
    /// The path in the folder of the archive.
    path: String,
    mode: u32,
    bytes: Vec<u8>,
}

/// An executable file.
pub(super) fn program(path: &str, bytes: Vec<u8>) -> Entry {
    Entry { path: path.to_owned(), mode: 0o755, bytes }
}

/// A file that is not executable.
pub(super) fn text(path: &str, bytes: Vec<u8>) -> Entry {
    Entry { path: path.to_owned(), mode: 0o644, bytes }
}

/// The compressed archive; all files are in `folder`.
pub(super) fn pack(folder: &str, mut entries: Vec<Entry>, date: u64) -> anyhow::Result<Vec<u8>> {
    entries.sort_by(|a, b| a.path.cmp(&b.path));
    // By default the header contains the name of the file and the current time.
    let compressor: GzEncoder<Vec<u8>> = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
    let mut archive = tar::Builder::new(compressor);
    for entry in &entries {
        let mut header = tar::Header::new_ustar();
        header.set_size(entry.bytes.len() as u64);
        header.set_mode(entry.mode);
        header.set_mtime(date);
        header.set_uid(0);
        header.set_gid(0);
        let path = format!("{folder}/{}", entry.path);
        archive
            .append_data(&mut header, &path, entry.bytes.as_slice())
            .with_context(|| format!("cannot pack {path}"))?;
    }
    archive.into_inner()?.finish().context("cannot finish the archive")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_in_which_files_come_does_not_matter() {
        let files = || [program("b", b"#!\n".to_vec()), text("a/c", b"text".to_vec())];
        let one = pack("x-1", files().into(), 1_700_000_000).expect("memory can be written");
        let other = pack("x-1", files().into_iter().rev().collect(), 1_700_000_000).expect("memory can be written");
        assert_eq!(one, other);
        let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(one.as_slice()));
        let found: Vec<String> = archive
            .entries()
            .expect("it is an archive")
            .map(|entry| {
                let entry = entry.expect("it is whole");
                let header = entry.header();
                let path = entry.path().expect("it is text").display().to_string();
                let number = |it: std::io::Result<u64>| it.expect("it is a number");
                format!(
                    "{path} {:o} {} {}:{}",
                    header.mode().expect("it is a number"),
                    number(header.mtime()),
                    number(header.uid()),
                    number(header.gid())
                )
            })
            .collect();
        assert_eq!(found, ["x-1/a/c 644 1700000000 0:0", "x-1/b 755 1700000000 0:0"]);
    }
}
