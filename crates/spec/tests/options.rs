//! Every option of `bsub` has a form, something to compare it with, a description and a source, or a reason why not.

use lsflint_spec::{BSUB_OPTIONS, BsubArgument, BsubOption, Grammar};

fn names(is_wrong: impl Fn(&BsubOption) -> bool) -> Vec<&'static str> {
    BSUB_OPTIONS.iter().filter(|it| is_wrong(it)).map(|it| it.name).collect()
}

#[test]
fn every_option_is_described() {
    let none: [&str; 0] = [];
    assert_eq!(BSUB_OPTIONS.len(), 108);
    assert_eq!(names(|it| !it.source.starts_with("https://")), none);
    assert_eq!(names(|it| it.summary.is_empty() || !it.details.ends_with('.')), none);
    assert_eq!(names(|it| (it.argument == BsubArgument::None) != it.form.is_empty()), none);
}

#[test]
fn every_argument_is_read_or_has_a_reason() {
    let none: [&str; 0] = [];
    assert_eq!(names(|it| (it.argument == BsubArgument::Text) == it.without_grammar.is_empty()), none);
}

#[test]
fn every_option_is_compared_with_the_cluster_or_has_a_reason() {
    let is_name = |it: &BsubOption| matches!(it.argument, BsubArgument::Value(Grammar::Name(_)));
    let is_compared = |it: &BsubOption| !it.limits.is_empty() || !it.parameter.is_empty() || is_name(it);
    let none: [&str; 0] = [];
    assert_eq!(names(|it| is_compared(it) != it.without_cluster.is_empty()), none);
    assert_eq!(names(|it| it.without_cluster.is_empty()).len(), 64);
}
