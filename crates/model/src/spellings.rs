//! Which names are a slip away from a given one, without comparing it with all of them.
//!
//! Two words that differ by one letter lost, doubled, changed or swapped with its neighbour have a form in common once each may lose
//! one letter. So every name is filed under all its forms, and a question looks up the forms of the word. What is found is only a
//! candidate; who asks compares it.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

/// Names, filed by their forms.
#[derive(Debug, Clone, Default)]
pub(crate) struct Spellings {
    names: Vec<Box<str>>,
    by_form: FxHashMap<u64, Vec<u32>>,
}

/// Longer names are unlikely to be typing errors and have too many variants.
const LONGEST: usize = 64;

impl Spellings {
    pub(crate) fn of<'n>(names: impl IntoIterator<Item = &'n str>) -> Spellings {
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

    /// The names that may be a slip away, in their order.
    pub(crate) fn candidates(&self, name: &str) -> Vec<&str> {
        let mut numbers: Vec<u32> =
            forms(name).iter().filter_map(|it| self.by_form.get(it)).flatten().copied().collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers.into_iter().map(|it| &*self.names[it as usize]).collect()
    }
}

/// The name in lower case without separators, and the same with one letter less, as prints.
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
