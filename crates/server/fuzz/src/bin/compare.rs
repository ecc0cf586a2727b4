//! Any text as saved output of LSF commands, compared with the demo cluster: no panic, lines lie inside the text.
#![no_main]

use lsflint_fuzz::DEMO;
use lsflint_ide::answers::running::compare;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let comparison = compare(DEMO.as_read(), std::iter::once(&*text), false);
    let lines = text.lines().count();
    for unknown in &comparison.not_understood {
        assert!((1..=lines).contains(&unknown.line), "{unknown:?}");
    }
    let values = comparison.values.iter().filter_map(|it| it.shown);
    for shown in values.chain(comparison.not_compared.iter().map(|it| it.shown)) {
        assert!((1..=lines).contains(&shown.line), "{shown:?}");
    }
});
