//! What can go wrong with a file or folder, and what was left out on purpose.

use std::io;

use crate::caught::Panic;
use crate::config::ConfigError;

/// Something that kept us from doing a part of the job. The run goes on with everything else; the exit code says so.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// Something is wrong with a file or folder.
    #[error("{}", .cause.about(.path))]
    At {
        /// The path as given or shown.
        path: String,
        /// What is wrong.
        cause: Cause,
    },
    /// lsflint.toml is broken.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// Our own mistake.
    #[error(
        "internal error while checking `{path}`: {message}; the other files were checked; please report this together \
         with the file"
    )]
    Internal {
        /// The path as shown.
        path: String,
        /// What the panic said and where.
        message: String,
    },
}

/// What is wrong with a file or folder.
#[derive(Debug)]
pub enum Cause {
    /// The path leads nowhere.
    Missing,
    /// The system refused to read.
    Unreadable(io::Error),
    /// `a named pipe`, a socket or device.
    NotAFile(&'static str),
    /// Larger than any configuration, and than offsets can count: so many bytes.
    TooLarge(u64),
    /// Not text: where the first zero byte is, and what it looks like, which may be empty.
    Binary(usize, &'static str),
    /// No kind fits.
    Unrecognised,
    /// The mode line names no file of LSF: its line, what it says, and the nearest name.
    UnknownKind(usize, String, Option<&'static str>),
    /// `--cluster` names a folder without configuration.
    NotACluster,
    /// The system refused to write.
    Unwritable(io::Error),
    /// Its mode says that nobody writes to it.
    ReadOnly,
    /// It changed between reading and writing.
    Changed,
    /// A new file could not be given to the owner of the old one.
    Owner,
    /// git could not say what changed, and why.
    Git(String),
    /// A baseline is broken.
    Baseline(lsflint_lint::BaselineError),
}

impl Cause {
    /// The whole message.
    fn about(&self, path: &str) -> String {
        match self {
            Cause::Missing => format!("`{path}` does not exist"),
            Cause::Unreadable(error) => format!("cannot read `{path}`: {}", reason(error)),
            Cause::NotAFile(what) => format!(
                "`{path}` is {what}, not a regular file; pipe it into `lsflint check - --stdin-filename NAME` instead"
            ),
            Cause::TooLarge(bytes) => {
                format!("`{path}` is too large ({bytes} bytes); files must be smaller than 2 GiB")
            }
            Cause::Binary(offset, hint) => format!("`{path}` is not a text file: byte {offset} is zero{hint}"),
            Cause::Unrecognised => format!(
                "cannot determine which LSF file `{path}` is; use the LSF file name (`lsb.queues`, `lsf.conf` ...) or \
                 add `# lsflint: file=lsb.queues` to its first lines"
            ),
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
            Cause::Changed => {
                format!("cannot write `{path}`: it was modified while lsflint was running; run the command again")
            }
            Cause::Owner => {
                format!("cannot write `{path}` without changing its owner; run the command as the owner")
            }
            Cause::Git(message) => message.clone(),
            Cause::Baseline(error) => format!("{path}:{error}"),
        }
    }
}

/// What the system said, in lower case and without its number.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::NotFound => "it does not exist".to_owned(),
        _ => error.to_string(),
    }
}

impl Problem {
    /// Something is wrong with a file or folder.
    pub fn at(path: impl Into<String>, cause: Cause) -> Problem {
        Problem::At { path: path.into(), cause }
    }

    /// A panic while a file was worked on.
    pub(crate) fn internal(path: &str, panic: Panic) -> Problem {
        Problem::Internal { path: path.to_owned(), message: panic.message }
    }

    /// The path it is about, for a stable order.
    pub fn path(&self) -> &str {
        match self {
            Problem::At { path, .. } | Problem::Internal { path, .. } => path,
            Problem::Config(error) => &error.path,
        }
    }
}

/// A file or folder that was found and left out.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ignored {
    /// The path as shown.
    pub path: String,
    /// Why, in words.
    pub because: &'static str,
}

impl Ignored {
    /// What `exclude` of lsflint.toml names.
    pub(crate) const EXCLUDED: &str = "excluded in lsflint.toml";
    /// What was only needed to know more about the files that were asked for.
    pub(crate) const UNREADABLE: &str = "not readable, and not required";
}
