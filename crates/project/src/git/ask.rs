//! Asking the git command line tool.

use std::collections::BTreeSet;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use rustc_hash::FxHashMap;

use super::list::{Entry, Unknown, entries, path_of, unknown};
use super::{GitEnvironment, really};
use crate::error::{Cause, Problem};
use crate::paths::Paths;

/// A repository and how to ask git about it.
#[derive(Debug)]
pub(super) struct Git {
    /// Where commands run.
    folder: PathBuf,
    /// What git shall find in its environment.
    environment: Vec<(&'static str, PathBuf)>,
    /// The folder of the working tree, as paths of this run begin.
    pub(super) top: PathBuf,
    /// The same without symbolic links.
    pub(super) real_top: PathBuf,
    shown: String,
}

impl Git {
    /// The repository around a folder.
    ///
    /// In a hook git says in the environment which repository and which index are meant. The index counts as long as it belongs to the
    /// repository around the folder; a repository that is not around it was chosen by somebody, and counts, too.
    pub(super) fn around(folder: &Path, paths: &Paths, given: &GitEnvironment) -> Result<Git, Problem> {
        let here = paths.current();
        let mut git = Git {
            folder: folder.to_owned(),
            environment: Vec::new(),
            top: PathBuf::new(),
            real_top: PathBuf::new(),
            shown: paths.shown(folder),
        };
        let chosen = given.folder.as_ref().map(|it| paths.absolute(it));
        let found = git.path(&["rev-parse", "--absolute-git-dir"]).map(|it| really(&it));
        let own = match (found, chosen) {
            (Ok(own), None) => own,
            (Ok(own), Some(chosen)) if really(&chosen) == own => own,
            (Err(problem), None) => return Err(problem),
            (_, Some(chosen)) => {
                let work_tree = given.work_tree.as_ref().map_or(here.to_owned(), |it| paths.absolute(it));
                let own = really(&chosen);
                git.environment = vec![("GIT_DIR", chosen), ("GIT_WORK_TREE", work_tree)];
                own
            }
        };
        git.real_top = git.path(&["rev-parse", "--show-toplevel"])?;
        let index = given.index.iter().flat_map(|it| [paths.absolute(it), git.real_top.join(it)]);
        let index = index.map(|it| really(it.parent().unwrap_or(&it)).join(it.file_name().unwrap_or_default()));
        git.environment.extend(index.into_iter().find(|it| it.starts_with(&own)).map(|it| ("GIT_INDEX_FILE", it)));
        git.top = as_seen(folder, &git.real_top);
        git.folder = git.real_top.clone();
        git.shown = paths.shown(&git.top);
        Ok(git)
    }

    /// The commit at which a branch, tag or commit and the current branch parted; the commit itself when they have nothing in common.
    pub(super) fn parting(&self, given: &str) -> Result<String, Problem> {
        let unknown = || {
            self.problem(format!(
                "git knows no commit `{given}` in `{}`; a shallow clone has the newest ones only (`git fetch --unshallow`)",
                self.shown
            ))
        };
        if given.is_empty() || given.starts_with('-') {
            return Err(unknown());
        }
        let commit = self.run(&["rev-parse", "--verify", "--quiet", &format!("{given}^{{commit}}")])?;
        let commit = word(&commit.map_err(|_| unknown())?);
        let base = word(&self.run(&["merge-base", &commit, "HEAD"])?.unwrap_or_default());
        Ok(if base.is_empty() { commit } else { base })
    }

    /// The last commit, or the empty tree before the first one.
    pub(super) fn head(&self) -> Result<String, Problem> {
        match self.run(&["rev-parse", "--verify", "--quiet", "HEAD^{commit}"])? {
            Ok(head) => Ok(word(&head)),
            Err(_) => Ok(word(&self.ask(&["hash-object", "-t", "tree", "--stdin"])?)),
        }
    }

    /// Files that are neither tracked nor ignored, and repositories inside this one.
    pub(super) fn unknown(&self) -> Result<Unknown, Problem> {
        Ok(unknown(&self.ask(&["ls-files", "-z", "-t", "--stage", "--others", "--exclude-standard"])?))
    }

    /// The files that differ from an old state, as `diff-index` or `diff-files` says with these options.
    pub(super) fn differences(&self, command: &str, options: &[&str]) -> Result<Vec<Entry>, Problem> {
        Ok(entries(&self.ask(&[&[command, "-z", "--raw", "--no-abbrev"], options].concat())?))
    }

