//! Determines what changed in a git repository: which files, their old texts, and what is staged.
//!
//! It runs git plumbing commands, whose output is meant for programs: names end in NUL bytes, so spaces and other
//! characters in paths need no quoting, and the user's git configuration does not change the format. The old texts are
//! returned; lines are compared elsewhere. Nothing is written to the repository: no index is refreshed. No program that
//! a repository can name runs: hooks, pagers, file system monitors, filters and transports. Without its filter, a file
//! that is stored in another form (Git LFS, git-crypt) counts as changed.

mod ask;
mod list;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::error::{Cause, Problem};
use crate::paths::Paths;
use crate::read::{Decoded, decode};
use ask::Git;
use list::{Blob, Entry, Unknown};

/// The maximum size of a text in bytes (8 MB); no included configuration is larger.
const LARGE: usize = 8 << 20;

/// The environment variables of git. Inside a hook they refer to the repository and to the index of the commit.
#[derive(Debug, Clone, Default)]
pub struct GitEnvironment {
    /// `GIT_DIR`.
    pub folder: Option<PathBuf>,
    /// `GIT_WORK_TREE`.
    pub work_tree: Option<PathBuf>,
    /// `GIT_INDEX_FILE`.
    pub index: Option<PathBuf>,
}

/// The two states of the repository to compare.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Since {
    /// From the merge base of a branch, tag or commit and the current branch, to the working tree.
    Commit(String),
    /// From the last commit to the index.
    Staged,
}

/// The old state of a changed file.
#[derive(Debug, Clone)]
pub struct ChangedFile {
    /// Its old path, if it existed.
    pub old_path: PathBuf,
    /// Its old text; `None` if it did not exist.
    pub old_text: Option<Decoded>,
}

/// What changed between two states. Paths are absolute and start with the path of the repository as the user reached
/// it.
#[derive(Debug, Default)]
pub struct Changes {
    /// The changed files that exist in the new state.
    pub files: FxHashMap<PathBuf, ChangedFile>,
    /// The stand-ins for files that show the new state.
    pub new: Vec<(PathBuf, Option<Decoded>)>,
    /// The stand-ins for files that show the old state.
    pub old: Vec<(PathBuf, Option<Decoded>)>,
    /// Directories that are nested repositories; changes in them are unknown.
    pub foreign: Vec<PathBuf>,
    /// The root of the repository: as paths here start, and without symbolic links.
    top: (PathBuf, PathBuf),
}

impl Changes {
    /// The change of a file; a symbolic link is resolved to the file that git knows.
    pub fn of(&self, path: &Path) -> Option<&ChangedFile> {
        let (top, real_top) = &self.top;
        let real = || Some(top.join(path.canonicalize().ok()?.strip_prefix(real_top).ok()?));
        self.files.get(path).or_else(|| self.files.get(&real()?))
    }
}

/// Determines what changed in the repository of the given paths, which must all be in one repository.
///
/// # Errors
/// git is missing, there is no repository or commit, or a path is outside of the repository.
pub fn changes(
    since: &Since,
    given: &[PathBuf],
    paths: &Paths,
    environment: &GitEnvironment,
) -> Result<Changes, Problem> {
    let given: Vec<PathBuf> = given.iter().map(|it| paths.absolute(it)).collect();
    let first = given.first().map_or(paths.current(), PathBuf::as_path);
    let git = Git::around(folder_of(first), paths, environment)?;
    if let Some(outside) = given.iter().find(|it| !it.starts_with(&git.top) && !resolved(it).starts_with(&git.real_top))
    {
        let (outside, top) = (paths.shown(outside), paths.shown(&git.top));
        let message = format!("`{outside}` is outside of the git repository `{top}`; check one repository at a time");
        return Err(Problem::at(outside, Cause::Git(message)));
    }
    match since {
        Since::Commit(commit) => Collected::since(&git, commit)?.changes(&git),
        Since::Staged => Collected::staged(&git)?.changes(&git),
    }
}

/// The text of a file in the last commit. `None` if it is not in it, not a text, or there is no commit or repository. A
/// single process of git answers.
///
/// # Errors
/// git is missing.
pub fn committed_text(file: &Path, paths: &Paths) -> Result<Option<Arc<str>>, Problem> {
    // git knows a symbolic link as its target's path, so the file itself is looked up.
    let real = resolved(file);
    let (Some(folder), Some(name)) = (real.parent(), real.file_name().and_then(|it| it.to_str())) else {
        return Ok(None);
    };
    if !folder.is_dir() {
        return Ok(None);
    }
    let bytes = Git::at(folder, paths).text_at_head(name)?.filter(|it| it.len() < LARGE);
    Ok(bytes.and_then(|it| decode(it, "").ok()).map(|it| it.text))
}

/// The last commit of the repository of a file or directory, as `git describe` names it: `v1.2-3-gabcdef0`. `None`
/// without a repository, a commit or git. No program that the repository names is run.
pub fn last_commit(path: &Path, paths: &Paths) -> Option<String> {
    Git::at(folder_of(&resolved(path)), paths).described_head()
}

/// The directory at or above a path.
fn folder_of(path: &Path) -> &Path {
    path.ancestors().find(|it| it.is_dir()).unwrap_or(path)
}

/// The path without symbolic links, as far as it exists.
fn resolved(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// Changes by path in the repository, before their texts are read.
#[derive(Debug, Default)]
struct Collected {
    /// The old path and text, by new path.
    files: FxHashMap<PathBuf, (PathBuf, Blob)>,
    new: FxHashMap<PathBuf, Blob>,
    old: FxHashMap<PathBuf, Blob>,
    foreign: Vec<PathBuf>,
}

impl Collected {
    /// The working tree compared with a commit.
    fn since(git: &Git, commit: &str) -> Result<Collected, Problem> {
        let base = git.merge_base(commit)?;
        let mut found = Collected::default();
        found.against(git.differences("diff-index", &["-M", "--ignore-submodules=dirty", &base, "--"])?);
        let Unknown { files, repositories } = git.unknown()?;
        for path in files {
            found.old.insert(path.clone(), None);
            found.files.insert(path.clone(), (path, None));
        }
        Ok(Collected { foreign: repositories, ..found })
    }

    /// The index compared with the last commit.
    fn staged(git: &Git) -> Result<Collected, Problem> {
        let staged = git.differences("diff-index", &["--cached", "-M", &git.head()?, "--"])?;
        let mut found = Collected::default();
        // The working tree differs from the index in these files: unstaged changes are ignored.
        let changed = git.differences("diff-files", &["--ignore-submodules=dirty"])?;
        let Unknown { files, repositories } = git.unknown()?;
        let unstaged = changed.into_iter().map(|it| (it.path, it.old));
        for (path, text) in unstaged.chain(files.into_iter().map(|it| (it, None))) {
            found.new.insert(path.clone(), text.clone());
            found.old.insert(path, text);
        }
        // A file that exists but is not staged any more, perhaps because it is ignored now.
        for it in staged.iter().filter(|it| !it.is_there || it.path != it.old_path) {
            found.new.insert(it.old_path.clone(), None);
        }
        found.against(staged);
        Ok(Collected { foreign: repositories, ..found })
    }

    /// Adds the differences from the old state.
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
            // A binary file could not be checked in the old state either.
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
