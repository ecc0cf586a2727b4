//! Finding configuration files.
//!
//! A path on the command line is a file to report on, or a folder below which every configuration file is. Folders are walked with
//! the rules of .gitignore, as people expect from tools that walk repositories. What lies in a cluster's own folders is different:
//! LSF reads it whether git does or not, so configuration folders are listed as they are. Around every file the rest of its cluster
//! is found too, to be loaded and not reported on.

mod walk;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use ignore::WalkBuilder;
use lsflint_spec::FileKind;
use lsflint_syntax::script::Script;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::error::{Cause, Ignored, Problem};
use crate::group::{marks_base, possible_bases};
use crate::judges::Judges;
use crate::kind::{self, MemberKind, Recognised};
use crate::paths::name_of;
use crate::read::{Decoded, Encoding, read_file, what_it_is};
use crate::request::Request;
use crate::script::{CONFIGURATION, is_named_like_script, possible_clusters};

/// A file or script that was found, most often not read yet.
#[derive(Debug)]
pub(crate) struct Found {
    /// Its absolute path.
    pub(crate) path: PathBuf,
    /// What it is.
    pub(crate) kind: MemberKind,
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
pub(crate) struct Discovery<'r> {
    pub(crate) request: &'r Request,
    /// The paths of the request, absolute. What turns up in them is reported on.
    pub(crate) below: Vec<PathBuf>,
    pub(crate) found: Vec<Found>,
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

impl<'r> Discovery<'r> {
    pub(crate) fn new(request: &'r Request) -> Discovery<'r> {
        Discovery {
            request,
            below: request.arguments.iter().map(|it| request.paths.absolute(it)).collect(),
            found: Vec::new(),
            problems: Vec::new(),
            ignored: Vec::new(),
            by_path: FxHashMap::default(),
            listed: FxHashSet::default(),
            has_marker: FxHashMap::default(),
            hidden: FxHashSet::default(),
            bases: FxHashSet::default(),
        }
    }

    /// What is open in an editor. A file that was met on the way stays in its place; one that was not, because nothing
    /// but a person takes it for configuration, counts as named. Texts that are no configuration are left alone,
    /// whatever the file on the disk says.
    pub(crate) fn add_buffers(&mut self) {
        for (path, text) in self.request.buffers.iter() {
            let name = name_of(path);
            let recognised = kind::recognise_named(&name, text).ok().flatten();
            let text = Decoded { text: text.clone(), encoding: Encoding::Utf8 };
            self.replace_text(path, &name, recognised.map(|it| (it, text)), |_| Some((true, true)));
        }
    }

    /// What takes the place of files. One that is not on the disk counts as met below the folders of the command line.
    pub(crate) fn add_stand_ins(&mut self) {
        let below = self.below.clone();
        for (path, text) in self.request.buffers.stand_ins() {
            let name = name_of(path);
            let is_ours = kind::by_name(&name).is_some() || kind::is_near(&name);
            let text = text.filter(|_| is_ours);
            let found = text.and_then(|it| Some((kind::recognise_met(&name, &it.text)?, it.clone())));
            self.replace_text(path, &name, found, |name| {
                // What is on the disk and was not met below the folders is not reported on: a walk had its reasons.
                let mut inside = below.iter().filter_map(|it| path.strip_prefix(it).ok());
                let reported = !path.exists() && inside.any(|it| !is_hidden(it));
                (!kind::is_backup(name)).then_some((reported, false))
            });
        }
    }

    /// Puts a text in the place of a file of LSF, or hides the file when there is none. `if_new`: whether a file that
    /// was not found so far is reported on, and whether it counts as named; `None` leaves it out.
    fn replace_text(
        &mut self,
        path: &Path,
        name: &str,
        found: Option<(Recognised, Decoded)>,
        if_new: impl FnOnce(&str) -> Option<(bool, bool)>,
    ) {
        let Some((recognised, text)) = found else {
            self.hidden.insert(path.to_owned());
            return;
        };
        let (kind, bytes, text) = (MemberKind::File(recognised), text.text.len() as u64, Some(text));
        if let Some(&known) = self.by_path.get(path) {
            let known = &mut self.found[known];
            (known.kind, known.text, known.bytes) = (kind, text, bytes);
        } else if let Some((reported, named)) = if_new(name) {
            self.push(Found { path: path.to_owned(), kind, reported, named, text, bytes });
        }
    }

    /// A path of the command line.
    pub(crate) fn add_argument(&mut self, given: &Path) {
        let path = self.request.paths.absolute(given);
        let shown = || given.to_string_lossy().into_owned();
        match std::fs::metadata(&path) {
            Ok(metadata) if metadata.is_dir() => self.reported_folder(&path),
            Ok(metadata) if metadata.is_file() => self.named_file(&path, None),
            Ok(metadata) => self.problems.push(Problem::at(shown(), Cause::NotAFile(what_it_is(&metadata)))),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                self.problems.push(Problem::at(shown(), Cause::Missing));
            }
            Err(source) => self.problems.push(Problem::at(shown(), Cause::Unreadable(source))),
        }
    }

