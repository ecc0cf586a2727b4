//! What changed in a git repository: which files, what they were before, and what is staged.
//!
//! The git command line tool is asked, with plumbing commands whose output is made for programs: names end in NUL bytes, so blanks and
//! other letters in paths need no quoting, and nobody's configuration changes the form. Lines are not compared here; the texts of before
//! come back, and two texts can be compared by anybody. Nothing is written into the repository, no index is refreshed, no hook, pager or
//! file system monitor runs.

mod ask;
mod list;

use std::path::{Path, PathBuf};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::buffers::Buffers;
use crate::error::{Cause, Problem};
use crate::paths::Paths;
use crate::read::{Decoded, decode};
use ask::Git;
use list::{Entry, Kind, entries};

/// Texts beyond this are no configuration that anybody includes.
const LARGE: usize = 8 << 20;

/// What git says about its place in the environment: inside a hook these point to the repository, and to the index of the commit.
#[derive(Debug, Clone, Default)]
pub struct GitEnvironment {
    /// `GIT_DIR`.
    pub folder: Option<PathBuf>,
    /// `GIT_WORK_TREE`.
    pub work_tree: Option<PathBuf>,
    /// `GIT_INDEX_FILE`.
    pub index: Option<PathBuf>,
}

/// What changes are counted from, and what they lead to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Since {
    /// From where a branch, tag or commit and the current branch parted, to the files as they are.
    Commit(String),
    /// From the last commit to what is staged for the next one.
    Staged,
}

/// A file that changed.
#[derive(Debug, Clone)]
pub struct ChangedFile {
    /// What it was called, when it was there.
    pub old_path: PathBuf,
    /// Its text of before; `None`: there was none.
    pub old_text: Option<Decoded>,
}

/// What changed. Paths are absolute, below the folder of the repository as the current folder has it.
#[derive(Debug, Default)]
pub struct Changes {
    /// The files that changed and are there.
    pub files: FxHashMap<PathBuf, ChangedFile>,
    /// What has to stand in for files to see the new state.
    pub new: Vec<(PathBuf, Option<Decoded>)>,
    /// What has to stand in for files to see the old state.
    pub old: Vec<(PathBuf, Option<Decoded>)>,
    /// Folders that are repositories of their own; what changed in them is not known.
    pub foreign: Vec<PathBuf>,
    /// The folder of the repository, as paths here begin, and without symbolic links.
    top: (PathBuf, PathBuf),
}

impl Changes {
    /// What happened to a file; a symbolic link leads to the one that git knows.
    pub fn of(&self, path: &Path) -> Option<&ChangedFile> {
        let (top, real_top) = &self.top;
        let real = || Some(top.join(path.canonicalize().ok()?.strip_prefix(real_top).ok()?));
        self.files.get(path).or_else(|| self.files.get(&real()?))
    }

    /// Lets texts stand in for files.
    pub fn put(state: &[(PathBuf, Option<Decoded>)], buffers: &mut Buffers) {
        for (path, text) in state {
            buffers.stand_in(path.clone(), text.clone());
        }
    }
}

/// Asks git what changed around the given paths, which must lie in one repository.
///
/// # Errors
/// There is no git, no repository, no such commit, or a path lies elsewhere.
pub fn changes(
    since: &Since,
    given: &[PathBuf],
    paths: &Paths,
    environment: &GitEnvironment,
) -> Result<Changes, Problem> {
    let given: Vec<PathBuf> = given.iter().map(|it| paths.absolute(it)).collect();
    let first = given.first().map_or(paths.current(), PathBuf::as_path);
    let git = Git::around(folder_of(first), paths, environment)?;
    if let Some(outside) = given.iter().find(|it| !it.starts_with(git.top()) && !really(it).starts_with(git.real_top()))
    {
        let (outside, top) = (paths.shown(outside), paths.shown(git.top()));
        let message = format!("`{outside}` lies outside of the git repository `{top}`; check one repository at a time");
        return Err(Problem::at(outside, Cause::Git(message)));
    }
    let mut found = Collected::default();
    match since {
        Since::Commit(commit) => found.since(&git, commit)?,
        Since::Staged => found.staged(&git)?,
    }
    found.foreign.extend(git.modules()?);
    found.changes(&git)
}

fn folder_of(path: &Path) -> &Path {
    let mut folder = path;
    while !folder.is_dir() {
        match folder.parent() {
            Some(parent) => folder = parent,
            None => break,
        }
    }
    folder
}

/// The path without symbolic links, as far as it exists.
fn really(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// Where the text of a state comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Source {
    /// A blob of this name.
    Blob(String),
    /// The file is not there.
    Nothing,
}

/// Paths inside the repository, and where their texts come from.
#[derive(Debug, Default)]
struct Collected {
    /// By new path: the old path and text.
    files: FxHashMap<PathBuf, (PathBuf, Source)>,
    new: FxHashMap<PathBuf, Source>,
    old: FxHashMap<PathBuf, Source>,
    foreign: FxHashSet<PathBuf>,
}

