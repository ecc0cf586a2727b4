//! Fixes of the rules, applied until nothing is left to fix.

use lsflint_lint::{Applicability, Diagnostic, Registry, Settings, check_file, fix_all};
use lsflint_model::{Cluster, SourceFile};
use lsflint_spec::FileKind;

#[test]
fn rules_of_files_reach_a_fixed_point() {
    let text =
        "Begin Queue\nQUEUE_NAME = q\nRES_REQ = select[mem>5]order[ut]rusage[mem=1]\nmem = 1000/4000\nEnd Queue\n";
    let settings = Settings::default();
    let registry = Registry::new(crate::all(), &settings);
    let check = |text: &str| {
        let file = SourceFile::new("lsb.queues", FileKind::LsbQueues, text);
        check_file(&file, &Cluster::of(std::slice::from_ref(&file), None), &settings, &registry)
    };
    let safe = |it: &Diagnostic| it.fix.as_ref().is_some_and(|it| it.applicability == Applicability::Safe);
    let fixed = fix_all(text, &check(text), safe, check);
    assert_eq!(
        fixed.text,
        "Begin Queue\nQUEUE_NAME = q\nRES_REQ = select[mem>5] order[ut] rusage[mem=1]\nmem = 4000/1000\nEnd Queue\n"
    );
    assert!(fixed.repaired.iter().any(|it| Some(it.rule.code) == crate::all().find("R004").map(|it| it.meta.code)));
    assert!(!fixed.left.iter().any(safe));
}