    /// The scripts that lsflint.toml names below the folders of the command line.
    pub(crate) fn add_scripts(&mut self, judges: &mut Judges<'_>) -> Result<(), Problem> {
        for folder in self.below.clone().into_iter().filter(|it| it.is_dir()) {
            let config = judges.of(&folder)?.config.clone();
            if config.job_scripts.is_empty() {
                continue;
            }
            let entries = WalkBuilder::new(folder).follow_links(false).build().flatten();
            let files = entries.filter(|it| it.file_type().is_some_and(|it| it.is_file()));
            for path in files.map(ignore::DirEntry::into_path).filter(|it| config.job_scripts.is_match(it)) {
                if judges.excludes(&path)? {
                    self.ignore(&path, Ignored::EXCLUDED);
                } else {
                    self.met_script(path);
                }
            }
        }
        Ok(())
    }

    /// A file that `job-scripts` names, which may name all of a folder.
    fn met_script(&mut self, path: PathBuf) {
        let Some(name) = path.file_name().and_then(OsStr::to_str).filter(|it| kind::by_name(it).is_none()) else {
            return;
        };
        let text = match is_named_like_script(name) {
            true => None,
            false => match read_file(&path, "").ok().filter(|it| Script::is_one(&it.text)) {
                None => return,
                text => text,
            },
        };
        self.add_script(path, text, false);
    }

    /// A script that submits jobs. What stands in for files stands in for scripts, too.
    fn add_script(&mut self, path: PathBuf, text: Option<Decoded>, named: bool) {
        let text = match self.request.buffers.stand_in_of(&path) {
            Some(None) => return,
            Some(Some(text)) => Some(text.clone()),
            None => text,
        };
        let bytes = size(&path, text.as_ref());
        self.push(Found { path, kind: MemberKind::Script, reported: true, named, text, bytes });
    }

    /// The configuration folder around a script, else around the current folder, with its files.
    pub(crate) fn add_cluster_of_script(&mut self, script: &Path) -> Option<PathBuf> {
        let here = CONFIGURATION.map(|it| self.request.paths.current().join(it));
        let base = possible_clusters(script).chain(here).find(|it| self.has_marker(it))?;
        self.add_base(&base);
        Some(base)
    }

    /// The files of LSF, without the scripts.
    fn files(&self) -> impl Iterator<Item = &Found> {
        self.found.iter().filter(|it| it.kind != MemberKind::Script)
    }

    /// Loads the cluster of the current folder for files that were named and have none around them. Returns whether there is a use
    /// for it.
    pub(crate) fn add_fallback(&mut self, here: &Path) -> bool {
        if self.files().any(|it| it.reported && !it.named) || !self.has_marker(here) {
            return false;
        }
        let folders: Vec<PathBuf> =
            self.files().filter(|it| it.named).filter_map(|it| it.path.parent()).map(Path::to_owned).collect();
        let lonely = folders.iter().any(|it| self.base_of(it).is_none());
        if lonely {
            self.add_base(here);
        }
        lonely
    }

    /// Puts what was found in order, the files by path and then the scripts, without what turned out to be no
    /// configuration.
    pub(crate) fn finish(mut self) -> Discovery<'r> {
        let hidden = std::mem::take(&mut self.hidden);
        self.found.retain(|it| it.kind == MemberKind::Script || !hidden.contains(&it.path));
        self.drop_foreign_hosts();
        self.found
            .sort_by(|a, b| (a.kind == MemberKind::Script, &a.path).cmp(&(b.kind == MemberKind::Script, &b.path)));
        self
    }

