//! Any text as a requirement string, parsed and judged under both parsers of LSF.
#![no_main]

use std::sync::LazyLock;

use lsflint_lint::{Registry, Settings, check_requirement};
use lsflint_model::{Cluster, Strictness};

// Made once: sorting the rules takes longer than judging a string.
static SETTINGS: LazyLock<Settings> = LazyLock::new(Settings::default);
static REGISTRY: LazyLock<Registry> = LazyLock::new(|| Registry::new(lsflint_rules::all(), &SETTINGS));

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let parse = lsflint_syntax::parse_value(&text, lsflint_spec::Grammar::ResReq);
    assert_eq!(parse.root().text(), text);
    for strictness in [Strictness::Strict, Strictness::Lenient] {
        let mut cluster = Cluster::default();
        cluster.switches.strictness = strictness;
        for found in check_requirement(&text, &cluster, &SETTINGS, &REGISTRY) {
            assert!(text.get(std::ops::Range::<usize>::from(found.range)).is_some(), "{found:?}");
        }
    }
});
