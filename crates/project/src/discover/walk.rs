//! Walks directories for configuration files.

use std::cell::OnceCell;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use ignore::{DirEntry, WalkBuilder};
use lsflint_spec::{ConnectorKind, NOT_READ};

use super::{Discovery, Found, MARKERS};
use crate::config::NAME;
use crate::disk::{DIRECTORY, Disk, Entry, KERNEL};
use crate::error::{Cause, Ignored, Problem};
use crate::group::{EGO, LEVELS};
use crate::kind::{self, MemberKind};
use crate::script::may_be_script;

/// The directory in a configuration directory that has the files of the resource connector.
const CONNECTOR: &str = "resource_connector";

#[derive(Clone, Copy)]
enum Rules {
    /// All files except hidden ones.
    None,
    /// Files that .gitignore and similar files do not exclude.
    Git,
}

impl Discovery<'_> {
    /// Adds all files that LSF reads below a configuration directory.
    pub(super) fn add_base(&mut self, base: &Path) {
        if self.bases.insert(base.to_owned()) {
            self.list(base, Some(1));
            for batch in batch_folders(base, self.disk()) {
                self.list(&batch, Some(LEVELS));
            }
            let ego = Some(base.join(EGO)).filter(|it| self.disk().is_dir(it));
            ego.iter().for_each(|it| self.list(it, Some(LEVELS)));
        }
    }

    /// Adds every configuration file of a directory as context. Returns whether there are any.
    pub(crate) fn add_cluster(&mut self, folder: &Path) -> bool {
        self.walk(folder, Rules::None, None, false);
        let found = self.files().any(|it| it.path.starts_with(folder));
        self.bases.insert(folder.to_owned());
        found
    }

    pub(super) fn list(&mut self, folder: &Path, depth: Option<usize>) {
        if self.listed.contains(folder) {
            return;
        }
        match depth == Some(1) && self.disk().is_real() {
            true => self.list_files(folder),
            false => self.walk(folder, Rules::None, depth, false),
        }
    }

    /// Adds the files of a directory on the disk of this machine, as [`Discovery::walk`] does, which needs three times
    /// as many calls of the system.
    fn list_files(&mut self, folder: &Path) {
        let Some(files) = plain_files(folder) else { return self.walk(folder, Rules::None, Some(1), false) };
        self.listed.insert(folder.to_owned());
        let is_marker = |it: &PathBuf| it.file_name().is_some_and(|name| MARKERS.iter().any(|it| name == *it));
        if !files.iter().any(is_marker) {
            self.has_marker.insert(folder.to_owned(), false);
        }
        files.into_iter().for_each(|it| self.add_found_file(it, false));
    }

    pub(super) fn reported_folder(&mut self, folder: &Path) {
        let rules = if self.is_configuration(folder) { Rules::None } else { Rules::Git };
        self.walk(folder, rules, None, true);
    }

    /// Whether a directory is or contains the configuration of one cluster; .gitignore is not applied there.
    fn is_configuration(&mut self, folder: &Path) -> bool {
        self.has_marker(folder)
            || self.has_marker(&folder.join("conf"))
            || ["lsb.queues", "lsb.params", "lsb.hosts", "lsb.users"]
                .iter()
                .any(|it| self.disk().is_file(&folder.join(it)))
    }

    fn walk(&mut self, folder: &Path, rules: Rules, depth: Option<usize>, reported: bool) {
        if let Some(entries) = self.disk().walk(folder, depth) {
            return self.walk_memory(entries, rules, depth, reported);
        }
        let mut builder = WalkBuilder::new(folder);
        match rules {
            // Hidden directories belong to version control or storage snapshots: they contain copies.
            Rules::None => builder.standard_filters(false).hidden(true).follow_links(true),
            Rules::Git => builder.follow_links(false).filter_entry(|it| it.depth() == 0 || !is_kernel(it.path())),
        };
        let links = Arc::new(Mutex::new(Links::of(folder)));
        if matches!(rules, Rules::None) {
            let links = links.clone();
            builder.filter_entry(move |entry| links.lock().is_ok_and(|mut it| it.may_enter(entry)));
        }
        for entry in builder.max_depth(depth).build() {
            match entry {
                Err(error) => self.walk_error(folder, &error, reported),
                Ok(entry) if !entry.file_type().is_some_and(|it| it.is_dir()) => {
                    self.add_found_file(entry.into_path(), reported);
                }
                Ok(entry) => {
                    if matches!(rules, Rules::None) && depth.is_none_or(|depth| entry.depth() < depth) {
                        self.listed.insert(entry.into_path());
                    }
                }
            }
        }
        let refused = links.lock().map(|mut it| std::mem::take(&mut it.refused)).unwrap_or_default();
        refused.iter().for_each(|it| self.ignore(it, "leads out of the configuration"));
    }

    /// As [`Discovery::walk`], with what a disk in memory has.
    fn walk_memory(
        &mut self,
        entries: Vec<(PathBuf, bool, usize)>,
        rules: Rules,
        depth: Option<usize>,
        reported: bool,
    ) {
        for (path, is_folder, level) in entries {
            if !is_folder {
                self.add_found_file(path, reported);
            } else if matches!(rules, Rules::None) && depth.is_none_or(|depth| level < depth) {
                self.listed.insert(path);
            }
        }
    }

    fn walk_error(&mut self, folder: &Path, error: &ignore::Error, reported: bool) {
        match error {
            ignore::Error::WithPath { path, err } => self.walk_error(path, err, reported),
            ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => {
                self.walk_error(folder, err, reported);
            }
            ignore::Error::Loop { child, .. } => self.ignore(child, "a symbolic link to a parent directory"),
            ignore::Error::Io(source) => {
                let is_link = || folder.symlink_metadata().is_ok_and(|it| it.is_symlink());
                let is_refused = source.kind() == std::io::ErrorKind::PermissionDenied;
                // A link may also lead to itself.
                if source.kind() == std::io::ErrorKind::NotFound || !is_refused && is_link() {
                    self.dangling_link(folder, reported);
                } else if !reported {
                    self.ignore(folder, Ignored::UNREADABLE);
                } else {
                    let source = std::io::Error::new(source.kind(), source.to_string());
                    self.problems.push(Problem::at(self.request.paths.shown(folder), Cause::Unreadable(source)));
                }
            }
            // An invalid line of a .gitignore; git ignores it, too.
            _ => {}
        }
    }

    /// A link whose target does not exist: a problem if it has a name that LSF or lsflint reads, because they do so
    /// where the target is mounted.
    fn dangling_link(&mut self, path: &Path, reported: bool) {
        let name = path.file_name().and_then(OsStr::to_str);
        let is_read =
            |it: &str| kind::by_own_name(it).is_some() && !kind::is_backup(it) || is_batch_folder(it) || it == NAME;
        if reported && name.is_some_and(is_read) {
            self.problems.push(Problem::at(self.request.paths.shown(path), Cause::DanglingLink));
        } else {
            self.ignore(path, "a symbolic link whose target does not exist");
        }
    }

    /// Adds the files of a directory of the resource connector as context.
    pub(super) fn list_connector(&mut self, folder: &Path) {
        self.list(folder, Some(LEVELS));
    }

    fn add_connector_file(&mut self, path: PathBuf, kind: ConnectorKind, reported: bool) {
        let bytes = self.disk().size(&path);
        let kind = MemberKind::Connector(kind);
        self.push(Found { path, kind, reported, named: false, text: None, bytes });
    }

    /// Adds a file found during a walk, if it is configuration.
    fn add_found_file(&mut self, path: PathBuf, reported: bool) {
        let Some(name) = path.file_name().and_then(OsStr::to_str) else { return };
        if NOT_READ.contains(&name) {
            return self.ignore(&path, Ignored::SHELL);
        }
        if let Some(kind) = ConnectorKind::from_name(name).filter(|_| connector_folder(&path).is_some()) {
            return self.add_connector_file(path, kind, reported);
        }
        let by_name = kind::by_own_name(name);
        if kind::by_name(name).is_none() && !kind::is_near(name) {
            if reported && may_be_script(name) {
                self.possible_scripts.push(path);
            }
            return;
        }
        if let Some(&known) = self.by_path.get(&path) {
            self.found[known].reported |= reported;
            return;
        }
        if kind::is_backup(name) {
            return self.ignore(&path, "looks like a backup copy");
        }
        let bytes = match self.disk().entry(&path) {
            Ok(Entry::File(bytes)) => bytes,
            Ok(Entry::Other(what)) if reported && by_name.is_some() => {
                return self.problems.push(Problem::at(self.request.paths.shown(&path), Cause::NotAFile(what)));
            }
            Ok(Entry::Folder) if reported && by_name.is_some() => {
                let shown = self.request.paths.shown(&path);
                return self.problems.push(Problem::at(shown, Cause::NotAFile(DIRECTORY)));
            }
            Ok(_) => return self.ignore(&path, "not a regular file"),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return self.dangling_link(&path, reported),
            Err(_) if !reported => return self.ignore(&path, Ignored::UNREADABLE),
            Err(source) => {
                return self.problems.push(Problem::at(self.request.paths.shown(&path), Cause::Unreadable(source)));
            }
        };
        // An unreadable file whose name only resembles that of an LSF file is skipped.
        let text = if by_name.is_some() { None } else { self.disk().read_unnamed(&path) };
        let recognised = by_name.or_else(|| kind::recognise_met(name, &text.as_ref()?.text));
        match recognised.map(MemberKind::File) {
            Some(_) if belongs_to_others(name, &path, self.disk()) => self.ignore(&path, Ignored::OTHER_PROGRAM),
            Some(kind) => self.push(Found { path, kind, reported, named: false, text, bytes }),
            // A file of another program with the same name.
            None if kind::by_name(name).is_some() => {}
            None => self.ignore(&path, "not recognised as an LSF file"),
        }
    }
}

