//! Finds the configuration files that a request refers to.
//!
//! A path on the command line is a file to report on, or a directory in which every configuration file is reported on.
//! Directories are walked according to .gitignore, as users expect of tools for repositories. The configuration
//! directories of a cluster are listed without .gitignore, because LSF reads their files whether git ignores them or
//! not. For every file, the rest of its cluster is also found; it is loaded but not reported on.

mod buffers;
mod included;
mod walk;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use ignore::{DirEntry, WalkBuilder};
use lsflint_spec::{ConnectorKind, FileKind, NOT_READ};
use lsflint_syntax::script::Script;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::config::Patterns;
use crate::disk::{Disk, Entry};
use crate::error::{Cause, Ignored, Problem};
use crate::group::{marks_base, possible_bases};
use crate::judges::Judges;
use crate::kind::{self, MemberKind, Recognised};
use crate::paths::name_of;
use crate::read::{Decoded, Encoding};
use crate::request::Request;
use crate::script::{CONFIGURATION, is_for_workflows, is_met_script, is_named_like_script, possible_clusters};

/// The files of which every configuration directory has one.
const MARKERS: [&str; 2] = ["lsf.conf", "lsf.shared"];

/// A file or script that was found; usually not read yet.
#[derive(Debug)]
pub(crate) struct Found {
    /// Its absolute path.
    pub(crate) path: PathBuf,
    /// The LSF file or script it is.
    pub(crate) kind: MemberKind,
    /// Whether its findings are reported; otherwise it is only loaded.
    pub(crate) reported: bool,
    /// Whether the file itself was given on the command line, not a parent directory.
    pub(crate) named: bool,
    /// Its text, if it was read to determine its kind or does not come from the disk.
    pub(crate) text: Option<Decoded>,
    /// Its size in bytes, for planning the work.
    pub(crate) bytes: u64,
}

