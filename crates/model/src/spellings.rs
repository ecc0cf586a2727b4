//! An index for finding similar names without comparing all of them.
//!
//! Two words that differ by one missing, additional, changed or swapped letter have a variant in common if each may
//! lose one letter. So every name is stored under all its variants, and a lookup uses the variants of the word. The
//! results are candidates, which the caller must compare.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

/// Names by the hashes of their variants.
#[derive(Debug, Clone, Default)]
pub struct Spellings {
    names: Vec<Box<str>>,
    by_form: FxHashMap<u64, Vec<u32>>,
}

/// The maximum length of names; longer ones are unlikely to be typing errors and have too many variants.
const LONGEST: usize = 64;

impl Spellings {
    /// An index of some names.
    pub fn of<'n>(names: impl IntoIterator<Item = &'n str>) -> Spellings {
        let mut found = Spellings::default();
        for name in names {
            let number = found.names.len() as u32;
            found.names.push(name.into());
            for form in forms(name) {
                found.by_form.entry(form).or_default().push(number);
            }
        }
        found
    }

    /// The names that may be similar, in their order.
    pub fn candidates(&self, name: &str) -> Vec<&str> {
        let mut numbers: Vec<u32> =
            forms(name).iter().filter_map(|it| self.by_form.get(it)).flatten().copied().collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers.into_iter().map(|it| &*self.names[it as usize]).collect()
    }
}

/// The hashes of the variants: the lowercase name without separators, and with one letter removed.
fn forms(name: &str) -> FxHashSet<u64> {
    let letters: Vec<char> =
        name.chars().filter(|it| !matches!(it, '_' | '-' | ' ')).map(|it| it.to_ascii_lowercase()).collect();
    if letters.len() > LONGEST {
        return FxHashSet::default();
    }
    let print = |without: usize| {
        let mut hasher = FxHasher::default();
        let left = letters.iter().enumerate().filter(|it| it.0 != without);
        left.for_each(|(_, letter)| letter.hash(&mut hasher));
        hasher.finish()
    };
    // Beyond the last letter: the whole name.
    (0..=letters.len()).map(print).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, expected: &[&str]) {
        let names = ["hostA", "hostB", "gpu_hosts", "night", "short"];
        assert_eq!(Spellings::of(names).candidates(name), expected, "{name}");
    }

    #[test]
    fn one_slip_is_found() {
        check("gpuhosts", &["gpu_hosts"]);
        check("nigth", &["night"]);
        check("nght", &["night"]);
        check("nightt", &["night"]);
        check("SHORT", &["short"]);
        check("hostX", &["hostA", "hostB"]);
    }

    #[test]
    fn other_words_are_not() {
        check("day", &[]);
        check("", &[]);
        check(&"night".repeat(20), &[]);
    }
}
