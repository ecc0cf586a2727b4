//! Any text as a requirement string, parsed and judged under both parsers of LSF.
#![no_main]

use lsflint_lint::{Registry, Settings, check_requirement};
use lsflint_model::{Cluster, Strictness};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let parse = lsflint_syntax::parse_value(&text, lsflint_spec::Grammar::ResReq);
    assert_eq!(parse.root().text(), text);
    let settings = Settings::default();
    let registry = Registry::new(&settings);
    for strictness in [Strictness::Strict, Strictness::Lenient] {
        let mut cluster = Cluster::default();
        cluster.switches.strictness = strictness;
        for found in check_requirement(&text, &cluster, &settings, &registry) {
            assert!(text.get(std::ops::Range::<usize>::from(found.range)).is_some(), "{found:?}");
        }
    }
});
