//! The hosts that a pattern such as `node*a` matches, without comparing it with all of them.

use std::cmp::Ordering;
use std::sync::atomic::{AtomicUsize, Ordering as Memory};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use lsflint_spec::Grammar;
use lsflint_syntax::ast::{HostList, List, NamePiece};
use rustc_hash::FxHashMap;

use super::{HostId, Hosts};
use crate::Bits;
use crate::pattern::{HostPattern, LiteralPlace, MOST_NAMES};

/// What is computed when a pattern is first compared with the hosts: their names in alphabetical order.
#[derive(Debug, Clone, Default)]
pub(super) struct Sorted {
    names: OnceLock<Vec<HostId>>,
    /// In the order of their names read backwards, so that names with the same end are next to each other.
    backwards: OnceLock<Vec<HostId>>,
    /// What each name has from each of its characters on: the host, and the offset.
    ends: OnceLock<Vec<(HostId, usize)>>,
    /// The number of names compared so far although `ends` might have left fewer.
    compared: Arc<AtomicUsize>,
    /// The hosts of patterns by their text.
    matched: Arc<Mutex<FxHashMap<Box<str>, Bits>>>,
}

impl PartialEq for Sorted {
    /// It follows from the hosts.
    fn eq(&self, _: &Sorted) -> bool {
        true
    }
}

/// The number of patterns whose hosts are kept.
const MOST_MATCHED: usize = 4096;

/// So few names are compared without looking for fewer.
const FEW: usize = 16;

/// `ends` has an entry for each character of the names, so sorting them takes as long as comparing about this number of
/// patterns with all hosts.
const SORTED_AFTER: usize = 32;

/// Hosts to compare with a pattern.
type Candidates<'h> = Box<dyn ExactSizeIterator<Item = HostId> + 'h>;

impl Hosts {
    /// The hosts that a pattern matches. Hundreds of groups and queues may have the same one.
    pub(crate) fn matching_text(&self, text: &str, pattern: &HostPattern) -> Bits {
        let mut known = self.sorted.matched.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known.get(text) {
            return known.clone();
        }
        let found: Bits = match pattern.names(MOST_NAMES) {
            Some(names) => names.iter().filter_map(|it| self.find(it)).map(|it| it.0 as usize).collect(),
            None => self.matching(text, pattern),
        };
        if known.len() < MOST_MATCHED {
            known.insert(text.into(), found.clone());
        }
        found
    }

    /// The hosts that a pattern with this text matches.
    fn matching(&self, text: &str, pattern: &HostPattern) -> Bits {
        let is_match = |it: &HostId| pattern.matches(&self.get(*it).name);
        self.candidates(text, pattern).filter(is_match).map(|it| it.0 as usize).collect()
    }

    /// The hosts to compare with a pattern: those whose name has one text of the pattern in the right place. Of the
    /// texts of `h*17`, that is `17` if fewer names end in it than begin with `h`. A host may occur more than once.
    ///
    /// A pattern whose texts are all common is compared with many names, even if few have all of the texts: `a*b` with
    /// half of the hosts if one half begins with `a`, and the other ends in `b`. Ranges are not texts, so `h*[1-3]` is
    /// compared with all names that begin with `h`.
    fn candidates(&self, text: &str, pattern: &HostPattern) -> Candidates<'_> {
        let (place, literal) = pattern.literal();
        let mut found = self.names_with(place, literal);
        if found.len() <= FEW {
            return found;
        }
        let (inner, outer): (Vec<_>, Vec<_>) =
            texts_of(text, pattern).into_iter().partition(|it| it.0 == LiteralPlace::Anywhere);
        found = self.fewest(found, &outer);
        if found.len() <= FEW || inner.is_empty() {
            return found;
        }
        // Sorting what names have inside is not worth it for one pattern, but it is for one in each of many groups.
        let before = self.sorted.compared.fetch_add(found.len(), Memory::Relaxed);
        let worth = self.sorted.ends.get().is_some() || before >= SORTED_AFTER * self.len();
        if worth { self.fewest(found, &inner) } else { found }
    }

    /// These hosts, or those of one of the texts if they are fewer.
    fn fewest<'h>(&'h self, found: Candidates<'h>, texts: &[(LiteralPlace, String)]) -> Candidates<'h> {
        texts
            .iter()
            .map(|(place, text)| self.names_with(*place, text))
            .fold(found, |found, other| if other.len() < found.len() { other } else { found })
    }

    /// The hosts whose name has a text in a place, found by binary search.
    fn names_with(&self, place: LiteralPlace, text: &str) -> Candidates<'_> {
        let name = |it: &HostId| self.get(*it).name.bytes();
        let sorted_by = |order: &dyn Fn(&HostId, &HostId) -> Ordering| {
            let mut names: Vec<HostId> = self.iter().map(|it| it.0).collect();
            names.sort_unstable_by(order);
            names
        };
        // Only as many bytes as the text has are compared, so names with the text are equal to it.
        let length = text.len();
        match place {
            LiteralPlace::Begin => {
                let names =
                    self.sorted.names.get_or_init(|| sorted_by(&|a, b| self.get(*a).name.cmp(&self.get(*b).name)));
                let names = equal_in(names, |it| name(it).take(length).cmp(text.bytes()));
                Box::new(names.iter().copied())
            }
            LiteralPlace::End => {
                let names = self.sorted.backwards.get_or_init(|| sorted_by(&|a, b| name(a).rev().cmp(name(b).rev())));
                let names = equal_in(names, |it| name(it).rev().take(length).cmp(text.bytes().rev()));
                Box::new(names.iter().copied())
            }
            LiteralPlace::Anywhere => {
                let end = |it: &(HostId, usize)| &self.get(it.0).name[it.1..];
                let ends = self.sorted.ends.get_or_init(|| {
                    let offsets = |id: HostId| self.get(id).name.char_indices().map(move |it| (id, it.0));
                    let mut ends: Vec<(HostId, usize)> = self.iter().flat_map(|it| offsets(it.0)).collect();
                    ends.sort_unstable_by(|a, b| end(a).cmp(end(b)));
                    ends
                });
                let ends = equal_in(ends, |it| end(it).bytes().take(length).cmp(text.bytes()));
                Box::new(ends.iter().map(|it| it.0))
            }
        }
    }
}

