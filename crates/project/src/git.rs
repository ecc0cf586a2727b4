//! What changed in a git repository: which files, what they were before, and what is staged.
//!
//! The git command line tool is asked, with plumbing commands whose output is made for programs: names end in NUL bytes, so blanks and
//! other letters in paths need no quoting, and nobody's configuration changes the form. Lines are not compared here; the texts of before
//! come back, and two texts can be compared by anybody. Nothing is written into the repository, no index is refreshed, no hook, pager or
//! file system monitor runs.

mod ask;
mod list;

use std::path::{Path, PathBuf};

use rustc_hash::FxHashMap;

use crate::error::{Cause, Problem};
use crate::paths::Paths;
use crate::read::{Decoded, decode};
use ask::Git;
use list::{Blob, Entry, Unknown};

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
    if let Some(outside) = given.iter().find(|it| !it.starts_with(&git.top) && !really(it).starts_with(&git.real_top)) {
        let (outside, top) = (paths.shown(outside), paths.shown(&git.top));
        let message = format!("`{outside}` lies outside of the git repository `{top}`; check one repository at a time");
        return Err(Problem::at(outside, Cause::Git(message)));
    }
    match since {
        Since::Commit(commit) => Collected::since(&git, commit)?.changes(&git),
        Since::Staged => Collected::staged(&git)?.changes(&git),
    }
}

/// The folder at or above a path.
fn folder_of(path: &Path) -> &Path {
    path.ancestors().find(|it| it.is_dir()).unwrap_or(path)
}

/// The path without symbolic links, as far as it exists.
fn really(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// Paths inside the repository, and their texts.
#[derive(Debug, Default)]
struct Collected {
    /// By new path: the old path and text.
    files: FxHashMap<PathBuf, (PathBuf, Blob)>,
    new: FxHashMap<PathBuf, Blob>,
    old: FxHashMap<PathBuf, Blob>,
    foreign: Vec<PathBuf>,
}

impl Collected {
    /// The files as they are against a commit.
    fn since(git: &Git, commit: &str) -> Result<Collected, Problem> {
        let base = git.parting(commit)?;
        let mut found = Collected::default();
        found.against(git.differences("diff-index", &["-M", "--ignore-submodules=dirty", &base, "--"])?);
        let Unknown { files, repositories } = git.unknown()?;
        for path in files {
            found.old.insert(path.clone(), None);
            found.files.insert(path.clone(), (path, None));
        }
        Ok(Collected { foreign: repositories, ..found })
    }

    /// What is staged against the last commit.
    fn staged(git: &Git) -> Result<Collected, Problem> {
        let staged = git.differences("diff-index", &["--cached", "-M", &git.head()?, "--"])?;
        let mut found = Collected::default();
        // The working tree against the index: what is not staged does not count.
        let changed = git.differences("diff-files", &["--ignore-submodules=dirty"])?;
        let Unknown { files, repositories } = git.unknown()?;
        let unstaged = changed.into_iter().map(|it| (it.path, it.old));
        for (path, text) in unstaged.chain(files.into_iter().map(|it| (it, None))) {
            found.new.insert(path.clone(), text.clone());
            found.old.insert(path, text);
        }
        // A file that is there and no longer staged, perhaps because it is ignored now.
        for it in staged.iter().filter(|it| !it.is_there || it.path != it.old_path) {
            found.new.insert(it.old_path.clone(), None);
        }
        found.against(staged);
        Ok(Collected { foreign: repositories, ..found })
    }

    /// What differs from the old state.
    fn against(&mut self, entries: Vec<Entry>) {
        for Entry { path, old_path, old, is_there } in entries {
            if path != old_path {
                self.old.insert(path.clone(), None);
            }
            self.old.insert(old_path.clone(), old.clone());
            if is_there {
                self.files.insert(path, (old_path, old));
            }
        }
    }

    /// Reads the texts.
    fn changes(self, git: &Git) -> Result<Changes, Problem> {
        let states = self.new.values().chain(self.old.values()).chain(self.files.values().map(|it| &it.1));
        let blobs = git.blobs(&states.filter_map(Option::as_deref).collect())?;
        let text = |blob: &Blob| -> Option<Decoded> {
            let bytes = blobs.get(blob.as_deref()?).filter(|it| it.len() < LARGE)?;
            // What is no text could not be checked then either.
            decode(bytes.clone(), "").ok()
        };
        let place = |path: &Path| git.top.join(path);
        let state = |state: &FxHashMap<PathBuf, Blob>| state.iter().map(|(path, it)| (place(path), text(it))).collect();
        let file = |(path, (old_path, old)): (&PathBuf, &(PathBuf, Blob))| {
            (place(path), ChangedFile { old_path: place(old_path), old_text: text(old) })
        };
        let mut foreign: Vec<PathBuf> = self.foreign.iter().map(|it| place(it)).collect();
        foreign.sort();
        foreign.dedup();
        Ok(Changes {
            files: self.files.iter().map(file).collect(),
            new: state(&self.new),
            old: state(&self.old),
            foreign,
            top: (git.top.clone(), git.real_top.clone()),
        })
    }
}
