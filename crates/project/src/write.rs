//! Writes files atomically.
//!
//! The new text is written to a file next to the old one, flushed to the disk, given the mode and the owner of the old
//! file, and renamed over it. A process that reads the file meanwhile, such as LSF, sees either the old or the new
//! text. A symbolic link is kept: its target is replaced. Access control lists and other attributes are not copied.

use std::fs::{File, Metadata};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::error::{Cause, Problem};
use crate::read::{Decoded, Encoding, read_file};

/// A file and its new text, not written yet.
#[derive(Debug)]
pub struct Rewritten {
    /// Its absolute path.
    pub path: PathBuf,
    /// Its path in reports.
    pub shown: Arc<str>,
    /// The text that was read.
    pub before: Decoded,
    /// The new text; may be unchanged.
    pub after: Arc<str>,
}

impl Rewritten {
    /// Whether the new text differs from the old one.
    pub fn differs(&self) -> bool {
        self.before.text != self.after
    }

    /// The new text in the encoding of the file.
    pub fn bytes(&self) -> Vec<u8> {
        encode(&self.after, self.before.encoding)
    }

    /// Writes the new text atomically. Does nothing if the text is unchanged.
    ///
    /// # Errors
    /// The file was modified since it was read, is read-only, has an owner that cannot be preserved, or cannot be
    /// written. In each case it is unchanged.
    pub fn write(&self) -> Result<(), Problem> {
        if !self.differs() {
            return Ok(());
        }
        let failed = |cause| Problem::at(&*self.shown, cause);
        let problem = |source| failed(Cause::Unwritable(source));
        let real = self.path.canonicalize().map_err(problem)?;
        let metadata = real.metadata().map_err(problem)?;
        if metadata.permissions().readonly() {
            return Err(failed(Cause::ReadOnly));
        }
        let folder = real.parent().unwrap_or(Path::new("/"));
        let mut file = tempfile::Builder::new().prefix(".lsflint-").tempfile_in(folder).map_err(problem)?;
        file.write_all(&self.bytes()).map_err(problem)?;
        keep_owner(file.as_file(), &metadata).map_err(|()| failed(Cause::Owner))?;
        file.as_file().set_permissions(metadata.permissions()).map_err(problem)?;
        file.as_file().sync_all().map_err(problem)?;
        // As late as possible, to keep changes by other programs. If the file already has the new text, there is
        // nothing to do.
        let now = read_file(&real, &self.shown)?;
        if now != self.before {
            return if now.text == self.after { Ok(()) } else { Err(failed(Cause::Changed)) };
        }
        file.persist(&real).map_err(|it| problem(it.error))?;
        Ok(())
    }
}

/// Writes a new file atomically. An existing file is not replaced. `shown` is its path in messages.
///
/// # Errors
/// The file exists, or the operating system cannot write it.
pub fn write_new_file(path: &Path, shown: &str, text: &str) -> Result<(), Problem> {
    let fail = |source| Problem::at(shown, Cause::Unwritable(source));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".lsflint-");
    // Like any new file: readable for everyone that the umask allows.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(path.parent().unwrap_or(path)).map_err(fail)?;
    file.write_all(text.as_bytes()).map_err(fail)?;
    file.as_file().sync_all().map_err(fail)?;
    file.persist_noclobber(path).map_err(|it| fail(it.error))?;
    Ok(())
}

/// Encodes a text for writing.
pub fn encode(text: &str, encoding: Encoding) -> Vec<u8> {
    match encoding {
        // A text with characters beyond Latin-1 cannot have been read as Latin-1.
        Encoding::Latin1 if text.chars().all(|it| u32::from(it) < 256) => text.chars().map(|it| it as u8).collect(),
        _ => text.as_bytes().to_vec(),
    }
}

#[cfg(unix)]
fn keep_owner(file: &File, old: &Metadata) -> Result<(), ()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let new = file.metadata().map_err(|_| ())?;
    if (new.uid(), new.gid()) == (old.uid(), old.gid()) {
        return Ok(());
    }
    fchown(file, Some(old.uid()), Some(old.gid())).map_err(|_| ())
}

#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps, reason = "elsewhere it can fail")]
fn keep_owner(_: &File, _: &Metadata) -> Result<(), ()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use lsflint_test_support::Scratch;

    use super::*;

    fn read(path: &Path) -> Decoded {
        read_file(path, "it").expect("a file of ours")
    }

    fn replace_file(path: &Path, before: Decoded, after: &str) -> Result<(), Problem> {
        Rewritten { path: path.to_owned(), shown: "it".into(), before, after: after.into() }.write()
    }

    #[test]
    fn the_text_is_replaced_and_nothing_else_is_left() {
        let scratch = Scratch::with(&[("lsb.queues", "a\n")]);
        let path = scratch.path().join("lsb.queues");
        replace_file(&path, read(&path), "b\n").expect("a file of ours");
        assert_eq!(fs::read(&path).expect("a file"), b"b\n");
        assert_eq!(fs::read_dir(scratch.path()).expect("a folder").count(), 1);
    }

    #[test]
    fn a_new_file_takes_no_place() {
        let scratch = Scratch::with(&[("lsflint.toml", "ignore = []\n")]);
        let path = scratch.path().join("lsflint.toml");
        assert!(write_new_file(&path, "lsflint.toml", "new").is_err());
        assert_eq!(fs::read_to_string(&path).ok().as_deref(), Some("ignore = []\n"));
        let other = scratch.path().join("other.toml");
        write_new_file(&other, "other.toml", "new").unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(fs::read_to_string(&other).ok().as_deref(), Some("new"));
    }

    #[test]
    fn bytes_that_were_latin_1_stay_latin_1() {
        let scratch = Scratch::new();
        let path = scratch.write("lsb.queues", b"\xE4 b\r\n");
        replace_file(&path, read(&path), "ä  b\r\n").expect("a file of ours");
        assert_eq!(fs::read(&path).expect("a file"), b"\xE4  b\r\n");
    }

    #[test]
    fn what_somebody_else_wrote_meanwhile_stays() {
        let scratch = Scratch::with(&[("lsb.queues", "a\n")]);
        let path = scratch.path().join("lsb.queues");
        let before = read(&path);
        fs::write(&path, "theirs\n").expect("a file of ours");
        let problem = replace_file(&path, before, "b\n").expect_err("it changed");
        assert!(problem.to_string().contains("modified"), "{problem}");
        assert_eq!(fs::read(&path).expect("a file"), b"theirs\n");
        assert_eq!(fs::read_dir(scratch.path()).expect("a folder").count(), 1, "no trace of the attempt");
    }

    #[cfg(unix)]
    #[test]
    fn mode_and_links_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let scratch = Scratch::with(&[("real", "a\n")]);
        let (real, link) = (scratch.path().join("real"), scratch.path().join("lsb.queues"));
        fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).expect("our own file");
        symlink("real", &link).expect("a link");
        replace_file(&link, read(&link), "b\n").expect("a file of ours");
        assert!(link.symlink_metadata().expect("a link").is_symlink());
        assert_eq!(fs::read(&real).expect("a file"), b"b\n");
        assert_eq!(real.metadata().expect("a file").permissions().mode() & 0o777, 0o640);
        fs::set_permissions(&real, fs::Permissions::from_mode(0o440)).expect("our own file");
        let problem = replace_file(&link, read(&link), "c\n").expect_err("it is read-only");
        assert!(problem.to_string().contains("read-only"), "{problem}");
        assert_eq!(fs::read(&real).expect("a file"), b"b\n");
    }
}
