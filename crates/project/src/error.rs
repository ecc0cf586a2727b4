//! What can go wrong with a file or folder, and what was left out on purpose.

use std::io;

use crate::config::ConfigError;

/// Something that kept us from doing a part of the job. The run goes on with everything else; the exit code says so.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// The path leads nowhere.
    #[error("`{path}` does not exist")]
    Missing {
        /// The path as given.
        path: String,
    },
    /// The system refused.
    #[error("cannot read `{path}`: {}", reason(.source))]
    Unreadable {
        /// The path as shown.
        path: String,
        /// What the system said.
        source: io::Error,
    },
    /// A pipe, socket or device.
    #[error("`{path}` is {what}, not a file; pipe its text into `lsflint check - --stdin-filename NAME` to check it")]
    NotAFile {
        /// The path as shown.
        path: String,
        /// `a named pipe`.
        what: &'static str,
    },
    /// Larger than any configuration, and than offsets can count.
    #[error("`{path}` holds {bytes} bytes; files of 2 GiB and more are not read")]
    TooLarge {
        /// The path as shown.
        path: String,
        /// Its size.
        bytes: u64,
    },
    /// Not text.
    #[error("`{path}` is not text: byte {offset} is zero{hint}")]
    Binary {
        /// The path as shown.
        path: String,
        /// Where the first zero byte is.
        offset: usize,
        /// What it looks like; may be empty.
        hint: &'static str,
    },
    /// No kind fits.
    #[error(
        "cannot tell which file of LSF `{path}` is; give it the name LSF uses (`lsb.queues`, `lsf.conf` ...) or \
         write `# lsflint: file=lsb.queues` into its first lines"
    )]
    Unrecognised {
        /// The path as shown.
        path: String,
    },
    /// The mode line names no file of LSF.
    #[error("{path}:{line}: `{given}` is no file of LSF{}", suggestion(.nearest))]
    UnknownKind {
        /// The path as shown.
        path: String,
        /// The line of the mode line.
        line: usize,
        /// What it says.
        given: String,
        /// The nearest name.
        nearest: Option<&'static str>,
    },
    /// `--cluster` names a folder without configuration.
    #[error(
        "`{path}` holds no configuration of LSF; `--cluster` needs the folder with lsf.conf, lsf.shared or lsb.* files"
    )]
    NotACluster {
        /// The path as given.
        path: String,
    },
    /// The system refused to write.
    #[error("cannot write `{path}`: {}; it is as it was", reason(.source))]
    Unwritable {
        /// The path as shown.
        path: String,
        /// What the system said.
        source: io::Error,
    },
    /// Its mode says that nobody writes to it.
    #[error("`{path}` is read-only; it is as it was")]
    ReadOnly {
        /// The path as shown.
        path: String,
    },
    /// It changed between reading and writing.
    #[error("`{path}` changed while lsflint worked on it; it is as it was, run the command again")]
    Changed {
        /// The path as shown.
        path: String,
    },
    /// A new file could not be given to the owner of the old one.
    #[error("`{path}` belongs to somebody else, and only its owner can keep it that way; it is as it was")]
    Owner {
        /// The path as shown.
        path: String,
    },
    /// git could not say what changed.
    #[error("{message}")]
    Git {
        /// Where.
        path: String,
        /// What it is.
        message: String,
    },
    /// A baseline is broken.
    #[error("{path}:{source}")]
    Baseline {
        /// The path as shown.
        path: String,
        /// What is wrong and where.
        source: lsflint_lint::BaselineError,
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

/// What the system said, in lower case and without its number.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::NotFound => "it does not exist".to_owned(),
        _ => error.to_string(),
    }
}

fn suggestion(nearest: &Option<&'static str>) -> String {
    nearest.map_or_else(String::new, |it| format!("; did you mean `{it}`?"))
}

impl Problem {
    /// The path it is about, for a stable order.
    pub fn path(&self) -> &str {
        match self {
            Problem::Missing { path }
            | Problem::Unreadable { path, .. }
            | Problem::NotAFile { path, .. }
            | Problem::TooLarge { path, .. }
            | Problem::Binary { path, .. }
            | Problem::Unrecognised { path }
            | Problem::UnknownKind { path, .. }
            | Problem::NotACluster { path }
            | Problem::Unwritable { path, .. }
            | Problem::ReadOnly { path }
            | Problem::Changed { path }
            | Problem::Owner { path }
            | Problem::Git { path, .. }
            | Problem::Baseline { path, .. }
            | Problem::Internal { path, .. } => path,
            Problem::Config(error) => &error.path,
        }
    }
}

/// A file or folder that was found and left out.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ignored {
    /// The path as shown.
    pub path: String,
    /// Why.
    pub because: IgnoredBecause,
}

/// Why a file was left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum IgnoredBecause {
    /// Its name is nearly one of LSF's, but not quite, and nothing inside says more.
    Unrecognised,
    /// A copy that an editor or a package manager left.
    Backup,
    /// A pipe, socket or device.
    NotAFile,
    /// `exclude` of lsflint.toml.
    Excluded,
    /// A symbolic link back to a folder above.
    Loop,
    /// It could not be read, and was only needed to know more about the files that were asked for.
    Unreadable,
}

impl IgnoredBecause {
    /// The reason in words.
    pub fn as_str(self) -> &'static str {
        match self {
            IgnoredBecause::Unrecognised => "not recognised as a file of LSF",
            IgnoredBecause::Backup => "looks like a backup copy",
            IgnoredBecause::NotAFile => "not a regular file",
            IgnoredBecause::Excluded => "excluded in lsflint.toml",
            IgnoredBecause::Loop => "a symbolic link to a folder above it",
            IgnoredBecause::Unreadable => "not readable, and not asked for",
        }
    }
}
