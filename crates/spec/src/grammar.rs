//! The shapes a value can have.
//!
//! [`Grammar`] is the closed list: a few dozen hand-written parsers in `lsflint-syntax` for the languages inside LSF
//! values, and [`Grammar::Shape`] for everything that a small pattern in the data describes completely (`uint "/"
//! uint`). A parameter is plain [`Grammar::Text`] only if LSF itself reads it as free text.

/// The answer of a [`Grammar::YesNo`], in the spellings that LSF takes: one letter or the word, in any case.
pub fn yes_no(word: &str) -> Option<bool> {
    let is = |words: [&str; 2]| words.iter().any(|it| word.eq_ignore_ascii_case(it));
    if is(["y", "yes"]) { Some(true) } else { is(["n", "no"]).then_some(false) }
}

/// The name space a word in a value belongs to: which kind of definition it must match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Namespace {
    /// A queue of lsb.queues.
    Queue,
    /// An application profile of lsb.applications.
    Application,
    /// A host of lsf.cluster, or a host group, or a compute unit.
    Host,
    /// A host group or compute unit name only.
    HostGroup,
    /// A login name or user group.
    User,
    /// A user group of lsb.users only.
    UserGroup,
    /// A resource: built in or of lsf.shared.
    Resource,
    /// A host type of lsf.shared.
    HostType,
    /// A host model of lsf.shared.
    HostModel,
    /// A cluster of lsf.shared.
    Cluster,
    /// A service class of lsb.serviceclasses.
    ServiceClass,
    /// A guarantee or slot pool of lsb.resources.
    Pool,
    /// A limit of lsb.resources.
    Limit,
    /// A compute unit type of COMPUTE_UNIT_TYPES.
    ComputeUnitType,
    /// A project: any word, never defined in a file.
    Project,
    /// A License Scheduler project or feature.
    License,
}

/// The grammar of a value. Units and bounds are separate facts of the parameter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Grammar {
    /// Free text to the end of the logical line (`DESCRIPTION`).
    Text,
    /// One word without whitespace or further structure.
    Word,
    /// One name, of a definition or of a reference into a name space.
    Name(Option<Namespace>),
    /// Space-separated names of one name space; `all`, `~name`, `name@cluster` and `name!` are allowed where the
    /// documentation has them.
    Names(Option<Namespace>),
    /// `Y`, `N`, `y`, `n`, `yes`, `no` in any case.
    YesNo,
    /// A whole number, negative ones included where the bounds allow them. The unit is a fact of the parameter.
    Integer,
    /// A decimal number.
    Number,
    /// A whole number, optionally followed by `%`.
    Percent,
    /// A number with an optional size suffix: `16G`, `512MB`.
    Size,
    /// One of the listed words.
    Enum,
    /// Words of the list, separated by spaces or commas.
    EnumList,
    /// One file or directory path.
    Path,
    /// Paths separated by spaces or `:`.
    Paths,
    /// A shell command line, not looked into.
    Command,
    /// `[hour:]minute`.
    HourMinute,
    /// `[hour:]minute[/host]`, once or twice (default and maximum): RUNLIMIT, CPULIMIT.
    RunLimit,
    /// `[default] maximum`, whole numbers: MEMLIMIT, DATALIMIT, PROCESSLIMIT.
    LimitPair,
    /// `[minimum [default]] maximum`: TASKLIMIT, PROCLIMIT.
    TaskLimit,
    /// `loadSched[/loadStop]`.
    Threshold,
    /// A resource requirement string: simple, compound or alternative.
    ResReq,
    /// A selection expression alone: STOP_COND, RESUME_COND.
    Condition,
    /// `WEIGHT[[..]] LIMIT[[..]] GRACE_PERIOD[[..]]`.
    ApsPriority,
    /// Time windows separated by spaces: RUN_WINDOW, DISPATCH_WINDOW.
    TimeWindows,
    /// Hosts, host groups, compute units with `+ ~ ! @`, `all`, `others`, `none`, and condensed ranges: HOSTS.
    HostList,
    /// Users and user groups with `~`, `all`, `group@`, trailing `/`, `admin[full]`: USERS, ADMINISTRATORS,
    /// GROUP_ADMIN.
    UserList,
    /// Queue names, `all`, `~`, queue@cluster, separated by spaces or commas.
    QueueList,
    /// Application profile names.
    ApplicationList,
    /// `USER_SHARES[[user, shares] ...]`: FAIRSHARE.
    Fairshare,
    /// `[user, shares]` pairs: USER_SHARES columns and keys.
    UserShares,
    /// `PREEMPTIVE[[queue+pref ...]] PREEMPTABLE[[queue ...]]`.
    Preemption,
    /// `SUSPEND[...] RESUME[...] TERMINATE[...]`.
    JobControls,
    /// `99 100 all ~1 EXCLUDE(20 30)`.
    ExitValues,
    /// `MAX_RESERVE_TIME[n]`, `BACKFILL`: SLOT_RESERVE, RESOURCE_RESERVE.
    SlotReserve,
    /// `[resource, max] [resource, min, max]` or `resource=min,max`: RESRSV_LIMIT.
    ReservationLimits,
    /// `Y`, `N`, `CU[type]`: EXCLUSIVE.
    Exclusive,
    /// `directory [period]`: CHKPNT.
    Checkpoint,
    /// `(value@[hosts] ...)`: ResourceMap LOCATION.
    Location,
    /// Resource words of a host row with `!`, `=value`: RESOURCES.
    HostResources,
    /// `[resource name] [resourcemap value*name] [type t] [model m]`: LSF_LOCAL_RESOURCES.
    LocalResources,
    /// A pattern of the data that describes the value completely.
    Shape(&'static Shape),
    /// Accepted as it is: the vendor text gives no structure we could hold a value to (lsf.licensescheduler,
    /// lsf.datamanager, and facts of low confidence).
    Any,
}

