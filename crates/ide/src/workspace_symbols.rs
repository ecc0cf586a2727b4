//! Workspace symbols: searches definitions by parts of their names.

use std::cmp::Reverse;
use std::sync::Arc;

use lsflint_spec::FileKind;

use crate::symbol::{SECTIONS, Symbol, SymbolKind, definitions_of};
use crate::{Range, Snapshot};

/// A definition that matches a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkspaceSymbol {
    /// The name.
    pub name: String,
    /// What it names.
    pub kind: SymbolKind,
    /// A description of the kind and file: `host group of lsb.hosts`.
    pub container: String,
    /// The file.
    pub path: Arc<str>,
    /// The range of the name in the file.
    pub range: Range,
    /// The score of the match; higher is better. Used to merge the results of several clusters.
    pub score: u32,
}

/// The definitions of a cluster that match a query, best first, at most `limit`. The letters of the query must occur in
/// the name in order; another word may name the kind: `night queue`.
pub fn workspace_symbols(snapshot: &Snapshot, query: &str, limit: usize) -> Vec<WorkspaceSymbol> {
    let words: Vec<Vec<char>> = query.split_whitespace().map(|it| it.chars().collect()).collect();
    let view = snapshot.view();
    let mut found: Vec<(u32, SymbolKind, String, Arc<str>, Range)> = Vec::new();
    for &(kind, file, section) in SECTIONS {
        for record in view.all(file, section) {
            let name = record.name();
            if let Some(score) = fits(&words, &name, kind).filter(|_| !name.is_empty()) {
                let place = record.place();
                found.push((score, kind, name.into_owned(), place.file, place.range.into()));
            }
        }
    }
    for name in compute_unit_types(snapshot) {
        let symbol = Symbol { kind: SymbolKind::ComputeUnitType, name };
        let Some(score) = fits(&words, &symbol.name, symbol.kind) else { continue };
        for it in definitions_of(snapshot, &symbol) {
            found.push((score, symbol.kind, symbol.name.clone(), it.path, it.name.into()));
        }
    }
    found.sort_by(|a, b| (Reverse(a.0), &a.2, &a.3, a.4).cmp(&(Reverse(b.0), &b.2, &b.3, b.4)));
    found.truncate(limit);
    let symbol = |(score, kind, name, path, range): (u32, SymbolKind, String, Arc<str>, Range)| {
        let file = path.rsplit('/').next().unwrap_or_default();
        WorkspaceSymbol { name, kind, container: format!("{} of {file}", kind.what()), path, range, score }
    };
    found.into_iter().map(symbol).collect()
}

fn compute_unit_types(snapshot: &Snapshot) -> Vec<String> {
    let records = snapshot.view().all(FileKind::LsbParams, "Parameters");
    let values = records.filter_map(|it| it.value("COMPUTE_UNIT_TYPES"));
    let mut names: Vec<String> = Vec::new();
    for value in values {
        names.extend(value.split_whitespace().map(|it| it.trim_end_matches('!').to_owned()));
    }
    names.sort();
    names.dedup();
    names.retain(|it| !it.is_empty());
    names
}

/// The score of a definition for all words of a query; an empty query matches everything.
fn fits(words: &[Vec<char>], name: &str, kind: SymbolKind) -> Option<u32> {
    let is_kind = |word: &[char]| kind.what().split(' ').any(|it| begins(it, word)).then_some(0);
    words.iter().map(|it| score_of(it, name).or_else(|| is_kind(it))).sum()
}

fn begins(text: &str, word: &[char]) -> bool {
    let mut letters = text.chars();
    word.iter().all(|it| letters.next().is_some_and(|letter| same(letter, *it)))
}

fn same(a: char, b: char) -> bool {
    a.eq_ignore_ascii_case(&b)
}

