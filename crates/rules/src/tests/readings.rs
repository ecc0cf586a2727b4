//! What LSF reads in the examples of the pages, according to the findings of their rules, in full: what answers about a
//! cluster rest on.

use expect_test::expect_file;
use lsflint_lint::{Registry, check_file, readings};

use super::{Example, blocks};
use crate::testing::{everything, visible};

#[test]
fn the_examples_as_they_are_read() {
    let settings = everything();
    let registry = Registry::new(crate::all(), &settings);
    let mut shown = String::new();
    for rule in crate::all().iter() {
        let page = rule.meta.page();
        let mut lines: Vec<String> = Vec::new();
        for block in blocks(&page).iter().filter(|it| it.heading == "Example" && !it.info.is_empty()) {
            let Ok(example) = Example::of(block) else { continue };
            for file in &example.sources {
                let mut found = check_file(file, &example.cluster, &settings, &registry);
                found.retain(|it| it.rule.code == rule.meta.code);
                for reading in readings(file, &found) {
                    let range = std::ops::Range::<usize>::from(reading.range);
                    let written = one_line(&file.text[range.clone()]);
                    let read =
                        reading.text.as_deref().map_or("nothing".to_owned(), |it| format!("`{}`", it.trim_end()));
                    let start = file.text[..range.start].rfind('\n').map_or(0, |it| it + 1);
                    let end = range.end + file.text[range.end..].find('\n').unwrap_or(file.text.len() - range.end);
                    let line = one_line(&file.text[start..end]);
                    let place = if line == written { String::new() } else { format!("\n      in `{line}`") };
                    lines.push(format!("    `{written}` -> {read}{place}\n"));
                }
            }
        }
        lines.dedup();
        if !lines.is_empty() {
            shown.push_str(&format!("{} {}\n{}", rule.meta.code, rule.meta.name, lines.concat()));
        }
    }
    expect_file![format!("{}/src/tests/readings.txt", env!("CARGO_MANIFEST_DIR"))].assert_eq(&shown);
}

/// A text on one line, shortened in the middle.
fn one_line(text: &str) -> String {
    let text = visible(&text.split_whitespace().collect::<Vec<_>>().join(" "));
    match text.char_indices().nth(100) {
        None => text,
        Some((at, _)) => format!("{} ...", &text[..at]),
    }
}
