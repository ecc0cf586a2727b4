//! Runs the git command line tool.

use std::collections::BTreeSet;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use rustc_hash::FxHashMap;

use super::list::{Entry, Unknown, entries, path_of, unknown};
use super::{GitEnvironment, resolved};
use crate::error::{Cause, Problem};
use crate::paths::Paths;

/// A repository, and how git is called for it.
#[derive(Debug)]
pub(super) struct Git {
    /// The working directory of the commands.
    folder: PathBuf,
    /// The environment variables that are set for git.
    environment: Vec<(&'static str, PathBuf)>,
    /// The filters that the configuration of git defines: programs that the repository may name, which never run.
    filters: Vec<String>,
    /// The root of the working tree, as paths of this run start.
    pub(super) top: PathBuf,
    /// The root without symbolic links.
    pub(super) real_top: PathBuf,
    shown: String,
}

impl Git {
    /// Finds the repository of a directory.
    ///
    /// In a hook, git sets the repository and the index in the environment. The index is used if it belongs to the
    /// repository of the directory. `GIT_DIR` is used if it is the repository of the directory, or if it was set for
    /// another one.
    pub(super) fn around(folder: &Path, paths: &Paths, given: &GitEnvironment) -> Result<Git, Problem> {
        let here = paths.current();
        let mut git = Git::at(folder, paths);
        let chosen = given.folder.as_ref().map(|it| paths.absolute(it));
        let found = git.path(&["rev-parse", "--absolute-git-dir"]).map(|it| resolved(&it));
        let own = match (found, chosen) {
            (Ok(own), None) => own,
            (Ok(own), Some(chosen)) if resolved(&chosen) == own => own,
            (Err(problem), None) => return Err(problem),
            (_, Some(chosen)) => {
                let work_tree = given.work_tree.as_ref().map_or(here.to_owned(), |it| paths.absolute(it));
                let own = resolved(&chosen);
                git.environment = vec![("GIT_DIR", chosen), ("GIT_WORK_TREE", work_tree)];
                own
            }
        };
        git.real_top = git.path(&["rev-parse", "--show-toplevel"])?;
        let index = given.index.iter().flat_map(|it| [paths.absolute(it), git.real_top.join(it)]);
        let index = index.map(|it| resolved(it.parent().unwrap_or(&it)).join(it.file_name().unwrap_or_default()));
        git.environment.extend(index.into_iter().find(|it| it.starts_with(&own)).map(|it| ("GIT_INDEX_FILE", it)));
        git.top = as_seen(folder, &git.real_top);
        git.folder = git.real_top.clone();
        git.shown = paths.shown(&git.top);
        git.filters = git.filters()?;
        Ok(git)
    }

    /// The names of the filters that the configuration of git defines.
    fn filters(&self) -> Result<Vec<String>, Problem> {
        // Fails if there are none.
        let keys = self.run(&["config", "--null", "--name-only", "--get-regexp", r"^filter\."])?.unwrap_or_default();
        let keys = String::from_utf8_lossy(&keys).into_owned();
        let name = |key: &str| Some(key.strip_prefix("filter.")?.rsplit_once('.')?.0.to_owned());
        let names: BTreeSet<String> = keys.split('\0').filter_map(name).collect();
        match names.iter().find(|it| it.contains('=')) {
            Some(odd) => Err(self.problem(format!("the filter `{odd}` of `{}` cannot be switched off", self.shown))),
            None => Ok(names.into_iter().collect()),
        }
    }

