//! Destinations of reports: stdout, or files that are written atomically.
//!
//! A report is written to a temporary file in the same directory, which replaces the old file at the end of the run. An
//! interrupted run leaves the old report unchanged. Devices and pipes cannot be replaced and are written directly.

use std::fmt::Display;
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};

use anstream::adapter::StripBytes;

use crate::arguments::OutputFormat;
use crate::output::{Failure, Terminal};

/// The destination of a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Destination {
    Stdout,
    /// For findings if stdout is used for something else.
    Stderr,
    File(PathBuf),
}

impl Destination {
    /// The destination for a path; `-` is stdout.
    pub(super) fn new(path: &Path) -> Destination {
        if path == Path::new("-") { Destination::Stdout } else { Destination::File(path.to_owned()) }
    }

    /// The identity of a destination: the file with links resolved.
    pub(super) fn real(&self) -> Option<PathBuf> {
        let Destination::File(path) = self else { return None };
        let beside = || Some(folder(path).canonicalize().ok()?.join(path.file_name()?));
        path.canonicalize().ok().or_else(beside)
    }
}

/// The open destination of a report.
pub(super) struct Target {
    out: Out,
    /// Removes colors from formats for people, unless the destination is a terminal.
    strip: Option<StripBytes>,
}

enum Out {
    Terminal(Box<dyn Write>),
    /// A device or pipe.
    Stream {
        text: BufWriter<File>,
        shown: PathBuf,
    },
    File {
        text: BufWriter<File>,
        path: PathBuf,
        shown: PathBuf,
    },
}

impl Target {
    /// Opens the destination. This happens before the run, so that a run fails early if its results cannot be written.
    pub(super) fn open(
        destination: &Destination,
        format: OutputFormat,
        terminal: &Terminal,
    ) -> Result<Target, Failure> {
        let for_people = format.is_for_people();
        let (out, strip) = match destination {
            Destination::Stdout if for_people => (Out::Terminal(Box::new(terminal.stdout())), None),
            Destination::Stdout => (Out::Terminal(Box::new(terminal.plain_stdout())), None),
            Destination::Stderr => (Out::Terminal(Box::new(terminal.stderr())), None),
            Destination::File(path) => (open(path)?, for_people.then(StripBytes::new)),
        };
        Ok(Target { out, strip })
    }

    /// The error message of a failed write, with the name of the file.
    pub(super) fn failure(&self, error: io::Error) -> Failure {
        match &self.out {
            Out::Stream { shown, .. } | Out::File { shown, .. } if error.kind() != io::ErrorKind::BrokenPipe => {
                cannot_write(shown, &error)
            }
            _ => error.into(),
        }
    }

    /// Moves the complete report into place.
    pub(super) fn finish(mut self) -> Result<(), Failure> {
        self.flush().map_err(|error| self.failure(error))?;
        let Out::File { text, path, shown } = self.out else { return Ok(()) };
        let failure = |error| cannot_write(&shown, &error);
        let text = text.into_inner().map_err(|error| failure(error.into_error()))?;
        replace(text, &path).map_err(failure)
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let out: &mut dyn Write = match &mut self.out {
            Out::Terminal(out) => out,
            Out::Stream { text: out, .. } | Out::File { text: out, .. } => out,
        };
        let Some(strip) = &mut self.strip else { return out.write(bytes) };
        for part in strip.strip_next(bytes) {
            out.write_all(part)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.out {
            Out::Terminal(out) => out.flush(),
            Out::Stream { text: out, .. } | Out::File { text: out, .. } => out.flush(),
        }
    }
}

fn open(path: &Path) -> Result<Out, Failure> {
    let parent = folder(path);
    if !parent.is_dir() {
        return Err(cannot_write(path, &format_args!("directory `{}` does not exist", parent.display())));
    }
    match path.metadata() {
        Ok(it) if it.is_dir() => return Err(cannot_write(path, &"it is a directory")),
        Ok(it) if !it.is_file() => {
            let file = OpenOptions::new().write(true).open(path).map_err(|error| cannot_write(path, &error))?;
            return Ok(Out::Stream { text: BufWriter::new(file), shown: path.to_owned() });
        }
        Ok(it) if it.permissions().readonly() => return Err(cannot_write(path, &"it is read-only")),
        _ => {}
    }
    // A link is kept; its target is replaced.
    let real = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let text = tempfile::tempfile_in(folder(&real)).map_err(|error| cannot_write(path, &error))?;
    Ok(Out::File { text: BufWriter::new(text), path: real, shown: path.to_owned() })
}

fn cannot_write(path: &Path, why: &dyn Display) -> Failure {
    Failure::new(format!("cannot write `{}`: {why}", path.display()))
}

fn replace(mut text: File, path: &Path) -> io::Result<()> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".lsflint-");
    // With the permissions of a new file; those of a temporary file would be for the owner only.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder(path))?;
    text.rewind()?;
    io::copy(&mut text, file.as_file_mut())?;
    if let Ok(old) = path.metadata() {
        file.as_file().set_permissions(old.permissions())?;
    }
    file.persist(path).map_err(|it| it.error)?;
    Ok(())
}

/// The directory of a file whose path may have none.
fn folder(path: &Path) -> &Path {
    path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