/// The state of discovery: what was found so far.
pub(crate) struct Discovery<'r> {
    pub(crate) request: &'r Request,
    /// The absolute paths of the request. Files in them are reported on.
    pub(crate) below: Vec<PathBuf>,
    pub(crate) found: Vec<Found>,
    pub(crate) problems: Vec<Problem>,
    pub(crate) ignored: Vec<Ignored>,
    by_path: FxHashMap<PathBuf, usize>,
    /// Directories whose files are all known.
    listed: FxHashSet<PathBuf>,
    /// Whether a directory contains lsf.conf or lsf.shared.
    has_marker: FxHashMap<PathBuf, bool>,
    /// Files whose editor buffer or stand-in is not configuration.
    hidden: FxHashSet<PathBuf>,
    /// Configuration directories that were listed with their subdirectories.
    bases: FxHashSet<PathBuf>,
    /// Files in directories of the command line that may be job scripts by their name.
    possible_scripts: Vec<PathBuf>,
    /// The number of job scripts in directories of the command line that `job-scripts` does not match.
    pub(crate) unchecked_scripts: usize,
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
            possible_scripts: Vec::new(),
            unchecked_scripts: 0,
        }
    }

    /// Adds a path of the command line.
    pub(crate) fn add_argument(&mut self, given: &Path) {
        let path = self.request.paths.absolute(given);
        let shown = || given.to_string_lossy().into_owned();
        match self.disk().entry(&path) {
            Ok(Entry::Folder) => self.reported_folder(&path),
            Ok(Entry::File(_)) => self.named_file(&path, None),
            Ok(Entry::Other(what)) => self.problems.push(Problem::at(shown(), Cause::NotAFile(what))),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                self.problems.push(Problem::at(shown(), self.disk().missing(&path)));
            }
            Err(source) => self.problems.push(Problem::at(shown(), Cause::Unreadable(source))),
        }
    }

    /// Adds the scripts that `job-scripts` matches in the directories of the command line, and without that setting
    /// those with a `#BSUB` line near their start.
    pub(crate) fn add_scripts(&mut self, judges: &mut Judges<'_>) -> Result<(), Problem> {
        let disk = self.disk();
        for folder in self.below.clone().into_iter().filter(|it| disk.is_dir(it)) {
            let config = judges.of(&folder)?.config.clone();
            let Some(patterns) = config.job_scripts.as_ref().filter(|it| !it.is_empty()) else { continue };
            for path in self.files_below(&folder) {
                if !patterns.is_match(&path) {
                    continue;
                }
                if judges.excludes(&path)? {
                    self.ignore(&path, Ignored::EXCLUDED);
                } else {
                    self.add_found_script(path);
                }
            }
        }
        for path in std::mem::take(&mut self.possible_scripts) {
            self.add_possible_script(path, judges)?;
        }
        Ok(())
    }

    /// The files of a directory that .gitignore does not exclude.
    fn files_below(&self, folder: &Path) -> Vec<PathBuf> {
        if let Some(entries) = self.disk().walk(folder, None) {
            return entries.into_iter().filter(|it| !it.1).map(|it| it.0).collect();
        }
        let entries = WalkBuilder::new(folder).follow_links(false).build().flatten();
        let files = entries.filter(|it| it.file_type().is_some_and(|it| it.is_file()));
        files.map(DirEntry::into_path).collect()
    }

    /// Adds a file that may be a job script if it is one and no `job-scripts` says otherwise; counts it if the setting
    /// matches others only. A text in an editor was added if it is a script.
    fn add_possible_script(&mut self, path: PathBuf, judges: &mut Judges<'_>) -> Result<(), Problem> {
        if self.by_path.contains_key(&path) || self.request.buffers.get(&path).is_some() {
            return Ok(());
        }
        let config = judges.of_file(&path)?.config.clone();
        let patterns = config.job_scripts.as_ref();
        // `job-scripts = []` says that none is to be checked.
        let is_off = patterns.is_some_and(Patterns::is_empty);
        if is_off || !is_met_script(&path, self.request.buffers.stand_in_of(&path), self.disk()) {
            return Ok(());
        }
        if judges.excludes(&path)? {
            self.ignore(&path, Ignored::EXCLUDED);
        } else if patterns.is_none_or(|it| it.is_match(&path)) {
            self.add_found_script(path);
        } else {
            self.unchecked_scripts += 1;
        }
        Ok(())
    }

    /// Adds a script that was found in a directory, unless it is not a script: a pattern may match a whole directory.
    fn add_found_script(&mut self, path: PathBuf) {
        let is_script = |it: &&str| kind::by_name(it).is_none() && !NOT_READ.contains(it);
        let Some(name) = path.file_name().and_then(OsStr::to_str).filter(is_script) else { return };
        let text = match is_named_like_script(name) {
            true => None,
            // A stand-in applies below.
            false => match self.text_now(&path).filter(|it| Script::is_one(&it.text)) {
                None => return,
                text => text,
            },
        };
        self.add_script(path, text, false);
    }

    /// The text of a file in its buffer, else on the disk.
    fn text_now(&self, path: &Path) -> Option<Decoded> {
        match self.request.buffers.get(path) {
            Some(text) => Some(Decoded { text: text.clone(), encoding: Encoding::Utf8 }),
            None => self.disk().read_unnamed(path),
        }
    }

    /// Adds a job script. Stand-ins apply to scripts, too.
    fn add_script(&mut self, path: PathBuf, text: Option<Decoded>, named: bool) {
        let text = match self.request.buffers.stand_in_of(&path) {
            Some(None) => return,
            Some(Some(text)) => Some(text.clone()),
            None => text,
        };
        let bytes = self.size(&path, text.as_ref());
        self.push(Found { path, kind: MemberKind::Script, reported: true, named, text, bytes });
    }

    /// Adds the other files of the resource connector whose files were found; names in one refer to others.
    pub(crate) fn add_connector(&mut self) {
        let is_it = |it: &&Found| matches!(it.kind, MemberKind::Connector(_));
        let folders = self.found.iter().filter(is_it).filter_map(|it| walk::connector_folder(&it.path));
        let folders: FxHashSet<PathBuf> = folders.map(Path::to_owned).collect();
        for folder in folders {
            self.list_connector(&folder);
        }
    }

    /// Adds the configuration directory around a script, else around the current directory, else that of LSF_ENVDIR,
    /// and its files. Returns that directory.
    pub(crate) fn add_cluster_of_script(&mut self, script: &Path) -> Option<PathBuf> {
        let here = CONFIGURATION.map(|it| self.request.paths.current().join(it));
        let environment = self.request.environment.clone();
        let base = possible_clusters(script).chain(here).chain(environment).find(|it| self.has_marker(it))?;
        self.add_base(&base);
        Some(base)
    }

    /// The LSF files, without the scripts.
    fn files(&self) -> impl Iterator<Item = &Found> {
        self.found.iter().filter(|it| it.kind.file().is_some())
    }

    /// Adds the cluster of the current directory for files that were given on the command line and have no cluster
    /// around them. Returns whether any file needs it.
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

    /// Sorts what was found, files by path and then scripts, and drops files that are not configuration.
    pub(crate) fn finish(mut self) -> Discovery<'r> {
        let hidden = std::mem::take(&mut self.hidden);
        self.found.retain(|it| it.kind.file().is_none() || !hidden.contains(&it.path));
        self.drop_foreign_hosts();
        self.found.sort_by(|a, b| (a.kind.file().is_none(), &a.path).cmp(&(b.kind.file().is_none(), &b.path)));
        self
    }

    /// Adds the other files of the clusters that the files found so far belong to.
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

    /// Adds a file of the command line, with the text to use instead of that on the disk.
    pub(crate) fn named_file(&mut self, path: &Path, text: Option<Decoded>) {
        let name = name_of(path);
        if NOT_READ.contains(&&*name) {
            return self.ignore(path, Ignored::SHELL);
        }
        if let Some(kind) = ConnectorKind::from_name(&name) {
            let (kind, bytes) = (MemberKind::Connector(kind), self.size(path, text.as_ref()));
            return self.push(Found { path: path.to_owned(), kind, reported: true, named: true, text, bytes });
        }
        let found = match kind::by_name(&name) {
            Some(recognised) => Ok((Some(recognised), text)),
            None => self.recognise_named(path, &name, text),
        };
        match found {
            Ok((Some(recognised), text)) => {
                let (kind, bytes) = (MemberKind::File(recognised), self.size(path, text.as_ref()));
                self.push(Found { path: path.to_owned(), kind, reported: true, named: true, text, bytes });
            }
            Ok((None, text)) => self.add_script(path.to_owned(), text, true),
            Err(problem) => self.problems.push(problem),
        }
    }

    /// Determines the kind of a file of the command line from its text; `None` for a script.
    fn recognise_named(
        &self,
        path: &Path,
        name: &str,
        text: Option<Decoded>,
    ) -> Result<(Option<Recognised>, Option<Decoded>), Problem> {
        let shown = self.request.paths.shown(path);
        let text = text.map_or_else(|| self.disk().read(path, &shown), Ok)?;
        let is_script = Script::is_one(&text.text);
        match kind::recognise_named(name, &text.text) {
            Ok(Some(recognised)) => Ok((Some(recognised), Some(text))),
            // Programs and the files of workflow systems may call bsub.
            Ok(None) if Script::is_other_language(name) => match Script::parse_named(name, &text.text).calls.is_empty()
            {
                true => Err(Problem::at(shown, Cause::NotAJobScript)),
                false => Ok((None, Some(text))),
            },
            Ok(None) if !is_script && is_for_workflows(name, &text.text) => {
                Err(Problem::at(shown, Cause::NotAJobScript))
            }
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

    /// The configuration directory at or above a directory.
    fn base_of(&mut self, folder: &Path) -> Option<PathBuf> {
        possible_bases(folder).find(|it| self.has_marker(it)).map(Path::to_owned)
    }

    fn has_marker(&mut self, folder: &Path) -> bool {
        let disk = &self.request.buffers.disk();
        let look = || MARKERS.iter().any(|it| disk.is_file(&folder.join(it)));
        *self.has_marker.entry(folder.to_owned()).or_insert_with(look)
    }

    /// Drops files called `hosts` unless they were given explicitly or are next to other LSF files: the name is common.
    fn drop_foreign_hosts(&mut self) {
        let marks = |it: &&Found| it.kind.file().is_some_and(marks_base);
        let bases = self.found.iter().filter(marks).filter_map(|it| it.path.parent());
        let bases: FxHashSet<PathBuf> = bases.map(Path::to_owned).collect();
        self.found.retain(|it| {
            let is_hosts = it.kind.file() == Some(FileKind::Hosts);
            it.named || !is_hosts || it.path.parent().is_some_and(|it| bases.contains(it))
        });
    }

    /// The size of a file in bytes, from its text if known.
    fn size(&self, path: &Path, text: Option<&Decoded>) -> u64 {
        text.map_or_else(|| self.disk().size(path), |it| it.text.len() as u64)
    }

    /// The disk of the request.
    fn disk(&self) -> &'r Disk {
        self.request.buffers.disk()
    }
}