    /// The merge base of a commit (given as a branch, tag or commit) and the current branch; the commit itself if there
    /// is none.
    pub(super) fn merge_base(&self, given: &str) -> Result<String, Problem> {
        let unknown = || {
            self.problem(format!(
                "unknown commit `{given}` in `{}`; if the clone is shallow, run `git fetch --unshallow`",
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

    /// A directory that may be in a repository, for [`Git::text_at_head`].
    pub(super) fn at(folder: &Path, paths: &Paths) -> Git {
        Git {
            folder: folder.to_owned(),
            environment: Vec::new(),
            filters: Vec::new(),
            top: PathBuf::new(),
            real_top: PathBuf::new(),
            shown: paths.shown(folder),
        }
    }

    /// What the last commit has for a file of the directory. Filters do not apply to objects that are printed.
    pub(super) fn text_at_head(&self, name: &str) -> Result<Option<Vec<u8>>, Problem> {
        Ok(self.run(&["cat-file", "blob", &format!("HEAD:./{name}")])?.ok())
    }

    /// The last commit as `git describe` names it.
    pub(super) fn described_head(&self) -> Option<String> {
        // Without a tag, the short name of the commit. Whether files were changed would need filters.
        let name = self.run(&["describe", "--tags", "--always", "HEAD"]).ok()?.ok()?;
        Some(word(&name)).filter(|it| !it.is_empty())
    }

    /// Files that are neither tracked nor ignored, and nested repositories.
    pub(super) fn unknown(&self) -> Result<Unknown, Problem> {
        Ok(unknown(&self.ask(&["ls-files", "-z", "-t", "--stage", "--others", "--exclude-standard"])?))
    }

    /// The files that differ from an old state, according to `diff-index` or `diff-files` with these options.
    pub(super) fn differences(&self, command: &str, options: &[&str]) -> Result<Vec<Entry>, Problem> {
        Ok(entries(&self.ask(&[&[command, "-z", "--raw", "--no-abbrev"], options].concat())?))
    }

    /// The texts of blobs by object name. Missing ones are left out.
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
            // Written from a thread: git answers while it reads, so writing everything first would block forever.
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

    /// The output of a command.
    pub(super) fn ask(&self, arguments: &[&str]) -> Result<Vec<u8>, Problem> {
        self.run(arguments)?.map_err(|message| self.refused(&message))
    }

    /// The path that a command prints.
    fn path(&self, arguments: &[&str]) -> Result<PathBuf, Problem> {
        let output = self.ask(arguments)?;
        Ok(path_of(output.strip_suffix(b"\n").unwrap_or(&output)))
    }

    /// The output of a command, or its error message.
    fn run(&self, arguments: &[&str]) -> Result<Result<Vec<u8>, String>, Problem> {
        let output = self.command(arguments).output().map_err(|error| self.not_run(&error))?;
        let message = || String::from_utf8_lossy(&output.stderr).into_owned();
        Ok(if output.status.success() { Ok(output.stdout) } else { Err(message()) })
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("git");
        command.args(["--no-optional-locks", "--no-pager", "-c", "core.fsmonitor=false"]);
        for filter in &self.filters {
            for off in ["clean=", "smudge=", "process=", "required=false"] {
                command.args(["-c", &format!("filter.{filter}.{off}")]);
            }
        }
        command.args(arguments).current_dir(&self.folder).env("LC_ALL", "C");
        // Missing objects are not fetched; older versions of git know only the second.
        command.env("GIT_NO_LAZY_FETCH", "1").env("GIT_ALLOW_PROTOCOL", "none");
        for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"] {
            command.env_remove(name);
        }
        command.envs(self.environment.iter().map(|(name, path)| (name, path)));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn not_run(&self, error: &io::Error) -> Problem {
        self.problem(match error.kind() {
            io::ErrorKind::NotFound => "git was not found; install it or add it to the PATH".to_owned(),
            _ => format!("cannot run git: {error}"),
        })
    }

    fn refused(&self, message: &str) -> Problem {
        if message.contains("not a git repository") {
            return self.problem(format!("`{}` is not in a git repository", self.shown));
        }
        let message = message.lines().map(str::trim).filter(|it| !it.is_empty()).collect::<Vec<_>>().join(" ");
        self.problem(format!("git cannot determine what changed in `{}`: {message}", self.shown))
    }

    fn problem(&self, message: String) -> Problem {
        Problem::at(self.shown.clone(), Cause::Git(message))
    }
}

/// The word that a command prints.
fn word(output: &[u8]) -> String {
    String::from_utf8_lossy(output).trim().to_owned()
}

/// The root of the working tree, with the symbolic links of `folder`: git prints it without them.
fn as_seen(folder: &Path, real_top: &Path) -> PathBuf {
    let real = resolved(folder);
    let Ok(below) = real.strip_prefix(real_top) else { return real_top.to_owned() };
    let seen = folder.ancestors().nth(below.components().count());
    seen.filter(|it| resolved(it) == real_top).map_or_else(|| real_top.to_owned(), Path::to_owned)
}

/// Reads the output of `git cat-file --batch`.
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
