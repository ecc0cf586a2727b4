//! "Did you mean": the known name that is most similar to a wrong one.
//!
//! A wrong suggestion costs more trust than a missing one, so the limit is tight: one typo (a letter missing, doubled
//! or changed, or two letters swapped) in short names, two in names of six characters or more. Names are compared
//! without case, and `-`, `_` and spaces are ignored: `RUN_LIMIT` is `RUNLIMIT`.

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

/// The most similar known name, if one is similar enough.
pub fn near<'n>(given: &str, known: impl IntoIterator<Item = &'n str>) -> Option<Near<'n>> {
    let bare = bare(given);
    let limit = match bare.chars().count() {
        0..=2 => return None,
        3..=5 => 1,
        _ => 2,
    };
    let mut best: Option<Near<'n>> = None;
    let (own_letters, own_separators) = (letters(given), separators(given));
    for name in known {
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
    }

    #[test]
    fn says_when_two_are_as_near() {
        check("XUNLIMIT", &["RUNLIMIT", "FUNLIMIT"], Some(("RUNLIMIT", 1, false)));
        check("RXNLIMIT", &["BUNLIMIX", "RUNLIMIT"], Some(("RUNLIMIT", 1, true)));
        check("PRIORITX", &["XRIORITX", "PRIORITY"], Some(("PRIORITY", 1, false)));
    }
}
