//! What the rules report in the examples of their pages, in full: one file per family in `tests/examples`.

use expect_test::expect_file;
use lsflint_lint::{Family, Rule};

use super::{Block, Example, blocks, expected_of};
use crate::testing::fixtures::annotated;
use crate::testing::{Shown, everything, render, visible};

/// What a page can do with a block that a fixture cannot: the text is too long to show, or it is not the text alone
/// that counts.
const NO_FIXTURES: [&str; 4] = ["bom", "long", "many", "missing"];

#[test]
fn the_examples_say_everything() {
    for family in Family::ALL {
        let mut text = String::new();
        for rule in crate::all().iter().filter(|it| it.meta.family == *family) {
            text.push_str(&format!("==== {} {}\n", rule.meta.code, rule.meta.name));
            let page = rule.meta.page();
            for block in blocks(&page).iter().filter(|it| it.heading == "Example" && !it.info.is_empty()) {
                text.push_str(&shown(rule, block));
                text.push('\n');
            }
        }
        let path = format!("{}/src/tests/examples/{}.txt", env!("CARGO_MANIFEST_DIR"), family.folder());
        expect_file![path].assert_eq(&(text.trim_end().to_owned() + "\n"));
    }
}

/// An example with the findings of its rule.
fn shown(rule: &'static Rule, block: &Block<'_>) -> String {
    if NO_FIXTURES.contains(&block.disguise) {
        return findings_only(rule, block);
    }
    let name = match expected_of(block.disguise, &[]) {
        Some(_) => format!("{} {}", block.info, block.disguise),
        None if block.info == "resreq" => format!("{} {}", block.info, block.disguise).trim_end().to_owned(),
        None => block.info.to_owned(),
    };
    let lines: String = block.text.split_terminator('\n').map(|it| visible(it) + "\n").collect();
    let fixture = format!("//#\n//- {name}\n{lines}");
    let text = annotated(rule.meta.code, &fixture, &mut Shown::every());
    text.strip_prefix("//#\n").unwrap_or(&text).to_owned()
}

fn findings_only(rule: &'static Rule, block: &Block<'_>) -> String {
    let example = Example::of(block).expect("examples are well-formed");
    let mut out = format!("//- {} ({})\n", block.info, block.disguise);
    for (text, mut found) in example.judged(&everything()).into_iter().flatten() {
        found.retain(|it| it.rule.code == rule.meta.code);
        out.push_str(&render(&text, &found));
    }
    out
}
