//! Reports parsed by a strict XML parser. The suite in `integrations/formats` checks them against the schema.

use expect_test::expect;
use proptest::prelude::*;
use roxmltree::{Document, Node};

use super::*;
use crate::testing::{anything, clean, several, troubled, write, write_with};
use crate::xml::visible;

fn number(node: Node<'_, '_>, name: &str) -> usize {
    node.attribute(name).and_then(|it| it.parse().ok()).expect("a number")
}

/// Every suite says how many tests it has and how they ended.
#[track_caller]
fn check_counts(document: &Document<'_>) {
    let mut suites = 0;
    for suite in document.root_element().children().filter(Node::is_element) {
        suites += 1;
        assert_eq!(suite.tag_name().name(), "testsuite");
        let count = |name: &str| suite.descendants().filter(|it| it.has_tag_name(name)).count();
        assert_eq!(number(suite, "tests"), count("testcase"));
        assert_eq!(number(suite, "failures"), count("failure"));
        assert_eq!(number(suite, "errors"), count("error"));
        assert!(count("testcase") > 0);
    }
    assert!(suites > 0);
}

#[track_caller]
fn check_report(text: &str) {
    check_counts(&Document::parse(text).expect("XML"));
}

#[test]
fn a_report() {
    let text = write_with(Junit::default(), &[clean(), several()], &troubled());
    check_report(&text);
    expect![[r#"
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="lsflint">
        <testsuite name="conf/lsb.users" tests="1" failures="0" errors="0" skipped="0" time="0">
        <testcase name="no findings" classname="conf/lsb.users" time="0"/>
        </testsuite>
        <testsuite name="conf/lsb.queues" tests="3" failures="2" errors="0" skipped="0" time="0">
        <testcase name="P301 missing-required-parameter at 1:1" classname="conf/lsb.queues" time="0">
        <system-out>conf/lsb.queues:1:1: P301 all, of it: 100%</system-out>
        </testcase>
        <testcase name="P003 duplicate-parameter at 4:1" classname="conf/lsb.queues" time="0">
        <failure type="warning" message="duplicate `PRIORITY`">conf/lsb.queues:4:1: P003 duplicate `PRIORITY`
        LSF takes the last one
        help: remove one of the two</failure>
        </testcase>
        <testcase name="F104 end-name-mismatch at 5:5" classname="conf/lsb.queues" time="0">
        <failure type="error" message="`End Queues` closes a section `Queue`">conf/lsb.queues:5:5: F104 `End Queues` closes a section `Queue`</failure>
        </testcase>
        </testsuite>
        <testsuite name="lsflint" tests="1" failures="0" errors="1" skipped="0" time="0">
        <testcase name="cannot read `a, b`:&#10;100%" classname="lsflint" time="0">
        <error type="problem" message="cannot read `a, b`:&#10;100%">cannot read `a, b`:
        100%</error>
        </testcase>
        </testsuite>
        </testsuites>
    "#]].assert_eq(&text);
}

#[test]
fn a_run_without_files_has_a_test_that_passed() {
    let text = write(Junit::default(), &[]);
    check_report(&text);
    expect![[r#"
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="lsflint">
        <testsuite name="lsflint" tests="1" failures="0" errors="0" skipped="0" time="0">
        <testcase name="no files" classname="lsflint" time="0"/>
        </testsuite>
        </testsuites>
    "#]]
    .assert_eq(&text);
}

proptest! {
    #[test]
    fn whatever_the_text_it_comes_back(file in anything()) {
        let text = write(Junit::default(), std::slice::from_ref(&file));
        let document = Document::parse(&text).expect("XML");
        check_counts(&document);
        let shown = |it: &str| it.chars().map(visible).collect::<String>();
        let tests = document.descendants().filter(|it| it.has_tag_name("testcase"));
        let tests: Vec<_> = tests.filter(|it| it.attribute("name") != Some("no findings")).collect();
        let expected: Vec<_> = findings(&file).collect();
        prop_assert_eq!(tests.len(), expected.len());
        for (it, expected) in tests.iter().zip(expected) {
            let outcome = it.first_element_child().expect("an outcome");
            prop_assert_eq!(outcome.text(), Some(&*shown(&expected.lines(&file.source.path))));
            prop_assert_eq!(it.attribute("classname"), Some(&*shown(&file.source.path)));
            if outcome.has_tag_name("failure") {
                prop_assert_eq!(outcome.attribute("message"), Some(&*shown(&expected.placed.message)));
            }
        }
    }
}