    /// Loads what belongs to the same clusters as the files found so far.
    pub(crate) fn add_context(&mut self) {
        let mut folders: Vec<PathBuf> = self.files().filter_map(|it| it.path.parent()).map(Path::to_owned).collect();
        folders.sort();
        folders.dedup();
        let from = self.found.len();
        for folder in folders {
            self.list(&folder, Some(1));
            let Some(base) = self.base_of(&folder) else { continue };
            self.add_base(&base);
        }
        for file in &mut self.found[from..] {
            file.reported = self.below.iter().any(|it| file.path.starts_with(it));
        }
    }

    /// A file of the command line, with the text that takes the place of its own.
    pub(crate) fn named_file(&mut self, path: &Path, text: Option<Decoded>) {
        let name = name_of(path);
        let found = match kind::by_name(&name) {
            Some(recognised) => Ok((Some(recognised), text)),
            None => self.recognise_named(path, &name, text),
        };
        match found {
            Ok((Some(recognised), text)) => {
                let (kind, bytes) = (MemberKind::File(recognised), size(path, text.as_ref()));
                self.push(Found { path: path.to_owned(), kind, reported: true, named: true, text, bytes });
            }
            Ok((None, text)) => self.add_script(path.to_owned(), text, true),
            Err(problem) => self.problems.push(problem),
        }
    }

    /// What a file of the command line is whose name does not tell; nothing for a script.
    fn recognise_named(
        &self,
        path: &Path,
        name: &str,
        text: Option<Decoded>,
    ) -> Result<(Option<Recognised>, Option<Decoded>), Problem> {
        let shown = self.request.paths.shown(path);
        let text = text.map_or_else(|| read_file(path, &shown), Ok)?;
        // What a script writes into a file may look like sections.
        let is_script = Script::is_one(&text.text);
        match kind::recognise_named(name, &text.text) {
            Ok(Some(recognised)) if recognised.certain || !is_script => Ok((Some(recognised), Some(text))),
            Ok(None) if !is_script && !is_named_like_script(name) => Err(Problem::at(shown, Cause::Unrecognised)),
            Ok(_) => Ok((None, Some(text))),
            Err(cause) => Err(Problem::at(shown, cause)),
        }
    }

    fn push(&mut self, found: Found) {
        match self.by_path.get(&found.path) {
            Some(&known) => {
                let known = &mut self.found[known];
                known.reported |= found.reported;
                known.named |= found.named;
                if found.text.is_some() {
                    known.text = found.text;
                }
            }
            None => {
                self.by_path.insert(found.path.clone(), self.found.len());
                self.found.push(found);
            }
        }
    }

    fn ignore(&mut self, path: &Path, because: &'static str) {
        self.ignored.push(Ignored { path: self.request.paths.shown(path), because });
    }

    /// The configuration folder at or above a folder.
    fn base_of(&mut self, folder: &Path) -> Option<PathBuf> {
        possible_bases(folder).find(|it| self.has_marker(it)).map(Path::to_owned)
    }

    fn has_marker(&mut self, folder: &Path) -> bool {
        let look = || ["lsf.conf", "lsf.shared"].iter().any(|it| folder.join(it).is_file());
        *self.has_marker.entry(folder.to_owned()).or_insert_with(look)
    }

    /// `hosts` is a name that everybody uses: it is LSF's only beside LSF's other files, or when somebody says so.
    fn drop_foreign_hosts(&mut self) {
        let marks = |it: &&Found| it.kind.file().is_some_and(marks_base);
        let bases = self.found.iter().filter(marks).filter_map(|it| it.path.parent());
        let bases: FxHashSet<PathBuf> = bases.map(Path::to_owned).collect();
        self.found.retain(|it| {
            let is_hosts = it.kind.file() == Some(FileKind::Hosts);
            it.named || !is_hosts || it.path.parent().is_some_and(|it| bases.contains(it))
        });
    }
}

/// The size of a file whose text may be known.
fn size(path: &Path, text: Option<&Decoded>) -> u64 {
    match text {
        Some(text) => text.text.len() as u64,
        None => std::fs::metadata(path).map_or(0, |it| it.len()),
    }
}

/// Whether a walk passes a path by: something on the way is hidden.
fn is_hidden(path: &Path) -> bool {
    path.components().any(|it| it.as_os_str().to_string_lossy().starts_with('.'))
}
