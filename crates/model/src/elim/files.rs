//! Determines which files in LSF_SERVERDIR are started as elims.

use lsflint_spec::{COPY_SUFFIXES, ELIM_PREFIX, NO_PROGRAM_SUFFIXES, OLD_ELIM, RESERVED_ELIM};

/// A file in LSF_SERVERDIR.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ElimFile {
    /// Its file name without directories.
    pub name: String,
    /// Whether it is executable; `None` if the operating system does not tell.
    pub executable: Option<bool>,
}

/// The kind of a file name in LSF_SERVERDIR.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FileName {
    /// An elim.
    Elim,
    /// LSF starts it as an elim, but the name looks like that of a backup copy.
    Copy,
    /// LSF starts it as an elim, but the name looks like that of source code, settings or notes.
    NoProgram,
    /// `elim.user`, reserved for old configurations.
    Reserved,
    /// `elim`, the single elim of LSF 4.
    Old,
    /// The name starts like that of an elim, but LSF does not start it.
    NotStarted,
    /// Another file: LSF_SERVERDIR also contains the daemons.
    Other,
}

impl FileName {
    /// Whether LSF starts the file as an elim.
    pub fn is_started(self) -> bool {
        matches!(self, FileName::Elim | FileName::Copy | FileName::NoProgram | FileName::Reserved | FileName::Old)
    }
}

/// The kind of a file name in LSF_SERVERDIR.
pub fn file_name(name: &str) -> FileName {
    if name == OLD_ELIM {
        return FileName::Old;
    }
    let Some(application) = name.strip_prefix(ELIM_PREFIX) else {
        return if name.starts_with(OLD_ELIM) { FileName::NotStarted } else { FileName::Other };
    };
    let last = application.rsplit('.').next().unwrap_or_default();
    let is_one_of = |list: &[&str]| list.iter().any(|it| it.eq_ignore_ascii_case(last));
    if application.is_empty() {
        FileName::NotStarted
    } else if name == RESERVED_ELIM {
        FileName::Reserved
    } else if application.ends_with(['~', '#']) || is_one_of(COPY_SUFFIXES) || is_date(last) {
        FileName::Copy
    } else if is_one_of(NO_PROGRAM_SUFFIXES) {
        FileName::NoProgram
    } else {
        FileName::Elim
    }
}

/// Whether a word is a date, as in names of copies: `20240131`, `2024-01-31`, `240131`. One to five digits may be a
/// version.
fn is_date(word: &str) -> bool {
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    let others = word.bytes().all(|it| it.is_ascii_digit() || matches!(it, b'-' | b'_'));
    others && digits >= 6 && word.starts_with(|it: char| it.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(names: &[&str], expected: FileName) {
        for name in names {
            assert_eq!(file_name(name), expected, "{name}");
        }
    }

    #[test]
    fn what_is_started() {
        check(
            &["elim.lic", "elim.gpu.ext", "elim.disk.sh", "elim.disk.py", "elim.x.exe", "elim.x.bat", "elim.v2"],
            FileName::Elim,
        );
        check(&["elim.user"], FileName::Reserved);
        check(&["elim"], FileName::Old);
        check(&["elim_lic", "elim_lic.bak", "elimlic", "elim."], FileName::NotStarted);
        check(&["lim", "melim", "res", "esub.elim", "ELIM.x"], FileName::Other);
    }

    #[test]
    fn what_should_not_be() {
        check(
            &[
                "elim.backup",
                "elim.lic.bak",
                "elim.lic.OLD",
                "elim.sh~",
                "elim.lic.20240131",
                "elim.lic.2024-01-31",
                "elim.lic.rpmsave",
                "elim.lic.swp",
                "elim.lic.disabled",
                "elim.lic.orig",
                "elim.lic.tmp",
                "elim.lic.save",
            ],
            FileName::Copy,
        );
        check(&["elim.c", "elim.conf", "elim.lic.txt"], FileName::NoProgram);
    }
}
