//! Any bytes as any file, with all rules: no panic, findings and edits lie inside the text.
#![no_main]

use std::sync::LazyLock;

use lsflint_lint::{Registry, Settings, check_file};
use lsflint_model::{Cluster, SourceFile};

// Made once: sorting the rules takes longer than judging a small file.
static SETTINGS: LazyLock<Settings> = LazyLock::new(|| {
    let select = lsflint_rules::all().selection(["ALL".to_owned()]).expect("ALL is a selection");
    Settings { select, ..Settings::default() }
});
static REGISTRY: LazyLock<Registry> = LazyLock::new(|| Registry::new(lsflint_rules::all(), &SETTINGS));

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Some((kind, text)) = lsflint_fuzz::file(data) else { return };
    let files = [SourceFile::new("fuzz", kind, text.as_str())];
    let cluster = Cluster::of(&files, None);
    for found in check_file(&files[0], &cluster, &SETTINGS, &REGISTRY) {
        assert!(text.get(std::ops::Range::<usize>::from(found.range)).is_some(), "{found:?}");
        for edit in found.fix.iter().flat_map(|it| &it.edits) {
            assert!(text.get(std::ops::Range::<usize>::from(edit.range)).is_some(), "{found:?}");
        }
    }
});
