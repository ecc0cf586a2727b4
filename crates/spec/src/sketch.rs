//! What the documented forms of grammars with a parser of their own look like, as patterns, and words of lists of
//! names.
//!
//! The parsers in `lsflint-syntax` take more than the manuals print and know where an error is; a sketch only says what
//! may come next in a value that is being typed.

use crate::generated::shapes;
use crate::{Grammar, Shape};

impl Grammar {
    /// What a value looks like: the pattern of a [`Grammar::Shape`], a sketch for other grammars where one says
    /// anything.
    pub fn sketch(&self) -> Option<&'static Shape> {
        Some(match self {
            Grammar::Shape(shape) => shape,
            Grammar::YesNo => &shapes::SKETCH_YES_NO,
            Grammar::Fairshare => &shapes::SKETCH_FAIRSHARE,
            Grammar::UserShares => &shapes::SKETCH_USER_SHARES,
            Grammar::Preemption => &shapes::SKETCH_PREEMPTION,
            Grammar::JobControls => &shapes::SKETCH_JOB_CONTROLS,
            Grammar::ExitValues => &shapes::SKETCH_EXIT_VALUES,
            Grammar::SlotReserve => &shapes::SKETCH_SLOT_RESERVE,
            Grammar::Exclusive => &shapes::SKETCH_EXCLUSIVE,
            Grammar::ReservationLimits => &shapes::SKETCH_RESERVATION_LIMITS,
            Grammar::Location => &shapes::SKETCH_LOCATION,
            Grammar::LocalResources => &shapes::SKETCH_LOCAL_RESOURCES,
            Grammar::HostResources => &shapes::SKETCH_HOST_RESOURCES,
            Grammar::RunLimit => &shapes::SKETCH_RUN_LIMIT,
            _ => return None,
        })
    }
}

/// What a [`ListWord`] may be combined with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListPlace {
    /// No other word.
    Alone,
    /// Only names that are excluded.
    WithExceptions,
    /// Any word.
    Anywhere,
}

/// A word of lists of names that is not a name itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListWord {
    /// The word.
    pub name: &'static str,
    /// Its meaning.
    pub summary: &'static str,
    /// Where it is useful.
    pub place: ListPlace,
}

/// Whether a word in a list of names is a keyword of LSF, ignoring case: `ALL` is meant as `all`.
pub fn is_list_word(word: &str) -> bool {
    LIST_WORDS.iter().any(|it| it.name.eq_ignore_ascii_case(word))
}

/// The words that LSF reads itself in lists of names. The documented form of a parameter shows which of them it
/// accepts. Source: the page of lsb.queues: HOSTS (`all`, `none`, `others`, `allremote`), FAIRSHARE (`others`,
/// `default`) and RCVJOBS_FROM (`allclusters`).
pub static LIST_WORDS: &[ListWord] = &[
    ListWord { name: "all", summary: "everything there is; `~` excludes names", place: ListPlace::WithExceptions },
    ListWord { name: "none", summary: "nothing; cannot be combined with other words", place: ListPlace::Alone },
    ListWord { name: "others", summary: "every one that is not in the list", place: ListPlace::Anywhere },
    ListWord { name: "default", summary: "every one without an entry of its own", place: ListPlace::Anywhere },
    ListWord { name: "allremote", summary: "all that other clusters lend", place: ListPlace::Anywhere },
    ListWord { name: "allclusters", summary: "every cluster", place: ListPlace::WithExceptions },
];
