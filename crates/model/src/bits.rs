//! A set of small integers, stored as bits.

/// A set of integers from 0, one bit each.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bits(Vec<u64>);

impl Bits {
    /// The set of all integers below `count`.
    pub fn full(count: usize) -> Bits {
        let mut words = vec![u64::MAX; count / 64];
        if !count.is_multiple_of(64) {
            words.push((1 << (count % 64)) - 1);
        }
        Bits(words)
    }

    /// Adds a number; returns whether it is new.
    pub fn insert(&mut self, number: usize) -> bool {
        if self.0.len() <= number / 64 {
            self.0.resize(number / 64 + 1, 0);
        }
        let (word, bit) = (&mut self.0[number / 64], 1 << (number % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Whether the set contains a number.
    pub fn contains(&self, number: usize) -> bool {
        self.0.get(number / 64).is_some_and(|it| it & 1 << (number % 64) != 0)
    }

    /// Adds all numbers of another set.
    pub fn union_with(&mut self, other: &Bits) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }

    /// Removes the numbers that are not in another set.
    pub fn intersect_with(&mut self, other: &Bits) {
        self.0.truncate(other.0.len());
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= b);
    }

    /// Removes the numbers of another set.
    pub fn subtract(&mut self, other: &Bits) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a &= !b);
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.0.iter().map(|it| it.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|it| *it == 0)
    }

    /// Whether the sets have an element in common.
    pub fn meets(&self, other: &Bits) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// Whether this set is a subset of another one.
    pub fn is_within(&self, other: &Bits) -> bool {
        let other = other.0.iter().copied().chain(std::iter::repeat(0));
        self.0.iter().zip(other).all(|(a, b)| a & !b == 0)
    }

    /// The elements in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().flat_map(|(index, word)| {
            let mut rest = *word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(index * 64 + bit)
            })
        })
    }
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

    proptest! {
        #[test]
        fn they_are_sets(a in prop::collection::btree_set(0usize..300, 0..40), b in prop::collection::btree_set(0usize..300, 0..40)) {
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
        }

        #[test]
        fn full_has_all(count in 0usize..300) {
            prop_assert_eq!(Bits::full(count).iter().collect::<Vec<_>>(), (0..count).collect::<Vec<_>>());
        }
    }
}
