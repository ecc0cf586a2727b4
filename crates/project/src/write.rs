//! Writes files atomically.
//!
//! The new text is written to a file next to the old one, flushed to the disk, given the mode and the owner of the old
//! file, and renamed over it. A process that reads the file meanwhile, such as LSF, sees either the old or the new
//! text. A symbolic link is kept: its target is replaced. Access control lists and other extended attributes are
//! copied, and a file with hard links is refused. A process that is killed leaves the new file behind; the next one
//! that writes into the directory removes it.

use std::fs::{File, Metadata};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tempfile::NamedTempFile;

use crate::disk::read_file;
use crate::error::{Cause, Problem};
use crate::paths::folder_of;
use crate::read::{Decoded, Encoding};
use crate::request::Request;

impl Request {
    /// Writes a file that the request led to, as [`Rewritten::write`].
    ///
    /// # Errors
    /// Those of [`Rewritten::write`], and if only a link to a directory elsewhere leads to the file: a tree of a
    /// stranger must not change what is outside of it.
    pub fn write(&self, file: &Rewritten) -> Result<(), Problem> {
        if file.differs() && self.leads_out(&file.path) {
            return Err(Problem::at(&*file.shown, Cause::LeadsOut));
        }
        file.write()
    }

    /// Whether the directory of a file, without links, is outside of the arguments.
    fn leads_out(&self, path: &Path) -> bool {
        let is_given = |it: &PathBuf| self.paths.absolute(it) == path;
        let folder = folder_of(path).canonicalize().ok().filter(|_| !self.arguments.iter().any(is_given));
        let Some(folder) = folder else { return false };
        let is_around = |argument: &PathBuf| {
            let argument = self.paths.absolute(argument);
            let given = if argument.is_dir() { &argument } else { folder_of(&argument) };
            given.canonicalize().is_ok_and(|it| folder.starts_with(it))
        };
        !self.arguments.iter().any(is_around)
    }
}

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
        if hard_links(&metadata) > 1 {
            return Err(failed(Cause::HardLinks(hard_links(&metadata))));
        }
        let folder = real.parent().unwrap_or(Path::new("/"));
        remove_leftovers(folder);
        let mut file = new_file(folder, None).map_err(problem)?;
        file.write_all(&self.bytes()).map_err(problem)?;
        keep_owner(file.as_file(), &metadata).map_err(|()| failed(Cause::Owner))?;
        file.as_file().set_permissions(metadata.permissions()).map_err(problem)?;
        keep_attributes(&real, file.as_file()).map_err(|()| failed(Cause::AccessControlList))?;
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
    // Like any new file: readable for everyone that the umask allows.
    let mut file = new_file(path.parent().unwrap_or(path), Some(0o666)).map_err(fail)?;
    file.write_all(text.as_bytes()).map_err(fail)?;
    file.as_file().sync_all().map_err(fail)?;
    file.persist_noclobber(path).map_err(|it| fail(it.error))?;
    Ok(())
}

const PREFIX: &str = ".lsflint-";
const SUFFIX: &str = ".tmp";
/// The length of the random part of the name of a new file.
const RANDOM: usize = 12;
/// New files that are older than this were left behind by a process that was killed.
const LEFT_BEHIND: Duration = Duration::from_secs(60 * 60);

/// Creates a file next to the one that it will replace.
fn new_file(folder: &Path, mode: Option<u32>) -> std::io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX).rand_bytes(RANDOM);
    #[cfg(unix)]
    if let Some(mode) = mode {
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(mode));
    }
    #[cfg(not(unix))]
    let _ = mode;
    builder.tempfile_in(folder)
}