    /// Texts by their names. Missing ones are left out.
    pub(super) fn blobs(&self, names: &BTreeSet<&str>) -> Result<FxHashMap<String, Vec<u8>>, Problem> {
        let mut found = FxHashMap::default();
        if names.is_empty() {
            return Ok(found);
        }
        let mut command = self.command(&["cat-file", "--batch", "--buffer"]);
        let mut child = command.stdin(Stdio::piped()).spawn().map_err(|error| self.not_run(&error))?;
        let wanted: String = names.iter().map(|it| format!("{it}\n")).collect();
        let stdin = child.stdin.take();
        let stdout = child.stdout.take();
        let read = std::thread::scope(|scope| {
            // Git answers while it is asked; who only asks would wait for ever.
            scope.spawn(move || stdin.map(|mut it| it.write_all(wanted.as_bytes())));
            stdout.map_or(Ok(()), |it| read_blobs(BufReader::new(it), &mut found))
        });
        let status = child.wait();
        match (read, status) {
            (Ok(()), Ok(status)) if status.success() => Ok(found),
            (Err(error), _) | (_, Err(error)) => Err(self.not_run(&error)),
            _ => Err(self.problem("git cat-file failed".to_owned())),
        }
    }

    /// What a command prints.
    pub(super) fn ask(&self, arguments: &[&str]) -> Result<Vec<u8>, Problem> {
        self.run(arguments)?.map_err(|said| self.refused(&said))
    }

    /// The path that a command prints.
    fn path(&self, arguments: &[&str]) -> Result<PathBuf, Problem> {
        let output = self.ask(arguments)?;
        Ok(path_of(output.strip_suffix(b"\n").unwrap_or(&output)))
    }

    /// What a command prints, or what it says when it fails.
    fn run(&self, arguments: &[&str]) -> Result<Result<Vec<u8>, String>, Problem> {
        let output = self.command(arguments).output().map_err(|error| self.not_run(&error))?;
        let said = || String::from_utf8_lossy(&output.stderr).into_owned();
        Ok(if output.status.success() { Ok(output.stdout) } else { Err(said()) })
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("git");
        command.args(["--no-optional-locks", "--no-pager", "-c", "core.fsmonitor=false"]).args(arguments);
        command.current_dir(&self.folder).env("LC_ALL", "C").env("GIT_NO_LAZY_FETCH", "1");
        for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"] {
            command.env_remove(name);
        }
        command.envs(self.environment.iter().map(|(name, path)| (name, path)));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn not_run(&self, error: &io::Error) -> Problem {
        self.problem(match error.kind() {
            io::ErrorKind::NotFound => {
                "git was not found; without it nobody can tell what changed (it must be on the PATH)".to_owned()
            }
            _ => format!("cannot run git: {error}"),
        })
    }

    fn refused(&self, said: &str) -> Problem {
        if said.contains("not a git repository") {
            return self
                .problem(format!("`{}` lies in no git repository, so nobody can tell what changed", self.shown));
        }
        let said = said.lines().map(str::trim).filter(|it| !it.is_empty()).collect::<Vec<_>>().join(" ");
        self.problem(format!("git could not say what changed in `{}`: {said}", self.shown))
    }

    fn problem(&self, message: String) -> Problem {
        Problem::at(self.shown.clone(), Cause::Git(message))
    }
}

/// The word that a command prints.
fn word(output: &[u8]) -> String {
    String::from_utf8_lossy(output).trim().to_owned()
}

/// The folder of the working tree, reached in the way `folder` is: git names it without symbolic links.
fn as_seen(folder: &Path, real_top: &Path) -> PathBuf {
    let real = really(folder);
    let Ok(below) = real.strip_prefix(real_top) else { return real_top.to_owned() };
    let seen = folder.ancestors().nth(below.components().count());
    seen.filter(|it| really(it) == real_top).map_or_else(|| real_top.to_owned(), Path::to_owned)
}

/// Reads the answers of `git cat-file --batch`.
fn read_blobs(mut from: impl BufRead, found: &mut FxHashMap<String, Vec<u8>>) -> io::Result<()> {
    let mut head = String::new();
    loop {
        head.clear();
        if from.read_line(&mut head)? == 0 {
            return Ok(());
        }
        let mut words = head.split_whitespace();
        let (Some(name), Some(kind), Some(size)) = (words.next(), words.next(), words.next()) else { continue };
        let size: u64 = size.parse().map_err(|_| io::Error::from(io::ErrorKind::InvalidData))?;
        let mut bytes = Vec::new();
        from.by_ref().take(size).read_to_end(&mut bytes)?;
        from.read_exact(&mut [0])?;
        if kind == "blob" {
            found.insert(name.to_owned(), bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_of_git() {
        let mut found = FxHashMap::default();
        read_blobs(&b"aa blob 3\nx\ny\nbb missing\ncc blob 0\n\ndd tree 1\nz\n"[..], &mut found).expect("well formed");
        let mut found: Vec<_> = found.into_iter().collect();
        found.sort();
        assert_eq!(found, [("aa".to_owned(), b"x\ny".to_vec()), ("cc".to_owned(), Vec::new())]);
        assert!(read_blobs(&b"aa blob 9\nx"[..], &mut FxHashMap::default()).is_err());
    }
}
