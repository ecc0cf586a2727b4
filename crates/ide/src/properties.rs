//! Property tests on all features with valid and invalid files: those of the test clusters, truncated, and with lines
//! removed.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use lsflint_spec::FileKind;
use lsflint_test_support::{corpus, files_below, repository};

use crate::testing::Fixture;
use crate::{OutlineItem, Range, document_symbols, folding_ranges, selection_ranges, semantic_tokens};

/// The files of the test clusters, as one fixture for each cluster.
pub(crate) fn clusters() -> Vec<String> {
    let mut fixtures: BTreeMap<String, String> = BTreeMap::new();
    for (path, bytes) in files_below(&repository().join("testdata/clusters")) {
        let name = path.rsplit('/').next().unwrap_or(&path);
        // Two clusters are in one directory.
        let depth = if path.starts_with("two-in-one/") { 2 } else { 1 };
        let cluster: Vec<&str> = path.split('/').take(depth).collect();
        if FileKind::from_name(name).is_some() {
            let fixture = fixtures.entry(cluster.join("/")).or_default();
            fixture.push_str(&format!("//- {name}\n{}", String::from_utf8_lossy(&bytes)));
            fixture.push_str(if fixture.ends_with('\n') { "" } else { "\n" });
        }
    }
    fixtures.into_values().collect()
}

/// All files of the test clusters, each in its own fixture and in several damaged variants.
pub(crate) fn files() -> &'static [Fixture] {
    static FILES: LazyLock<Vec<Fixture>> = LazyLock::new(|| texts().iter().map(|it| Fixture::new(it)).collect());
    &FILES
}

fn texts() -> Vec<String> {
    let mut found = odd_files();
    for cluster in clusters() {
        for file in format!("\n{cluster}").split("\n//- ").skip(1) {
            found.push(format!("//- {file}"));
            let (name, text) = file.split_once('\n').expect("a name and a text");
            let lines: Vec<&str> = text.lines().collect();
            for cut in 1..6 {
                let at = (0..=text.len() * cut / 6).rev().find(|it| text.is_char_boundary(*it)).unwrap_or(0);
                found.push(format!("//- {name}\n{}", &text[..at]));
                let left = lines.iter().enumerate().filter(|it| it.0 % 7 != cut).map(|it| format!("{}\n", it.1));
                found.push(format!("//- {name}\n{}", left.collect::<String>()));
            }
            found.push(format!("//- {name}\n{}", lines.join("\r\n")));
            found.push(format!("//- {name}\n{}", text.replace(" = ", " = \\\n ")));
        }
    }
    found
}

/// Small files with unusual content, and published configurations if available.
fn odd_files() -> Vec<String> {
    let folders = corpus().into_iter().chain([repository().join("testdata/oracle")]);
    let files = folders.flat_map(|it| files_below(&it));
    let named = files.filter_map(|(path, bytes)| {
        let name = &path[path.rfind("lsb.").max(path.rfind("lsf."))?..];
        // Escapes the markup of fixtures.
        let text = String::from_utf8_lossy(&bytes).replace("$0", "$1").replace("\n//- ", "\n///- ");
        FileKind::from_name(name).map(|_| format!("//- {name}\n{text}"))
    });
    named.collect()
}

fn within(inner: Range, outer: Range) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

fn check_outline(items: &[OutlineItem], inside: Range) {
    let mut end = inside.start;
    for item in items {
        assert!(within(item.range, inside) && within(item.selection, item.range), "{item:?} in {inside:?}");
        assert!(end <= item.range.start, "in order: {item:?}");
        end = item.range.end;
        assert!(!item.name.is_empty() && !item.name.contains('\n') && !item.detail.contains('\n'), "{item:?}");
        check_outline(&item.children, item.range);
    }
}

#[test]
fn outlines_nest_and_names_lie_within() {
    for fixture in files() {
        let whole = Range { start: 0, end: fixture.file().text.len() as u32 };
        check_outline(&document_symbols(&fixture.snapshot, &fixture.path), whole);
    }
}

#[test]
fn folds_are_nested_or_apart() {
    for fixture in files() {
        let text = &fixture.file().text;
        let mut open: Vec<Range> = Vec::new();
        for fold in folding_ranges(&fixture.snapshot, &fixture.path) {
            let range = fold.range;
            assert!(text.get(range.start as usize..range.end as usize).is_some_and(|it| it.contains('\n')));
            open.retain(|it| range.start < it.end);
            assert!(open.iter().all(|it| within(range, *it)), "{range:?} crosses {open:?}");
            open.push(range);
        }
    }
}

#[test]
fn selections_grow() {
    for fixture in files() {
        let text = &fixture.file().text;
        let offsets: Vec<u32> = (0..=text.len() as u32 + 1).step_by(3).collect();
        for (offset, steps) in offsets.iter().zip(selection_ranges(&fixture.snapshot, &fixture.path, &offsets)) {
            for range in &steps {
                assert!(text.get(range.start as usize..range.end as usize).is_some(), "{range:?} at {offset}");
                assert!(
                    range.start <= *offset && (*offset).min(text.len() as u32) <= range.end,
                    "{range:?} at {offset}"
                );
            }
            assert!(steps.windows(2).all(|it| within(it[0], it[1]) && it[0] != it[1]), "{steps:?} at {offset}");
            assert_eq!(steps.last().map(|it| it.end - it.start).unwrap_or(0), text.len() as u32);
        }
    }
}

#[test]
fn tokens_are_in_order_and_apart() {
    for fixture in files() {
        let text = &fixture.file().text;
        let tokens = semantic_tokens(&fixture.snapshot, &fixture.path, None);
        for token in &tokens {
            let word = text.get(token.range.start as usize..token.range.end as usize).expect("whole characters");
            assert!(!word.is_empty() && !word.contains('\n'), "{token:?} {word:?}");
        }
        assert!(tokens.windows(2).all(|it| it[0].range.end <= it[1].range.start));
        // A range of the file must have the same tokens as the whole file.
        let (from, to) = (text.len() as u32 / 3, text.len() as u32 / 2);
        let part = semantic_tokens(&fixture.snapshot, &fixture.path, Some(Range { start: from, end: to }));
        let touching = tokens.iter().filter(|it| it.range.end >= from && it.range.start <= to);
        assert!(touching.eq(part.iter()));
    }
}