/// A pattern over the characters of one value.
///
/// Matching goes from left to right and never back: the first alternative of a choice that matches is taken, optional
/// and repeated parts take as much as they can. The data is written for this (the longer alternative comes first) and
/// `cargo xtask codegen` tries every pattern on its examples with exactly these rules.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Shape {
    /// These characters, ignoring case. One that ends in a letter, digit or `_` is a whole word: none of these may
    /// follow.
    Literal(&'static str),
    /// A lexical unit.
    Terminal(Terminal),
    /// All of them, directly after each other.
    Sequence(&'static [Shape]),
    /// The first that matches; the matcher keeps the alternative that got furthest for its message.
    Choice(&'static [Shape]),
    /// It or nothing.
    Optional(&'static Shape),
    /// It any number of times, nothing included.
    Repeat(&'static Shape),
    /// One or more spaces or tabs.
    Blank,
    /// Any number of spaces or tabs.
    MaybeBlank,
}

/// The lexical units of a [`Shape`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Terminal {
    /// `[0-9]+`.
    Unsigned,
    /// `[+-]?[0-9]+`.
    Integer,
    /// A decimal number, optional sign, no exponent: `1`, `-0.5`, `.5`, `2.`.
    Number,
    /// Letters, digits, `_`, `-`, `.`, `\\` and everything outside ASCII that is not whitespace; optionally of a name
    /// space.
    Name(Option<Namespace>),
    /// Everything up to whitespace, at least one character.
    Word,
    /// Everything up to the closing bracket, parenthesis or brace of the level we are in, or the end; nested pairs are
    /// skipped and double quotes protect. May be nothing.
    Inner,
    /// Everything to the end of the value. May be nothing.
    Rest,
    /// A path: starts with `/`, `\\`, `.`, `~`, a drive letter, or a `%`/`$` variable, and ends before whitespace or
    /// one of `"'()[]{},;`.
    Path,
    /// An IPv4 or IPv6 address, or a range of addresses with `*` and `-`.
    Address,
    /// A list of CPU numbers and ranges: `0-3,8`.
    CpuList,
    /// A time window, parsed with the time-window grammar: digits, `:` and `-`.
    Window,
}
