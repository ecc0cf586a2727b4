//! A set of small integers, stored as bits.

use std::cmp::Ordering;
use std::sync::Arc;

/// A set of integers from 0. A set takes 16 bytes for each range of 64 numbers in which it has any, and equal copies
/// share them: a cluster has thousands of groups with one host each, and others with all hosts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bits {
    /// `None` if the set is empty.
    words: Option<Arc<Vec<Word>>>,
}

/// The numbers from `64 * place`, one bit each; never empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Word {
    place: u32,
    bits: u64,
}

impl Bits {
    fn of(words: Vec<Word>) -> Bits {
        Bits { words: (!words.is_empty()).then(|| Arc::new(words)) }
    }

    fn words(&self) -> &[Word] {
        self.words.as_ref().map_or(&[], |it| it)
    }

    /// Whether the sets share their words.
    fn is_copy(&self, other: &Bits) -> bool {
        self.words.as_ref().zip(other.words.as_ref()).is_some_and(|(a, b)| Arc::ptr_eq(a, b))
    }

    /// The set of all integers below `count`.
    pub fn full(count: usize) -> Bits {
        let word = |place: usize| match count - 64 * place {
            64.. => u64::MAX,
            rest => (1 << rest) - 1,
        };
        Bits::of((0..count.div_ceil(64)).map(|it| Word { place: it as u32, bits: word(it) }).collect())
    }

    /// Adds a number; returns whether it is new.
    pub fn insert(&mut self, number: usize) -> bool {
        let (place, bits) = position(number);
        self.insert_word(Word { place, bits })
    }

    /// Adds the numbers of a word; returns whether any is new.
    fn insert_word(&mut self, Word { place, bits }: Word) -> bool {
        let found = self.find(place);
        if found.is_ok_and(|it| bits & !self.words()[it].bits == 0) {
            return false;
        }
        let words = Arc::make_mut(self.words.get_or_insert_default());
        match found {
            Ok(index) => words[index].bits |= bits,
            Err(index) => words.insert(index, Word { place, bits }),
        }
        true
    }

    /// Whether the set contains a number.
    pub fn contains(&self, number: usize) -> bool {
        let (place, bits) = position(number);
        self.find(place).is_ok_and(|it| self.words()[it].bits & bits != 0)
    }

    /// Adds all numbers of another set.
    pub fn union_with(&mut self, other: &Bits) {
        if self.is_empty() {
            *self = other.clone();
        } else if let [word] = other.words() {
            // A group of many users is made of sets of one.
            self.insert_word(*word);
        } else if let [word] = *self.words() {
            // A group of one user and another group: in a chain of them, each has all users of the one before.
            *self = other.clone();
            self.insert_word(word);
        } else if !other.is_within(self) {
            *self = Bits::of(merged(self.words(), other.words()));
        }
    }

    /// Removes the numbers that are not in another set.
    pub fn intersect_with(&mut self, other: &Bits) {
        self.keep(other, |bits, other| bits & other);
    }

    /// Removes the numbers of another set.
    pub fn subtract(&mut self, other: &Bits) {
        match other.words() {
            [word] => self.remove_word(*word),
            _ => self.keep(other, |bits, other| bits & !other),
        }
    }

