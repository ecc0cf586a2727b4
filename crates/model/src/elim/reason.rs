//! Why a host reports a resource, or does not, in words.

use std::fmt;

use super::HostSet;

/// The reason for one decision of a [`super::Plan`]; its display is a sentence without a full stop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason<'i> {
    /// Every server has a value of its own.
    Default {
        /// The resource.
        resource: &'i str,
    },
    /// The host names the resource in its own row, and nothing else maps it.
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
    /// It is the management host, which reports what all hosts share.
    Master {
        /// The resource.
        resource: &'i str,
        /// The set.
        set: &'i HostSet,
    },
    /// It is the management host, which reports what all hosts share, but the set leaves it out.
    ExcludedMaster {
        /// The resource.
        resource: &'i str,
        /// The set.
        set: &'i HostSet,
    },
    /// A host before it in a set is up.
    Waits {
        /// The resource.
        resource: &'i str,
        /// The set.
        set: &'i HostSet,
        /// The host that reports.
        reporter: &'i str,
    },
    /// The host is down, and reports the resource again when it is back.
    Returns {
        /// The resource.
        resource: &'i str,
    },
    /// The host is down.
    Down,
    /// The host runs no LIM.
    Client,
    /// No dynamic resource is expected from it.
    NothingExpected,
}

impl Reason<'_> {
    /// The resource that the decision is about.
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
                    some(down)
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

/// As in LOCATION. Long lists are cut.
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

/// How many names of a list are shown.
const SHOWN: usize = 8;

/// Names, the first ones of a long list.
fn some(names: &[&str]) -> String {
    let shown = names[..names.len().min(SHOWN)].join(", ");
    match names.len().saturating_sub(SHOWN) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}
