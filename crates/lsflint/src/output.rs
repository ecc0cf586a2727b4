//! Output to stdout and stderr, with or without colors.

mod harmless;

use std::fmt;
use std::io::{self, BufWriter, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};

use self::harmless::Harmless;
use crate::arguments::{Color, Global};

/// The error of a command that could not do its work.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The reader of the output closed it, which is not an error.
    BrokenPipe,
    /// The message for the user.
    Message(String),
}

impl Failure {
    /// An error with a message.
    pub(crate) fn new(message: impl fmt::Display) -> Failure {
        Failure::Message(message.to_string())
    }
}

impl From<lsflint_answers::Refused> for Failure {
    fn from(refused: lsflint_answers::Refused) -> Failure {
        Failure::Message(refused.message)
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

/// Options of the output: colors, level of detail, and character set.
pub(crate) struct Terminal {
    color: ColorChoice,
    pub(crate) quiet: bool,
    pub(crate) verbose: bool,
    /// Whether the terminal can show characters beyond ASCII.
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

    /// Whether stdout gets colors.
    pub(crate) fn colors_stdout(&self) -> bool {
        let choice = match self.color {
            ColorChoice::Auto => AutoStream::choice(&io::stdout()),
            other => other,
        };
        choice != ColorChoice::Never
    }

    /// Stdout with the requested colors. Control characters in the text are shown as symbols.
    pub(crate) fn stdout(&self) -> impl Write + use<> {
        let choice = match self.color {
            ColorChoice::Auto => AutoStream::choice(&io::stdout()),
            other => other,
        };
        // Locked, so that lines of other threads are not mixed in.
        BufWriter::with_capacity(64 * 1024, Harmless::new(AutoStream::new(io::stdout().lock(), choice)))
    }

    /// Stderr with the requested colours, for messages that do not belong on stdout.
    pub(crate) fn stderr(&self) -> impl Write + use<> {
        let choice = match self.color {
            ColorChoice::Auto => AutoStream::choice(&io::stderr()),
            other => other,
        };
        BufWriter::with_capacity(64 * 1024, Harmless::new(AutoStream::new(io::stderr(), choice)))
    }

    /// Stdout for output to programs: the bytes as they are, unless a person reads them on a terminal.
    pub(crate) fn plain_stdout(&self) -> impl Write + use<> {
        let stdout: Box<dyn Write> = match io::stdout().is_terminal() {
            true => Box::new(Harmless::new(io::stdout().lock())),
            false => Box::new(io::stdout().lock()),
        };
        BufWriter::with_capacity(64 * 1024, stdout)
    }

    /// Prints an error on stderr.
    pub(crate) fn error(&self, message: &str) {
        let style = anstyle::AnsiColor::Red.on_default().bold();
        self.to_stderr(&format!("{style}error{style:#}: {message}"));
    }

    /// Prints a note on stderr.
    pub(crate) fn note(&self, message: &str) {
        self.to_stderr(message);
    }

    /// Prints a note of one line on stderr if `-v` is set. A line break in it, such as one in a path, begins no line
    /// that a log would read as a command.
    pub(crate) fn detail(&self, message: &str) {
        if self.verbose {
            self.to_stderr(&message.replace(['\n', '\r'], " "));
        }
    }

    fn to_stderr(&self, line: &str) {
        let stderr = AutoStream::new(
            io::stderr(),
            match self.color {
                ColorChoice::Auto => AutoStream::choice(&io::stderr()),
                other => other,
            },
        );
        // If stderr is closed, the message cannot be shown.
        let _ = writeln!(Harmless::new(stderr), "{line}");
    }
}

/// Whether the locale uses UTF-8: the first of the three variables that is set decides, as in the C library.
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