    /// Removes the numbers of a word.
    fn remove_word(&mut self, Word { place, bits }: Word) {
        let Ok(index) = self.find(place) else { return };
        let left = self.words()[index].bits & !bits;
        if left == self.words()[index].bits {
            return;
        }
        let words = Arc::make_mut(self.words.get_or_insert_default());
        match left {
            0 => _ = words.remove(index),
            _ => words[index].bits = left,
        }
        if words.is_empty() {
            self.words = None;
        }
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.words().iter().map(|it| it.bits.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.words.is_none()
    }

    /// Whether the sets have an element in common.
    pub fn meets(&self, other: &Bits) -> bool {
        self.beside(other).any(|(word, other)| word.bits & other != 0)
    }

    /// Whether this set is a subset of another one.
    pub fn is_within(&self, other: &Bits) -> bool {
        self.is_copy(other) || self.beside(other).all(|(word, other)| word.bits & !other == 0)
    }

    /// The elements in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.words().iter().flat_map(|word| {
            let mut rest = word.bits;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(word.place as usize * 64 + bit)
            })
        })
    }

    /// Where the word of a place is, or would be inserted. Most sets have every word before it, or end before it.
    fn find(&self, place: u32) -> Result<usize, usize> {
        let words = self.words();
        match words.last() {
            Some(last) if last.place >= place => match words.get(place as usize) {
                Some(it) if it.place == place => Ok(place as usize),
                _ => words.binary_search_by_key(&place, |it| it.place),
            },
            _ => Err(words.len()),
        }
    }

    /// The words of this set, each with the bits of another set at its place.
    fn beside<'s>(&'s self, other: &'s Bits) -> impl Iterator<Item = (Word, u64)> + 's {
        // A set of one host is compared with sets of all hosts.
        let mut rest = match self.words().first() {
            Some(first) => &other.words()[other.find(first.place).unwrap_or_else(|it| it)..],
            None => &[],
        };
        self.words().iter().map(move |word| {
            while rest.first().is_some_and(|it| it.place < word.place) {
                rest = &rest[1..];
            }
            (*word, rest.first().filter(|it| it.place == word.place).map_or(0, |it| it.bits))
        })
    }

    fn keep(&mut self, other: &Bits, kept: impl Fn(u64, u64) -> u64) {
        if self.beside(other).any(|(word, other)| kept(word.bits, other) != word.bits) {
            let words = self.beside(other).map(|(word, other)| Word { bits: kept(word.bits, other), ..word });
            *self = Bits::of(words.filter(|it| it.bits != 0).collect());
        }
    }
}

/// The place of the word of a number, and its bit in it.
fn position(number: usize) -> (u32, u64) {
    (u32::try_from(number / 64).expect("a file has less than 2^32 bytes"), 1 << (number % 64))
}

fn merged(a: &[Word], b: &[Word]) -> Vec<Word> {
    let (mut a, mut b) = (a, b);
    let mut words = Vec::with_capacity(a.len().max(b.len()));
    while let ([first, rest @ ..], [other, others @ ..]) = (a, b) {
        match first.place.cmp(&other.place) {
            Ordering::Less => {
                words.push(*first);
                a = rest;
            }
            Ordering::Greater => {
                words.push(*other);
                b = others;
            }
            Ordering::Equal => {
                words.push(Word { bits: first.bits | other.bits, ..*first });
                (a, b) = (rest, others);
            }
        }
    }
    words.extend_from_slice(a);
    words.extend_from_slice(b);
    words
}

impl FromIterator<usize> for Bits {
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> Bits {
        let mut bits = Bits::default();
        numbers.into_iter().for_each(|it| {
            bits.insert(it);
        });
        bits
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    /// Numbers of several words, of which some are empty.
    fn numbers() -> impl Strategy<Value = BTreeSet<usize>> {
        prop::collection::btree_set(0usize..900, 0..20)
    }

    proptest! {
        #[test]
        fn they_are_sets(a in numbers(), b in numbers()) {
            let (x, y): (Bits, Bits) = (a.iter().copied().collect(), b.iter().copied().collect());
            let mut union = x.clone();
            union.union_with(&y);
            prop_assert_eq!(union.iter().collect::<BTreeSet<_>>(), &a | &b);
            let mut both = x.clone();
            both.intersect_with(&y);
            prop_assert_eq!(both.iter().collect::<BTreeSet<_>>(), &a & &b);
            let mut less = x.clone();
            less.subtract(&y);
            prop_assert_eq!(less.iter().collect::<BTreeSet<_>>(), &a - &b);
            prop_assert_eq!(x.meets(&y), !a.is_disjoint(&b));
            prop_assert_eq!(x.is_within(&y), a.is_subset(&b));
            prop_assert_eq!(x.len(), a.len());
            prop_assert_eq!(x.is_empty(), a.is_empty());
            prop_assert_eq!(less.iter().collect::<Bits>(), less);
            prop_assert!((0..900).all(|it| x.contains(it) == a.contains(&it)));
        }

        #[test]
        fn full_has_all(count in 0usize..300) {
            prop_assert_eq!(Bits::full(count).iter().collect::<Vec<_>>(), (0..count).collect::<Vec<_>>());
        }
    }
}
