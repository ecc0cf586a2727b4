//! Any text as a job script in the demo cluster: no panic, findings and edits lie inside the text. The name in the
//! first line decides whether it is read as shell, Python and so on.
#![no_main]

use lsflint_fuzz::{DEMO, REGISTRY, SETTINGS, assert_inside};
use lsflint_lint::check_script;
use lsflint_model::job::JobScript;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Some((name, text)) = lsflint_fuzz::named(data) else { return };
    let script = JobScript::new(&name, text.as_str());
    for submission in script.submissions() {
        assert!(text.get(std::ops::Range::<usize>::from(submission.anchor)).is_some(), "{:?}", submission.anchor);
    }
    assert_inside(&text, &check_script(&script, &DEMO.cluster, &SETTINGS, &REGISTRY));
});
