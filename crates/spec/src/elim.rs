//! Elims: the names of their files, and the form of their output.
//!
//! Source: <https://www.ibm.com/docs/en/spectrum-lsf/10.1.0?topic=indices-configuration-modify-external-load> and
//! related pages.

/// The prefix of the names of elims in LSF_SERVERDIR.
pub const ELIM_PREFIX: &str = "elim.";
/// The single elim of LSF 4 and before.
pub const OLD_ELIM: &str = "elim";
/// A name that only old configurations use.
pub const RESERVED_ELIM: &str = "elim.user";
/// Extensions of backup copies.
pub const COPY_SUFFIXES: &[&str] = &[
    "backup",
    "bak",
    "copy",
    "disabled",
    "dpkg-dist",
    "dpkg-old",
    "new",
    "off",
    "old",
    "orig",
    "original",
    "prev",
    "rej",
    "rpmnew",
    "rpmorig",
    "rpmsave",
    "sav",
    "save",
    "saved",
    "swo",
    "swp",
    "temp",
    "tmp",
    "unused",
];
/// Extensions of files that are not programs.
pub const NO_PROGRAM_SUFFIXES: &[&str] =
    &["c", "cc", "cfg", "conf", "config", "cpp", "h", "hpp", "ini", "log", "md", "o", "pid", "readme", "txt"];
/// The longest name of a resource that an elim may report, in characters.
pub const MAX_ELIM_NAME: usize = 39;
/// The longest value, in characters.
pub const MAX_ELIM_VALUE: usize = 4095;
/// The load that means "infinite" or "not known"; values are between its negative and itself.
pub const INFINITE_LOAD: f64 = 0x7fff_ffff_u32 as f64;
