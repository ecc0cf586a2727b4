//! Any text as a file of the resource connector in the demo cluster: no panic, findings and edits lie inside the text.
#![no_main]

use lsflint_fuzz::{DEMO, REGISTRY, SETTINGS, assert_inside};
use lsflint_lint::check_connector;
use lsflint_model::connector::ConnectorFile;
use lsflint_spec::ConnectorKind;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Some((name, text)) = lsflint_fuzz::named(data) else { return };
    let Some(kind) = ConnectorKind::from_name(&name) else { return };
    let files = [ConnectorFile::new(&name, kind, text.as_str())];
    assert_inside(&text, &check_connector(&files[0], &files, &DEMO.cluster, &SETTINGS, &REGISTRY));
});
