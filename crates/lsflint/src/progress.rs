//! The progress line for long runs.

use std::io::{self, IsTerminal};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// The minimum run time before progress is shown.
const DELAY: Duration = Duration::from_millis(500);

/// The progress line on stderr, shown if stderr is a terminal and the run takes long.
pub(crate) struct Progress {
    started: Instant,
    files: u64,
    watched: bool,
    bar: OnceLock<ProgressBar>,
}

impl Progress {
    /// A progress line for a number of files.
    pub(crate) fn new(files: usize, quiet: bool) -> Progress {
        let watched = !quiet && io::stderr().is_terminal();
        Progress { started: Instant::now(), files: files as u64, watched, bar: OnceLock::new() }
    }

    /// Updates the number of finished files.
    pub(crate) fn at(&self, done: usize) {
        if self.watched && self.started.elapsed() > DELAY {
            let bar = self.bar.get_or_init(|| {
                let style =
                    ProgressStyle::with_template("{bar:30} {pos}/{len} files").unwrap_or(ProgressStyle::default_bar());
                ProgressBar::new(self.files).with_style(style)
            });
            bar.set_position(done as u64);
        }
    }

    /// Writes to stdout while the line is hidden.
    pub(crate) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        match self.bar.get() {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    /// Removes the line and returns the elapsed time.
    pub(crate) fn finish(&self) -> Duration {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
        self.started.elapsed()
    }
}
