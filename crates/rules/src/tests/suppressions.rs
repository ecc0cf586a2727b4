//! What suppression comments cover.

use lsflint_lint::Registry;

use crate::testing::{check_files, everything};

/// The codes that are reported for lines of a queue.
#[track_caller]
fn check(lines: &str, expected: &[&str]) {
    let text = format!("Begin Queue\nQUEUE_NAME = q\n{lines}\nEnd Queue\n");
    let settings = everything();
    let found = check_files(&[("lsb.queues", &text)], &settings, &Registry::new(crate::all(), &settings));
    let mut codes: Vec<&str> = found.iter().map(|it| it.rule.code).filter(|it| *it != "F002").collect();
    codes.dedup();
    assert_eq!(codes, expected, "{text}");
}

#[test]
fn a_comment_covers_all_of_a_continued_line() {
    check("NICE = \\\n x", &["P101"]);
    check("# lsflint: ignore[P101] so\nNICE = \\\n x", &[]);
    check("NICE = \\\n x # lsflint: ignore[P101] so", &[]);
    check("RES_REQ = select[a] \\\n order[b] \\\n rusgae[mem=1] # lsflint: ignore[R001] so", &[]);
}

#[test]
fn and_no_line_besides() {
    check("# lsflint: ignore[P101] so\nHOSTS = a \\\n b\nNICE = x", &["F090", "P101"]);
    check("NICE = x\nHOSTS = a \\\n b # lsflint: ignore[P101] so", &["P101", "F090"]);
    check("NICE = x\n# lsflint: ignore[P101] so", &["P101", "F090"]);
}
