//! Finds repeated words of a list, in linear time.

use std::hash::Hash;

use rustc_hash::FxHashMap;

/// The items whose key occurred before, each after the first item with that key. `key` is called once for each item.
pub(crate) fn repeated<T: Copy, K: Eq + Hash>(
    items: impl IntoIterator<Item = T>,
    mut key: impl FnMut(T) -> K,
) -> Vec<(T, T)> {
    let mut firsts: FxHashMap<K, T> = FxHashMap::default();
    let mut found = Vec::new();
    for item in items {
        let key = key(item);
        match firsts.get(&key) {
            Some(first) => found.push((*first, item)),
            None => _ = firsts.insert(key, item),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_item_is_looked_at_once() {
        let mut steps = 0;
        let found = repeated(0..10_000, |it| {
            steps += 1;
            (it % 9_998).to_string()
        });
        assert_eq!((found, steps), (vec![(0, 9_998), (1, 9_999)], 10_000));
    }
}