impl Collected {
    /// The files as they are against a commit.
    fn since(&mut self, git: &Git, commit: &str) -> Result<(), Problem> {
        let base = git.parting(commit)?;
        self.against(&git.ask(&[
            "diff-index",
            "-z",
            "--raw",
            "--no-abbrev",
            "-M",
            "--ignore-submodules=dirty",
            &base,
            "--",
        ])?);
        for path in git.untracked()? {
            self.untracked(path);
        }
        Ok(())
    }

    /// What is staged against the last commit.
    fn staged(&mut self, git: &Git) -> Result<(), Problem> {
        let base = git.head()?;
        let staged = git.ask(&["diff-index", "--cached", "-z", "--raw", "--no-abbrev", "-M", &base, "--"])?;
        // The working tree against the index: what is not staged does not count.
        for it in entries(&git.ask(&["diff-files", "-z", "--raw", "--no-abbrev", "--ignore-submodules=dirty"])?) {
            if it.is_file() && it.kind != Kind::Unmerged {
                let source = it.old_blob().map_or(Source::Nothing, Source::Blob);
                self.new.insert(it.path.clone(), source.clone());
                self.old.insert(it.path, source);
            }
        }
        for path in git.untracked()? {
            if !self.note_folder(&path) {
                self.new.insert(path.clone(), Source::Nothing);
                self.old.insert(path, Source::Nothing);
            }
        }
        for it in entries(&staged).iter().filter(|it| it.is_file()) {
            // A file that is there and no longer staged, perhaps because it is ignored now.
            if it.kind == Kind::Deleted {
                self.new.insert(it.path.clone(), Source::Nothing);
            }
            if let (Kind::Renamed, Some(old)) = (it.kind, &it.old_path) {
                self.new.insert(old.clone(), Source::Nothing);
            }
        }
        self.against(&staged);
        Ok(())
    }

    /// What differs from the old state.
    fn against(&mut self, output: &[u8]) {
        for it in entries(output) {
            if !it.is_file() {
                continue;
            }
            let before = it.old_blob().map_or(Source::Nothing, Source::Blob);
            let Entry { kind, path, old_path, .. } = it;
            match kind {
                Kind::Unmerged => {}
                Kind::Deleted => {
                    self.old.insert(path, before);
                }
                Kind::Renamed => {
                    let old_path = old_path.unwrap_or_else(|| path.clone());
                    self.old.insert(path.clone(), Source::Nothing);
                    self.old.insert(old_path.clone(), before.clone());
                    self.files.insert(path, (old_path, before));
                }
                Kind::Changed => {
                    self.old.insert(path.clone(), before.clone());
                    self.files.insert(path.clone(), (path, before));
                }
            }
        }
    }

    /// A file that git does not know yet.
    fn untracked(&mut self, path: PathBuf) {
        if !self.note_folder(&path) {
            self.old.insert(path.clone(), Source::Nothing);
            self.files.insert(path.clone(), (path, Source::Nothing));
        }
    }

    /// A folder among files is a repository of its own.
    fn note_folder(&mut self, path: &Path) -> bool {
        let is_folder = path.as_os_str().to_string_lossy().ends_with('/');
        if is_folder {
            self.foreign.insert(path.to_owned());
        }
        is_folder
    }

    /// Reads the texts.
    fn changes(self, git: &Git) -> Result<Changes, Problem> {
        let states = self.new.values().chain(self.old.values()).chain(self.files.values().map(|it| &it.1));
        let mut names: Vec<&str> = Vec::new();
        for it in states {
            if let Source::Blob(name) = it {
                names.push(name);
            }
        }
        names.sort_unstable();
        names.dedup();
        let blobs = git.blobs(&names)?;
        let text = |source: &Source| -> Option<Decoded> {
            let Source::Blob(name) = source else { return None };
            let bytes = blobs.get(name.as_str()).filter(|it| it.len() < LARGE)?;
            // What is no text could not be checked then either.
            decode(bytes.clone(), "").ok()
        };
        let place = |path: &Path| git.top().join(path);
        let state = |state: &FxHashMap<PathBuf, Source>| {
            let mut texts: Vec<_> = state.iter().map(|(path, source)| (place(path), text(source))).collect();
            texts.sort_by(|a, b| a.0.cmp(&b.0));
            texts
        };
        let file = |(path, (old_path, source)): (&PathBuf, &(PathBuf, Source))| {
            (place(path), ChangedFile { old_path: place(old_path), old_text: text(source) })
        };
        let mut foreign: Vec<PathBuf> = self.foreign.iter().map(|it| place(it)).collect();
        foreign.sort();
        Ok(Changes {
            files: self.files.iter().map(file).collect(),
            new: state(&self.new),
            old: state(&self.old),
            foreign,
            top: (git.top().to_owned(), git.real_top().to_owned()),
        })
    }
}