/// The elements of a sorted slice that are equal to what they are compared with.
fn equal_in<T>(sorted: &[T], compare: impl Fn(&T) -> Ordering) -> &[T] {
    let from = sorted.partition_point(|it| compare(it).is_lt());
    let to = from + sorted[from..].partition_point(|it| compare(it).is_eq());
    &sorted[from..to]
}

/// The texts that all names of a pattern have, and where. None if this is not the text of the pattern.
fn texts_of(text: &str, pattern: &HostPattern) -> Vec<(LiteralPlace, String)> {
    let parse = lsflint_syntax::parse_value(text, Grammar::HostList);
    let item = parse.typed::<HostList<'_>>().and_then(|it| it.items().next());
    // The rows of some sections have any text as their name, of which only the first pattern is read.
    let Some(item) = item.filter(|it| HostPattern::of(*it).as_ref() == Some(pattern)) else { return Vec::new() };
    let mut parts: Vec<Option<String>> = Vec::new();
    for piece in item.pieces() {
        match piece {
            NamePiece::Text(token) => parts.extend(token.text().split('*').map(|it| Some(it.to_owned()))),
            NamePiece::Range(_) => parts.push(None),
        }
    }
    let last = parts.len().saturating_sub(1);
    let place = |number: usize| match number {
        0 => LiteralPlace::Begin,
        _ if number == last => LiteralPlace::End,
        _ => LiteralPlace::Anywhere,
    };
    let texts = parts.into_iter().enumerate().filter_map(|(number, text)| Some((place(number), text?)));
    texts.filter(|it| !it.1.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use lsflint_spec::FileKind;
    use proptest::prelude::*;

    use super::*;
    use crate::{Cluster, SourceFile};

    /// A cluster with these hosts.
    fn cluster(names: impl Iterator<Item = String>) -> Cluster {
        let rows: String = names.map(|it| format!("{it} ! ! 1 ()\n")).collect();
        let text = format!("Begin Host\nHOSTNAME model type server RESOURCES\n{rows}End Host\n");
        Cluster::of(&[SourceFile::new("lsf.cluster.c", FileKind::LsfCluster, text)], None)
    }

    fn pattern(text: &str) -> Option<HostPattern> {
        let parse = lsflint_syntax::parse_value(text, Grammar::HostList);
        parse.typed::<HostList<'_>>().and_then(|it| HostPattern::of(it.items().next()?))
    }

    /// The number of names that a pattern is compared with, and of hosts that it matches.
    #[track_caller]
    fn compared(hosts: &Hosts, text: &str) -> (usize, usize) {
        let pattern = pattern(text).expect("a pattern");
        let all: Bits = hosts.iter().filter(|it| pattern.matches(&it.1.name)).map(|it| it.0.0 as usize).collect();
        let candidates = hosts.candidates(text, &pattern).count();
        assert_eq!(hosts.matching(text, &pattern), all, "{text}");
        (candidates, all.len())
    }

    #[test]
    fn patterns_are_compared_with_few_hosts() {
        let cluster = cluster((0..1000).map(|it| format!("rack{}node{it}", it / 10)));
        let hosts = cluster.view().hosts();
        assert_eq!(compared(hosts, "rack12*"), (10, 10));
        assert_eq!(compared(hosts, "rack12*5"), (10, 1));
        assert_eq!(compared(hosts, "rack*77"), (10, 10));
        assert_eq!(compared(hosts, "rack*node*77"), (10, 10));
        assert_eq!(compared(hosts, "rack*[0-9]77"), (10, 9));
        assert_eq!(compared(hosts, "*node77"), (1, 1));
        assert_eq!(compared(hosts, "rack*12n*"), (1000, 10));
        assert_eq!(compared(hosts, "*k12n*"), (10, 10));
        // What is inside is sorted now.
        assert_eq!(compared(hosts, "rack*12n*"), (10, 10));
        assert_eq!(compared(hosts, "r*a*12n*e*"), (10, 10));
        assert_eq!(compared(hosts, "rack[0-99]node[0-9999]"), (1000, 1000));
        assert_eq!(compared(hosts, "*"), (1000, 1000));
        assert_eq!(compared(hosts, "**"), (1000, 1000));
    }

    #[test]
    fn common_texts_are_compared_with_many_hosts() {
        let cluster = cluster((0..1000).map(|it| if it % 2 == 0 { format!("a{it}") } else { format!("c{it}b") }));
        let hosts = cluster.view().hosts();
        assert_eq!(compared(hosts, "a*b"), (500, 0));
        assert_eq!(compared(hosts, "a*[1-3]"), (500, 100));
    }

    /// The number of names that `n` patterns are compared with, for each of `n` hosts.
    fn compared_per_host(n: usize, text: fn(usize) -> String) -> f64 {
        let cluster = cluster((0..n).map(|it| format!("node{it}")));
        let hosts = cluster.view().hosts();
        let candidates = |it: usize| {
            let text = text(it);
            hosts.candidates(&text, &pattern(&text).expect("a pattern")).len()
        };
        (0..n).map(candidates).sum::<usize>() as f64 / n as f64
    }

    #[test]
    fn patterns_of_many_groups_are_compared_with_few_hosts() {
        let ends: [fn(usize) -> String; 3] =
            [|it| format!("n*{it}"), |it| format!("n*d**{it}"), |it| format!("*node*{it}")];
        for text in ends {
            // A name of four digits ends in at most four numbers.
            let compared = compared_per_host(4000, text);
            assert!(compared <= 4.0, "{}: {compared}", text(17));
        }
        let inside: [fn(usize) -> String; 2] = [|it| format!("n*{it}*"), |it| format!("n*{it}*[0-9]")];
        for text in inside {
            let compared = compared_per_host(4000, text);
            assert!(compared <= SORTED_AFTER as f64 + 10.0, "{}: {compared}", text(17));
        }
    }

    #[test]
    fn operators_are_not_part_of_the_texts() {
        let parse = lsflint_syntax::parse_value("~h*17 h*17+2 h*17", Grammar::HostList);
        for item in parse.typed::<HostList<'_>>().expect("a list").items() {
            let pattern = HostPattern::of(item).expect("a pattern");
            let texts = [(LiteralPlace::Begin, "h".to_owned()), (LiteralPlace::End, "17".to_owned())];
            assert_eq!(texts_of(&item.text(), &pattern), texts);
        }
        let pattern = pattern("h*17").expect("a pattern");
        assert_eq!(texts_of("h*18", &pattern), []);
        assert_eq!(texts_of("(", &pattern), []);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn candidates_leave_out_no_host(
            names in prop::collection::vec("[ab1\u{e9}]{1,6}", 0..80),
            texts in prop::collection::vec("([ab1\u{e9}*]|\\*[ab1]|\\[1-11\\]){1,6}", 40..60),
        ) {
            let cluster = cluster(names.into_iter());
            let hosts = cluster.view().hosts();
            let patterns: Vec<(&String, HostPattern)> =
                texts.iter().filter_map(|it| Some((it, pattern(it)?))).collect();
            for (number, (text, pattern)) in patterns.iter().enumerate() {
                let all: Bits = hosts.iter().filter(|it| pattern.matches(&it.1.name)).map(|it| it.0.0 as usize).collect();
                prop_assert_eq!(&hosts.matching(text, pattern), &all, "{}", text);
                // The result depends only on the pattern.
                let other = patterns[(number + 1) % patterns.len()].0;
                prop_assert_eq!(&hosts.matching(other, pattern), &all, "{} for {}", other, text);
            }
        }
    }

    #[test]
    fn the_same_pattern_is_compared_once() {
        let rows: String = (0..100).map(|it| format!("h{it} ! ! 1 ()\n")).collect();
        let hosts = format!("Begin Host\nHOSTNAME model type server RESOURCES\n{rows}End Host\n");
        let rows: String = (0..50).map(|it| format!("g{it} (h1*)\n")).collect();
        let groups = format!("Begin HostGroup\nGROUP_NAME GROUP_MEMBER\n{rows}End HostGroup\n");
        let files = [
            SourceFile::new("lsf.cluster.c", FileKind::LsfCluster, hosts),
            SourceFile::new("lsb.hosts", FileKind::LsbHosts, groups),
        ];
        let cluster = Cluster::of(&files, None);
        let view = cluster.view();
        let sizes: Vec<usize> =
            ["g0", "g49"].iter().filter_map(|it| Some(view.host_groups().get(it)?.surely.len())).collect();
        let list = lsflint_syntax::parse_value("~h1* h1*", Grammar::HostList);
        view.hosts_of(list.typed::<HostList<'_>>().expect("a list"));
        let compared = view.hosts().sorted.matched.lock().expect("no panic").len();
        assert_eq!((sizes, compared), (vec![11, 11], 1));
    }
}