/// The score of a name for the letters of a word in order. Best is an equal name, then a name that starts with the
/// word, contains it, or has its letters at the starts of its parts.
fn score_of(word: &[char], name: &str) -> Option<u32> {
    let letters: Vec<char> = name.chars().collect();
    let at_start = |at: usize| at == 0 || !letters[at - 1].is_alphanumeric();
    if let Some(at) = letters.windows(word.len().max(1)).position(|it| it.iter().zip(word).all(|(a, b)| same(*a, *b))) {
        let whole = letters.len() == word.len();
        let score = match at {
            0 if whole && letters == word => 1000,
            0 if whole => 950,
            0 => 900,
            at if at_start(at) => 800,
            _ => 700,
        };
        return Some(score - letters.len().saturating_sub(word.len()).min(50) as u32);
    }
    // Separate letters: each one at the start of a part of the name, or directly after the previous one, scores higher.
    let (mut at, mut good) = (0, 0);
    let mut previous = None;
    for letter in word {
        let step = letters[at..].iter().position(|it| same(*it, *letter))?;
        let here = at + step;
        good += usize::from(at_start(here) || previous == Some(here));
        previous = Some(here + 1);
        at = here + 1;
    }
    let most = word.len().max(1);
    Some(300 + (300 * good / most) as u32 - letters.len().saturating_sub(most).min(100) as u32)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::testing::Fixture;

    const CLUSTER: &str = "\
//- lsf.cluster.west
Begin Host
HOSTNAME model type server
night1 ! ! 1
gpu_night ! ! 1
End Host
//- lsb.hosts
Begin HostGroup
GROUP_NAME GROUP_MEMBER
n_i_g (night1)
End HostGroup
//- lsb.queues
Begin Queue
QUEUE_NAME = night
End Queue
Begin Queue
QUEUE_NAME = Night_owls
End Queue
#if time(8:00-18:00)
Begin Queue
QUEUE_NAME = night
End Queue
#endif
//- lsb.params
Begin Parameters
COMPUTE_UNIT_TYPES = enclosure! nightrack
End Parameters
";

    #[track_caller]
    fn check(query: &str, expect: Expect) {
        let fixture = Fixture::new(CLUSTER);
        let found = workspace_symbols(&fixture.snapshot, query, 6);
        let shown = |it: &WorkspaceSymbol| {
            let text = &fixture.snapshot.file(&it.path).expect("a file").source.text;
            assert_eq!(&text[it.range.start as usize..it.range.end as usize], it.name);
            format!("{} {}, {}\n", it.score, it.name, it.container)
        };
        expect.assert_eq(&found.iter().map(shown).collect::<String>());
    }

    #[test]
    fn the_best_stands_first() {
        check(
            "night",
            expect![[r#"
            1000 night, queue of lsb.queues
            1000 night, queue of lsb.queues
            899 night1, host of lsf.cluster.west
            896 nightrack, compute unit type of lsb.params
            895 Night_owls, queue of lsb.queues
            796 gpu_night, host of lsf.cluster.west
        "#]],
        );
        check(
            "NIGHT_o",
            expect![[r#"
            897 Night_owls, queue of lsb.queues
        "#]],
        );
        check(
            "nig",
            expect![[r#"
            898 night, queue of lsb.queues
            898 night, queue of lsb.queues
            897 night1, host of lsf.cluster.west
            894 nightrack, compute unit type of lsb.params
            893 Night_owls, queue of lsb.queues
            794 gpu_night, host of lsf.cluster.west
        "#]],
        );
        check(
            "gn",
            expect![[r#"
            593 gpu_night, host of lsf.cluster.west
        "#]],
        );
        check("zzz", expect![[""]]);
        check(
            "",
            expect![[r#"
            0 Night_owls, queue of lsb.queues
            0 enclosure, compute unit type of lsb.params
            0 gpu_night, host of lsf.cluster.west
            0 n_i_g, host group of lsb.hosts
            0 night, queue of lsb.queues
            0 night, queue of lsb.queues
        "#]],
        );
    }

    #[test]
    fn a_word_says_what_is_looked_for() {
        check(
            "night queue",
            expect![[r#"
            1000 night, queue of lsb.queues
            1000 night, queue of lsb.queues
            895 Night_owls, queue of lsb.queues
        "#]],
        );
        check(
            "host nig",
            expect![[r#"
            897 night1, host of lsf.cluster.west
            794 gpu_night, host of lsf.cluster.west
            598 n_i_g, host group of lsb.hosts
        "#]],
        );
        check(
            "queue",
            expect![[r#"
            0 Night_owls, queue of lsb.queues
            0 night, queue of lsb.queues
            0 night, queue of lsb.queues
        "#]],
        );
    }
}
