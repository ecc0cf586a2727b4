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
                "`{path}` is {what}, not a file; pipe its text into `lsflint check - --stdin-filename NAME` to check it"
            ),
            Cause::TooLarge(bytes) => format!("`{path}` holds {bytes} bytes; files of 2 GiB and more are not read"),
            Cause::Binary(offset, hint) => format!("`{path}` is not text: byte {offset} is zero{hint}"),
            Cause::Unrecognised => format!(
                "cannot tell which file of LSF `{path}` is; give it the name LSF uses (`lsb.queues`, `lsf.conf` ...) \
                 or write `# lsflint: file=lsb.queues` into its first lines"
            ),
            Cause::UnknownKind(line, given, nearest) => {
                let hint = nearest.map_or_else(String::new, |it| format!("; did you mean `{it}`?"));
                format!("{path}:{line}: `{given}` is no file of LSF{hint}")
            }
            Cause::NotACluster => format!(
                "`{path}` holds no configuration of LSF; `--cluster` needs the folder with lsf.conf, lsf.shared or \
                 lsb.* files"
            ),
            Cause::Unwritable(error) => format!("cannot write `{path}`: {}; it is as it was", reason(error)),
            Cause::ReadOnly => format!("`{path}` is read-only; it is as it was"),
            Cause::Changed => {
                format!("`{path}` changed while lsflint worked on it; it is as it was, run the command again")
            }
            Cause::Owner => {
                format!("`{path}` belongs to somebody else, and only its owner can keep it that way; it is as it was")
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
    pub(crate) const UNREADABLE: &str = "not readable, and not asked for";
}