/// Removes new files that processes left behind when they were killed.
fn remove_leftovers(folder: &Path) {
    let is_ours = |name: &str| {
        let random = name.strip_prefix(PREFIX).and_then(|it| it.strip_suffix(SUFFIX));
        random.is_some_and(|it| it.len() == RANDOM && it.bytes().all(|it| it.is_ascii_alphanumeric()))
    };
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_old = || entry.metadata().ok()?.modified().ok()?.elapsed().ok().map(|it| it > LEFT_BEHIND);
        if entry.file_name().to_str().is_some_and(is_ours) && is_old() == Some(true) {
            // Another process may have been faster, or the file may belong to somebody else.
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

#[cfg(unix)]
fn hard_links(metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(metadata)
}

#[cfg(not(unix))]
fn hard_links(_: &Metadata) -> u64 {
    1
}

/// The extended attribute that has the access control list of a file on Linux.
#[cfg(unix)]
const ACCESS_CONTROL_LIST: &str = "system.posix_acl_access";

/// Copies the extended attributes. Only the loss of an access control list is an error: others, such as the security
/// context, may be reserved to the system, which sets them itself.
#[cfg(unix)]
fn keep_attributes(from: &Path, to: &File) -> Result<(), ()> {
    use xattr::FileExt;
    for name in xattr::list(from).into_iter().flatten() {
        let value = xattr::get(from, &name).ok().flatten();
        let kept = value.is_some_and(|it| to.set_xattr(&name, &it).is_ok());
        if !kept && name == ACCESS_CONTROL_LIST {
            return Err(());
        }
    }
    Ok(())
}

#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps, reason = "elsewhere it can fail")]
fn keep_attributes(_: &Path, _: &File) -> Result<(), ()> {
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

    #[test]
    fn what_a_killed_process_left_is_removed() {
        let left = ".lsflint-abcdefABCDEF.tmp";
        let kept = [".lsflint-backup", ".lsflint-abcdefABCDE_.tmp", ".lsflint-123456789012.tmp"];
        let scratch = Scratch::with(&[("lsb.queues", "a\n"), (left, "b"), (kept[0], ""), (kept[1], ""), (kept[2], "")]);
        let age = |name: &str, hours: u64| {
            let then = std::time::SystemTime::now() - Duration::from_secs(hours * 60 * 60);
            let file = File::options().write(true).open(scratch.path().join(name)).expect("a file of ours");
            file.set_modified(then).expect("a time");
        };
        [left, kept[0], kept[1]].iter().for_each(|it| age(it, 2));
        let path = scratch.path().join("lsb.queues");
        replace_file(&path, read(&path), "b\n").expect("a file of ours");
        assert!(!scratch.path().join(left).exists());
        assert!(kept.iter().all(|it| scratch.path().join(it).exists()), "files of others, and one in use");
    }

    #[cfg(unix)]
    #[test]
    fn hard_links_are_refused() {
        let scratch = Scratch::with(&[("lsb.queues", "a\n")]);
        let path = scratch.path().join("lsb.queues");
        fs::hard_link(&path, scratch.path().join("other")).expect("a link");
        let problem = replace_file(&path, read(&path), "b\n").expect_err("two names");
        assert!(problem.to_string().contains("2 names"), "{problem}");
        assert_eq!(fs::read(&path).expect("a file"), b"a\n");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn attributes_stay() {
        let scratch = Scratch::with(&[("lsb.queues", "a\n")]);
        let path = scratch.path().join("lsb.queues");
        // user::rw-, user:1:r--, group::r--, mask::r--, other::r--, in the form of the kernel.
        let entries: [(u16, u16, u32); 5] = [(1, 6, !0), (2, 4, 1), (4, 4, !0), (16, 4, !0), (32, 4, !0)];
        let mut list = 2u32.to_le_bytes().to_vec();
        for (tag, mode, id) in entries {
            list.extend(tag.to_le_bytes().into_iter().chain(mode.to_le_bytes()).chain(id.to_le_bytes()));
        }
        let set = |name: &str, value: &[u8]| xattr::set(&path, name, value).is_ok();
        if !set("user.note", b"x") || !set(ACCESS_CONTROL_LIST, &list) {
            eprintln!("no extended attributes here: skipped");
            return;
        }
        replace_file(&path, read(&path), "b\n").expect("a file of ours");
        assert_eq!(xattr::get(&path, "user.note").ok().flatten().as_deref(), Some(&b"x"[..]));
        assert_eq!(xattr::get(&path, ACCESS_CONTROL_LIST).ok().flatten(), Some(list));
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
