//! Problems with files and directories, and files that were left out intentionally.

use std::{fmt, io};

use crate::caught::Panic;
use crate::config::ConfigError;
use crate::paths::one_line;

/// A problem that kept lsflint from doing part of its work. The run continues; the exit code reflects it.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// A problem with a file or directory.
    #[error("{}", .cause.about(&one_line(.path)))]
    At {
        /// The path as given or as shown in messages.
        path: String,
        /// What is wrong.
        cause: Cause,
    },
    /// An lsflint.toml is invalid.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// An option of the command line selects rules that do not exist.
    #[error("{0}")]
    Selection(String),
    /// An internal error (a panic) in one file.
    #[error(
        "internal error while checking `{}`: {message}; the other files were checked; please report this together \
         with the file",
        one_line(.path)
    )]
    Internal {
        /// The path as shown in messages.
        path: String,
        /// The message and source location of the panic.
        message: String,
    },
}

/// The problem with a file or directory.
#[derive(Debug)]
pub enum Cause {
    /// The path does not exist.
    Missing,
    /// A symbolic link whose target does not exist.
    DanglingLink,
    /// A directory without LSF files and job scripts.
    NoFiles,
    /// The operating system could not read it.
    Unreadable(io::Error),
    /// A named pipe, socket or device, as a phrase (`a named pipe`).
    NotAFile(&'static str),
    /// Larger than [`MAX_BYTES`](crate::read::MAX_BYTES); the size in bytes.
    TooLarge(u64),
    /// Neither UTF-8 nor a text file: the offset of the first zero byte, and a hint, which may be empty.
    Binary(usize, &'static str),
    /// The kind of LSF file is unknown.
    Unrecognised,
    /// A program, or a file of a workflow system, that does not call `bsub`.
    NotAJobScript,
    /// The mode line has an unknown LSF file name: the line (1-based), the name, and the nearest valid name.
    UnknownKind(usize, String, Option<&'static str>),
    /// `--cluster` names a directory without configuration.
    NotACluster,
    /// The operating system could not write it.
    Unwritable(io::Error),
    /// Its mode has no write permission.
    ReadOnly,
    /// A link to a directory outside of the given ones leads to it.
    LeadsOut,
    /// It was modified between reading and writing.
    Changed,
    /// The new file could not be given the owner of the old one.
    Owner,
    /// The new file could not be given the access control list of the old one.
    AccessControlList,
    /// It has other names (hard links), so many in all; a new file would take the place of only one of them.
    HardLinks(u64),
    /// git could not determine what changed; the message.
    Git(String),
    /// A baseline does not exist; the place in lsflint.toml that names it.
    NoBaseline(String),
    /// A baseline is invalid.
    Baseline(lsflint_lint::BaselineError),
}

impl Cause {
    /// The whole message, with the path.
    fn about(&self, path: &str) -> String {
        match self {
            Cause::Missing => format!("`{path}` does not exist"),
            Cause::NoBaseline(place) => format!(
                "baseline `{path}` does not exist; {place} names it; `lsflint check --write-baseline {path}` creates it"
            ),
            Cause::DanglingLink => format!("cannot read `{path}`: the target of this symbolic link does not exist"),
            Cause::NoFiles => format!("`{path}` contains no LSF files"),
            Cause::Unreadable(error) => format!("cannot read `{path}`: {}", reason(error)),
            Cause::NotAFile(what @ ("a named pipe" | "a device")) => format!(
                "`{path}` is {what}, not a regular file; pipe it into `lsflint check - --stdin-filename NAME` instead"
            ),
            Cause::NotAFile(what) => format!("`{path}` is {what}, not a regular file"),
            Cause::TooLarge(bytes) => {
                format!("`{path}` is too large ({bytes} bytes); files must be smaller than 2 GiB")
            }
            Cause::Binary(offset, hint) => format!("`{path}` is not a text file: byte {offset} is zero{hint}"),
            Cause::Unrecognised => format!(
                "cannot determine which LSF file `{path}` is; use the LSF file name (`lsb.queues`, `lsf.conf` ...) or \
                 add `# lsflint: file=lsb.queues` to its first lines"
            ),
            Cause::NotAJobScript => {
                format!("`{path}` is not a job script: it has no `#BSUB` line and no `bsub` call that lsflint can read")
            }
            Cause::UnknownKind(line, given, nearest) => {
                let hint = nearest.map_or_else(String::new, |it| format!("; did you mean `{it}`?"));
                format!("{path}:{line}: unknown LSF file `{given}`{hint}")
            }
            Cause::NotACluster => format!(
                "`{path}` contains no LSF configuration; `--cluster` requires the directory with lsf.conf, lsf.shared \
                 or lsb.* files"
            ),
            Cause::Unwritable(error) => format!("cannot write `{path}`: {}; the file is unchanged", reason(error)),
            Cause::ReadOnly => format!("cannot write `{path}`: it is read-only; the file is unchanged"),
            Cause::LeadsOut => format!(
                "cannot change `{path}`: a link leads to it out of the given directory; to change it, give the path of \
                 its own directory"
            ),
            Cause::Changed => {
                format!("cannot write `{path}`: it was modified while lsflint was running; run the command again")
            }
            Cause::Owner => {
                format!("cannot write `{path}` without changing its owner; run the command as the owner")
            }
            Cause::AccessControlList => {
                format!("cannot write `{path}` without losing its access control list; the file is unchanged")
            }
            Cause::HardLinks(names) => format!(
                "cannot write `{path}`: the file has {names} names (hard links), and a new file would replace only this \
                 one; the file is unchanged"
            ),
            Cause::Git(message) => message.clone(),
            Cause::Baseline(error) => format!("{path}:{error}"),
        }
    }
}

/// The error message of the operating system, in lowercase and without the error number.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::NotFound => "it does not exist".to_owned(),
        _ => error.to_string(),
    }
}

impl Problem {
    /// A problem with a file or directory.
    pub fn at(path: impl Into<String>, cause: Cause) -> Problem {
        Problem::At { path: path.into(), cause }
    }

    /// An internal error in one file.
    pub(crate) fn internal(path: &str, panic: Panic) -> Problem {
        Problem::Internal { path: path.to_owned(), message: panic.message }
    }

    /// The path of the problem, for a stable order.
    pub fn path(&self) -> &str {
        match self {
            Problem::At { path, .. } | Problem::Internal { path, .. } => path,
            Problem::Config(error) => &error.path,
            Problem::Selection(_) => "",
        }
    }
}

/// A file or directory that was found but left out.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ignored {
    /// The path as shown in messages.
    pub path: String,
    /// The reason.
    pub because: &'static str,
}

/// The path and the reason.
impl fmt::Display for Ignored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", one_line(&self.path), self.because)
    }
}

impl Ignored {
    /// The reason for files that `exclude` matches.
    pub(crate) const EXCLUDED: &str = "excluded in lsflint.toml";
    /// The reason for files of other programs with the name of an LSF file, and for manual pages.
    pub(crate) const OTHER_PROGRAM: &str = "not a file of LSF, but has its name";
    /// The reason for files that set up a shell.
    pub(crate) const SHELL: &str = "sets up a shell, which is not checked";
    /// The reason for unreadable files that were only context.
    pub(crate) const UNREADABLE: &str = "not readable, and not required";
}
