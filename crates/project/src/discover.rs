//! Finding configuration files.
//!
//! A path on the command line is a file to report on, or a folder below which every configuration file is. Folders are walked with
//! the rules of .gitignore, as people expect from tools that walk repositories. What lies in a cluster's own folders is different:
//! LSF reads it whether git does or not, so configuration folders are listed as they are. Around every file the rest of its cluster
//! is found too, to be loaded and not reported on.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use ignore::WalkBuilder;
use lsflint_spec::FileKind;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::buffers::Buffers;
use crate::error::{Ignored, IgnoredBecause, Problem};
use crate::group::{LEVELS, marks_base, possible_bases};
use crate::kind::{self, Recognised};
use crate::paths::Paths;
use crate::read::{Decoded, Encoding, read_file, what_it_is};
use crate::scripts::{FoundScript, is_named_like_script, reads_as_script};

/// A file that was found, most often not read yet.
#[derive(Debug)]
pub(crate) struct Found {
    /// Its absolute path.
    pub(crate) path: PathBuf,
    /// What it is.
    pub(crate) recognised: Recognised,
    /// Recognised by its name alone.
    pub(crate) by_name: bool,
    /// Asked for, not only loaded.
    pub(crate) reported: bool,
    /// The file itself was named, not a folder above it.
    pub(crate) named: bool,
    /// Its text, where it had to be read already or does not come from the disk.
    pub(crate) text: Option<Decoded>,
    /// Its size, to plan the work.
    pub(crate) bytes: u64,
}

/// What was found so far.
pub(crate) struct Discovery<'p> {
    pub(crate) paths: &'p Paths,
    pub(crate) files: Vec<Found>,
    pub(crate) scripts: Vec<FoundScript>,
    pub(crate) problems: Vec<Problem>,
    pub(crate) ignored: Vec<Ignored>,
    by_path: FxHashMap<PathBuf, usize>,
    /// Folders whose files are all known.
    listed: FxHashSet<PathBuf>,
    /// Whether a folder has lsf.conf or lsf.shared.
    has_marker: FxHashMap<PathBuf, bool>,
    /// Files that an open text hides which is no configuration.
    hidden: FxHashSet<PathBuf>,
    /// Configuration folders whose tree was looked through.
    bases: FxHashSet<PathBuf>,
}

impl<'p> Discovery<'p> {
    pub(crate) fn new(paths: &'p Paths) -> Discovery<'p> {
        Discovery {
            paths,
            files: Vec::new(),
            scripts: Vec::new(),
            problems: Vec::new(),
            ignored: Vec::new(),
            by_path: FxHashMap::default(),
            listed: FxHashSet::default(),
            has_marker: FxHashMap::default(),
            hidden: FxHashSet::default(),
            bases: FxHashSet::default(),
        }
    }

    /// A text that does not come from the disk, under the name it shall have.
    pub(crate) fn add_text(&mut self, path: &Path, text: Decoded) {
        self.named_file(&self.paths.absolute(path), Some(text));
    }

    /// What is open in an editor. A file that was met on the way keeps its place; one that was not, because nothing but a person takes
    /// it for configuration, counts as named. Texts that are no configuration are none of our business,
    /// whatever the file on the disk says.
    pub(crate) fn add_buffers(&mut self, buffers: &Buffers) {
        for (path, text) in buffers.iter() {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let Ok(Some(recognised)) = kind::recognise_named(&name, text) else {
                self.hidden.insert(path.to_owned());
                continue;
            };
            let by_name = kind::by_name(&name).is_some();
            let bytes = text.len() as u64;
            let text = Some(Decoded { text: text.clone(), encoding: Encoding::Utf8 });
            match self.by_path.get(path) {
                Some(&known) => {
                    let known = &mut self.files[known];
                    (known.recognised, known.text, known.bytes) = (recognised, text, bytes);
                }
                None => {
                    let path = path.to_owned();
                    self.push(Found { path, recognised, by_name, reported: true, named: true, text, bytes });
                }
            }
        }
    }

    /// What stands in for files. One that is not on the disk counts as met below the folders of the command line, `below`.
    pub(crate) fn add_stand_ins(&mut self, buffers: &Buffers, below: &[PathBuf]) {
        for (path, text) in buffers.stand_ins() {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let by_name = kind::by_name(&name).is_some();
            let is_ours = by_name || kind::is_near(&name);
            let recognised = text.filter(|_| is_ours).and_then(|it| kind::recognise_met(&name, &it.text));
            let (Some(text), Some(recognised)) = (text, recognised) else {
                self.hidden.insert(path.to_owned());
                continue;
            };
            let bytes = text.text.len() as u64;
            let text = Some(text.clone());
            if let Some(&known) = self.by_path.get(path) {
                let known = &mut self.files[known];
                (known.recognised, known.text, known.bytes) = (recognised, text, bytes);
            } else if !kind::is_backup(&name) {
                // What is on the disk and was not met below the folders is not reported on: a walk had its reasons.
                let mut inside = below.iter().filter_map(|it| path.strip_prefix(it).ok());
                let reported = !path.exists() && inside.any(|it| !is_hidden(it));
                let path = path.to_owned();
                self.push(Found { path, recognised, by_name, reported, named: false, text, bytes });
            }
        }
    }

    /// A path of the command line.
    pub(crate) fn add_argument(&mut self, given: &Path) {
        let path = self.paths.absolute(given);
        let shown = || given.to_string_lossy().into_owned();
        match std::fs::metadata(&path) {
            Ok(metadata) if metadata.is_dir() => self.reported_folder(&path),
            Ok(metadata) if metadata.is_file() => self.named_file(&path, None),
            Ok(metadata) => self.problems.push(Problem::NotAFile { path: shown(), what: what_it_is(&metadata) }),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                self.problems.push(Problem::Missing { path: shown() });
            }
            Err(source) => self.problems.push(Problem::Unreadable { path: shown(), source }),
        }
    }

