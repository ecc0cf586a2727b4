//! The texts of files in the last commit, and what changed in them since.
//!
//! One thread asks git, one file at a time, so that a slow git costs one process. A request waits for it for a limited
//! time; then it uses the text that was known before.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use lsflint_ide::{FileChange, Snapshot, changes_of_file};
use lsflint_project::{Paths, committed_text};
use rustc_hash::FxHashMap;

use crate::documents::Revision;

/// How long a text is used before git is asked again: nothing tells the server of a commit.
const FRESH: Duration = Duration::from_secs(3);
/// How long a request waits for git.
const WAIT: Duration = Duration::from_millis(500);
/// The maximum number of cached texts.
const CACHED: usize = 16;

/// Finds the text of a file in the last commit.
type Ask = fn(&Path, &Paths) -> Option<Arc<str>>;

/// Cached texts of the last commit, and the changes that were computed last. Shared by all snapshots.
pub(crate) struct Committed {
    /// `None` if there is no git.
    asked: Option<Arc<Asked>>,
    newest: Mutex<Option<Computed>>,
}

impl Default for Committed {
    fn default() -> Committed {
        Committed::asking(|path, paths| committed_text(path, paths).ok().flatten())
    }
}

/// What the thread that asks git works on.
struct Asked {
    ask: Ask,
    state: Mutex<State>,
    /// An answer was added.
    answered: Condvar,
}

#[derive(Default)]
struct State {
    texts: FxHashMap<PathBuf, Cached>,
    /// The files to ask for.
    wanted: VecDeque<(PathBuf, Paths)>,
    /// When git was asked for the current one; `None` if the thread does not run.
    since: Option<Instant>,
}

/// A text of the last commit, and when git was asked for it.
#[derive(Clone)]
struct Cached {
    asked: Instant,
    text: Option<Arc<str>>,
}

impl Cached {
    fn is_fresh(&self) -> bool {
        self.asked.elapsed() < FRESH
    }
}

impl State {
    fn fresh(&self, path: &Path) -> Option<&Cached> {
        self.texts.get(path).filter(|it| it.is_fresh())
    }

    /// How long to wait for the answer about a file; `None` if it is there, or git has not answered for too long.
    fn remaining(&self, path: &Path, start: Instant) -> Option<Duration> {
        let is_slow = self.since.is_none_or(|it| it.elapsed() >= WAIT);
        let left = WAIT.checked_sub(start.elapsed()).filter(|it| !it.is_zero());
        left.filter(|_| !is_slow && self.fresh(path).is_none())
    }
}

impl Asked {
    /// Answers for all files that are wanted, then ends.
    fn run(&self) {
        loop {
            let mut state = lock(&self.state);
            let Some((path, paths)) = state.wanted.front().cloned() else {
                state.since = None;
                return;
            };
            let asked = Instant::now();
            state.since = Some(asked);
            drop(state);
            let text = (self.ask)(&path, &paths);
            let mut state = lock(&self.state);
            state.wanted.pop_front();
            if state.texts.len() >= CACHED {
                state.texts.retain(|_, it| it.is_fresh());
            }
            state.texts.insert(path, Cached { asked, text });
            drop(state);
            self.answered.notify_all();
        }
    }
}

/// The changes of a file at a revision.
struct Computed {
    revision: Revision,
    path: PathBuf,
    old: Arc<str>,
    changes: Arc<[FileChange]>,
}

impl Committed {
    fn asking(ask: Ask) -> Committed {
        let asked = Asked { ask, state: Mutex::default(), answered: Condvar::new() };
        Committed { asked: Some(Arc::new(asked)), newest: Mutex::default() }
    }

    /// Without git, and without a clock.
    pub(crate) fn nothing() -> Committed {
        Committed { asked: None, newest: Mutex::default() }
    }

    /// What changed in a file since the last commit; nothing without git, without a repository, and in a file that is
    /// not in the commit. `path`: the absolute path of `shown` in the snapshot.
    pub(crate) fn changes(
        &self,
        revision: Revision,
        (path, shown): (&Path, &str),
        snapshot: &Snapshot,
        paths: &Paths,
    ) -> Arc<[FileChange]> {
        let Some(old) = self.text(path, paths) else { return Arc::default() };
        let is_same = |it: &&Computed| it.revision == revision && it.path == path && it.old == old;
        if let Some(known) = lock(&self.newest).as_ref().filter(is_same) {
            return known.changes.clone();
        }
        let changes: Arc<[FileChange]> = changes_of_file(snapshot, shown, &old).into();
        *lock(&self.newest) = Some(Computed { revision, path: path.to_owned(), old, changes: changes.clone() });
        changes
    }

    fn text(&self, path: &Path, paths: &Paths) -> Option<Arc<str>> {
        let shared = self.asked.as_ref()?;
        let start = Instant::now();
        let mut state = lock(&shared.state);
        if let Some(known) = state.fresh(path) {
            return known.text.clone();
        }
        if !state.wanted.iter().any(|it| it.0 == path) {
            state.wanted.push_back((path.to_owned(), paths.clone()));
        }
        if state.since.is_none() {
            state.since = Some(start);
            let asked = shared.clone();
            if thread::Builder::new().name("git".into()).spawn(move || asked.run()).is_err() {
                (state.since, state.wanted) = (None, VecDeque::new());
            }
        }
        while let Some(left) = state.remaining(path, start) {
            state = shared.answered.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        // Without an answer, that of before.
        state.texts.get(path).and_then(|it| it.text.clone())
    }
}

/// A panic while locked leaves no partial change.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn a_git_that_does_not_answer_costs_one_process() {
        static RUNNING: AtomicUsize = AtomicUsize::new(0);
        let committed = Committed::asking(|_, _| {
            RUNNING.fetch_add(1, Ordering::Relaxed);
            thread::sleep(Duration::from_secs(60));
            None
        });
        let paths = Paths::new(Path::new("/"));
        let start = Instant::now();
        for number in 0..50 {
            let path = PathBuf::from(format!("/{}/lsb.queues", number % 5));
            assert_eq!(committed.text(&path, &paths), None);
        }
        // Only the first request waits.
        assert!(start.elapsed() < 4 * WAIT, "{:?}", start.elapsed());
        assert_eq!(RUNNING.load(Ordering::Relaxed), 1);
        assert_eq!(committed.asked.map(|it| lock(&it.state).wanted.len()), Some(5));
    }

    #[test]
    fn each_file_is_asked_for_once() {
        static ASKED: AtomicUsize = AtomicUsize::new(0);
        let committed = Committed::asking(|path, _| {
            ASKED.fetch_add(1, Ordering::Relaxed);
            path.to_str().map(Arc::from)
        });
        let paths = Paths::new(Path::new("/"));
        let start = Instant::now();
        for path in ["/a", "/b", "/c"] {
            // On a busy machine, the thread may answer late.
            let text = (0..100).find_map(|_| committed.text(Path::new(path), &paths));
            assert_eq!(text.as_deref(), Some(path));
            assert_eq!(committed.text(Path::new(path), &paths), text);
        }
        if start.elapsed() < FRESH {
            assert_eq!(ASKED.load(Ordering::Relaxed), 3);
        }
    }
}
