//! Stdout, stderr and their colours.

use std::fmt;
use std::io::{self, BufWriter, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};

use crate::arguments::{Color, Global};

/// Why a command could not do its job.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The reader of the output has closed it, which is not a failure.
    BrokenPipe,
    /// What to tell the user.
    Message(String),
}

impl Failure {
    /// A message.
    pub(crate) fn new(message: impl fmt::Display) -> Failure {
        Failure::Message(message.to_string())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::BrokenPipe,
            _ => Failure::Message(format!("cannot write the output: {error}")),
        }
    }
}

/// Where output goes, and how it should look.
pub(crate) struct Terminal {
    color: ColorChoice,
    pub(crate) quiet: bool,
    pub(crate) verbose: bool,
    /// Whether the terminal can draw more than ASCII.
    pub(crate) unicode: bool,
}

impl Terminal {
    pub(crate) fn new(global: &Global) -> Terminal {
        let color = match global.color {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        };
        let unicode = !io::stdout().is_terminal() || locale_is_unicode();
        Terminal { color, quiet: global.quiet, verbose: global.verbose, unicode }
    }

    /// Stdout with colours as asked for.
    pub(crate) fn stdout(&self) -> impl Write + use<> {
        let choice = match self.color {
            ColorChoice::Auto => AutoStream::choice(&io::stdout()),
            other => other,
        };
        // The lock is kept so that lines of other threads never come between.
        BufWriter::with_capacity(64 * 1024, AutoStream::new(io::stdout().lock(), choice))
    }

    /// Stderr with the requested colours, for messages that do not belong on stdout.
    pub(crate) fn stderr(&self) -> impl Write + use<> {
        let choice = match self.color {
            ColorChoice::Auto => AutoStream::choice(&io::stderr()),
            other => other,
        };
        BufWriter::with_capacity(64 * 1024, AutoStream::new(io::stderr(), choice))
    }

    /// Stdout as it is, for machines.
    pub(crate) fn plain_stdout(&self) -> impl Write + use<> {
        BufWriter::with_capacity(64 * 1024, io::stdout().lock())
    }

    /// Says on stderr why the job could not be done.
    pub(crate) fn error(&self, message: &str) {
        let style = anstyle::AnsiColor::Red.on_default().bold();
        self.to_stderr(&format!("{style}error{style:#}: {message}"));
    }

    /// Prints a note on stderr.
    pub(crate) fn note(&self, message: &str) {
        self.to_stderr(message);
    }

    /// Says something on stderr that only `-v` wants to know.
    pub(crate) fn detail(&self, message: &str) {
        if self.verbose {
            self.to_stderr(message);
        }
    }

    fn to_stderr(&self, line: &str) {
        let mut stderr = AutoStream::new(
            io::stderr(),
            match self.color {
                ColorChoice::Auto => AutoStream::choice(&io::stderr()),
                other => other,
            },
        );
        // If stderr is closed, the message cannot be shown.
        let _ = writeln!(stderr, "{line}");
    }
}

/// The first of the three variables that is set decides, as in the C library.
fn locale_is_unicode() -> bool {
    let set = |name: &str| std::env::var(name).ok().filter(|it| !it.is_empty());
    match set("LC_ALL").or_else(|| set("LC_CTYPE")).or_else(|| set("LANG")) {
        Some(locale) => {
            let locale = locale.to_ascii_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        }
        None => cfg!(windows) || cfg!(target_os = "macos"),
    }
}