    /// Every configuration file of a folder as context. Returns whether there are any.
    pub(crate) fn add_cluster(&mut self, folder: &Path) -> bool {
        let before = self.files.len();
        self.walk(folder, Rules::None, None, false);
        let found = self.files.len() > before || self.files.iter().any(|it| it.path.starts_with(folder));
        self.bases.insert(folder.to_owned());
        found
    }

    /// Loads the cluster of the current folder for files that were named and have none around them. Returns whether there is a use
    /// for it.
    pub(crate) fn add_fallback(&mut self, here: &Path) -> bool {
        if self.files.iter().any(|it| it.reported && !it.named) || !self.has_marker(here) {
            return false;
        }
        let folders: Vec<PathBuf> =
            self.files.iter().filter(|it| it.named).filter_map(|it| it.path.parent()).map(Path::to_owned).collect();
        let lonely = folders.iter().any(|it| self.base_of(it).is_none());
        if lonely {
            self.add_base(here);
        }
        lonely
    }

    /// Takes out what turned out to be no configuration. Nothing can be added after this.
    pub(crate) fn finish(mut self) -> Discovery<'p> {
        self.files.retain(|it| !self.hidden.contains(&it.path));
        self.drop_foreign_hosts();
        self
    }

    /// Loads what belongs to the same clusters as the files found so far. `below`: folders of the command line; what turns up in
    /// them is reported on.
    pub(crate) fn add_context(&mut self, below: &[PathBuf]) {
        let mut folders: Vec<PathBuf> =
            self.files.iter().filter_map(|it| it.path.parent()).map(Path::to_owned).collect();
        folders.sort();
        folders.dedup();
        let from = self.files.len();
        for folder in folders {
            self.list(&folder, Some(1));
            let Some(base) = self.base_of(&folder) else { continue };
            self.add_base(&base);
        }
        for file in &mut self.files[from..] {
            file.reported = below.iter().any(|it| file.path.starts_with(it));
        }
    }

    /// Everything that LSF reads below a configuration folder.
    pub(crate) fn add_base(&mut self, base: &Path) {
        if self.bases.insert(base.to_owned()) {
            self.list(base, Some(1));
            for batch in batch_folders(base) {
                self.list(&batch, Some(LEVELS));
            }
        }
    }

    fn list(&mut self, folder: &Path, depth: Option<usize>) {
        if !self.listed.contains(folder) {
            self.walk(folder, Rules::None, depth, false);
        }
    }

    fn reported_folder(&mut self, folder: &Path) {
        let rules = if self.is_configuration(folder) { Rules::None } else { Rules::Git };
        self.walk(folder, rules, None, true);
    }

    /// Whether a folder is, or holds, the configuration of one cluster: .gitignore has no say in there.
    fn is_configuration(&mut self, folder: &Path) -> bool {
        self.has_marker(folder)
            || self.has_marker(&folder.join("conf"))
            || ["lsb.queues", "lsb.params", "lsb.hosts", "lsb.users"].iter().any(|it| folder.join(it).is_file())
    }

    fn walk(&mut self, folder: &Path, rules: Rules, depth: Option<usize>, reported: bool) {
        let mut builder = WalkBuilder::new(folder);
        match rules {
            // Hidden folders are those of version control and of storage snapshots: copies, not configuration.
            Rules::None => builder.standard_filters(false).hidden(true).follow_links(true),
            Rules::Git => builder.follow_links(false),
        };
        for entry in builder.max_depth(depth).build() {
            match entry {
                Ok(entry) => {
                    let is_folder = entry.file_type().is_some_and(|it| it.is_dir());
                    if is_folder {
                        if matches!(rules, Rules::None) && depth.is_none_or(|depth| entry.depth() < depth) {
                            self.listed.insert(entry.into_path());
                        }
                    } else {
                        self.met_file(entry.into_path(), reported);
                    }
                }
                Err(error) => self.walk_error(folder, &error, reported),
            }
        }
    }

    fn walk_error(&mut self, folder: &Path, error: &ignore::Error, reported: bool) {
        match error {
            ignore::Error::WithPath { path, err } => self.walk_error(path, err, reported),
            ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => {
                self.walk_error(folder, err, reported);
            }
            ignore::Error::Loop { child, .. } => self.ignore(child, IgnoredBecause::Loop),
            ignore::Error::Io(source) => {
                // A link that leads nowhere is no file of ours.
                if !reported {
                    self.ignore(folder, IgnoredBecause::Unreadable);
                } else if source.kind() != std::io::ErrorKind::NotFound {
                    let source = std::io::Error::new(source.kind(), source.to_string());
                    self.problems.push(Problem::Unreadable { path: self.paths.shown(folder), source });
                }
            }
            // A broken line of a .gitignore: git itself does not mind.
            _ => {}
        }
    }

    /// A file on the way through a folder.
    fn met_file(&mut self, path: PathBuf, reported: bool) {
        let Some(name) = path.file_name().and_then(OsStr::to_str) else { return };
        let by_name = kind::by_name(name);
        if by_name.is_none() && !kind::is_near(name) {
            return;
        }
        if let Some(&known) = self.by_path.get(&path) {
            self.files[known].reported |= reported;
            return;
        }
        if kind::is_backup(name) {
            return self.ignore(&path, IgnoredBecause::Backup);
        }
        let bytes = match std::fs::metadata(&path) {
            Ok(metadata) if metadata.is_file() => metadata.len(),
            Ok(_) => return self.ignore(&path, IgnoredBecause::NotAFile),
            // A link that leads nowhere.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return,
            Err(_) if !reported => return self.ignore(&path, IgnoredBecause::Unreadable),
            Err(source) => {
                return self.problems.push(Problem::Unreadable { path: self.paths.shown(&path), source });
            }
        };
        if let Some(recognised) = by_name {
            return self.push(Found { path, recognised, by_name: true, reported, named: false, text: None, bytes });
        }
        // Something unreadable with a name that only resembles ours is none of our business.
        let text = read_file(&path, "").ok();
        match text.as_ref().and_then(|it| kind::recognise_met(name, &it.text)) {
            Some(recognised) => {
                self.push(Found { path, recognised, by_name: false, reported, named: false, text, bytes })
            }
            None => self.ignore(&path, IgnoredBecause::Unrecognised),
        }
    }

    /// A file of the command line.
    fn named_file(&mut self, path: &Path, text: Option<Decoded>) {
        let shown = self.paths.shown(path);
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let found = match (kind::by_name(&name), text) {
            (Some(recognised), text) => (recognised, true, text),
            (None, text) => {
                let text = match text.map_or_else(|| read_file(path, &shown), Ok) {
                    Ok(text) => text,
                    Err(problem) => return self.problems.push(problem),
                };
                // What a script writes into a file may look like sections.
                let is_script = reads_as_script(&text.text);
                match kind::recognise_named(&name, &text.text) {
                    Ok(Some(recognised)) if recognised.certain || !is_script => (recognised, false, Some(text)),
                    Ok(None) if !is_script && !is_named_like_script(&name) => {
                        return self.problems.push(Problem::Unrecognised { path: shown });
                    }
                    Ok(_) => return self.add_script(path.to_owned(), Some(text)),
                    Err(bad) => {
                        let problem = Problem::UnknownKind {
                            path: shown,
                            line: bad.line,
                            given: bad.given,
                            nearest: bad.nearest,
                        };
                        return self.problems.push(problem);
                    }
                }
            }
        };
        let (recognised, by_name, text) = found;
        let bytes = match &text {
            Some(text) => text.text.len() as u64,
            None => std::fs::metadata(path).map_or(0, |it| it.len()),
        };
        self.push(Found { path: path.to_owned(), recognised, by_name, reported: true, named: true, text, bytes });
    }

    /// A script that submits jobs.
    pub(crate) fn add_script(&mut self, path: PathBuf, text: Option<Decoded>) {
        match self.scripts.iter_mut().find(|it| it.path == path) {
            Some(known) => known.text = text.or(known.text.take()),
            None => self.scripts.push(FoundScript { path, text }),
        }
    }

    fn push(&mut self, found: Found) {
        match self.by_path.get(&found.path) {
            Some(&known) => {
                let known = &mut self.files[known];
                known.reported |= found.reported;
                known.named |= found.named;
                if found.text.is_some() {
                    known.text = found.text;
                }
            }
            None => {
                self.by_path.insert(found.path.clone(), self.files.len());
                self.files.push(found);
            }
        }
    }

    pub(crate) fn ignore(&mut self, path: &Path, because: IgnoredBecause) {
        self.ignored.push(Ignored { path: self.paths.shown(path), because });
    }

    /// The configuration folder at or above a folder.
    fn base_of(&mut self, folder: &Path) -> Option<PathBuf> {
        possible_bases(folder).find(|it| self.has_marker(it)).map(Path::to_owned)
    }

    pub(crate) fn has_marker(&mut self, folder: &Path) -> bool {
        if let Some(known) = self.has_marker.get(folder) {
            return *known;
        }
        let found = ["lsf.conf", "lsf.shared"].iter().any(|it| folder.join(it).is_file());
        self.has_marker.insert(folder.to_owned(), found);
        found
    }

    /// `hosts` is a name that everybody uses: it is LSF's only beside LSF's other files, or when somebody says so.
    fn drop_foreign_hosts(&mut self) {
        let bases: FxHashSet<PathBuf> = self
            .files
            .iter()
            .filter(|it| marks_base(it.recognised.kind))
            .filter_map(|it| it.path.parent())
            .map(Path::to_owned)
            .collect();
        self.files.retain(|it| {
            it.named || it.recognised.kind != FileKind::Hosts || it.path.parent().is_some_and(|it| bases.contains(it))
        });
    }
}

#[derive(Clone, Copy)]
enum Rules {
    /// Everything but hidden files.
    None,
    /// .gitignore and its relatives.
    Git,
}

/// Whether a walk passes a path by: something on the way is hidden.
fn is_hidden(path: &Path) -> bool {
    path.components().any(|it| it.as_os_str().to_string_lossy().starts_with('.'))
}

/// The folders below a configuration folder that hold `lsb.*` files.
fn batch_folders(base: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(base) else { return Vec::new() };
    let names = entries.filter_map(Result::ok).map(|it| it.file_name());
    let mut found: Vec<PathBuf> = names
        .filter(|it| it.to_string_lossy().starts_with("lsbatch") || it == "configdir")
        .map(|it| base.join(it))
        .collect();
    found.retain(|it| it.is_dir());
    found.sort();
    found
}
