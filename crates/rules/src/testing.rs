//! The helpers all rule tests go through: text in, findings out. Most rules are tested by fixtures, see [`fixtures`].

mod annotate;
mod diff;
mod findings;
pub(crate) mod fixtures;
mod parts;
mod shown;
mod source;
mod subject;
mod tests;

use expect_test::Expect;
use lsflint_model::{Cluster, SourceFile};

/// Checks the rule of a file against a fixture: `fixture![[r#" ... "#]]`. The module [`fixtures`] says what is in it.
macro_rules! fixture {
    ($text:tt) => {
        #[test]
        fn fixture() {
            $crate::testing::fixtures::check(&super::RULE, &::expect_test::expect![$text]);
        }
    };
}
pub(crate) use diff::visible;
pub(crate) use findings::{
    SETTINGS, check_files, cluster_of, command_findings, connector_findings, elim_findings, everything, peers_of,
    render, script_findings, server_findings, string_findings, surroundings_of,
};
pub(crate) use fixture;
pub(crate) use shown::Shown;

use findings::{EVERYTHING, apply_fixes, findings, render_in};

/// Checks one file on its own with all rules, and compares the findings of one rule. The kind comes from the file name.
#[track_caller]
pub(crate) fn check(code: &str, name: &str, text: &str, expect: Expect) {
    check_cluster(code, &[(name, text)], expect);
}

/// Checks the first of several files that belong to one cluster, and compares the findings of one rule.
#[track_caller]
pub(crate) fn check_cluster(code: &str, files: &[(&str, &str)], expect: Expect) {
    assert!(crate::all().find(code).is_some(), "no rule has the code {code}");
    let found = findings(code, files);
    expect.assert_eq(&render_in(files, &found));
}

/// Checks a file of a cluster made by hand, and compares the findings of one rule.
#[track_caller]
pub(crate) fn check_in(code: &str, file: &SourceFile, cluster: &Cluster, expect: Expect) {
    let mut found = lsflint_lint::check_file(file, cluster, &EVERYTHING.0, &EVERYTHING.1);
    found.retain(|it| it.rule.code == code);
    expect.assert_eq(&render(&file.text, &found));
}

/// Applies the fixes of all findings of one rule and compares the text. The rule must then be silent.
#[track_caller]
pub(crate) fn check_fix(code: &str, name: &str, before: &str, after: &str) {
    let fixed = apply_fixes(before, &findings(code, &[(name, before)]));
    assert_eq!(fixed, after);
    let left = findings(code, &[(name, after)]);
    assert!(left.is_empty(), "still reported after the fix:\n{}", render(after, &left));
}

/// Checks a requirement string as from the command line, judged by the strict parser, and compares the findings of one
/// rule.
#[track_caller]
pub(crate) fn check_string(code: &str, text: &str, expect: Expect) {
    assert!(crate::all().find(code).is_some(), "no rule has the code {code}");
    let mut found = string_findings(text, &Cluster::default());
    found.retain(|it| it.rule.code == code);
    expect.assert_eq(&render(text, &found));
}

/// Checks a line that an elim wrote, and compares the findings of one rule.
#[track_caller]
pub(crate) fn check_elim(code: &str, line: &str, expect: Expect) {
    assert!(crate::all().find(code).is_some(), "no rule has the code {code}");
    let mut found = elim_findings(line, &Cluster::default(), None);
    found.retain(|it| it.rule.code == code);
    expect.assert_eq(&render(line, &found));
}