/// Whether a file with the name of an LSF file belongs to another program, or is a manual page. A file that cannot be
/// read does not.
fn belongs_to_others(name: &str, path: &Path, disk: &Disk) -> bool {
    let text = || disk.read(path, "").ok();
    kind::needs_text(name) && text().is_some_and(|it| kind::recognise_met(name, &it.text).is_none())
}

/// The files of a directory, without hidden ones. `None` if links are among them or it cannot be read: a walk follows
/// links, and reports errors.
fn plain_files(folder: &Path) -> Option<Vec<PathBuf>> {
    // On Windows, a file can be hidden whatever its name is.
    let entries = cfg!(unix).then(|| folder.read_dir())?.ok()?;
    let mut files = Vec::new();
    for entry in entries {
        let entry = entry.ok()?;
        let kind = entry.file_type().ok()?;
        if kind.is_symlink() {
            return None;
        }
        if !kind.is_dir() && !entry.file_name().as_encoded_bytes().starts_with(b".") {
            files.push(entry.path());
        }
    }
    Some(files)
}

/// The symbolic links to directories that a walk has met.
#[derive(Default)]
struct Links {
    /// The directory of the walk.
    folder: PathBuf,
    /// The same without links, once a link was met.
    real: OnceCell<Option<PathBuf>>,
    /// The links, and the devices of their targets.
    followed: Vec<(PathBuf, Option<u64>)>,
    /// The links and directories that it does not enter.
    refused: Vec<PathBuf>,
}

