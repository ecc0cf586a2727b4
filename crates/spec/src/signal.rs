//! Signals, as job controls name them.

/// The signals that the systems LSF runs on have, without their `SIG`.
pub const SIGNALS: &[&str] = &[
    "ABRT", "ALRM", "BUS", "CANCEL", "CHLD", "CLD", "CONT", "DANGER", "EMT", "FPE", "FREEZE", "HUP", "ILL", "INFO",
    "INT", "IO", "IOT", "KILL", "LOST", "LWP", "MIGRATE", "PIPE", "POLL", "PRE", "PROF", "PWR", "QUIT", "RTMAX",
    "RTMIN", "SEGV", "STKFLT", "STOP", "SYS", "TERM", "THAW", "TRAP", "TSTP", "TTIN", "TTOU", "UNUSED", "URG", "USR1",
    "USR2", "VIRT", "VTALRM", "WAITING", "WINCH", "XCPU", "XFSZ", "XRES",
];

/// Signals that people send: written without `SIG` in commands, and no commands themselves.
pub const USUAL_SIGNALS: &[&str] =
    &["CONT", "HUP", "INT", "KILL", "QUIT", "STOP", "TERM", "TSTP", "URG", "USR1", "USR2"];
