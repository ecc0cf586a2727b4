//! "Did you mean": the known name that is most similar to a wrong one.
//!
//! A wrong suggestion costs more trust than a missing one, so the limit is tight: one typo (a letter missing, doubled
//! or changed, or two letters swapped) in short names, two in names of six characters or more. Names are compared
//! without case, and `-`, `_` and spaces are ignored: `RUN_LIMIT` is `RUNLIMIT`.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use lsflint_model::{Referent, Spellings, View};

/// A known name that is similar to a given one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Near<'n> {
    /// The known name.
    pub name: &'n str,
    /// The number of edits between the two.
    pub distance: usize,
    /// No other known name is as similar, so the name can be used for a fix.
    pub unique: bool,
}

/// The number of letters to change, add, remove or swap to turn one word into the other.
pub fn distance(one: &str, other: &str) -> usize {
    strsim::damerau_levenshtein(one, other)
}

/// Longer names are not typed by people, and comparing them takes long. In bytes.
pub const LONGEST: usize = 255;

/// The most similar known name, if one is similar enough.
pub fn near<'n>(given: &str, known: impl IntoIterator<Item = &'n str>) -> Option<Near<'n>> {
    if given.len() > LONGEST {
        return None;
    }
    let bare = bare(given);
    let limit = match bare.chars().count() {
        0..=2 => return None,
        3..=5 => 1,
        _ => 2,
    };
    let mut best: Option<Near<'n>> = None;
    let (own_letters, own_separators) = (letters(given), separators(given));
    for name in known.into_iter().filter(|it| it.len() <= LONGEST) {
        // Cheaper than the distance, and true for nearly all names of a long list. One edit changes at most two
        // letters.
        let longer = name.len().abs_diff(given.len());
        if longer > limit + own_separators && longer > limit + separators(name)
            || (letters(name) ^ own_letters).count_ones() as usize > 2 * limit
        {
            continue;
        }
        let other = self::bare(name);
        let distance = strsim::damerau_levenshtein(&bare, &other);
        if distance > limit {
            continue;
        }
        let candidate = Near { name, distance, unique: true };
        best = Some(match best {
            None => candidate,
            Some(so_far) if so_far.name.eq_ignore_ascii_case(name) => so_far,
            Some(so_far) if so_far.distance < distance => so_far,
            Some(so_far) if so_far.distance == distance => {
                let first = |it: &str| it.chars().next().map(|it| it.to_ascii_lowercase());
                let better = first(name) == first(given) && first(so_far.name) != first(given);
                Near { unique: false, ..if better { candidate } else { so_far } }
            }
            Some(_) => candidate,
        });
    }
    best
}

/// With more known names than this, a wrong name is compared only with those that differ from it in one letter.
const MANY: usize = 500;

/// Known names, one of which a wrong name may mean.
#[derive(Debug, Default)]
pub struct KnownNames {
    names: BTreeSet<String>,
    /// Created for the first wrong name, and only for many names.
    spellings: OnceLock<Spellings>,
}

impl KnownNames {
    /// Whether there are no names.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Whether it is one of the names.
    pub fn contains(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// The most similar name, as [`near`].
    pub fn near(&self, given: &str) -> Option<Near<'_>> {
        if self.names.len() <= MANY {
            return near(given, self.names.iter().map(String::as_str));
        }
        let spellings = self.spellings.get_or_init(|| Spellings::of(self.names.iter().map(String::as_str)));
        near(given, spellings.candidates(given))
    }
}

impl FromIterator<String> for KnownNames {
    fn from_iter<T: IntoIterator<Item = String>>(names: T) -> KnownNames {
        KnownNames { names: names.into_iter().collect(), spellings: OnceLock::new() }
    }
}

