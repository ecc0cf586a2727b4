//! Reports against a schema, and read back.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use expect_test::expect;
use lsflint_lint::Fingerprint;
use lsflint_test_support::Schema;
use proptest::prelude::*;
use serde_json::Value;

use super::*;
use crate::testing::{anything, clean, many, several, write};

static SCHEMA: LazyLock<Schema> =
    LazyLock::new(|| Schema::new(include_str!("../../../../testdata/schemas/gitlab-code-quality.json")));

/// The entries, which the schema accepts, and of which no two are taken for one.
#[track_caller]
fn valid(text: &str) -> Vec<Value> {
    let document: Value = serde_json::from_str(text).expect("one JSON document");
    assert_eq!(SCHEMA.errors(&document), Vec::<String>::new());
    let entries = document.as_array().expect("a list").clone();
    let fingerprints: BTreeSet<_> = entries.iter().filter_map(|it| it["fingerprint"].as_str()).collect();
    assert_eq!(fingerprints.len(), entries.len());
    entries
}

fn known(mut file: FileFindings) -> FileFindings {
    let numbers = 0..file.diagnostics.len();
    file.fingerprints = numbers.filter_map(|it| Fingerprint::parse(&format!("{it:016x}"))).collect();
    file
}

#[test]
fn a_report() {
    let text = write(Gitlab::default(), &[clean(), known(several())]);
    valid(&text);
    expect![[r#"
        [
        {"description":"All, of it: 100%.","check_name":"P301 missing-required-parameter","fingerprint":"83d7b8c341bc1a83a0957061b672a5de","severity":"info","location":{"path":"conf/lsb.queues","positions":{"begin":{"line":1,"column":1},"end":{"line":6,"column":1}}}},
        {"description":"Duplicate `PRIORITY`. LSF takes the last one. Remove one of the two.","check_name":"P003 duplicate-parameter","fingerprint":"f78d8cf942dd9e4a5c0e12428b135356","severity":"minor","location":{"path":"conf/lsb.queues","positions":{"begin":{"line":4,"column":1},"end":{"line":4,"column":9}}}},
        {"description":"`End Queues` closes a section `Queue`.","check_name":"F104 end-name-mismatch","fingerprint":"e9ce2acf651446a55b2f8ffac98e70eb","severity":"major","location":{"path":"conf/lsb.queues","positions":{"begin":{"line":5,"column":5},"end":{"line":5,"column":11}}}}
        ]
    "#]].assert_eq(&text);
}

#[test]
fn no_findings_are_an_empty_list() {
    assert_eq!(write(Gitlab::default(), &[clean()]), "[]\n");
    assert!(valid("[]").is_empty());
}

#[test]
fn the_same_finding_in_two_files_is_two() {
    let mut other = known(several());
    other.source.path = "other/lsb.queues".into();
    assert_eq!(valid(&write(Gitlab::default(), &[known(several()), other])).len(), 6);
    assert_eq!(valid(&write(Gitlab::default(), &[known(many(1000))])).len(), 1000);
    assert_eq!(valid(&write(Gitlab::default(), &[many(1000)])).len(), 1000, "also when nobody asked for fingerprints");
}

#[test]
fn a_folder_of_the_repository_is_part_of_the_path() {
    let text = write(Gitlab::new(PathBase::above(["site".into()])), &[several()]);
    assert!(valid(&text).iter().all(|it| it["location"]["path"] == "site/conf/lsb.queues"), "{text}");
}

proptest! {
    #[test]
    fn whatever_the_text_it_is_valid_and_comes_back(file in anything()) {
        let file = known(file);
        let entries = valid(&write(Gitlab::default(), std::slice::from_ref(&file)));
        let expected: Vec<_> = findings(&file).collect();
        prop_assert_eq!(entries.len(), expected.len());
        for (it, expected) in entries.iter().zip(expected) {
            prop_assert_eq!(it["description"].as_str(), Some(&*expected.sentences()));
            prop_assert_eq!(it["location"]["path"].as_str(), Some(&*file.source.path));
            prop_assert_eq!(&it["location"]["positions"]["end"]["line"], expected.placed.range.end.line);
        }
    }
}
