//! The reasons why a host reports a resource, or does not, as text.

use std::fmt;

use super::HostSet;

/// The reason for one decision of a [`super::Plan`]; displayed as a sentence without a full stop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason<'i> {
    /// Every server has its own value.
    Default {
        /// The resource.
        resource: &'i str,
    },
    /// The row of the host names the resource, and ResourceMap does not map it.
    ListedOnHost {
        /// The resource.
        resource: &'i str,
    },
    /// It is the first host of a set that is up.
    First {
        /// The resource.
        resource: &'i str,
        /// The set.
        set: &'i HostSet,
        /// The hosts before it, which are down.
        down: Vec<&'i str>,
    },
    /// It is the management host, which reports resources that all hosts share.
    Master {
        /// The resource.
        resource: &'i str,
        /// The set.
        set: &'i HostSet,
    },
    /// It is the management host, which reports resources that all hosts share, although the set excludes it.
    ExcludedMaster {
        /// The resource.
        resource: &'i str,
        /// The set.
        set: &'i HostSet,
    },
    /// A preceding host of the set is up.
    Waits {
        /// The resource.
        resource: &'i str,
        /// The set.
        set: &'i HostSet,
        /// The host that reports the resource.
        reporter: &'i str,
    },
    /// The host is down and will report the resource again when it returns.
    Returns {
        /// The resource.
        resource: &'i str,
    },
    /// The host is down.
    Down,
    /// LIM does not run on the host.
    Client,
    /// No dynamic resource is expected from it.
    NothingExpected,
}

impl Reason<'_> {
    /// The resource that the decision refers to.
    pub fn resource(&self) -> Option<&str> {
        match self {
            Reason::Default { resource }
            | Reason::ListedOnHost { resource }
            | Reason::First { resource, .. }
            | Reason::Master { resource, .. }
            | Reason::ExcludedMaster { resource, .. }
            | Reason::Waits { resource, .. }
            | Reason::Returns { resource } => Some(resource),
            Reason::Down | Reason::Client | Reason::NothingExpected => None,
        }
    }
}

impl fmt::Display for Reason<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Default { resource } => {
                write!(
                    f,
                    "`{resource}` is mapped to [default]: every server host starts all elims and reports its own \
                     value; elims without a resource in LSF_RESOURCES should exit"
                )
            }
            Reason::ListedOnHost { resource } => {
                write!(f, "`{resource}` has no row in ResourceMap, but this host lists it and reports its own value")
            }
            Reason::First { resource, set, down } if down.is_empty() => {
                write!(f, "it is the first host of {set}, which share `{resource}`")
            }
            Reason::First { resource, set, down } => {
                let verb = if down.len() == 1 { "is" } else { "are" };
                write!(
                    f,
                    "it is the first host that is up in {set}, which share `{resource}`; {} {verb} down",
                    shortened(down)
                )
            }
            Reason::Master { resource, set } => {
                write!(f, "it is the management host, which reports `{resource}` for {set}")
            }
            Reason::ExcludedMaster { resource, set } => write!(
                f,
                "it is the management host, which reports `{resource}` for {set} as documented; the set excludes it, \
                 so another host may report it"
            ),
            Reason::Waits { resource, set, reporter } => {
                write!(f, "{reporter} is up and precedes it in {set}, which share `{resource}`")
            }
            Reason::Returns { resource } => write!(f, "it reports `{resource}` again when it is back up"),
            Reason::Down => f.write_str("it is down"),
            Reason::Client => f.write_str("it is a client host: it does not run a LIM, which starts elims"),
            Reason::NothingExpected => f.write_str("it is not expected to report any dynamic resource"),
        }
    }
}

/// As in LOCATION. Long lists are shortened.
impl fmt::Display for HostSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HostSet::Default => f.write_str("[default]"),
            HostSet::All { except } => {
                let left_out: Vec<String> = except.iter().map(|it| format!(" ~{it}")).collect();
                let shown = &left_out[..left_out.len().min(SHOWN)];
                let more = if shown.len() < left_out.len() { " ..." } else { "" };
                write!(f, "[all{}{more}]", shown.concat())
            }
            HostSet::Listed { hosts, others } => {
                let mut words: Vec<&str> = hosts.iter().take(SHOWN).map(String::as_str).collect();
                if hosts.len() > SHOWN {
                    words.push("...");
                }
                if *others {
                    words.push("others");
                }
                write!(f, "[{}]", words.join(" "))
            }
        }
    }
}

/// The maximum number of names in a list.
const SHOWN: usize = 8;

/// A list of names, shortened if it is long.
fn shortened(names: &[&str]) -> String {
    let shown = names[..names.len().min(SHOWN)].join(", ");
    match names.len().saturating_sub(SHOWN) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}