/// The most similar name that the cluster defines, as [`near`]. `names`: the defined names, with those of LSF.
pub fn near_defined<'a, N: Iterator<Item = &'a str>>(
    view: View<'a>,
    referent: Referent,
    given: &str,
    names: impl Fn() -> N,
) -> Option<Near<'a>> {
    match names().nth(MANY) {
        Some(_) => near(given, view.similar_names(referent, given)),
        None => near(given, names()),
    }
}

/// The bits of the characters in names that do not count.
const SEPARATORS: u64 = 1 << (b'_' % 64) | 1 << b'-' | 1 << b' ';

/// The letters and digits of a name, ignoring case: one bit each, some of them shared. Those that share a bit with a
/// separator are left out.
fn letters(name: &str) -> u64 {
    let bits = name.bytes().fold(0, |bits, byte| bits | 1 << (byte.to_ascii_lowercase() % 64));
    bits & !SEPARATORS
}

/// The help text for a wrong name: "did you mean `NAME`?".
pub fn did_you_mean(name: &str) -> String {
    format!("did you mean `{name}`?")
}

/// The name in lowercase, without separators.
fn bare(name: &str) -> String {
    name.chars().filter(|&it| !is_separator(it)).map(|it| it.to_ascii_lowercase()).collect()
}

fn separators(name: &str) -> usize {
    name.bytes().filter(|&it| is_separator(char::from(it))).count()
}

fn is_separator(it: char) -> bool {
    matches!(it, '_' | '-' | ' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(given: &str, known: &[&str], expected: Option<(&str, usize, bool)>) {
        let found = near(given, known.iter().copied());
        assert_eq!(found.map(|it| (it.name, it.distance, it.unique)), expected);
    }

    #[test]
    fn finds_one_slip() {
        check("PRIORTY", &["NICE", "PRIORITY"], Some(("PRIORITY", 1, true)));
        check("PIRORITY", &["NICE", "PRIORITY"], Some(("PRIORITY", 1, true)));
        check("mems", &["mem", "tmp"], Some(("mem", 1, true)));
    }

    #[test]
    fn separators_and_case_cost_nothing() {
        check("run_limit", &["RUNLIMIT"], Some(("RUNLIMIT", 0, true)));
        check("HostGroups", &["HostGroup", "Host"], Some(("HostGroup", 1, true)));
        check("JOBSTARTER", &["JOB_STARTER"], Some(("JOB_STARTER", 0, true)));
    }

    #[test]
    fn short_names_must_be_nearly_right() {
        check("MJX", &["MXJ"], Some(("MXJ", 1, true)));
        check("MYZ", &["MXJ"], None);
        check("tmp", &["mem"], None);
        check("it", &["io", "ut"], None);
        check("swpp", &["swp"], Some(("swp", 1, true)));
    }

    #[test]
    fn far_names_are_no_suggestion() {
        check("WALLCLOCK", &["RUNLIMIT", "CPULIMIT"], None);
        check("", &["a"], None);
        let long = "job_".repeat(80);
        check(&long, &[&long[1..]], None);
        check("job", &[&long], None);
    }

    /// Comparing each wrong name with all known ones would take time in proportion to their product.
    #[test]
    fn few_of_many_names_are_compared() {
        let known: KnownNames = (0..10_000).map(|it| format!("resource{it}")).collect();
        assert_eq!(known.near("resuorce4711").map(|it| it.name), Some("resource4711"));
        assert_eq!(known.near("resurce4711").map(|it| it.name), Some("resource4711"));
        let compared = known.spellings.get().map(|it| it.candidates("resurce4711").len());
        assert!(compared.is_some_and(|it| it < 10), "{compared:?}");
    }

    #[test]
    fn says_when_two_are_as_near() {
        check("XUNLIMIT", &["RUNLIMIT", "FUNLIMIT"], Some(("RUNLIMIT", 1, false)));
        check("RXNLIMIT", &["BUNLIMIX", "RUNLIMIT"], Some(("RUNLIMIT", 1, true)));
        check("PRIORITX", &["XRIORITX", "PRIORITY"], Some(("PRIORITY", 1, false)));
    }
}
