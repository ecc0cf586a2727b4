//! Signals of job controls.

/// The signals of systems that LSF supports, without `SIG`. Source: signal(7) of Linux and the pages of `signal.h` of
/// Solaris (`CANCEL`, `FREEZE`, `LWP`, `THAW`, `WAITING`, `XRES`), AIX (`DANGER`, `MIGRATE`, `PRE`) and macOS (`EMT`,
/// `INFO`). The pages of LSF name no list: `SIG` and the name of a signal of the execution host.
pub const SIGNALS: &[&str] = &[
    "ABRT", "ALRM", "BUS", "CANCEL", "CHLD", "CLD", "CONT", "DANGER", "EMT", "FPE", "FREEZE", "HUP", "ILL", "INFO",
    "INT", "IO", "IOT", "KILL", "LOST", "LWP", "MIGRATE", "PIPE", "POLL", "PRE", "PROF", "PWR", "QUIT", "RTMAX",
    "RTMIN", "SEGV", "STKFLT", "STOP", "SYS", "TERM", "THAW", "TRAP", "TSTP", "TTIN", "TTOU", "UNUSED", "URG", "USR1",
    "USR2", "VIRT", "VTALRM", "WAITING", "WINCH", "XCPU", "XFSZ", "XRES",
];

/// Common signals. Without `SIG`, they are not names of commands.
pub const USUAL_SIGNALS: &[&str] =
    &["CONT", "HUP", "INT", "KILL", "QUIT", "STOP", "TERM", "TSTP", "URG", "USR1", "USR2"];
