//! Any bytes as any file, with all rules: no panic, findings and edits lie inside the text.
#![no_main]

use lsflint_fuzz::{REGISTRY, SETTINGS, assert_inside};
use lsflint_lint::check_file;
use lsflint_model::{Cluster, SourceFile};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Some((kind, text)) = lsflint_fuzz::file(data) else { return };
    let files = [SourceFile::new("fuzz", kind, text.as_str())];
    let cluster = Cluster::of(&files, None);
    assert_inside(&text, &check_file(&files[0], &cluster, &SETTINGS, &REGISTRY));
});
