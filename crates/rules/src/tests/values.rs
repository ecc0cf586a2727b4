//! Values of parameters that are checked on their own.

use expect_test::{Expect, expect};
use lsflint_lint::{Registry, check_value};
use lsflint_model::Cluster;
use lsflint_spec::FileKind;

use crate::testing::{everything, render};

fn check(text: &str, expect: Expect) {
    let param = lsflint_spec::section(FileKind::LsbQueues, "Queue").and_then(|it| it.param("APS_PRIORITY"));
    let settings = everything();
    let registry = Registry::new(crate::all(), &settings);
    let param = param.expect("a parameter of queues");
    let found = check_value(text, FileKind::LsbQueues, param, &Cluster::default(), &settings, &registry);
    expect.assert_eq(&render(text, &found));
}

#[test]
fn rules_of_the_parameter_speak() {
    check(
        "LIMIT[[FS, 0]]",
        expect![[r#"
            1:1-1:15 error `APS_PRIORITY` has no `WEIGHT`
              effect: the formula has no effect because its value is zero for every job
              help: add weights: `WEIGHT[[factor, value] ...]`
            1:12-1:13 error zero in `LIMIT`
              effect: LSF may ignore the line, so the queue does not use absolute priority scheduling
              help: remove the pair
        "#]],
    );
    check("WEIGHT[[FS, 1] [MEM, 2]]", expect![[""]]);
    check("", expect![[""]]);
}

#[test]
fn syntax_errors_speak() {
    check(
        "WEIGHT[FS, 1]",
        expect![[r#"
            1:8-1:13 error pair `FS, 1` is not enclosed in brackets
              effect: LSF may ignore the line, so the queue does not use absolute priority scheduling
              help: enclose each pair in brackets: `[[FS, 1] [MEM, 2]]`
        "#]],
    );
}
