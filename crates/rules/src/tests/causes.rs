//! The cause of whatever is wrong with a line speaks for the line.

use lsflint_lint::{Registry, Settings, check_file};
use lsflint_model::{Cluster, SourceFile};
use lsflint_spec::FileKind;

/// The codes and severities of what the selected rules say.
fn said(select: &str, kind: FileKind, text: &str) -> Vec<String> {
    let select = crate::all().selection(select.split(',').map(str::to_owned)).expect("codes");
    let settings = Settings { select, ..Settings::default() };
    let file = SourceFile::new(kind.name(), kind, text);
    let found = check_file(&file, &Cluster::default(), &settings, &Registry::new(crate::all(), &settings));
    found.iter().map(|it| format!("{} {}", it.rule.code, it.severity)).collect()
}

const DASH: &str = "Begin Queue\nQUEUE_NAME = q\nRUN_WINDOW = 8:00\u{2013}9:00\nEnd Queue\n";
const BLANK: &str = "Begin ClusterAdmins\nADMINISTRATORS = a \\ \n b\nEnd ClusterAdmins\n";

#[test]
fn the_cause_of_a_line_speaks_for_it_and_weighs_as_much() {
    assert_eq!(said("ALL", FileKind::LsbQueues, DASH), ["F007 error"]);
    assert_eq!(said("F0,P0", FileKind::LsfCluster, BLANK), ["F002 error"]);
}

#[test]
fn without_the_rule_about_the_cause_its_consequences_are_said() {
    assert_eq!(said("T001", FileKind::LsbQueues, DASH), ["T001 error"]);
    assert_eq!(said("P004", FileKind::LsfCluster, BLANK), ["P004 error"]);
}