impl Links {
    fn of(folder: &Path) -> Links {
        Links { folder: folder.to_owned(), ..Links::default() }
    }

    /// Whether a walk enters a directory: a link to a parent directory or to the file systems of the kernel leads
    /// through the whole machine, and below a link the walk stays on one device and within the levels that
    /// configuration has.
    fn may_enter(&mut self, entry: &DirEntry) -> bool {
        let enters = !entry.file_type().is_some_and(|it| it.is_dir()) || self.stays_inside(entry);
        if !enters {
            self.refused.push(entry.path().to_owned());
        }
        enters
    }

    fn stays_inside(&mut self, entry: &DirEntry) -> bool {
        let path = entry.path();
        if entry.depth() > 0 && is_kernel(path) {
            return false;
        }
        if entry.depth() > 0 && entry.path_is_symlink() {
            let Ok(target) = path.canonicalize() else { return false };
            let real = self.real.get_or_init(|| self.folder.canonicalize().ok());
            let leads_up = real.as_ref().is_some_and(|it| it.starts_with(&target));
            if leads_up || KERNEL.iter().any(|it| target.starts_with(it)) {
                return false;
            }
            self.followed.push((path.to_owned(), device(&target)));
        }
        self.followed.iter().filter(|it| path.starts_with(&it.0)).all(|(link, device_of_link)| {
            let levels = path.components().count() - link.components().count();
            levels <= LEVELS && device(path) == *device_of_link
        })
    }
}

/// Whether a directory is the root of a file system of the kernel.
fn is_kernel(path: &Path) -> bool {
    KERNEL.iter().any(|it| path == Path::new(it))
}

#[cfg(unix)]
fn device(path: &Path) -> Option<u64> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(path).ok().map(|it| it.dev())
}

#[cfg(not(unix))]
fn device(_: &Path) -> Option<u64> {
    None
}

/// The directory of the resource connector that a file is in.
pub(super) fn connector_folder(path: &Path) -> Option<&Path> {
    path.ancestors().skip(1).find(|it| it.file_name().is_some_and(|it| it == CONNECTOR))
}

fn is_batch_folder(name: &str) -> bool {
    name.starts_with("lsbatch") || name == "configdir"
}

/// The directories below a configuration directory that contain `lsb.*` files.
fn batch_folders(base: &Path, disk: &Disk) -> Vec<PathBuf> {
    let folders = disk.entries(base).into_iter().filter(|it| it.1).map(|it| it.0);
    let named = folders.filter(|it| is_batch_folder(it));
    let mut found: Vec<PathBuf> = named.map(|it| base.join(it)).collect();
    found.sort();
    found
}
