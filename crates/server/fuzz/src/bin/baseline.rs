//! Any text as a baseline: no panic, and what is read is read back from what is written.
#![no_main]

use lsflint_lint::Baseline;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Ok(baseline) = Baseline::parse(&String::from_utf8_lossy(data)) else { return };
    let written = baseline.text();
    assert_eq!(Baseline::parse(&written).expect("our own text").text(), written);
});
